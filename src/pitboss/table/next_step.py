"""The next step of the dealer or a floorperson, as the command that does it.

The house plays a table by carrying out the next step; automation flags say which steps are its own.
"""

from collections.abc import Callable, Mapping
from enum import Flag, auto
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.deck_tasks import FLOOR_TASKS, Device, Task
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.day import OpenIncident, Ruling
from pitboss.table.decks import (
    checklist_items,
    deck_expires_at,
    deck_slots,
    deck_to_count,
    devices_in_use,
    failed_device,
    must_count_stub,
    new_deck_identity,
    next_task,
    shoe_blocker,
)
from pitboss.table.due_cards import due_cards
from pitboss.table.handlers.betting import accepted_progressives
from pitboss.table.handlers.dealing import seat_to_show, seat_to_spin
from pitboss.table.handlers.rulings import allowed_rulings
from pitboss.table.ledger import TRAY
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, Person
from pitboss.table.round_plan import TurnCards, plan_round
from pitboss.table.state import Phase, RoundState, State, current_step, early_seats, needs_ruling


class Automation(Flag):
    """The steps that the house does by itself."""

    NOTHING = 0
    TRAY = auto()
    """Counts the tray before play, signs the opening checklist, and confirms a closing count that
    matches the books."""
    DECKS = auto()
    """Receives decks and prepares them, spreads them at an idle table, and changes them in time."""
    SHUFFLE = auto()
    """Shuffles, cuts and loads between rounds."""
    COUNT = auto()
    """Collects and counts progressive wagers."""
    DEAL = auto()
    """Deals, face down or face up as the rulebook says."""
    STUB = auto()
    """Counts the stub where it is due."""
    TURN = auto()
    SPIN = auto()
    VALIDATE = auto()
    SETTLE = auto()
    CLOSE = auto()
    ABSENT = auto()
    """Rules on players who walked off, and decides for them."""
    RULE = auto()
    """Rules on incidents: by the rulebook, or void where it is silent."""
    MARK = auto()
    """Covers broken devices."""
    CARE = TRAY | DECKS | SHUFFLE | STUB | MARK
    """Takes care of tray, decks and devices, and leaves the round to a dealer."""
    EVERYTHING = CARE | COUNT | DEAL | TURN | SPIN | VALIDATE | SETTLE | CLOSE | ABSENT | RULE
    """Everything except opening and closing the betting, which takes people or a clock."""


class NextStep(Struct, frozen=True, gc=False):
    """A step, the house's person who does it, and the flag that leaves it to the house."""

    command: c.Command
    by: Person
    flag: Automation | None
    """None if the step is never left to the house."""


_ABSENT_WAGERS_ARE_LOST: Final = False
"""How the house rules on the wagers of a player who left: they stand."""


def next_step(state: State, at: int | None = None) -> NextStep | None:
    """Return the next step of the house, or None while the table waits for people.

    Without a time, the last recorded one is used.
    """
    rules = state.rules
    if rules is None:
        return None
    step = _next_step(state, rules, at)
    if step is None or not rules.table.is_physical:
        return step
    # The house has no hands to deal with, and does not see the cards: a dealer could enter any.
    is_left_to_house = step.flag is not None and step.flag in _PHYSICAL_AUTOMATION
    if is_left_to_house and not due_cards(state, step.command):
        return step
    return replace(step, flag=None)


_PHYSICAL_AUTOMATION: Final = Automation.CARE | Automation.SETTLE
"""What may be left to the house beside a physical deck: no jackpot, ruling or close."""


def _next_step(state: State, rules: Rules, at: int | None) -> NextStep | None:
    round_, day = state.round, state.day
    if day.incident is not None:
        return _ruling_step(rules, day.incident)
    if round_ is not None and round_.phase is not Phase.CLOSED:
        phase_step = _STEPS_BY_PHASE.get(round_.phase)
        if phase_step is not None:
            return phase_step(rules, state, round_)
        return _betting_step(rules, state, day.at if at is None else at)
    return _between_rounds_step(rules, state, day.at if at is None else at)


def _ruling_step(rules: Rules, incident: OpenIncident) -> NextStep:
    rulings = allowed_rulings(rules, incident)
    # The house cannot look at the cards, so it never takes a wrong count for a mere misdeal.
    ruling = Ruling.NOT_MISDEALT if Ruling.NOT_MISDEALT in rulings else rulings[0]
    return NextStep(c.Rule(ruling, "ruled by the book"), HOUSE_FLOOR, Automation.RULE)


def _between_rounds_step(rules: Rules, state: State, at: int) -> NextStep | None:
    """Return the next step from the opening count to a stack that is ready to be dealt."""
    day = state.day
    if not day.open:
        return _opening_step(state)
    for number, proposal in state.proposals.items():
        matter = proposal.matter
        if isinstance(matter, c.ClosingCount) and not (state.seats or day.decks):
            return NextStep(c.approval_of(number, matter), HOUSE_FLOOR, _count_flag(state, matter))
    if not day.signed and (items := checklist_items(rules)):
        return NextStep(c.SignChecklist(tuple(items)), HOUSE_DEALER, Automation.TRAY)
    for device, mark in day.broken.items():
        if not mark:
            return NextStep(c.MarkDevice(Device(device)), HOUSE_DEALER, Automation.MARK)
    if deck_to_count(state, rules) is not None:
        return NextStep(c.CountStub(rules.deck.size), HOUSE_DEALER, Automation.STUB)
    for slot, deck in day.decks.items():
        if slot not in deck_slots(rules) or deck_expires_at(rules, deck) <= at:
            return NextStep(c.RemoveDeck(slot), HOUSE_DEALER, Automation.DECKS)
    stuck = any(device in day.broken for device in devices_in_use(rules))
    for slot in deck_slots(rules):
        if slot not in day.decks and "table" in day.disabled:
            return None  # it is going to be closed
        if slot not in day.decks:
            name, design, color = new_deck_identity(day)
            command = c.ReceiveDeck(id=name, design=design, color=color)
            return NextStep(command, HOUSE_DEALER, Automation.DECKS)
        task = next_task(state, rules, slot)
        if task in _SHUFFLE_TASKS and stuck:
            return None  # the machine is restored, or another method filed
        if task is not None:
            flag = Automation.SHUFFLE if task in _SHUFFLE_TASKS else Automation.DECKS
            by = HOUSE_FLOOR if task in FLOOR_TASKS else HOUSE_DEALER
            return NextStep(c.Perform(task, slot), by, flag)
    return None


def _opening_step(state: State) -> NextStep | None:
    """Return the next step to open the table; one that was closed waits for people to reopen it."""
    for number, proposal in state.proposals.items():
        matter = proposal.matter
        if isinstance(matter, c.OpeningCount):
            return NextStep(c.approval_of(number, matter), HOUSE_FLOOR, _count_flag(state, matter))
    if state.day.closed:
        return None
    bank = int(state.balances.get(TRAY, 0))
    return NextStep(c.Propose(c.OpeningCount(bank)), HOUSE_DEALER, Automation.TRAY)


def _count_flag(state: State, matter: c.OpeningCount | c.ClosingCount) -> Automation | None:
    """Return the flag for confirming a count: the house does so only if it matches the books."""
    return Automation.TRAY if matter.cents == state.balances.get(TRAY, 0) else None


_SHUFFLE_TASKS: Final = frozenset({Task.SHUFFLE, Task.CUT, Task.LOAD})


def _betting_step(rules: Rules, state: State, at: int) -> NextStep | None:
    """Return the step that voids a round whose deck or shoe failed while bets were open."""
    round_, deck = state.round, state.day.decks.get(state.day.turn)
    if round_ is None or deck is None:
        return None
    down = shoe_blocker(rules, state.day)
    if deck_expires_at(rules, deck) > at and not down:
        return None
    for number, proposal in state.proposals.items():
        if isinstance(proposal.matter, c.VoidRound) and proposal.matter.round == round_.number:
            return NextStep(c.Approve(number), HOUSE_FLOOR, Automation.DECKS)
    matter = c.VoidRound(round_.number, down.why if down else "the deck has been in use too long")
    return NextStep(c.Propose(matter), HOUSE_DEALER, Automation.DECKS)


def _counting_step(rules: Rules, _: State, round_: RoundState) -> NextStep:
    count = c.CountProgressives(accepted_progressives(rules, round_), round=round_.number)
    return NextStep(count, HOUSE_DEALER, Automation.COUNT)


def _playing_step(rules: Rules, state: State, round_: RoundState) -> NextStep | None:
    seat = round_.turn
    if round_.step > plan_round(rules).last_card_step and must_count_stub(state, rules, round_):
        return _stub_step(rules, round_)
    if seat is None:
        if type(current_step(rules, round_)) is TurnCards:
            return NextStep(c.TurnOver(round=round_.number), HOUSE_DEALER, Automation.TURN)
        return NextStep(c.Deal(round=round_.number), HOUSE_DEALER, Automation.DEAL)
    if seat not in round_.away:
        return None
    if seat not in round_.absent:
        return _absent_step(round_, seat)
    return NextStep(c.AnswerForAbsent(seat, round=round_.number), HOUSE_DEALER, Automation.ABSENT)


def _absent_step(round_: RoundState, seat: int) -> NextStep:
    """Return the ruling on an absent player; the house does not rule on a person's report."""
    ruling = c.RuleOnAbsent(seat, _ABSENT_WAGERS_ARE_LOST, round=round_.number)
    return NextStep(ruling, HOUSE_FLOOR, None if seat in round_.reported else Automation.ABSENT)


def _stub_step(rules: Rules, round_: RoundState) -> NextStep:
    count = c.CountStub(rules.deck.size - round_.dealt, round=round_.number)
    return NextStep(count, HOUSE_DEALER, Automation.STUB)


def _settling_step(rules: Rules, state: State, round_: RoundState) -> NextStep:
    n = round_.number
    if must_count_stub(state, rules, round_):
        return _stub_step(rules, round_)
    if down := _stalled_device(rules, state, round_):
        return NextStep(c.RestoreDevice(down), HOUSE_FLOOR, None)
    if round_.hit is not None and not round_.verified_by:
        return NextStep(c.VerifyJackpot(round_.hit, round=n), HOUSE_DEALER, Automation.VALIDATE)
    if round_.hit is not None:
        return NextStep(c.ValidateJackpot(round_.hit, round=n), HOUSE_FLOOR, Automation.VALIDATE)
    for seat in sorted(round_.away, reverse=True):
        if needs_ruling(rules, round_, seat):
            return _absent_step(round_, seat)
    if early_seats(round_):
        return NextStep(c.Settle(every=True, round=n), HOUSE_DEALER, Automation.SETTLE)
    if seat_to_show(round_) is not None:
        return NextStep(c.TurnOver(round=n), HOUSE_DEALER, Automation.TURN)
    if seat_to_spin(round_) is not None:
        return NextStep(c.SpinWheel(round=n), HOUSE_DEALER, Automation.SPIN)
    return NextStep(c.Settle(every=True, round=n), HOUSE_DEALER, Automation.SETTLE)


def _stalled_device(rules: Rules, state: State, round_: RoundState) -> Device | None:
    """Return the failed device that the next seat to spin or be settled is waiting for, if any."""
    if early_seats(round_) or seat_to_show(round_) is not None:
        return None
    unsettled_seats = (s for s in sorted(round_.players, reverse=True) if s not in round_.settled)
    seat = seat_to_spin(round_) or next(unsettled_seats, None)
    return failed_device(rules, state, round_, seat) if seat else None


def _closing_step(_: Rules, __: State, round_: RoundState) -> NextStep:
    return NextStep(c.CloseRound(round=round_.number), HOUSE_DEALER, Automation.CLOSE)


_STEPS_BY_PHASE: Final[Mapping[Phase, Callable[[Rules, State, RoundState], NextStep | None]]] = {
    Phase.COUNTING: _counting_step,
    Phase.PLAYING: _playing_step,
    Phase.SETTLING: _settling_step,
    Phase.SETTLED: _closing_step,
    Phase.VOID: _closing_step,
}
