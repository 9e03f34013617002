"""What happens by chance in a simulation: all of it from one seed, so that it can be repeated."""

from collections.abc import Sequence
from typing import TypeVar

from pitboss.shuffle import Stream

T = TypeVar("T")
_FINE = 1_000_000


class Chance:
    """Draws that depend on a seed and on what they are for."""

    def __init__(self, seed: str, what: str) -> None:
        self._stream = Stream(seed.encode(), what.encode())

    def below(self, n: int) -> int:
        """From 0 to n − 1."""
        return self._stream.below(n)

    def one_in(self, n: int) -> bool:
        """Once in so many times."""
        return self._stream.below(n) == 0

    def pick(self, of: Sequence[T]) -> T:
        """One of some."""
        return of[self._stream.below(len(of))]

    def between(self, low: float, high: float) -> float:
        """Somewhere between."""
        return low + (high - low) * self._stream.below(_FINE) / _FINE
