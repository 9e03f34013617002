"""A floorperson's actions: rulings, irregularities, approvals, validations and orders."""

from collections.abc import Iterator
from typing import Final

from pitboss.errors import short_repr
from pitboss.games.deck_tasks import FLOOR_TASKS, Device, Task
from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.papers.filing.changes import describe_changes
from pitboss.papers.wording import capitalize
from pitboss.school.incident_questions import (
    NEXT_CARD,
    describe_remedy,
    needs_ruling,
    next_card_report,
    possible_reports,
)
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
from pitboss.table.handlers.incidents import find_stricter_incident
from pitboss.table.handlers.rulings import allowed_rulings, ruled_kind
from pitboss.table.hidden_cards import describe_incident
from pitboss.table.house_rules import DISABLING, INCIDENTS, JACKPOT_VALIDATION, TWO_PEOPLE
from pitboss.table.state import Phase, Proposal
from pitboss.tui.dealer.dealer_session import (
    ActionVariant,
    DealerSession,
    Prompt,
    PromptAnswers,
    TableAction,
)
from pitboss.tui.dealer.event_sentences import disabled_name, matter_phrase
from pitboss.tui.dealer.proposal_actions import method_hint_actions

ORDER_REASON = Prompt("reason", "Why?", "text")


def order_actions(session: DealerSession) -> Iterator[TableAction]:
    """Yield orders: forfeits, cuts, shuffles, devices, and who or what may not play on."""
    if session.rules.forfeits:
        yield _forfeit_action(session)
    elif session.rules.table_procedures.breaches:
        yield _breach_action(session)
    yield _recut_action(session)
    yield from _shuffle_actions(session)
    yield from _restore_actions(session)
    yield from _disable_actions(session)


def _forfeit_action(session: DealerSession) -> TableAction:
    round_ = session.table.state.round
    seats = (
        list(round_.players) if round_ is not None and session.table.state.has_open_round else []
    )
    breaches = session.rules.table_procedures.breaches
    commands = [c.Forfeit(seat, breach) for seat in seats or [1] for breach in breaches]
    allowed_commands = [
        command for command in commands if not session.refusal(session.floor, command)
    ]
    return TableAction(
        label="A player forfeits every wager of the round",
        clause=session.rules.cite(session.rules.forfeits) or INCIDENTS,
        variants=tuple(_breach_variant(session, command) for command in allowed_commands),
        refusal="" if allowed_commands else session.refusal(session.floor, commands[0]),
    )


def _breach_action(session: DealerSession) -> TableAction:
    """Return the action that records a breach, for a game without a forfeit."""
    round_, breaches = session.table.state.round, session.rules.table_procedures.breaches
    seats = (
        list(round_.players) if round_ is not None and session.table.state.has_open_round else []
    )
    commands = [c.RecordBreach(seat, breach) for seat in seats or [1] for breach in breaches]
    allowed_commands = [
        command for command in commands if not session.refusal(session.floor, command)
    ]
    return TableAction(
        label="Record a breach of conduct",
        detail="It is recorded with its clause; no wager is affected.",
        clause=session.rules.cite(next(iter(breaches))) or INCIDENTS,
        variants=tuple(_breach_variant(session, command) for command in allowed_commands),
        refusal="" if allowed_commands else session.refusal(session.floor, commands[0]),
    )


def _breach_variant(session: DealerSession, command: c.RecordBreach | c.Forfeit) -> ActionVariant:
    label = f"seat {command.seat}: {session.rules.table_procedures.breaches[command.breach]}"
    return session.make_variant(session.floor, label, lambda answers: command)


def _recut_action(session: DealerSession) -> TableAction:
    return TableAction(
        label="Order a new cut before the first card is dealt",
        clause=session.rules.cite(session.rules.deck_procedures.recut) or "",
        variants=(
            session.make_variant(
                session.floor, "cut again", lambda answers: c.Recut(str(answers["reason"]))
            ),
        ),
        prompts=(ORDER_REASON,),
        refusal=session.refusal(session.floor, c.Recut("a reason")),
    )


def _shuffle_actions(session: DealerSession) -> Iterator[TableAction]:
    for slot in deck_slots(session.rules):
        which = f"deck {slot}" if session.rules.table.decks > 1 else "the cards"
        yield _single_command_action(
            session,
            f"Order a reshuffle of {which}",
            session.rules.cite(session.rules.deck_procedures.ordered) or "",
            c.OrderShuffle(slot),
        )


def _restore_actions(session: DealerSession) -> Iterator[TableAction]:
    for device in session.table.state.day.broken:
        command = c.RestoreDevice(Device(device))
        is_urgent = device in devices_in_use(session.rules)  # or another method is filed
        yield _single_command_action(
            session, f"The {device} works again", INCIDENTS, command, is_urgent=is_urgent
        )


def _disable_actions(session: DealerSession) -> Iterator[TableAction]:
    """Yield actions that disable or enable the table, the game and each player."""
    state = session.table.state
    players = [f"player:{name}" for name in dict.fromkeys(state.seats.values())]
    absent = [target for target in state.day.disabled if target not in ("table", "game", *players)]
    for target in ("table", "game", *players, *absent):
        if target in state.day.disabled:
            label = (
                f"Enable {disabled_name(target)} again ({short_repr(state.day.disabled[target])})"
            )
            yield _single_command_action(session, label, DISABLING, c.Enable(target))
        else:
            yield TableAction(
                label=f"Disable {disabled_name(target)}: no new rounds",
                clause=DISABLING,
                variants=(_disable_variant(session, target),),
                prompts=(ORDER_REASON,),
                refusal=session.refusal(session.floor, c.Disable(target, "a reason")),
            )


def _disable_variant(session: DealerSession, item: str) -> ActionVariant:
    def build_command(answers: PromptAnswers) -> c.Command:
        return c.Disable(item, str(answers["reason"]))

    return session.make_variant(session.floor, "disable", build_command)


def _single_command_action(
    session: DealerSession, label: str, clause: str, command: c.Command, *, is_urgent: bool = False
) -> TableAction:
    return TableAction(
        label=label,
        clause=clause,
        variants=(session.make_variant(session.floor, label, lambda answers: command),),
        refusal=session.refusal(session.floor, command),
        is_urgent=is_urgent,
    )


def floor_actions(session: DealerSession) -> tuple[TableAction, ...]:
    """Return what waits for the floorperson first, then what can be ordered at any time."""
    return (
        *_incident_actions(session),
        *_inspection_actions(session),
        *_jackpot_actions(session),
        *_absent_actions(session),
        *_proposal_actions(session),
        *_upcoming_actions(session),
        *method_hint_actions(session),
        *order_actions(session),
    )


def _incident_actions(session: DealerSession) -> Iterator[TableAction]:
    open_incident = session.table.state.day.incident
    if open_incident is None:
        return
    description = describe_incident(session.rules, open_incident.kinds, open_incident.card)
    reason = Prompt("reason", "What is the ruling based on?", "text", description)
    for ruling in allowed_rulings(session.rules, open_incident):
        incident = find_incident(session.rules, ruled_kind(open_incident, ruling))
        yield TableAction(
            label=f"Incident {open_incident.number}, {ruling}: {ruling.description}",
            detail=_ruling_consequence(session, open_incident, ruling),
            clause=incident_clause(session.rules, incident) if incident else INCIDENTS,
            variants=(_ruling_variant(session, ruling),),
            prompts=(reason,),
            refusal=session.refusal(session.floor, c.Rule(ruling, "a reason")),
            is_urgent=True,
        )


def _ruling_consequence(session: DealerSession, open_: OpenIncident, ruling: Ruling) -> str:
    """Return what the rulebook does after this ruling, or an empty string."""
    incident = find_incident(session.rules, ruled_kind(open_, ruling))
    is_by_rulebook = ruling in (Ruling.BY_THE_BOOK, Ruling.MISDEALT, Ruling.NOT_MISDEALT)
    if incident is None or not is_by_rulebook:
        return ""
    return f"{capitalize(incident.remedy.description)}.{reversal_note(session, incident)}"


def _ruling_variant(session: DealerSession, ruling: Ruling) -> ActionVariant:
    return session.make_variant(
        session.floor, ruling, lambda answers: c.Rule(ruling, str(answers["reason"]))
    )


def _inspection_actions(session: DealerSession) -> Iterator[TableAction]:
    state, rules = session.table.state, session.rules
    for slot in state.day.decks:
        task = next_task(state, rules, slot)
        if task in FLOOR_TASKS and task is not None:
            which = f", deck {slot}" if rules.table.decks > 1 else ""
            yield TableAction(
                label=f"{capitalize(task.description)}{which}",
                clause=rules.cite(task_clause(rules, task, state.day.decks[slot])) or "",
                variants=(_inspection_variant(session, task, slot),),
                refusal=session.refusal(session.floor, c.Perform(task, slot)),
                is_urgent=True,
            )


def _inspection_variant(session: DealerSession, task: Task, slot: int) -> ActionVariant:
    return session.make_variant(session.floor, task, lambda answers: c.Perform(task, slot))


def _jackpot_actions(session: DealerSession) -> Iterator[TableAction]:
    round_ = session.table.state.round
    if round_ is None or round_.hit is None:
        return
    seat = round_.hit
    yield TableAction(
        label=f"Validate the progressive win of seat {seat}",
        clause=session.rules.cite(session.rules.table_procedures.validates) or JACKPOT_VALIDATION,
        variants=(
            session.make_variant(
                session.floor, "validate", lambda answers: c.ValidateJackpot(seat)
            ),
        ),
        refusal=session.refusal(session.floor, c.ValidateJackpot(seat)),
        is_urgent=True,
    )


def _absent_actions(session: DealerSession) -> Iterator[TableAction]:
    round_ = session.table.state.round
    for seat in (
        sorted(round_.away - round_.absent.keys())
        if round_ and session.table.state.has_open_round
        else ()
    ):
        yield TableAction(
            label=f"Rule on the wagers of seat {seat}, whose player left",
            clause=session.rules.cite(session.rules.table_procedures.leaving) or "",
            variants=(
                _absent_variant(session, seat, is_lost=True),
                _absent_variant(session, seat, is_lost=False),
            ),
            refusal=session.refusal(session.floor, c.RuleOnAbsent(seat, True)),
            is_urgent=True,
        )


def _absent_variant(session: DealerSession, seat: int, *, is_lost: bool) -> ActionVariant:
    label = "they are lost" if is_lost else "they stand, and nothing more is staked"
    return session.make_variant(session.floor, label, lambda answers: c.RuleOnAbsent(seat, is_lost))


def _proposal_actions(session: DealerSession) -> Iterator[TableAction]:
    for number, proposal in session.table.state.proposals.items():
        about = f"proposal {number} by {proposal.by}"
        is_count = isinstance(proposal.matter, c.OpeningCount | c.ClosingCount)
        subject = (
            "a count of the tray" if is_count else matter_phrase(session.rules, proposal.matter)
        )
        yield TableAction(
            label=f"Approve {about}: {subject}",
            detail=_approval_detail(session, proposal.matter),
            clause=TWO_PEOPLE,
            variants=(_approve_variant(session, number, proposal),),
            prompts=(Prompt("cents", "How much do you count, in dollars?", "money"),)
            if is_count
            else (),
            refusal=session.refusal(session.floor, c.approval_of(number, proposal.matter)),
            is_urgent=True,
        )
        reject_command = c.Reject(number)
        yield TableAction(
            label=f"Reject {about}: {subject}",
            clause=TWO_PEOPLE,
            variants=(_reject_variant(session, reject_command),),
            refusal=session.refusal(session.floor, reject_command),
            is_urgent=True,
        )


def _upcoming_actions(session: DealerSession) -> Iterator[TableAction]:
    """Yield the action that withdraws a submission before it takes effect."""
    upcoming = session.table.state.upcoming
    if upcoming is None:
        return
    command = c.Reject(upcoming.number)
    yield TableAction(
        label=f"Withdraw submission {upcoming.number}, which takes effect after this round",
        detail=_approval_detail(session, upcoming.matter),
        clause=TWO_PEOPLE,
        variants=(session.make_variant(session.floor, "withdraw", lambda answers: command),),
        refusal=session.refusal(session.floor, command),
    )


def _approval_detail(session: DealerSession, matter: c.Matter) -> str:
    """Return what the approver has to do, or what would change."""
    match matter:
        case c.OpeningCount() | c.ClosingCount():
            return "Count the tray yourself, without looking at the first count."
        case c.FileSubmission() if session.table.state.filed:
            return " ".join(
                describe_changes(
                    session.game, session.table.state.filed[-1].submission, matter.submission
                )
            )
        case _:
            return ""


def _reject_variant(session: DealerSession, command: c.Reject) -> ActionVariant:
    return session.make_variant(session.floor, "reject", lambda answers: command)


def _approve_variant(session: DealerSession, number: int, proposal: Proposal) -> ActionVariant:
    """Return the approval; a count is approved by somebody who counted the same."""
    is_count = isinstance(proposal.matter, c.OpeningCount | c.ClosingCount)

    def build_command(answers: PromptAnswers) -> c.Command:
        return c.Approve(number, int(answers["cents"]) if is_count else None)

    return session.make_variant(session.floor, "approve", build_command)


EXPOSING_KINDS: Final = frozenset(
    {Kind.DRAWN_EXPOSED, Kind.DEALER_CARD_EXPOSED, Kind.COMMUNITY_EXPOSED}
)


def exposes_card(incident: Incident) -> bool:
    """Return whether reporting this reveals a card; a card out of play is shown to all too."""
    is_out_of_play = incident.kind is Kind.CARD_FACE_UP and incident.remedy is Remedy.CARD_OUT
    return is_out_of_play or incident.kind in EXPOSING_KINDS


def exposure_confirmation(incident: Incident, card: str, consequence: str, clause: str) -> str:
    """Return the question before a report that reveals a card, or an empty string."""
    if not exposes_card(incident):
        return ""
    return (
        f"This card will be shown to everyone: {card or NEXT_CARD}. This cannot be undone.\n\n"
        f"Consequence [{clause}]: {consequence}\n\nDid this happen?"
    )


RULING_FIRST_NOTE: Final = " A floorperson rules on it first."
VOID_REMEDIES: Final = (Remedy.VOID, Remedy.VOID_DECK_OUT)
REVERSAL_NOTE: Final = " Settlements of this round are reversed."


def incident_actions(session: DealerSession) -> tuple[TableAction, ...]:
    """Return an action for each irregularity, in the order of the game."""
    return tuple(_incident_action(session, incident) for incident in session.rules.incidents)


def _incident_action(session: DealerSession, incident: Incident) -> TableAction:
    reports = list(_possible_reports(session, incident))
    allowed_reports = [
        report for report in reports if not session.refusal(session.dealer, report[1])
    ]
    return TableAction(
        label=capitalize(incident.kind.description),
        detail=_report_consequence(session, incident),
        clause=incident_clause(session.rules, incident),
        variants=tuple(_report_variant(session, *way) for way in allowed_reports),
        refusal="" if allowed_reports else session.refusal(session.dealer, reports[0][1]),
    )


def _possible_reports(
    session: DealerSession, incident: Incident
) -> Iterator[tuple[str, c.Report, Incident]]:
    """Yield each report with its label and the incident that it counts as."""
    rules, round_ = session.rules, session.table.state.round
    if (
        incident.kind is Kind.DRAWN_EXPOSED
        and round_ is not None
        and (stricter := find_stricter_incident(rules, round_))
    ):
        yield *next_card_report(rules, round_), stricter
    for label, report in possible_reports(rules, session.table.state, incident.kind):
        yield label, report, incident


def _report_consequence(session: DealerSession, incident: Incident) -> str:
    """Return what a report of this incident would cause."""
    consequence = describe_remedy(session.rules, incident) + reversal_note(session, incident)
    return consequence + (RULING_FIRST_NOTE if _needs_ruling_note(incident) else "")


def reversal_note(session: DealerSession, incident: Incident) -> str:
    """Return a note that a void reverses settled hands, if there are any."""
    round_ = session.table.state.round
    has_settled_hands = (
        round_ is not None and round_.phase is not Phase.CLOSED and bool(round_.results)
    )
    return REVERSAL_NOTE if has_settled_hands and incident.remedy in VOID_REMEDIES else ""


def _needs_ruling_note(incident: Incident) -> bool:
    """Return whether to mention the ruling: not if the ruling is the remedy itself."""
    return needs_ruling(incident) and incident.remedy is not Remedy.FLOOR_RULES


def _report_variant(
    session: DealerSession, label: str, report: c.Report, incident: Incident
) -> ActionVariant:
    confirmation = exposure_confirmation(
        incident,
        label,
        _report_consequence(session, incident),
        incident_clause(session.rules, incident),
    )
    return session.make_variant(session.dealer, label, lambda answers: report, confirmation)
