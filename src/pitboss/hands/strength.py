"""The strength of a hand: one whole number, so that hands compare with ``<``.

The high bits say which kind of hand it is, then come up to five ranks of four bits each that settle
ties, the most telling first. `KINDS` lists the kinds from lowest to highest for hands of one to
five cards; the orders differ (three cards make a flush more often than a straight).
"""

from collections.abc import Sequence
from typing import Final

KINDS: Final[dict[int, tuple[str, ...]]] = {
    1: ("high card",),
    2: ("high card", "pair", "flush", "straight"),
    3: (
        "high card",
        "pair",
        "flush",
        "straight",
        "three of a kind",
        "straight flush",
        "mini royal",
    ),
    4: (
        "high card",
        "pair",
        "two pair",
        "straight",
        "flush",
        "three of a kind",
        "straight flush",
        "four of a kind",
    ),
    5: (
        "high card",
        "pair",
        "two pair",
        "three of a kind",
        "straight",
        "flush",
        "full house",
        "four of a kind",
        "straight flush",
        "royal flush",
    ),
}
FIVE_OF_A_KIND: Final = "five of a kind"
"""The highest of five cards, where a deck has jokers or several cards alike."""

_KIND_BITS: Final = 20
_RANK_BITS: Final = 4


def pack(kind: int, kickers: Sequence[int]) -> int:
    """The strength of a hand of the ``kind``-th kind with these ``kickers``."""
    strength = kind << _KIND_BITS
    for place, rank in enumerate(kickers):
        strength |= rank << (_KIND_BITS - _RANK_BITS * (place + 1))
    return strength


def kind_of(strength: int) -> int:
    """Which kind of hand: an index into `KINDS`."""
    return strength >> _KIND_BITS


def kicker(strength: int, place: int = 0) -> int:
    """The rank that settles ties in the given place; place 0 names a pair, trips or a straight."""
    return strength >> (_KIND_BITS - _RANK_BITS * (place + 1)) & 15
