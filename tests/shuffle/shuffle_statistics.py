"""Statistics over many shuffles, in standard deviations.

Each figure is 0 give or take 1 where all orders are equally likely and independent.
"""

from collections.abc import Callable, Iterable, Iterator
from math import factorial, sqrt

import numpy as np
import numpy.typing as npt

DECK = 52
LAGS = (1, 2, 3, 4)

Numbers = npt.NDArray[np.int64]
Picks = dict[int, Numbers]
"""By how many cards were left to pick from: the number picked in each shuffle."""


def neighbours(seeds: Iterable[bytes]) -> Iterator[bytes]:
    """Each seed, and the 256 that differ from it in one bit.

    A right shuffle makes orders of them that have nothing to do with each other. One that leaves
    bits of the seed unused repeats itself; seeds drawn at random would show that much later.
    """
    for seed in seeds:
        yield seed
        for bit in range(256):
            yield (int.from_bytes(seed, "big") ^ 1 << bit).to_bytes(32, "big")


def scores(shuffle: Callable[[bytes], tuple[int, ...]], seeds: Iterable[bytes]) -> dict[str, float]:
    """All figures of a shuffle."""
    orders = np.array([shuffle(seed) for seed in seeds], dtype=np.int64)
    picks = picks_of(orders)
    return {
        "positions": positions(orders),
        "picks": singles(picks),
        "pairs": pairs(picks),
        "repeats": repeats(orders),
    }


def positions(orders: Numbers) -> float:
    """Return how far cards are from reaching each position equally often.

    In a table of whole orders a row and a column each add up, which leaves 51 × 51 degrees of
    freedom and makes the sum of squares too large by 52 in 51.
    """
    total = sum(_squares(orders[:, place], DECK) for place in range(DECK))
    return _deviation(total * (DECK - 1) / DECK, (DECK - 1) ** 2)


def singles(picks: Picks) -> float:
    """Whether each step picks each of the cards left equally often."""
    return _deviation(sum(_squares(picks[n], n) for n in picks), sum(n - 1 for n in picks))


def pairs(picks: Picks) -> float:
    """Whether what a step picks says something of what a step soon after it picks.

    What the two steps say on their own is taken off.
    """
    total, freedom = 0.0, 0
    for n, first in picks.items():
        for m in (n - lag for lag in LAGS if n - lag in picks):
            both = _squares(first * m + picks[m], n * m)
            total += both - _squares(first, n) - _squares(picks[m], m)
            freedom += (n - 1) * (m - 1)
    return _deviation(total, freedom)


def repeats(orders: Numbers) -> float:
    """Whether orders come again: in 10,000 right shuffles one does with a chance below 1e-60."""
    size = len(orders)
    again = size - len({order.tobytes() for order in orders})
    expected = size * (size - 1) / 2 / factorial(DECK)
    return (again - expected) / sqrt(expected)


def picks_of(orders: Numbers) -> Picks:
    """The numbers from which Fisher and Yates would have made these orders.

    Each order is made by one row of numbers, so that they are fair and independent in any right
    shuffle, however it works.
    """
    size = len(orders)
    rows, picks = np.arange(size), {}
    lying = np.tile(np.arange(DECK), (size, 1))  # the card in each place
    places = lying.copy()  # the place of each card
    for last in range(DECK - 1, 0, -1):
        pick = places[rows, orders[:, last]]
        last_column = lying[:, last].copy()
        lying[rows, pick], places[rows, last_column] = last_column, pick
        picks[last + 1] = pick
    return picks


def _squares(numbers: Numbers, n: int) -> float:
    """Chi-square of numbers below n against all equally often."""
    expected = len(numbers) / n
    counts = np.bincount(numbers, minlength=n)
    return float(((counts - expected) ** 2).sum() / expected)


def _deviation(squares: float, freedom: int) -> float:
    """By how many standard deviations a chi-square is too large."""
    return (squares - freedom) / sqrt(2 * freedom)
