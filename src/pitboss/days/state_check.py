"""Independent models of a table's state, fed by the log alone: replay, ledger, and mirror."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.days.round_check import RoundRecord
from pitboss.days.run_result import CheckFailed, require
from pitboss.games.deck_tasks import Task
from pitboss.table import LogEntry, State
from pitboss.table import events as e
from pitboss.table.apply import apply
from pitboss.table.events import Event
from pitboss.table.export import export_lines
from pitboss.table.ledger import Cents, Posting
from pitboss.table.state import GIFT_NAMES, encode_state, recall_round


class _Line(Struct):
    event: Event | None = None


class Replay:
    """The state that the lines lead to, as far as they were read."""

    def __init__(self) -> None:
        self.state = State()
        self.digest = sha256()
        """Of every line, as it was written."""
        self._lines = 0

    def check_replay(self, log: Sequence[LogEntry], state: State) -> None:
        """RECOV-5: the lines that were added lead to this state, byte by byte."""
        decode = msgspec.json.Decoder(_Line).decode
        for line in export_lines(log[self._lines :]):
            self.digest.update(line)
            event = decode(line).event
            if event is not None:
                self.state = apply(self.state, event)
        self._lines = len(log)
        same = encode_state(self.state) == encode_state(state)
        require(same, "the log, read again, leads to another state")


MAY_BE_NEGATIVE: Final = ("house", "player:")
"""The bank behind it all, and what players brought from outside."""
MAY_BE_FRACTIONAL: Final = ("house", "meter:")
"""What may hold fractions of a cent."""
METER_LOWERING_EVENTS: Final = (
    e.SeatSettled,
    e.SettlementReversed,
    e.RoundVoided,
    e.SatOut,
    e.WagersReturned,
    e.PayoutCorrected,
    e.MeterCorrected,
)
"""PROG-2: a meter falls by a payout, a void, a wager that goes back, or a correction."""
_METER_COLUMNS: Final = {"start": 0, "reset": 0, "contribution": 1, "correction": 3}
_PAID_COLUMN: Final = 2
_OUTSIDE_ROUND: Final = ("buy-in", "cash-out", "reversal of ", "correction of ")
"""What is no part of the round in which it happens."""


class LedgerCheck:
    """What every account holds, and where the money of each meter came from and went."""

    def __init__(self) -> None:
        self.balances: dict[str, Cents] = {}
        self.meters: dict[str, list[Cents]] = {}
        """Seeded, fed, paid, corrected."""
        self.moved_chips: Counter[str] = Counter()
        """By the round to each stack of chips; buying in and corrections not counted."""

    def record_entry(self, one: LogEntry) -> None:
        """Record an event and its postings, and check LEDG-1 and PROG-2."""
        held = self.balances
        for posting in one.postings:
            cents, source, target = posting.cents, posting.source, posting.target
            if cents < 0:
                raise CheckFailed(f"{posting} moves backwards")
            held[source] = held.get(source, 0) - cents
            held[target] = held.get(target, 0) + cents
            if source.startswith("meter:") or target.startswith("meter:"):
                self._record_meter(one.event, posting)
            elif not posting.why.startswith(_OUTSIDE_ROUND):
                if source.startswith("stack:"):
                    self.moved_chips[source] -= int(cents)
                if target.startswith("stack:"):
                    self.moved_chips[target] += int(cents)
        for posting in one.postings:
            self._check_balance(posting.source)
            self._check_balance(posting.target)

    def _check_balance(self, account: str) -> None:
        """Check that a balance is allowed; empty accounts are removed."""
        left = self.balances.get(account)
        if not left:
            self.balances.pop(account, None)
        elif (left < 0 and not account.startswith(MAY_BE_NEGATIVE)) or (
            type(left) is not int and not account.startswith(MAY_BE_FRACTIONAL)
        ):
            raise CheckFailed(f"{account} holds {left} cents")

    def _record_meter(self, event: e.Event, posting: Posting) -> None:
        for account, sign in ((posting.source, -1), (posting.target, 1)):
            if not account.startswith("meter:"):
                continue
            if sign < 0 and not isinstance(event, METER_LOWERING_EVENTS):
                raise CheckFailed(f"{posting} lowers a meter")
            book = self.meters.setdefault(account, [0, 0, 0, 0])
            column = _METER_COLUMNS.get(posting.why, _PAID_COLUMN)
            book[column] += (
                -sign * posting.cents if column == _PAID_COLUMN else sign * posting.cents
            )

    def compare_balances(self, state: State) -> None:
        """Check that the table has the same balances."""
        if self.balances != state.balances:
            for account in sorted({*self.balances, *state.balances}):
                ours, theirs = self.balances.get(account, 0), state.balances.get(account, 0)
                require(ours == theirs, f"{account} holds {theirs}, but {ours} was posted")

    def check_round_end(self, state: State) -> None:
        """At the end of a round: nothing was made or lost, and meters reconcile (PROG-3)."""
        total = sum(state.balances.values())
        require(total == 0, f"all accounts together are {total}")
        require(
            {f"meter:{name}" for name in state.books} == self.meters.keys(),
            f"the books know {sorted(state.books)}, and money went to {sorted(self.meters)}",
        )
        for name, book in state.books.items():
            progress = (book.seeded, book.fed, book.paid, book.corrected)
            ours = tuple(self.meters[f"meter:{name}"])
            require(progress == ours, f"the book of {name} says {progress}, and {ours} was posted")
            shows = Fraction(book.seeded) + book.fed + book.corrected - book.paid
            require(
                shows == state.meter_amount(name),
                f"{name} shows {state.meter_amount(name)}, not {shows}",
            )


class StateMirror:
    """The same things, kept a second time."""

    def __init__(self) -> None:
        self.is_open = False
        self.seats: dict[int, str] = {}
        self.broken_devices: dict[str, str] = {}
        self.disabled: dict[str, str] = {}
        self.decks: dict[int, int] = {}
        """The numbers of the decks at the table, by place…"""
        self.tasks: dict[int, Task | None] = {}
        """…and what was done with each last, by number."""
        self.correction: e.PayoutCorrected | None = None
        self._compared_day: object = None
        self._compared_seats: object = None

    def record_event(self, event: e.Event) -> None:
        """Record an event."""
        progress = _MIRROR_HANDLERS.get(type(event))
        if progress:
            progress(self, event)
            self._compared_day = None

    def compare(self, state: State) -> None:
        """Compare with the table's state; a state that was compared before is skipped."""
        day = state.day
        if self._compared_day is day and self._compared_seats is state.seats:
            return
        self._compared_day, self._compared_seats = day, state.seats
        decks = {slot: deck.number for slot, deck in day.decks.items()}
        for what, ours, theirs in (
            ("who sits at the table", self.seats, state.seats),
            ("whether the table is open", self.is_open, day.open),
            ("what is broken", self.broken_devices, day.broken),
            ("what is disabled", self.disabled, day.disabled),
            ("which decks there are", self.decks, decks),
        ):
            if ours != theirs:
                raise CheckFailed(f"{what}: {ours} by the log, {theirs} by the table")
        if self.correction:
            self._check_correction(state, self.correction)

    def _check_correction(self, state: State, event: e.PayoutCorrected) -> None:
        was = recall_round(state, event.round)
        credit = None
        if was and event.wager in GIFT_NAMES:
            credit = was.gifts.get(event.seat, {}).get(GIFT_NAMES[event.wager], 0)
        elif was:
            credit = was.results[event.seat][event.wager].credit
        require(credit == event.credit, f"{event} was not taken over: {credit}")
        self.correction = None


def check_remembered_round(now: RoundRecord, state: State) -> None:
    """Check that a closed round is remembered as it was (ROUND-7)."""
    was = recall_round(state, now.opened.round)
    require(was, f"round {now.opened.round} is not remembered")
    if was is None:
        return
    require(was.seed == now.seed, "another seed is remembered")
    require(was.void == (now.voided.reason if now.voided else ""), "it is not remembered as void")
    gifts: dict[int, dict[str, int]] = {}
    for (_, why), to in now.gifts.items():
        for seat, cents in to.items():
            had = gifts.setdefault(seat, {})
            had[why] = had.get(why, 0) + cents
    undone = not (was.settled or was.settled_first or was.hits)
    require(not now.voided or undone, "a void round is remembered with what was settled in it")
    require(was.gifts == gifts, f"gifts are remembered as {was.gifts}, not {gifts}")
    require(was.shown.keys() == now.open_positions, "other cards are remembered to lie open")


def _mirror_opening(mirror: StateMirror, _: e.OpeningCounted) -> None:
    mirror.is_open = True


def _mirror_closing(mirror: StateMirror, _: e.ClosingCounted) -> None:
    mirror.is_open = False


def _mirror_seating(mirror: StateMirror, event: e.PlayerSeated) -> None:
    mirror.seats[event.seat] = event.player


def _mirror_leaving(mirror: StateMirror, event: e.PlayerLeft) -> None:
    del mirror.seats[event.seat]


def _mirror_device_down(mirror: StateMirror, event: e.DeviceDown) -> None:
    mirror.broken_devices[event.device] = ""


def _mirror_device_mark(mirror: StateMirror, event: e.DeviceMarked) -> None:
    mirror.broken_devices[event.device] = event.mark.value


def _mirror_device_restored(mirror: StateMirror, event: e.DeviceRestored) -> None:
    del mirror.broken_devices[event.device]


def _mirror_disabling(mirror: StateMirror, event: e.Disabled) -> None:
    mirror.disabled[event.what] = event.reason


def _mirror_enabling(mirror: StateMirror, event: e.Enabled) -> None:
    del mirror.disabled[event.what]


def _mirror_deck_received(mirror: StateMirror, event: e.DeckReceived) -> None:
    mirror.decks[event.deck] = event.number
    mirror.tasks[event.number] = Task.SHUFFLE if event.ready_made else None


def _mirror_deck_removed(mirror: StateMirror, event: e.DeckRemoved) -> None:
    del mirror.decks[event.deck]


def _mirror_deck_task(mirror: StateMirror, event: e.StepDone) -> None:
    mirror.tasks[mirror.decks[event.deck]] = event.task


def _mirror_reshuffle(mirror: StateMirror, event: e.ShuffleOrdered | e.ShuffleSpoilt) -> None:
    if event.deck in mirror.decks:
        mirror.tasks[mirror.decks[event.deck]] = None


def _check_dealt_deck(mirror: StateMirror, event: e.RoundOpened) -> None:
    """Whatever was shuffled, cut and loaded before it was to be shuffled again, is not dealt."""
    last = mirror.tasks[event.deck]
    if last is not Task.LOAD:
        raise CheckFailed(f"deck {event.deck} is dealt from, and was not made ready: {last}")
    mirror.tasks[event.deck] = None


def _mirror_correction(mirror: StateMirror, event: e.PayoutCorrected) -> None:
    mirror.correction = event


_MIRROR_HANDLERS: Final[dict[type, Callable[[StateMirror, Any], None]]] = {
    e.OpeningCounted: _mirror_opening,
    e.ClosingCounted: _mirror_closing,
    e.PlayerSeated: _mirror_seating,
    e.PlayerLeft: _mirror_leaving,
    e.DeviceDown: _mirror_device_down,
    e.DeviceMarked: _mirror_device_mark,
    e.DeviceRestored: _mirror_device_restored,
    e.Disabled: _mirror_disabling,
    e.Enabled: _mirror_enabling,
    e.DeckReceived: _mirror_deck_received,
    e.DeckRemoved: _mirror_deck_removed,
    e.StepDone: _mirror_deck_task,
    e.ShuffleOrdered: _mirror_reshuffle,
    e.ShuffleSpoilt: _mirror_reshuffle,
    e.RoundOpened: _check_dealt_deck,
    e.PayoutCorrected: _mirror_correction,
}
