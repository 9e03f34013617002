"""Chance under a seed: the same words give the same draws, on every machine."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, TypeVar

from pitboss.shuffle import Stream

T = TypeVar("T")

_DAYS: Final = b"pitboss days\0"


class Chance:
    """All that is left to chance at one table."""

    def __init__(self, seed: str, bound: str) -> None:
        """Draws that depend on the seed and on what they are for, and on nothing else."""
        key = sha256(_DAYS + seed.encode("utf-8", "surrogatepass")).digest()
        self.below: Callable[[int], int] = Stream(key, bound.encode()).below

    def between(self, low: int, high: int) -> int:
        """A number from low to high."""
        return low + self.below(high - low + 1)

    def one_in(self, times: int) -> bool:
        """Whether something happens that happens once in so many times."""
        return self.below(times) == 0

    def pick(self, some: Sequence[T]) -> T:
        """One of them."""
        return some[self.below(len(some))]
