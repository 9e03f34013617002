"""A round as the log tells it: kept event by event, apart from the table's own state."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.days.failure import Wrong
from pitboss.round import Decision
from pitboss.settle.values import Hit, WagerResult
from pitboss.shuffle import Contribution
from pitboss.submission.rules import Rules
from pitboss.table import events as e
from pitboss.table.ledger import Cents

Results = dict[int, dict[str, WagerResult]]
Gone = tuple[frozenset[int], frozenset[int]]
"""Seats that forfeited, and seats that were left and taken as lost."""


class Heard:
    """What was heard of one round."""

    def __init__(self, opened: e.RoundOpened, shows: Mapping[str, Cents]) -> None:
        self.opened, self.shows = opened, shows
        """What the meters showed before it."""
        self.cut = opened.cut
        self.added: tuple[Contribution, ...] = ()
        self.wagers: dict[int, dict[str, int]] = {}
        self.players: dict[int, str] = {}
        self.drawn: list[tuple[str, int]] = []
        """Each card that left the stack, where to, and its position."""
        self.shown: set[int] = set()
        """The positions that lie open."""
        self.decisions: dict[int, tuple[Decision, ...]] = {}
        self.raises: dict[int, dict[str, int]] = {}
        """What each seat staked, by street…"""
        self.down: dict[int, set[str]] = {}
        """…and the streets on which it took a wager down."""
        self.lost: set[int] = set()
        self.forfeited: set[int] = set()
        self.spins: dict[int, str] = {}
        self.results: Results = {}
        self.gone_by: dict[int, dict[str, Gone]] = {}
        """Who had lost everything when each wager was settled: later it may have been more."""
        self.sat_out: Results = {}
        self.hits: list[Hit] = []
        self.gifts: dict[tuple[int, str], dict[int, int]] = {}
        self.reversed = False
        """Whether something was settled, and then reversed for a void."""
        self.void: e.RoundVoided | None = None
        self.seed = ""

    @property
    def gone(self) -> Gone:
        """Who has lost everything by now."""
        return frozenset(self.forfeited), frozenset(self.lost)

    def stakes(self, rules: Rules, seat: int) -> dict[str, int]:
        """All that a seat staked, and did not take down."""
        decided = {street.name: street.wager for street in rules.streets}
        raises = self.raises.get(seat, {})
        down = {decided[street] for street in self.down.get(seat, ())}
        made = {key: cents for key, cents in self.wagers[seat].items() if key not in down}
        return made | {decided[street]: cents for street, cents in raises.items()}


def hear(now: Heard, event: e.Event, seats: Mapping[int, str]) -> None:
    """Something happened in the round; seats are those taken at this moment."""
    told = _HEARD.get(type(event))
    if told:
        told(now, event, seats)


def _placed(now: Heard, event: e.WagersPlaced, _: Mapping[int, str]) -> None:
    there = now.wagers.setdefault(event.seat, {})
    for key, cents in event.wagers.items():
        there[key] = there.get(key, 0) + cents


def _taken_back(now: Heard, event: e.WagersTakenBack, _: Mapping[int, str]) -> None:
    there = now.wagers[event.seat]
    for key in event.wagers:
        del there[key]
    if not there:
        del now.wagers[event.seat]


def _added(now: Heard, event: e.EntropyAdded, _: Mapping[int, str]) -> None:
    now.added = (*now.added, Contribution(event.who, event.entropy))


def _recut(now: Heard, event: e.CardsRecut, _: Mapping[int, str]) -> None:
    now.cut = event.cut


def _locked(now: Heard, _: e.BetsClosed, seats: Mapping[int, str]) -> None:
    now.players = {seat: seats[seat] for seat in sorted(now.wagers)}


def _dealt(now: Heard, event: e.CardsDealt, _: Mapping[int, str]) -> None:
    now.drawn += zip(event.to, event.positions, strict=True)


def _out(now: Heard, event: e.CardOut, _: Mapping[int, str]) -> None:
    now.drawn.append(("out", event.card.position))
    now.shown.add(event.card.position)


def _exposed(now: Heard, event: e.CardExposed, _: Mapping[int, str]) -> None:
    now.shown.add(event.card.position)


def _turned(now: Heard, event: e.CardsTurned, _: Mapping[int, str]) -> None:
    now.shown.update(card.position for card in event.cards)


def _decided(now: Heard, event: e.Decided, _: Mapping[int, str]) -> None:
    now.decisions[event.seat] = (*now.decisions.get(event.seat, ()), event.decision)
    if event.stake:
        now.raises.setdefault(event.seat, {})[event.street] = event.stake
    if event.returned:
        now.down.setdefault(event.seat, set()).add(event.street)


def _ruled(now: Heard, event: e.AbsentRuled, _: Mapping[int, str]) -> None:
    if event.lost:
        now.lost.add(event.seat)


def _forfeited(now: Heard, event: e.Forfeited, _: Mapping[int, str]) -> None:
    now.forfeited.add(event.seat)


def _spun(now: Heard, event: e.WheelSpun, _: Mapping[int, str]) -> None:
    now.spins[event.seat] = event.symbol


def _settled(now: Heard, event: e.SeatSettled, _: Mapping[int, str]) -> None:
    now.results.setdefault(event.seat, {}).update(event.wagers)
    now.gone_by.setdefault(event.seat, {}).update(dict.fromkeys(event.wagers, now.gone))
    now.hits += event.hits


def _sat_out(now: Heard, event: e.SatOut, _: Mapping[int, str]) -> None:
    now.sat_out[event.seat] = dict(event.wagers)


def _returned(now: Heard, event: e.WagersReturned, _: Mapping[int, str]) -> None:
    for seat in event.seats:
        del now.wagers[seat][event.wager]


def _gifts(now: Heard, event: e.GiftsPaid, _: Mapping[int, str]) -> None:
    now.gifts[event.by, event.why] = dict(event.to)


def _reversed(now: Heard, event: e.SettlementReversed, __: Mapping[int, str]) -> None:
    seat = event.seat
    if event.wagers != now.results.pop(seat, {}):
        raise Wrong(f"what is reversed at seat {seat} is not what was settled: {event.wagers}")
    hits = tuple(hit for hit in now.hits if hit.seat == seat)
    if event.hits != hits:
        raise Wrong(f"seat {seat} hit {hits}, and {event.hits} is reversed")
    now.hits = [hit for hit in now.hits if hit.seat != seat]
    gifts: dict[str, int] = {}
    for (_, why), to in now.gifts.items():
        cents = to.pop(seat, 0)
        if cents:
            gifts[why] = gifts.get(why, 0) + cents
    if event.gifts != gifts:
        raise Wrong(f"seat {seat} had got {gifts}, and {event.gifts} is reversed")
    now.gone_by.pop(seat, None)
    now.reversed = True


def _voided(now: Heard, event: e.RoundVoided, seats: Mapping[int, str]) -> None:
    now.void = event
    now.gifts = {by: to for by, to in now.gifts.items() if to}
    now.players = now.players or {seat: seats[seat] for seat in sorted(now.wagers)}


def _seed(now: Heard, event: e.SeedOpened, _: Mapping[int, str]) -> None:
    now.seed = event.seed


_HEARD: Final[dict[type, Callable[[Heard, Any, Mapping[int, str]], None]]] = {
    e.WagersPlaced: _placed,
    e.WagersTakenBack: _taken_back,
    e.EntropyAdded: _added,
    e.CardsRecut: _recut,
    e.BetsClosed: _locked,
    e.CardsDealt: _dealt,
    e.CardOut: _out,
    e.CardExposed: _exposed,
    e.CardsTurned: _turned,
    e.Decided: _decided,
    e.AbsentRuled: _ruled,
    e.Forfeited: _forfeited,
    e.WheelSpun: _spun,
    e.SeatSettled: _settled,
    e.SatOut: _sat_out,
    e.WagersReturned: _returned,
    e.GiftsPaid: _gifts,
    e.SettlementReversed: _reversed,
    e.RoundVoided: _voided,
    e.SeedOpened: _seed,
}
