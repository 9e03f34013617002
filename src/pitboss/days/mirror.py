"""What the table must know after what happened: told by the log, and compared with its state."""

from collections.abc import Callable
from typing import Any, Final

from pitboss.days.failure import Wrong, check
from pitboss.days.heard import Heard
from pitboss.games.tasks import Task
from pitboss.table import State
from pitboss.table import events as e
from pitboss.table.money import recalled
from pitboss.table.state import GIFTS


class Mirror:
    """The same things, kept a second time."""

    def __init__(self) -> None:
        self.open = False
        self.seats: dict[int, str] = {}
        self.broken: dict[str, str] = {}
        self.disabled: dict[str, str] = {}
        self.decks: dict[int, int] = {}
        """The numbers of the decks at the table, by place…"""
        self.tasks: dict[int, Task | None] = {}
        """…and what was done with each last, by number."""
        self.corrected: e.PayoutCorrected | None = None
        self._day: object = None
        self._seats: object = None

    def hear(self, event: e.Event) -> None:
        """Something happened."""
        told = _HEARD.get(type(event))
        if told:
            told(self, event)
            self._day = None

    def compare(self, state: State) -> None:
        """The table knows of it; states are values, so that an old one need not be read again."""
        day = state.day
        if self._day is day and self._seats is state.seats:
            return
        self._day, self._seats = day, state.seats
        decks = {slot: deck.number for slot, deck in day.decks.items()}
        for what, ours, theirs in (
            ("who sits at the table", self.seats, state.seats),
            ("whether the table is open", self.open, day.open),
            ("what is broken", self.broken, day.broken),
            ("what is disabled", self.disabled, day.disabled),
            ("which decks there are", self.decks, decks),
        ):
            if ours != theirs:
                raise Wrong(f"{what}: {ours} by the log, {theirs} by the table")
        if self.corrected:
            self._check_corrected(state, self.corrected)

    def _check_corrected(self, state: State, event: e.PayoutCorrected) -> None:
        was = recalled(state, event.round)
        credit = None
        if was and event.wager in GIFTS:
            credit = was.gifts.get(event.seat, {}).get(GIFTS[event.wager], 0)
        elif was:
            credit = was.results[event.seat][event.wager].credit
        check(credit == event.credit, f"{event} was not taken over: {credit}")
        self.corrected = None


def check_recalled(now: Heard, state: State) -> None:
    """A round that is closed is remembered as it was (ROUND-7)."""
    was = recalled(state, now.opened.round)
    check(was, f"round {now.opened.round} is not remembered")
    if was is None:
        return
    check(was.seed == now.seed, "another seed is remembered")
    check(was.void == (now.void.reason if now.void else ""), "it is not remembered as void")
    gifts: dict[int, dict[str, int]] = {}
    for (_, why), to in now.gifts.items():
        for seat, cents in to.items():
            had = gifts.setdefault(seat, {})
            had[why] = had.get(why, 0) + cents
    undone = not (was.settled or was.settled_first or was.hits)
    check(not now.void or undone, "a void round is remembered with what was settled in it")
    check(was.gifts == gifts, f"gifts are remembered as {was.gifts}, not {gifts}")
    check(was.shown.keys() == now.shown, "other cards are remembered to lie open")


def _opened(mirror: Mirror, _: e.OpeningCounted) -> None:
    mirror.open = True


def _closed(mirror: Mirror, _: e.ClosingCounted) -> None:
    mirror.open = False


def _seated(mirror: Mirror, event: e.PlayerSeated) -> None:
    mirror.seats[event.seat] = event.player


def _left(mirror: Mirror, event: e.PlayerLeft) -> None:
    del mirror.seats[event.seat]


def _down(mirror: Mirror, event: e.DeviceDown) -> None:
    mirror.broken[event.device] = ""


def _marked(mirror: Mirror, event: e.DeviceMarked) -> None:
    mirror.broken[event.device] = event.mark.value


def _restored(mirror: Mirror, event: e.DeviceRestored) -> None:
    del mirror.broken[event.device]


def _disabled(mirror: Mirror, event: e.Disabled) -> None:
    mirror.disabled[event.what] = event.reason


def _enabled(mirror: Mirror, event: e.Enabled) -> None:
    del mirror.disabled[event.what]


def _received(mirror: Mirror, event: e.DeckReceived) -> None:
    mirror.decks[event.deck] = event.number
    mirror.tasks[event.number] = Task.SHUFFLE if event.ready_made else None


def _removed(mirror: Mirror, event: e.DeckRemoved) -> None:
    del mirror.decks[event.deck]


def _done(mirror: Mirror, event: e.StepDone) -> None:
    mirror.tasks[mirror.decks[event.deck]] = event.task


def _again(mirror: Mirror, event: e.ShuffleOrdered | e.ShuffleSpoilt) -> None:
    if event.deck in mirror.decks:
        mirror.tasks[mirror.decks[event.deck]] = None


def _dealt_from(mirror: Mirror, event: e.RoundOpened) -> None:
    """Whatever was shuffled, cut and loaded before it was to be shuffled again, is not dealt."""
    last = mirror.tasks[event.deck]
    if last is not Task.LOAD:
        raise Wrong(f"deck {event.deck} is dealt from, and was not made ready: {last}")
    mirror.tasks[event.deck] = None


def _corrected(mirror: Mirror, event: e.PayoutCorrected) -> None:
    mirror.corrected = event


_HEARD: Final[dict[type, Callable[[Mirror, Any], None]]] = {
    e.OpeningCounted: _opened,
    e.ClosingCounted: _closed,
    e.PlayerSeated: _seated,
    e.PlayerLeft: _left,
    e.DeviceDown: _down,
    e.DeviceMarked: _marked,
    e.DeviceRestored: _restored,
    e.Disabled: _disabled,
    e.Enabled: _enabled,
    e.DeckReceived: _received,
    e.DeckRemoved: _removed,
    e.StepDone: _done,
    e.ShuffleOrdered: _again,
    e.ShuffleSpoilt: _again,
    e.RoundOpened: _dealt_from,
    e.PayoutCorrected: _corrected,
}
