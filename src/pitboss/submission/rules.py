"""The rules of one table: a game with every switch turned. What everything below takes.

A closed value: two tables with the same hash play by the same rules, to the last figure.
"""

from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct

from pitboss.games.dealing import Dealing
from pitboss.games.incidents import Incident
from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.games.paytables import Prize, PrizeTable
from pitboss.games.words import HOLE, Care, Conduct, Place, Shown


class TableRules(Struct, frozen=True, omit_defaults=True):
    """Limits and equipment."""

    minimum: int
    maximum: int
    chip: int
    dealing: str
    shuffler: str
    decks: int
    boxes_per_player: int
    payout_limit: int | None = None
    """The operator's own payout limit, where it is lower than the rulebook's."""


class ReadHand(Struct, frozen=True, tag=True):
    """A hand read from cards: indices into the table's cards followed by the seat's own."""

    name: str
    label: str
    cards: tuple[int, ...]
    low_ace: bool


class BetterHand(Struct, frozen=True, tag=True):
    """The better one of some hands."""

    name: str
    label: str
    hands: tuple[str, ...]


@lru_cache(4096)
def _fed(rate: str, wager: int) -> int | Fraction:
    """Rates and wagers are few, and read for every wager."""
    cents = wager * Fraction(rate)
    return cents.numerator if cents.denominator == 1 else cents


class RunningMeter(Struct, frozen=True):
    """A meter with what the operator chose for it."""

    name: str
    start: int
    reset: int
    rate: str
    """The share of each wager that feeds it, as a fraction."""
    least: int
    """The least that start and reset may be, by the clause."""
    clause: str

    def fed_by(self, wager: int) -> int | Fraction:
        """What one wager adds, exactly."""
        return _fed(self.rate, wager)


class MeterPrizes(Struct, frozen=True, tag=True):
    """A progressive with its wager, meters and envy sums."""

    hand: str
    prizes: PrizeTable
    wager: int
    meters: tuple[RunningMeter, ...]
    envy: PrizeTable


class Stop(Struct, frozen=True):
    """A symbol on the wheel: how many stops it has, its prize, and what the others get."""

    symbol: str
    stops: int
    prize: Prize
    community: int
    clause: str


class WheelSpin(Struct, frozen=True, tag=True, omit_defaults=True):
    """A wheel with its wager and meters; a fixed prize stands on it as a sum."""

    wager: int
    wheel: tuple[Stop, ...]
    meters: tuple[RunningMeter, ...]
    top: str = "jackpot"
    """The symbol of the top prize."""


PaidBy = ByTable | EvenMoney | Showdown | AllOf | HoleCards | MeterPrizes | WheelSpin


class RequiredWager(Struct, frozen=True):
    """A wager that every player makes, all of them equal."""

    key: str
    label: str
    pays: PaidBy


class RaiseWager(Struct, frozen=True):
    """A wager that a decision makes."""

    key: str
    label: str
    pays: PaidBy
    of: str


class SideWager(Struct, frozen=True):
    """A wager on offer beside the game; with a fixed amount, minimum and maximum are that."""

    key: str
    label: str
    pays: PaidBy
    minimum: int
    maximum: int
    lives_after_fold: bool


class OpenStreet(Struct, frozen=True):
    """A decision of each player, in multiples of a required wager, and what is shown after it."""

    wager: str
    label: str
    of: str
    clause: str
    asks: dict[str, int | Literal["fold"]]
    any_amount: bool
    shown: tuple[Shown, ...]
    """Step by step."""

    @property
    def reveal(self) -> tuple[str, ...]:
        """All that is shown."""
        return tuple(name for step in self.shown for name in step.names)

    @property
    def least(self) -> int:
        """The smallest multiple that stakes anything."""
        return min(self.multiples)

    @property
    def most(self) -> int:
        """The largest multiple."""
        return max(self.multiples)

    @property
    def multiples(self) -> tuple[int, ...]:
        """The multiples that stake something."""
        return tuple(times for times in self.asks.values() if times != "fold" and times > 0)


def positions(places: tuple[Place, ...], hole: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Where the cards of each name lie when the table's cards are followed by a seat's own."""
    found: dict[str, tuple[int, ...]] = {}
    at = 0
    for place in places:
        found[place.name] = tuple(range(at, at + place.cards))
        at += place.cards
    found |= {name: (at + i,) for i, name in enumerate(hole)}
    return found | {HOLE: tuple(range(at, at + len(hole)))}


class Limit(Struct, frozen=True):
    """The payout limit: its least sum, and the wagers in scope in the order they are paid."""

    clause: str
    least: int
    scope: tuple[str, ...]


class Rules(Struct, frozen=True, kw_only=True, dict=True):
    """A game as one table plays it."""

    game: str
    short: str
    edition: str
    table: TableRules
    seats: int
    hole: tuple[str, ...]
    looks: tuple[str, ...]
    places: tuple[Place, ...]
    hands: tuple[ReadHand | BetterHand, ...]
    required: tuple[RequiredWager, ...]
    raises: tuple[RaiseWager, ...]
    sides: tuple[SideWager, ...]
    streets: tuple[OpenStreet, ...]
    dealing: Dealing
    limit: Limit
    boxes_clause: str
    required_clause: str
    forfeits: str | None
    settled_when_void: tuple[str, ...]
    incidents: tuple[Incident, ...]
    care: Care
    conduct: Conduct
    readings: dict[str, str]

    @cached_property
    def hash(self) -> str:
        """A digest of every rule: the same for the same rules, on every machine."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()

    @property
    def wagers(self) -> tuple[RequiredWager | RaiseWager | SideWager, ...]:
        """All of them, in the order of the game."""
        return self.required + self.raises + self.sides

    @cached_property
    def meters(self) -> dict[str, RunningMeter]:
        """Every meter that a wager on offer feeds."""
        return {
            meter.name: meter
            for side in self.sides
            if isinstance(side.pays, MeterPrizes | WheelSpin)
            for meter in side.pays.meters
        }

    def cite(self, clause: str | None) -> str | None:
        """A clause with the name of its rulebook."""
        return f"{self.short} {clause}" if clause else None
