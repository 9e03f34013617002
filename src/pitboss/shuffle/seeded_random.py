"""Repeatable random choices from a seed, for simulations and practice; never for a real deal."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Self, TypeVar

from pitboss.shuffle.randomness import RandomStream, fresh_seed, practice_seed

ItemT = TypeVar("ItemT")
_RESOLUTION = 1_000_000


class SeededRandom:
    """Random choices that depend on a key and a label, and on nothing else."""

    def __init__(self, key: bytes, label: str) -> None:
        self._stream = RandomStream(key, label.encode("utf-8", "surrogatepass"))

    @classmethod
    def for_days(cls, seed: str, label: str) -> Self:
        """Return the choices of simulated days under a seed."""
        text = seed.encode("utf-8", "surrogatepass")
        return cls(sha256(b"pitboss days\0" + text).digest(), label)

    @classmethod
    def for_practice(cls, seed: str | None, label: str) -> Self:
        """Return the choices of a practice session; without a seed they cannot be repeated."""
        return cls(fresh_seed() if seed is None else practice_seed(seed, 0), label)

    def below(self, n: int) -> int:
        """Return a number from 0 to n − 1."""
        return self._stream.below(n)

    def between(self, low: int, high: int) -> int:
        """Return a number from low to high, both included."""
        return low + self.below(high - low + 1)

    def uniform(self, low: float, high: float) -> float:
        """Return a number from low up to high."""
        return low + (high - low) * self.below(_RESOLUTION) / _RESOLUTION

    def one_in(self, n: int) -> bool:
        """Return whether an event of probability 1/n occurs."""
        return self.below(n) == 0

    def pick(self, items: Sequence[ItemT]) -> ItemT:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[ItemT]) -> list[ItemT]:
        """Return the items in random order."""
        remaining, order = list(items), []
        while remaining:
            order.append(remaining.pop(self.below(len(remaining))))
        return order
