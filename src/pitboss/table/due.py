"""What is due now: the next step of the dealer or a floorperson, as the command that does it.

The house plays a table by carrying out what is due; how much of it the house does itself is said
by automation flags, from nothing to everything.
"""

from collections.abc import Callable, Mapping
from enum import Flag, auto
from typing import Final

from msgspec import Struct

from pitboss.games.tasks import CONFIRMS, Device, Task
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.care import (
    checklist,
    deck_to_count,
    device_down,
    in_use,
    new_deck,
    next_task,
    shoe_down,
    slots,
    stub_first,
    worn_out,
)
from pitboss.table.day import OpenIncident, Ruling
from pitboss.table.deciding.betting import to_count
from pitboss.table.deciding.incidents import rulings
from pitboss.table.deciding.wheel import to_show, to_spin
from pitboss.table.ledger import TRAY
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, Person
from pitboss.table.plan import Turn, plan
from pitboss.table.state import Phase, RoundState, State, first_seats, step_of, to_rule_on


class Automation(Flag):
    """Steps that the house does itself."""

    NOTHING = 0
    TRAY = auto()
    """Counts the tray before play and signs the opening checklist; confirms a closing count that
    the books have too."""
    DECKS = auto()
    """Receives decks and prepares them, spreads them at an idle table, and changes them in time."""
    SHUFFLE = auto()
    """Shuffles, cuts and loads between rounds."""
    COUNT = auto()
    """Collects and counts progressive wagers."""
    DEAL = auto()
    """Deals, and lays face up what the book has dealt so."""
    STUB = auto()
    """Counts the stub where it is due."""
    TURN = auto()
    SPIN = auto()
    VALIDATE = auto()
    SETTLE = auto()
    CLOSE = auto()
    ABSENT = auto()
    """Rules on players who walked off, and answers for them."""
    RULE = auto()
    """Rules on irregularities: by the book, and void where the book is silent."""
    MARK = auto()
    """Covers machines that broke."""
    CARE = TRAY | DECKS | SHUFFLE | STUB | MARK
    """Looks after tray, cards and machines, and leaves the round to a dealer."""
    EVERYTHING = CARE | COUNT | DEAL | TURN | SPIN | VALIDATE | SETTLE | CLOSE | ABSENT | RULE
    """All of it. Bets are opened and closed on somebody's word: that takes a clock and people."""


class Due(Struct, frozen=True, gc=False):
    """A step, who of the house does it, and the flag that leaves it to the house."""

    command: c.Command
    by: Person
    flag: Automation | None
    """None where it is never left to the house."""


_MERCY: Final = False
"""How the house rules on wagers of a player who left: they stand, and stake nothing more."""


def due(state: State, at: int | None = None) -> Due | None:
    """The step that the table waits for; none while it waits for players or for a decision.

    The time is the last one that the table was told, unless it is given.
    """
    rules, now, day = state.rules, state.round, state.day
    if rules is None:
        return None
    if day.incident is not None:
        return _ruling(rules, day.incident)
    if now is not None and now.phase is not Phase.CLOSED:
        waits = _WAITS.get(now.phase)
        if waits is not None:
            return waits(rules, state, now)
        return _betting(rules, state, day.at if at is None else at)
    return _between(rules, state, day.at if at is None else at)


def _ruling(rules: Rules, incident: OpenIncident) -> Due:
    said = rulings(rules, incident)
    # A wrong stub count is never taken for a mere misdeal by a house that cannot look.
    ruling = Ruling.NOT_MISDEALT if Ruling.NOT_MISDEALT in said else said[0]
    return Due(c.Rule(ruling, "the house rules by the book"), HOUSE_FLOOR, Automation.RULE)


def _between(rules: Rules, state: State, at: int) -> Due | None:
    """From the opening count to a stack that is ready to be dealt."""
    day = state.day
    if not day.open:
        return _opening(state)
    for number, proposal in state.proposals.items():
        matter = proposal.matter
        if isinstance(matter, c.ClosingCount) and not (state.seats or day.decks):
            return Due(c.approval(number, matter), HOUSE_FLOOR, _counted(state, matter))
    if not day.signed and (items := checklist(rules)):
        return Due(c.SignChecklist(tuple(items)), HOUSE_DEALER, Automation.TRAY)
    for device, mark in day.broken.items():
        if not mark:
            return Due(c.MarkDevice(Device(device)), HOUSE_DEALER, Automation.MARK)
    if deck_to_count(state, rules) is not None:
        return Due(c.CountStub(rules.deck.size), HOUSE_DEALER, Automation.STUB)
    for slot, deck in day.decks.items():
        if slot not in slots(rules) or worn_out(rules, deck) <= at:
            return Due(c.RemoveDeck(slot), HOUSE_DEALER, Automation.DECKS)
    stuck = any(device in day.broken for device in in_use(rules))
    for slot in slots(rules):
        if slot not in day.decks and "table" in day.disabled:
            return None  # it is going to be closed
        if slot not in day.decks:
            name, design, color = new_deck(day)
            received = c.ReceiveDeck(id=name, design=design, color=color)
            return Due(received, HOUSE_DEALER, Automation.DECKS)
        task = next_task(state, rules, slot)
        if task in _SHUFFLING and stuck:
            return None  # the machine is restored, or another method filed
        if task is not None:
            flag = Automation.SHUFFLE if task in _SHUFFLING else Automation.DECKS
            by = HOUSE_FLOOR if task in CONFIRMS else HOUSE_DEALER
            return Due(c.Perform(task, slot), by, flag)
    return None


def _opening(state: State) -> Due | None:
    """Two people count the tray; a table that was closed is opened again when people say so."""
    for number, proposal in state.proposals.items():
        matter = proposal.matter
        if isinstance(matter, c.OpeningCount):
            return Due(c.approval(number, matter), HOUSE_FLOOR, _counted(state, matter))
    if state.day.closed:
        return None
    bank = int(state.balances.get(TRAY, 0))
    return Due(c.Propose(c.OpeningCount(bank)), HOUSE_DEALER, Automation.TRAY)


def _counted(state: State, matter: c.OpeningCount | c.ClosingCount) -> Automation | None:
    """The house confirms a count by itself only where the books say the same."""
    return Automation.TRAY if matter.cents == state.balances.get(TRAY, 0) else None


_SHUFFLING: Final = frozenset({Task.SHUFFLE, Task.CUT, Task.LOAD})


def _betting(rules: Rules, state: State, at: int) -> Due | None:
    """What cannot be dealt any more, because the deck or the shoe went while bets were open."""
    now, deck = state.round, state.day.decks.get(state.day.turn)
    if now is None or deck is None:
        return None
    down = shoe_down(rules, state.day)
    if worn_out(rules, deck) > at and not down:
        return None
    for number, proposal in state.proposals.items():
        if isinstance(proposal.matter, c.VoidRound) and proposal.matter.round == now.number:
            return Due(c.Approve(number), HOUSE_FLOOR, Automation.DECKS)
    matter = c.VoidRound(now.number, down.why if down else "the deck is past its time")
    return Due(c.Propose(matter), HOUSE_DEALER, Automation.DECKS)


def _counting(rules: Rules, _: State, now: RoundState) -> Due:
    count = c.CountProgressives(to_count(rules, now), round=now.number)
    return Due(count, HOUSE_DEALER, Automation.COUNT)


def _playing(rules: Rules, state: State, now: RoundState) -> Due | None:
    seat = now.turn
    if now.step > plan(rules).last_card and stub_first(state, rules, now):
        return _stub(rules, now)
    if seat is None:
        if type(step_of(rules, now)) is Turn:
            return Due(c.TurnOver(round=now.number), HOUSE_DEALER, Automation.TURN)
        return Due(c.Deal(round=now.number), HOUSE_DEALER, Automation.DEAL)
    if seat not in now.away:
        return None
    if seat not in now.absent:
        return _absent(now, seat)
    return Due(c.AnswerForAbsent(seat, round=now.number), HOUSE_DEALER, Automation.ABSENT)


def _absent(now: RoundState, seat: int) -> Due:
    """The house rules by itself on who left or was silent, not on what a person reports."""
    ruling = c.RuleOnAbsent(seat, _MERCY, round=now.number)
    return Due(ruling, HOUSE_FLOOR, None if seat in now.reported else Automation.ABSENT)


def _stub(rules: Rules, now: RoundState) -> Due:
    count = c.CountStub(rules.deck.size - now.dealt, round=now.number)
    return Due(count, HOUSE_DEALER, Automation.STUB)


def _settling(rules: Rules, state: State, now: RoundState) -> Due:
    n = now.number
    if stub_first(state, rules, now):
        return _stub(rules, now)
    if down := _stalled(rules, state, now):
        return Due(c.RestoreDevice(down), HOUSE_FLOOR, None)
    if now.hit is not None and not now.verified_by:
        return Due(c.VerifyJackpot(now.hit, round=n), HOUSE_DEALER, Automation.VALIDATE)
    if now.hit is not None:
        return Due(c.ValidateJackpot(now.hit, round=n), HOUSE_FLOOR, Automation.VALIDATE)
    for seat in sorted(now.away, reverse=True):
        if to_rule_on(rules, now, seat):
            return _absent(now, seat)
    if first_seats(now):
        return Due(c.Settle(every=True, round=n), HOUSE_DEALER, Automation.SETTLE)
    if to_show(now) is not None:
        return Due(c.TurnOver(round=n), HOUSE_DEALER, Automation.TURN)
    if to_spin(now) is not None:
        return Due(c.SpinWheel(round=n), HOUSE_DEALER, Automation.SPIN)
    return Due(c.Settle(every=True, round=n), HOUSE_DEALER, Automation.SETTLE)


def _stalled(rules: Rules, state: State, now: RoundState) -> Device | None:
    """The device that the next seat waits for, if it fails: that seat would spin, or be settled."""
    if first_seats(now) or to_show(now) is not None:
        return None
    left = [seat for seat in sorted(now.players, reverse=True) if seat not in now.settled]
    seat = to_spin(now) or next(iter(left), None)
    return device_down(rules, state, now, seat) if seat else None


def _closing(_: Rules, __: State, now: RoundState) -> Due:
    return Due(c.CloseRound(round=now.number), HOUSE_DEALER, Automation.CLOSE)


_WAITS: Final[Mapping[Phase, Callable[[Rules, State, RoundState], Due | None]]] = {
    Phase.COUNTING: _counting,
    Phase.PLAYING: _playing,
    Phase.SETTLING: _settling,
    Phase.SETTLED: _closing,
    Phase.VOID: _closing,
}
