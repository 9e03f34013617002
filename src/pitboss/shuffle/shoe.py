"""The shuffled stack of a round, and the hash tree by which the house commits to it.

A leaf hashes position, card and its own salt, so that a hidden card cannot be found by trying all
of them. Leaves and nodes have different prefixes (0 and 1), and a node without a sibling moves up
unchanged. The root is published before the deal; the sibling hashes of a leaf prove its card.
Nothing that is stored before the round closes holds a `Shoe`: it is rebuilt from the seed.
"""

import hmac
from collections.abc import Sequence
from functools import cache, cached_property
from hashlib import sha256
from itertools import accumulate
from typing import Final, TypeVar

from pitboss.cards import DECK, Card
from pitboss.errors import Refused
from pitboss.shuffle.randomness import SEED_BYTES, RandomStream, random_permutation, seed_hash

NodeT = TypeVar("NodeT")

_BYTE: Final = 256
_LEAF_PREFIX: Final = b"\0"
_NODE_PREFIX: Final = b"\1"


def leaf_hash(place: int, card: int, salt: bytes) -> bytes:
    """Return the hash of one card at its position."""
    return sha256(_LEAF_PREFIX + bytes((place, card)) + salt).digest()


def root_hash(leaves: Sequence[bytes]) -> bytes:
    """Return the root hash of all leaves."""
    return tree_levels(leaves)[-1][0]


def proof_path(leaves: Sequence[bytes], place: int) -> tuple[bytes, ...]:
    """Return the hashes that lead from a leaf to the root."""
    return sibling_path(tree_levels(leaves), place)


def sibling_path(tree: Sequence[Sequence[NodeT]], place: int) -> tuple[NodeT, ...]:
    """Return the sibling hashes on the path of a leaf, from level to level."""
    path, at = [], place
    for level in tree[:-1]:
        if at ^ 1 < len(level):
            path.append(level[at ^ 1])
        at >>= 1
    return tuple(path)


def is_valid_proof(
    root: bytes, size: int, place: int, card: int, salt: bytes, siblings: Sequence[bytes]
) -> bool:
    """Return whether a proof shows this card at its place in the stack of ``size`` cards."""
    if not (0 <= place < size <= _BYTE and 0 <= card < _BYTE):
        return False
    result, at, width, remaining = leaf_hash(place, card, salt), place, size, list(siblings)
    while width > 1:
        if at ^ 1 < width:
            if not remaining:
                return False
            other = remaining.pop(0)
            result = sha256(_NODE_PREFIX + (other + result if at & 1 else result + other)).digest()
        at, width = at >> 1, (width + 1) >> 1
    return not remaining and result == root


def tree_levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """Return the levels of the tree, from the leaves to the root."""
    result = [list(leaves)]
    while len(result[-1]) > 1:
        low = result[-1]
        up = [
            sha256(_NODE_PREFIX + low[i] + low[i + 1]).digest() for i in range(0, len(low) - 1, 2)
        ]
        result.append(up + low[len(up) * 2 :])
    return result


SALT_BYTES: Final = 16
_STACK_LABEL: Final = b"stack\0"
_SALTS_LABEL: Final = b"salts\0"
_BLOCK_BYTES: Final = 64


class Shoe:
    """A shuffled stack and its salts.

    Not a struct, so that it cannot be printed or encoded by accident.
    """

    def __init__(self, seed: bytes, cards: tuple[Card, ...], salts: tuple[bytes, ...]) -> None:
        self.seed, self.cards, self.salts = seed, cards, salts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shoe) and (self.seed, self.cards, self.salts) == (
            other.seed,
            other.cards,
            other.salts,
        )

    def __hash__(self) -> int:
        return hash(self.seed)

    def __repr__(self) -> str:
        return "Shoe(sealed)"

    @cached_property
    def seed_hash(self) -> str:
        """The hash of the seed, which is published before wagers are locked."""
        return seed_hash(self.seed)

    @cached_property
    def _tree(self) -> list[list[bytes]]:
        leaves = enumerate(zip(self.cards, self.salts, strict=True))
        return tree_levels([leaf_hash(at, card, salt) for at, (card, salt) in leaves])

    @property
    def root(self) -> bytes:
        """The root of the tree, which is published with the hash of the seed."""
        return self._tree[-1][0]

    @cached_property
    def paths(self) -> tuple[tuple[bytes, ...], ...]:
        """The proof of the card at each place."""
        return tuple(sibling_path(self._tree, place) for place in range(len(self.cards)))

    @cached_property
    def commitment(self) -> str:
        """The root in hexadecimal."""
        return self.root.hex()

    @cached_property
    def _node_texts(self) -> list[str]:
        return [node.hex() for level in self._tree for node in level]

    def proof(self, place: int) -> tuple[str, ...]:
        """Return the proof of the card at one position, in the form that is stored."""
        nodes = self._node_texts
        return tuple([nodes[at] for at in _proof_nodes(len(self.cards))[place]])


@cache
def _proof_nodes(size: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each place, the indexes of its proof among all nodes, level by level."""
    widths = [len(level) for level in tree_levels([b""] * size)]
    starts = list(accumulate(widths, initial=0))
    node_numbers = [
        range(start, start + width) for start, width in zip(starts, widths, strict=False)
    ]
    return tuple(sibling_path(node_numbers, place) for place in range(size))


def shuffle_context(table: str, number: int, rules: str) -> bytes:
    """Return what a shuffle is bound to: table, round number and hash of the rules."""
    return "\0".join((table, str(number), rules)).encode("utf-8", "surrogatepass")


def build_shoe(seed: bytes, context: bytes, deck: Sequence[Card] = DECK) -> Shoe:
    """Return the stack that a seed gives for a round, bound to its table, number and rules."""
    if len(seed) != SEED_BYTES:
        raise Refused(f"a seed has {SEED_BYTES} bytes, not {len(seed)}", "FAIR-1")
    stack = random_permutation(len(deck), RandomStream(seed, _STACK_LABEL + context).below)
    salts = b"".join(
        hmac.digest(seed, _SALTS_LABEL + bytes((block,)) + context, "sha512")
        for block in range(-(-len(deck) * SALT_BYTES // _BLOCK_BYTES))
    )
    return Shoe(
        seed,
        tuple([deck[at] for at in stack]),
        tuple([salts[at : at + SALT_BYTES] for at in range(0, len(deck) * SALT_BYTES, SALT_BYTES)]),
    )
