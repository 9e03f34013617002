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
    digest = sha256()
    for contribution in contributions:
        for text in (contribution.who, contribution.entropy):
            data = text.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()


def dealing_order(
    size: int, contributions: Sequence[Contribution], cut: int, context: bytes
) -> tuple[int, ...]:
    """Return the positions of the stack in the order in which they are dealt.

    Without contributions the order of the stack does not change. A cut moves this many cards from
    the top to the bottom.
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
    """Return where a stack is cut the second time or later, from 0.

    A house that could choose it would know the contributions by then. So it follows from them, and
    from how often the stack was cut.
    """
    stream_context = _RECUT_LABEL + times.to_bytes(4, "big") + context
    return RandomStream(contributions_digest(contributions), stream_context).below(choices)


_WHEEL_LABEL: Final = b"wheel\0"


def wheel_stop(
    seed: bytes, contributions: Sequence[Contribution], context: bytes, seat: int, stop_count: int
) -> int:
    """Return where this seat's spin stops, counted from 0, each stop equally likely."""
    stream_context = _WHEEL_LABEL + bytes((seat,)) + contributions_digest(contributions) + context
    return RandomStream(seed, stream_context).below(stop_count)
