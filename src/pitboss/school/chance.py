"""Chance for players and questions: drawn from a seed, so that a name repeats all of it."""

from collections.abc import Sequence
from typing import TypeVar

from pitboss.shuffle import Stream, fresh_seed, practice_seed

T = TypeVar("T")


class Chance:
    """Draws that depend on a seed and a label, and on nothing else."""

    def __init__(self, seed: str | None, label: str) -> None:
        key = fresh_seed() if seed is None else practice_seed(seed, 0)
        self._stream = Stream(key, label.encode("utf-8", "surrogatepass"))

    def below(self, n: int) -> int:
        """A number from 0 to n − 1."""
        return self._stream.below(n)

    def one_in(self, n: int) -> bool:
        """Yes, once in so many times."""
        return self.below(n) == 0

    def pick(self, some: Sequence[T]) -> T:
        """One of them."""
        return some[self.below(len(some))]

    def mixed(self, some: Sequence[T]) -> list[T]:
        """All of them, in any order."""
        left, found = list(some), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found
