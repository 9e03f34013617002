"""What follows from players' contributions: the dealing order, later cuts, and wheel stops.

The house commits to its stack before it knows any contribution, and the players contribute
before they know anything of the stack. So neither can choose a card.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct

from pitboss.shuffle.randomness import RandomStream, random_permutation

_DEALING_LABEL: Final = b"dealt\0"
_RECUT_LABEL: Final = b"recut\0"


class Contribution(Struct, frozen=True):
    """What a player added to the shuffle."""

    who: str
    entropy: str


def contributions_digest(contributions: Sequence[Contribution]) -> bytes:
    """Return the digest of all players' contributions, in order."""
    progress = sha256()
    for contribution in contributions:
        for text in (contribution.who, contribution.entropy):
            written = text.encode("utf-8", "surrogatepass")
            progress.update(len(written).to_bytes(4, "big") + written)
    return progress.digest()


def dealing_order(
    size: int, contributions: Sequence[Contribution], cut: int, context: bytes
) -> tuple[int, ...]:
    """Return the positions of the stack in the order in which they are dealt.

    With no contribution the stack is dealt as it lies; a cut takes so many cards from the top to
    the bottom.
    """
    places: Sequence[int] = range(size)
    if contributions:
        places = random_permutation(
            size, RandomStream(contributions_digest(contributions), _DEALING_LABEL + context).below
        )
    return (*places[cut:], *places[:cut])


def recut_position(
    contributions: Sequence[Contribution], context: bytes, times: int, choices: int
) -> int:
    """Where a stack is cut for the second time or later, from 0: nobody chooses it.

    A house that could choose it would choose among as many orders, with the players' additions
    known. So it follows from those, and from how often the stack was cut again.
    """
    progress = _RECUT_LABEL + times.to_bytes(4, "big") + context
    return RandomStream(contributions_digest(contributions), progress).below(choices)


_WHEEL_LABEL: Final = b"wheel\0"


def wheel_stop(
    seed: bytes, contributions: Sequence[Contribution], context: bytes, seat: int, stop_count: int
) -> int:
    """Return where this seat's spin stops, counted from 0, each stop equally likely."""
    progress = _WHEEL_LABEL + bytes((seat,)) + contributions_digest(contributions) + context
    return RandomStream(seed, progress).below(stop_count)
