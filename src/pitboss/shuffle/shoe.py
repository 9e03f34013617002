"""The house's stack of a round: the cards in their order, opened from the sealed seed.

Nothing that is written down before the round closes holds a `Shoe`; it is made from the seed when
a card is needed.
"""

import hmac
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import accumulate
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.refusal import Refused
from pitboss.shuffle.orders import Stream, order
from pitboss.shuffle.seeds import SEED_BYTES, seed_hash
from pitboss.shuffle.tree import leaf, levels, way_up

SALT_BYTES: Final = 16
_ORDER: Final = b"stack\0"
_SALTS: Final = b"salts\0"
_BLOCK: Final = 64


class Shoe:
    """A stack with the salts that hide it.

    Not a record: nothing prints it, encodes it or writes it down by accident.
    """

    def __init__(self, seed: bytes, cards: tuple[Card, ...], salts: tuple[bytes, ...]) -> None:
        """``cards`` and ``salts`` by place in the stack."""
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
        """Published before the wagers are locked."""
        return seed_hash(self.seed)

    @cached_property
    def _tree(self) -> list[list[bytes]]:
        told = zip(range(len(self.cards)), self.cards, self.salts, strict=True)
        return levels([leaf(*one) for one in told])

    @property
    def root(self) -> bytes:
        """Published with it."""
        return self._tree[-1][0]

    @cached_property
    def paths(self) -> tuple[tuple[bytes, ...], ...]:
        """What proves the card in each place."""
        return tuple(way_up(self._tree, place) for place in range(len(self.cards)))

    @cached_property
    def commitment(self) -> str:
        """The root, as it is written down."""
        return self.root.hex()

    @cached_property
    def _written(self) -> list[str]:
        return [node.hex() for level in self._tree for node in level]

    def proof(self, place: int) -> tuple[str, ...]:
        """What proves the card in one place, as it is written down."""
        nodes = self._written
        return tuple([nodes[at] for at in _beside(len(self.cards))[place]])


@cache
def _beside(size: int) -> tuple[tuple[int, ...], ...]:
    """For each place, where its proof lies among all nodes of a tree, level after level."""
    widths = [len(level) for level in levels([b""] * size)]
    starts = list(accumulate(widths, initial=0))
    numbered = [range(start, start + width) for start, width in zip(starts, widths, strict=False)]
    return tuple(way_up(numbered, place) for place in range(size))


def bound_to(table: str, number: int, rules: str) -> bytes:
    """What a shuffle is bound to: the table, the number of the round, the hash of its rules."""
    return "\0".join((table, str(number), rules)).encode("utf-8", "surrogatepass")


def shoe_of(seed: bytes, bound: bytes, deck: Sequence[Card] = DECK) -> Shoe:
    """The stack that a seed gives to a round, bound to its table, number and rules."""
    if len(seed) != SEED_BYTES:
        raise Refused(f"a seed has {SEED_BYTES} bytes, not {len(seed)}", "FAIR-1")
    stack = order(len(deck), Stream(seed, _ORDER + bound).below)
    salts = b"".join(
        hmac.digest(seed, _SALTS + bytes((block,)) + bound, "sha512")
        for block in range(-(-len(deck) * SALT_BYTES // _BLOCK))
    )
    return Shoe(
        seed,
        tuple(deck[at] for at in stack),
        tuple(salts[at * SALT_BYTES : (at + 1) * SALT_BYTES] for at in range(len(deck))),
    )
