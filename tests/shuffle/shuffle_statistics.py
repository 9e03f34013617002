"""Statistics over many shuffles, in standard deviations.

If all orders are equally likely and independent, each figure is close to a standard normal deviate.
"""

from collections.abc import Callable, Iterable, Iterator
from math import factorial, sqrt

import numpy as np
import numpy.typing as npt

DECK = 52
LAGS = (1, 2, 3, 4)

Numbers = npt.NDArray[np.int64]
Picks = dict[int, Numbers]
"""The numbers picked in each shuffle, by how many cards were left to pick from."""


def neighbors(seeds: Iterable[bytes]) -> Iterator[bytes]:
    """Return each seed, and the 256 seeds that differ from it in one bit.

    A correct shuffle turns them into unrelated orders. One that ignores bits of the seed repeats
    itself, which random seeds would show only much later.
    """
    for seed in seeds:
        yield seed
        for bit in range(256):
            yield (int.from_bytes(seed, "big") ^ 1 << bit).to_bytes(32, "big")


def scores(shuffle: Callable[[bytes], tuple[int, ...]], seeds: Iterable[bytes]) -> dict[str, float]:
    """Return all statistics of a shuffle."""
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
    """Return how far steps are from picking each of the remaining cards equally often."""
    return _deviation(sum(_squares(picks[n], n) for n in picks), sum(n - 1 for n in picks))


def pairs(picks: Picks) -> float:
    """Return how much a step's pick depends on the pick of an earlier step.

    Deviations of either step by itself are subtracted.
    """
    total, freedom = 0.0, 0
    for n, first in picks.items():
        for m in (n - lag for lag in LAGS if n - lag in picks):
            both = _squares(first * m + picks[m], n * m)
            total += both - _squares(first, n) - _squares(picks[m], m)
            freedom += (n - 1) * (m - 1)
    return _deviation(total, freedom)


def repeats(orders: Numbers) -> float:
    """Return a large score if orders repeat: 10,000 correct shuffles repeat one with p < 1e-60."""
    size = len(orders)
    again = size - len({order.tobytes() for order in orders})
    expected = size * (size - 1) / 2 / factorial(DECK)
    return (again - expected) / sqrt(expected)


def picks_of(orders: Numbers) -> Picks:
    """Return the numbers from which Fisher-Yates would have produced these orders.

    Exactly one row of numbers produces each order, so the numbers are fair and independent for any
    correct shuffle, however it works.
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
    """Return the chi-square statistic of numbers below n against a uniform distribution."""
    expected = len(numbers) / n
    counts = np.bincount(numbers, minlength=n)
    return float(((counts - expected) ** 2).sum() / expected)


def _deviation(squares: float, freedom: int) -> float:
    """Return by how many standard deviations a chi-square is too large."""
    return (squares - freedom) / sqrt(2 * freedom)
