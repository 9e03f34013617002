"""The rounds that settlement takes and the results that it returns."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.cards import Card
from pitboss.round import Decision

Outcome = Literal["win", "push", "lose", "void"]


class Seat(Struct, frozen=True, gc=False):
    """What one position wagered and decided."""

    wagers: Mapping[str, int]
    decisions: Sequence[Decision] = ()
    player: str | None = None
    """Who plays it; without a name, somebody whom no name stands for."""
    forfeit: bool = False
    """Whether the rules take every wager from this player."""
    spin: str | None = None
    """The symbol that the wheel landed on, where this seat earned a spin."""
    abandoned: bool = False
    """Whether the player walked off and a floorperson took the wagers as lost."""
    spins: Mapping[str, str] | None = None
    """Instead of ``spin`` in a game with several wheels: the symbol of each, by wager."""


class Round(Struct, frozen=True, gc=False):
    """The cards, the seats, and what the meters showed before the wagers were locked."""

    table: Mapping[str, Sequence[Card]]
    holes: Mapping[int, Sequence[Card]]
    seats: Mapping[int, Seat]
    meters: Mapping[str, int | Fraction] = {}
    void: bool = False
    settles: str = ""
    """The wager that is settled although the round is void, where there is one."""
    unseen: frozenset[int] = frozenset()
    """Seats whose cards stayed face down and are not known: other cards stand for them."""


class WagerResult(Struct, frozen=True, gc=False, omit_defaults=True):
    """What came of one wager. ``credit`` is all that goes back to the player."""

    stake: int
    outcome: Outcome
    credit: int
    hand: str | None = None
    uncapped: int | None = None
    """The credit without the payout limit, where the limit cut it."""
    merchandise: str | None = None
    """What the credit is the value of, where merchandise was won: it may be handed over instead."""


class SeatResult(Struct):
    """What came of one position."""

    wagers: dict[str, WagerResult]
    envy: int
    community_pay: int
    staked: int
    credited: int
    net: int


class Hit(Struct, frozen=True, gc=False):
    """A meter that was paid out: to whom, how much, and what was put back as its reset."""

    seat: int
    wager: str
    meter: str
    paid: int
    reseeded: int


class Gift(Struct, frozen=True, gc=False):
    """What the hand or the spin of one position brings to another."""

    by: int
    to: int
    cents: int
    why: Literal["envy", "community pay"]


class RoundResult(Struct):
    """What came of a round. Meters are exact; those who show them round down to whole cents."""

    seats: dict[int, SeatResult]
    meters: dict[str, int | Fraction]
    hits: tuple[Hit, ...] = ()
    gifts: tuple[Gift, ...] = ()
