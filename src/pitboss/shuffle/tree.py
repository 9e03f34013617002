"""A commitment to every card of a stack: a tree of hashes, its root published before the deal.

A leaf hashes place, card and a salt of its own, so that no hidden card can be found by trying all
fifty-two. Leaves and nodes are hashed apart (0 and 1 in front), and a node without a partner moves
up as it is. A card is proved by the hashes beside its way to the root.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

T = TypeVar("T")

_BYTE: Final = 256
_LEAF: Final = b"\0"
_NODE: Final = b"\1"


def leaf(place: int, card: int, salt: bytes) -> bytes:
    """The hash of one card in its place."""
    return sha256(_LEAF + bytes((place, card)) + salt).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The hash that stands for all of them."""
    return levels(leaves)[-1][0]


def path(leaves: Sequence[bytes], place: int) -> tuple[bytes, ...]:
    """The hashes that lead from a leaf to the root."""
    return way_up(levels(leaves), place)


def way_up(tree: Sequence[Sequence[T]], place: int) -> tuple[T, ...]:
    """What lies beside the way of a leaf, from level to level."""
    way, at = [], place
    for level in tree[:-1]:
        if at ^ 1 < len(level):
            way.append(level[at ^ 1])
        at >>= 1
    return tuple(way)


def proves(
    tree: bytes, size: int, place: int, card: int, salt: bytes, way: Sequence[bytes]
) -> bool:
    """Whether a card lies in its place of the stack of ``size`` cards that the root stands for."""
    if not (0 <= place < size <= _BYTE and 0 <= card < _BYTE):
        return False
    found, at, width, beside = leaf(place, card, salt), place, size, list(way)
    while width > 1:
        if at ^ 1 < width:
            if not beside:
                return False
            other = beside.pop(0)
            found = sha256(_NODE + (other + found if at & 1 else found + other)).digest()
        at, width = at >> 1, (width + 1) >> 1
    return not beside and found == tree


def levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """The tree, from its leaves to the root."""
    found = [list(leaves)]
    while len(found[-1]) > 1:
        low = found[-1]
        up = [sha256(_NODE + low[i] + low[i + 1]).digest() for i in range(0, len(low) - 1, 2)]
        found.append(up + low[len(up) * 2 :])
    return found
