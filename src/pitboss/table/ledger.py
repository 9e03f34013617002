"""Money in double entry: whole cents move from one account to another, with each event.

Accounts: ``player:Ann`` is her account outside, touched only when she buys in or cashes out;
``stack:Ann`` the chips before her; ``escrow:4`` the chips on the spots of seat 4; ``tray`` the
table's own chips; ``meter:major`` what a meter shows; ``house`` the bank behind it all. Every
posting takes from one what it gives to another, so that all accounts together are always nothing.

A wager is *pending* from the moment its chips lie on the layout, *posted* when it is settled, and
*voided* when it goes back unsettled. Meters and the house may hold fractions of a cent: a meter is
a promise of the house, and chips leave the tray in whole cents.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

Cents = int | Fraction
Phase = Literal["pending", "posted", "voided"]

TRAY: Final = "tray"
HOUSE: Final = "house"


def player(name: str) -> str:
    """A player's account outside the table."""
    return f"player:{name}"


def stack(name: str) -> str:
    """The chips before a player."""
    return f"stack:{name}"


_ESCROW: Final = tuple(f"escrow:{seat}" for seat in range(100))


def escrow(seat: int) -> str:
    """The chips on the spots of a seat."""
    return _ESCROW[seat]


def meter(name: str) -> str:
    """What a progressive meter shows."""
    return f"meter:{name}"


class Posting(Struct, frozen=True, gc=False, rename={"source": "from", "target": "to"}):
    """A sum moves from one account to another."""

    source: str
    target: str
    cents: Cents
    phase: Phase
    why: str


Balances = Mapping[str, Cents]


def posted(balances: Balances, postings: Iterable[Posting]) -> dict[str, Cents]:
    """The balances afterwards; an account that is empty is not kept."""
    after = dict(balances)
    for one in postings:
        source, target, cents = one.source, one.target, one.cents
        left = after.get(source, 0) - cents
        if left:
            after[source] = left if type(left) is int else exact(left)
        else:
            after.pop(source, None)
        now = after.get(target, 0) + cents
        if now:
            after[target] = now if type(now) is int else exact(now)
        else:
            after.pop(target, None)
    return after


def exact(cents: Cents) -> Cents:
    """Whole cents as a whole number, anything else as the fraction it is."""
    return cents.numerator if cents.denominator == 1 else cents
