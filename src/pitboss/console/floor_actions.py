"""What a floorperson does: rulings, inspections, approvals, validations and orders."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from pitboss.console.actions import Action, Variant, slug
from pitboss.console.context import ConsoleContext
from pitboss.console.dealer_actions import proposal_phrase
from pitboss.console.event_sentences import disabled_name
from pitboss.console.incidents import reversal_note
from pitboss.console.prompts import SECOND_COUNT_PROMPT, card_prompts, reason_prompt
from pitboss.console.proposal_actions import method_hint_actions
from pitboss.errors import short_repr
from pitboss.games.deck_tasks import FLOOR_TASKS, Device
from pitboss.papers.filing.changes import describe_changes
from pitboss.papers.wording import capitalize
from pitboss.submission import example_filing
from pitboss.table import commands as c
from pitboss.table.day import OpenIncident, Ruling
from pitboss.table.decks import (
    deck_slots,
    devices_in_use,
    find_incident,
    incident_clause,
    next_task,
    task_clause,
)
from pitboss.table.due_cards import due_cards
from pitboss.table.handlers.rulings import allowed_rulings, ruled_kind
from pitboss.table.hidden_cards import describe_incident
from pitboss.table.house_rules import DISABLING, INCIDENTS, JACKPOT_VALIDATION, TWO_PEOPLE


def floor_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield what waits for the floorperson first, then what can be ordered at any time."""
    if context.is_dealer:
        return
    yield from _incident_actions(context)
    yield from _inspection_actions(context)
    yield from _jackpot_actions(context)
    yield from _absent_actions(context)
    yield from approval_actions(context)
    yield from _upcoming_actions(context)
    yield from method_hint_actions(context)
    yield from _order_actions(context)


def _incident_actions(context: ConsoleContext) -> Iterator[Action]:
    open_incident = context.state.day.incident
    if open_incident is None:
        return
    description = describe_incident(context.rules, open_incident.kinds, open_incident.card)
    prompt = reason_prompt("What is the ruling based on?")
    for ruling in allowed_rulings(context.rules, open_incident):
        incident = find_incident(context.rules, ruled_kind(open_incident, ruling))
        consequence = _ruling_consequence(context, open_incident, ruling)
        yield context.action(
            f"rule-{slug(ruling)}",
            f"Incident {open_incident.number}, {ruling}: {ruling.description}",
            c.Rule(ruling, ""),
            variant=ruling,
            variant_detail=f"{capitalize(ruling.description)}. {consequence}".rstrip(),
            trial=c.Rule(ruling, "a reason"),
            detail=consequence,
            clause=incident_clause(context.rules, incident) if incident else INCIDENTS,
            prompts=(
                replace(prompt, initial=description),
                *card_prompts(context.rules, due_cards(context.state, c.Rule(ruling, ""))),
            ),
            is_urgent=True,
        )


def _ruling_consequence(context: ConsoleContext, open_: OpenIncident, ruling: Ruling) -> str:
    """Return what the rulebook does after this ruling, or an empty string."""
    incident = find_incident(context.rules, ruled_kind(open_, ruling))
    is_by_rulebook = ruling in (Ruling.BY_THE_BOOK, Ruling.MISDEALT, Ruling.NOT_MISDEALT)
    if incident is None or not is_by_rulebook:
        return ""
    return f"{capitalize(incident.remedy.description)}.{reversal_note(context, incident)}"


def _inspection_actions(context: ConsoleContext) -> Iterator[Action]:
    state, rules = context.state, context.rules
    for slot in state.day.decks:
        task = next_task(state, rules, slot)
        if task in FLOOR_TASKS and task is not None:
            which = f", deck {slot}" if rules.table.decks > 1 else ""
            yield context.action(
                f"{slug(task)}-deck-{slot}",
                f"{capitalize(task.description)}{which}",
                c.Perform(task, slot),
                variant=task,
                clause=rules.cite(task_clause(rules, task, state.day.decks[slot])),
                is_urgent=True,
            )


def _jackpot_actions(context: ConsoleContext) -> Iterator[Action]:
    round_ = context.state.round
    if round_ is None or round_.hit is None:
        return
    seat = round_.hit
    yield context.action(
        f"validate-{seat}",
        f"Validate the progressive win of seat {seat}",
        c.ValidateJackpot(seat),
        variant="validate",
        clause=context.rules.cite(context.rules.table_procedures.validates) or JACKPOT_VALIDATION,
        is_urgent=True,
    )


def _absent_actions(context: ConsoleContext) -> Iterator[Action]:
    round_ = context.state.round if context.state.has_open_round else None
    for seat in sorted(round_.away - round_.absent.keys()) if round_ else ():
        refusal = context.refusal(c.RuleOnAbsent(seat, True))
        variants = (
            context.variant("they are lost", c.RuleOnAbsent(seat, True)),
            context.variant("they stand, and nothing more is staked", c.RuleOnAbsent(seat, False)),
        )
        yield context.choice(
            f"rule-on-absent-{seat}",
            f"Rule on the wagers of seat {seat}, whose player left",
            () if refusal else variants,
            refusal,
            clause=context.rules.cite(context.rules.table_procedures.leaving),
            is_urgent=True,
        )


def approval_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield the approval and the rejection of each proposal."""
    if context.is_dealer:
        return
    for number, proposal in context.state.proposals.items():
        about = f"proposal {number} by {proposal.by}"
        is_count = isinstance(proposal.matter, c.OpeningCount | c.ClosingCount)
        # Whoever approves a count has counted the same.
        subject = "a count of the tray" if is_count else proposal_phrase(context, proposal)
        yield context.action(
            f"approve-{number}",
            f"Approve {about}: {subject}",
            c.Approve(number),
            variant="approve",
            trial=c.approval_of(number, proposal.matter),
            detail=_approval_detail(context, proposal.matter),
            clause=TWO_PEOPLE,
            prompts=(SECOND_COUNT_PROMPT,)
            if is_count
            else card_prompts(context.rules, due_cards(context.state, c.Approve(number)))
            if context.state.rules
            else (),
            is_urgent=True,
        )
        yield context.action(
            f"reject-{number}",
            f"Reject {about}: {subject}",
            c.Reject(number),
            variant="reject",
            clause=TWO_PEOPLE,
            is_urgent=True,
        )


def _upcoming_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield the action that withdraws a submission before it takes effect."""
    upcoming = context.state.upcoming
    if upcoming is None:
        return
    yield context.action(
        "withdraw-upcoming",
        f"Withdraw submission {upcoming.number}, which takes effect after this round",
        c.Reject(upcoming.number),
        variant="withdraw",
        detail=_approval_detail(context, upcoming.matter),
        clause=TWO_PEOPLE,
    )


def _approval_detail(context: ConsoleContext, matter: c.Matter) -> str:
    """Return what the approver has to do, or what would change."""
    match matter:
        case c.OpeningCount() | c.ClosingCount():
            return "Count the tray yourself, without looking at the first count."
        case c.FileSubmission():
            return _filing_detail(context, matter)
        case _:
            return ""


SAME_AS_EXAMPLE: Final = "These are the rules of the built-in example."


def _filing_detail(context: ConsoleContext, matter: c.FileSubmission) -> str:
    """Return what a filing changes; a table's first one is compared with the example."""
    game, filings = context.game, context.state.filed
    if filings:
        return " ".join(describe_changes(game, filings[-1].submission, matter.submission))
    changes = describe_changes(game, example_filing(game), matter.submission)
    if not changes:
        return SAME_AS_EXAMPLE
    return " ".join(("Compared with the built-in example:", *changes))


def _order_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield orders: forfeits, cuts, shuffles, devices, and who or what may not play on."""
    if context.rules.forfeits:
        yield _forfeit_action(context)
    elif context.rules.table_procedures.breaches:
        yield _breach_action(context)
    yield context.action(
        "recut",
        "Order a new cut before the first card is dealt",
        c.Recut(""),
        variant="cut again",
        trial=c.Recut("a reason"),
        clause=context.rules.cite(context.rules.deck_procedures.recut),
        prompts=(reason_prompt(),),
    )
    yield from _shuffle_actions(context)
    yield from _restore_actions(context)
    yield from _disable_actions(context)


def _forfeit_action(context: ConsoleContext) -> Action:
    commands = [c.Forfeit(*item) for item in _possible_breaches(context)]
    return context.choice(
        "forfeit",
        "A player forfeits every wager of the round",
        tuple(_breach_variants(context, commands)),
        context.refusal(commands[0]),
        clause=context.rules.cite(context.rules.forfeits) or INCIDENTS,
    )


def _breach_action(context: ConsoleContext) -> Action:
    """Return the action that records a breach, for a game without a forfeit."""
    commands = [c.RecordBreach(*item) for item in _possible_breaches(context)]
    breaches = context.rules.table_procedures.breaches
    return context.choice(
        "record-breach",
        "Record a breach of conduct",
        tuple(_breach_variants(context, commands)),
        context.refusal(commands[0]),
        detail="It is recorded with its clause; no wager is affected.",
        clause=context.rules.cite(next(iter(breaches))) or INCIDENTS,
    )


def _possible_breaches(context: ConsoleContext) -> Iterator[tuple[int, str]]:
    """Yield each seat of the open round with each breach; seat 1 stands for all without one."""
    round_ = context.state.round if context.state.has_open_round else None
    seats = list(round_.players) if round_ is not None else []
    for seat in seats or [1]:
        for breach in context.rules.table_procedures.breaches:
            yield seat, breach


def _breach_variants(
    context: ConsoleContext, commands: Iterable[c.Forfeit | c.RecordBreach]
) -> Iterator[Variant]:
    for command in commands:
        if not context.refusal(command):
            breach = context.rules.table_procedures.breaches[command.breach]
            yield context.variant(f"seat {command.seat}: {breach}", command)


def _shuffle_actions(context: ConsoleContext) -> Iterator[Action]:
    for slot in deck_slots(context.rules):
        which = f"deck {slot}" if context.rules.table.decks > 1 else "the cards"
        yield context.action(
            f"reshuffle-{slot}",
            f"Order a reshuffle of {which}",
            c.OrderShuffle(slot),
            clause=context.rules.cite(context.rules.deck_procedures.ordered),
        )


def _restore_actions(context: ConsoleContext) -> Iterator[Action]:
    for device in context.state.day.broken:
        yield context.action(
            f"restore-{slug(device)}",
            f"The {device} works again",
            c.RestoreDevice(Device(device)),
            clause=INCIDENTS,
            # Otherwise another method is filed.
            is_urgent=device in devices_in_use(context.rules),
        )


def _disable_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield actions that disable or enable the table, the game and each player."""
    state = context.state
    players = [f"player:{name}" for name in dict.fromkeys(state.seats.values())]
    absent = [target for target in state.day.disabled if target not in ("table", "game", *players)]
    for target in ("table", "game", *players, *absent):
        if target in state.day.disabled:
            reason = short_repr(state.day.disabled[target])
            yield context.action(
                f"enable-{target}",
                f"Enable {disabled_name(target)} again ({reason})",
                c.Enable(target),
                clause=DISABLING,
            )
        else:
            yield context.action(
                f"disable-{target}",
                f"Disable {disabled_name(target)}: no new rounds",
                c.Disable(target, ""),
                variant="disable",
                trial=c.Disable(target, "a reason"),
                clause=DISABLING,
                prompts=(reason_prompt(),),
            )
