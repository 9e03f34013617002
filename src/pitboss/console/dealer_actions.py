"""What staff do besides the next step: absent players, decks, devices, voids, counts."""

from collections.abc import Iterator

from pitboss.console.actions import Action, Variant, slug
from pitboss.console.context import ConsoleContext
from pitboss.console.event_sentences import filing_phrase, matter_phrase
from pitboss.console.prompts import (
    CREDIT_CHIPS_PROMPT,
    DECK_PROMPT,
    FILL_PROMPT,
    SLIP_PROMPT,
    STUB_PROMPT,
    TRAY_PROMPT,
    deck_prompts,
    reason_prompt,
    wager_prompts,
)
from pitboss.console.proposal_actions import (
    card_correction_actions,
    correction_actions,
    meter_actions,
    method_actions,
)
from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.papers.wording import capitalize
from pitboss.table import commands as c
from pitboss.table.decks import deck_slots, find_incident, incident_clause, new_deck_identity
from pitboss.table.house_rules import CHIP_TRANSFERS, CORRECTIONS, INCIDENTS, TWO_PEOPLE
from pitboss.table.people import same_person
from pitboss.table.state import Phase, Proposal


def people_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield actions for players who are gone or do not answer."""
    yield from _wager_actions(context)
    yield from _absent_player_actions(context)
    yield from _idle_player_actions(context)


def deck_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield actions for decks, devices, the dealing method and the stub."""
    yield from _deck_actions(context)
    yield from _device_actions(context)
    yield from method_actions(context)
    yield _stub_count_action(context)


def proposal_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield what takes a second person: voids, corrections, the closing count."""
    yield from _void_actions(context)
    yield from _withdraw_actions(context)
    yield from card_correction_actions(context)
    yield from correction_actions(context)
    yield from meter_actions(context)
    yield from transfer_actions(context)
    yield _closing_action(context)


def _wager_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield the entry of wagers for seats while bets are open, where a physical deck is dealt."""
    rules, round_ = context.rules, context.state.round
    is_betting = round_ is not None and round_.phase is Phase.BETTING
    if not (rules.table.is_physical and context.is_dealer and is_betting) or round_ is None:
        return
    least = {wager.key: rules.table.minimum for wager in rules.required}
    clause = rules.cite(rules.table_procedures.betting)
    for seat, player in context.state.seats.items():
        if seat in round_.wagers:
            yield context.action(
                f"take-back-{seat}",
                f"Take back the wagers of seat {seat} ({player})",
                c.TakeBack(seat),
                clause=clause,
            )
        yield context.action(
            f"wagers-{seat}",
            f"Enter the wagers of seat {seat} ({player})",
            c.PlaceWagers(seat, {}),
            trial=c.PlaceWagers(seat, least),
            clause=clause,
            prompts=tuple(wager_prompts(rules)),
        )


def _absent_player_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield actions for players of the current round who are gone or do not answer."""
    round_ = context.state.round if context.state.has_open_round else None
    for seat in sorted(round_.players.keys() - round_.away) if round_ else ():
        yield context.action(
            f"walked-off-{seat}",
            f"Seat {seat} has walked off",
            c.WalkedOff(seat),
            detail="A floorperson rules on wagers still in play; the seat is freed after the "
            "round.",
            clause=context.rules.cite(context.rules.table_procedures.leaving),
        )


def _idle_player_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield actions for seated players without wagers, who may be gone."""
    state = context.state
    round_ = state.round if state.has_open_round else None
    idle_seats = state.seats.keys() - {*round_.wagers, *round_.away} if round_ else state.seats
    for seat in sorted(idle_seats):
        yield context.action(
            f"free-seat-{seat}",
            f"Free seat {seat}: the player is gone",
            c.FreeSeat(seat),
            detail="Any remaining chips are cashed out.",
            clause=context.rules.cite(context.rules.table_procedures.leaving),
        )


def _deck_actions(context: ConsoleContext) -> Iterator[Action]:
    rules, procedures = context.rules, context.rules.deck_procedures
    preparation = (
        f"It goes through the {Device.SHUFFLER} before it is dealt from the hand."
        if rules.dealing.needs_shuffler is not None
        else "It is cut and used without further preparation."
    )
    yield _receive_deck_action(
        context, "receive-deck", "Bring in a deck", "", procedures.received, ready_made=False
    )
    label = "Bring in a deck that is already inspected and shuffled"
    yield _receive_deck_action(
        context, "receive-ready-deck", label, preparation, procedures.ready_made, ready_made=True
    )
    for slot in sorted({*deck_slots(rules), *context.state.day.decks}):
        which = f"deck {slot}" if rules.table.decks > 1 else "the deck"
        yield context.action(
            f"remove-deck-{slot}",
            f"Remove {which} from the table",
            c.RemoveDeck(slot),
            clause=rules.cite(procedures.deck_clause[rules.table.dealing]),
        )
        is_idle = not context.state.seats and Task.SPREAD_DOWN in procedures.idle
        if is_idle and context.is_dealer:
            yield context.action(
                f"spread-deck-{slot}",
                f"{capitalize(Task.SPREAD.description)}, at a player's request",
                c.Perform(Task.SPREAD, slot),
                clause=rules.cite(procedures.idle[Task.SPREAD_DOWN]),
            )


def _receive_deck_action(
    context: ConsoleContext, name: str, label: str, detail: str, clause: str, *, ready_made: bool
) -> Action:
    deck_id, design, color = new_deck_identity(context.state.day)
    return context.action(
        name,
        label,
        c.ReceiveDeck(ready_made=ready_made),
        trial=c.ReceiveDeck(ready_made=ready_made, id=deck_id, design=design, color=color),
        detail=detail,
        clause=context.rules.cite(clause),
        prompts=deck_prompts(context.state.day),
    )


def _device_actions(context: ConsoleContext) -> Iterator[Action]:
    incident = find_incident(context.rules, Kind.DEVICE_DOWN)
    for name, mark in context.state.day.broken.items():
        device = Device(name)
        yield context.choice(
            f"mark-{slug(name)}",
            f"Mark the {name} as out of order",
            tuple(_mark_variants(context, device)),
            context.refusal(c.MarkDevice(device)),
            clause=incident_clause(context.rules, incident) if incident else INCIDENTS,
            is_urgent=not mark,
        )


def _mark_variants(context: ConsoleContext, device: Device) -> Iterator[Variant]:
    for mark in Mark:
        command = c.MarkDevice(device, mark)
        if not context.refusal(command):
            yield context.variant(mark.value, command)


def _stub_count_action(context: ConsoleContext) -> Action:
    """Return the action that counts the stub, even before it is required."""
    rules, procedures = context.rules, context.rules.deck_procedures
    return context.action(
        "count-stub",
        "Count the remaining cards",
        c.CountStub(0),
        variant="count",
        detail=f"Required within {procedures.stub_count_rounds} rounds, before settlement.",
        clause=rules.cite(procedures.stub_clause[rules.table.dealing]),
        prompts=(STUB_PROMPT if context.state.has_open_round else DECK_PROMPT,),
    )


def _void_actions(context: ConsoleContext) -> Iterator[Action]:
    round_ = context.state.round
    number = round_.number if round_ is not None else c.CURRENT_ROUND
    labels = {side.key: side.label for side in context.rules.sides}
    for settles in ("", *(key for key in context.rules.settled_when_void if key in labels)):
        suffix = f"; {labels[settles]} is still settled" if settles else ""
        yield context.action(
            f"void-round-{slug(settles)}" if settles else "void-round",
            f"Propose voiding the round{suffix}",
            c.Propose(c.VoidRound(number, "", settles)),
            variant="propose",
            trial=c.Propose(c.VoidRound(number, "a reason", settles)),
            detail="Once a floorperson approves it, every wager is returned.",
            clause=CORRECTIONS,
            prompts=(reason_prompt("Why should the round be void?", ("matter", "reason")),),
        )


def _withdraw_actions(context: ConsoleContext) -> Iterator[Action]:
    if not context.is_dealer:  # a floorperson approves or rejects
        return
    for number, proposal in context.state.proposals.items():
        yield context.action(
            f"withdraw-{number}",
            f"Withdraw proposal {number}: {proposal_phrase(context, proposal)}",
            c.Reject(number),
            clause=TWO_PEOPLE,
        )


def proposal_phrase(context: ConsoleContext, proposal: Proposal) -> str:
    """Return what a proposal asks for; only the person who counted is shown a count."""
    is_count = isinstance(proposal.matter, c.OpeningCount | c.ClosingCount)
    if is_count and not same_person(proposal.by, context.by.name):
        return "a count of the tray"
    if context.state.rules is None and isinstance(proposal.matter, c.FileSubmission):
        return filing_phrase(context.game, proposal.matter)
    return matter_phrase(context.rules, proposal.matter)


def transfer_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield a fill of the tray and a credit."""
    chip = context.rules.table.chip
    yield context.action(
        "fill-tray",
        "Propose a fill: chips from the cage to the tray",
        c.Propose(c.TransferChips(0, "")),
        variant="fill",
        trial=c.Propose(c.TransferChips(chip, "a slip")),
        detail="A second person counts and approves it.",
        clause=CHIP_TRANSFERS,
        prompts=(FILL_PROMPT, SLIP_PROMPT),
    )
    yield context.action(
        "credit-tray",
        "Propose a credit: chips from the tray back to the cage",
        c.Propose(c.TransferChips(0, "", to_cage=True)),
        variant="credit",
        trial=c.Propose(c.TransferChips(chip, "a slip", to_cage=True)),
        detail="A second person counts and approves it.",
        clause=CHIP_TRANSFERS,
        prompts=(CREDIT_CHIPS_PROMPT, SLIP_PROMPT),
    )


def _closing_action(context: ConsoleContext) -> Action:
    return context.action(
        "close-table",
        "Count the tray and close the table",
        c.Propose(c.ClosingCount(0)),
        variant="count",
        detail="A floorperson must count it too.",
        clause=TWO_PEOPLE,
        prompts=(TRAY_PROMPT,),
    )
