"""Draws that anyone can repeat: the same words, the same deals.

These are for figures, never for a game: a round's cards come from `shuffle` alone.
"""

from hashlib import sha256

import numpy as np
from numpy.random import PCG64, Generator  # noqa: TID251 (no wager hangs on it, and it is told)
from numpy.typing import NDArray

SEED = "pitboss"
"""Where nobody chooses another."""


def generator(seed: str, about: str) -> Generator:
    """A source of draws for one question; other questions have theirs."""
    digest = sha256(f"{seed}\0{about}".encode()).digest()
    return Generator(PCG64(int.from_bytes(digest)))


def mean(values: NDArray[np.float64]) -> tuple[float, float]:
    """The mean of independent draws, and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))
