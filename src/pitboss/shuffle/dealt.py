"""Which card of the stack is dealt next: fixed in public, by what the players and the cut add.

The house commits to its stack before it knows any of that, and the players add theirs before they
know anything of the stack. So neither can choose a card.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct

from pitboss.shuffle.orders import Stream, order

_DEALT: Final = b"dealt\0"
_RECUT: Final = b"recut\0"


class Contribution(Struct, frozen=True):
    """What a player added to the shuffle."""

    who: str
    entropy: str


def added(contributions: Sequence[Contribution]) -> bytes:
    """The digest of everything that the players added, in their order."""
    told = sha256()
    for one in contributions:
        for text in (one.who, one.entropy):
            written = text.encode("utf-8", "surrogatepass")
            told.update(len(written).to_bytes(4, "big") + written)
    return told.digest()


def dealing_order(
    size: int, contributions: Sequence[Contribution], cut: int, bound: bytes
) -> tuple[int, ...]:
    """The places of the stack in the order they are dealt.

    With no contribution the stack is dealt as it lies; a cut takes so many cards from the top to
    the bottom.
    """
    places: Sequence[int] = range(size)
    if contributions:
        places = order(size, Stream(added(contributions), _DEALT + bound).below)
    return (*places[cut:], *places[:cut])


def cut_again(contributions: Sequence[Contribution], bound: bytes, times: int, choices: int) -> int:
    """Where a stack is cut for the second time or later, from 0: nobody chooses it.

    A house that could choose it would choose among as many orders, with the players' additions
    known. So it follows from those, and from how often the stack was cut again.
    """
    told = _RECUT + times.to_bytes(4, "big") + bound
    return Stream(added(contributions), told).below(choices)
