"""The rounds that settlement takes and the results that it returns."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.cards import Card
from pitboss.round import Decision

Outcome = Literal["win", "push", "lose", "void"]


class Seat(Struct, frozen=True, gc=False):
    """The wagers and decisions of one position."""

    wagers: Mapping[str, int]
    decisions: Sequence[Decision] = ()
    player: str | None = None
    """The name of the player; without one, the seat has a player of its own."""
    forfeit: bool = False
    """Whether the rules take every wager from this player."""
    spin: str | None = None
    """The symbol that the wheel landed on, where this seat earned a spin."""
    abandoned: bool = False
    """Whether the player walked off and a floorperson took the wagers as lost."""
    spins: Mapping[str, str] | None = None
    """Instead of ``spin`` in a game with several wheels: the symbol of each, by wager."""


class Round(Struct, frozen=True, gc=False):
    """The cards and seats of a round, and the meters as they were before wagers were locked."""

    table: Mapping[str, Sequence[Card]]
    holes: Mapping[int, Sequence[Card]]
    seats: Mapping[int, Seat]
    meters: Mapping[str, int | Fraction] = {}
    void: bool = False
    settles: str = ""
    """The wager that is settled although the round is void, if any."""
    unseen: frozenset[int] = frozenset()
    """The seats whose cards stayed face down; placeholders stand for them."""


class WagerResult(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one wager. ``credit`` is everything that goes back to the player."""

    stake: int
    outcome: Outcome
    credit: int
    hand: str | None = None
    uncapped: int | None = None
    """The credit without the payout limit, if the limit reduced it."""
    merchandise: str | None = None
    """The merchandise that was won; the credit is its value."""


class SeatResult(Struct):
    """The result of one position."""

    wagers: dict[str, WagerResult]
    envy: int
    community_pay: int
    staked: int
    credited: int
    net: int


class Hit(Struct, frozen=True, gc=False):
    """A payment from a meter, and the amount that the meter was reset by."""

    seat: int
    wager: str
    meter: str
    paid: int
    reseeded: int


class Gift(Struct, frozen=True, gc=False):
    """A payment to one position for the hand or the spin of another."""

    by: int
    to: int
    cents: int
    why: Literal["envy", "community pay"]


class RoundResult(Struct):
    """The result of a round. Meters are exact; round them down to whole cents to show them."""

    seats: dict[int, SeatResult]
    meters: dict[str, int | Fraction]
    hits: tuple[Hit, ...] = ()
    gifts: tuple[Gift, ...] = ()
