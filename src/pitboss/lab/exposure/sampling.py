"""Repeatable random draws, and the sets of dead cards that other players may hold."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain
from math import comb

import numpy as np
from numpy.random import PCG64, Generator  # noqa: TID251 - repeatable draws from a seed
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.lab.starting_hands import CardGroups, Ints, StartingHand, group_cards

DEFAULT_SEED = "pitboss"
"""The seed unless another is chosen."""


def seeded_generator(seed: str, purpose: str) -> Generator:
    """Return a random generator for one purpose; other purposes get independent ones."""
    digest = sha256(f"{seed}\0{purpose}".encode()).digest()
    return Generator(PCG64(int.from_bytes(digest)))


def mean_and_error(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of independent draws and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def remaining_cards(deck: Sequence[Card], *dead_cards: Sequence[Card]) -> list[Card]:
    """Return the cards that remain in a deck, removing one copy for each dead card."""
    remaining = list(deck)
    for c in chain(*dead_cards):
        remaining.remove(c)
    return remaining


def count_dead_sets(starts: Sequence[StartingHand], deck: Sequence[Card], dead: int) -> int:
    """Return how many distinct sets of dead cards there are, over all starting hands."""
    return sum(
        _count_choices(_groups_of_start(start, deck).sizes.tolist(), dead) for start in starts
    )


def _groups_of_start(start: StartingHand, deck: Sequence[Card]) -> CardGroups:
    return group_cards(start.cards, [c for c in deck if c not in start.cards])


def _count_choices(group_sizes: Sequence[int], dead: int) -> int:
    """Return how many ways ``dead`` cards come out of groups of equivalent cards."""
    ways = [1] + [0] * dead
    for size in group_sizes:
        ways = [sum(ways[n - m] for m in range(min(size, n) + 1)) for n in range(dead + 1)]
    return ways[dead]


def dead_card_sets(groups: CardGroups, dead: int) -> Iterator[tuple[Ints, int]]:
    """Yield every distinct set of dead cards, as indexes into the rest, with its ways."""
    by_group = [np.flatnonzero(groups.group_of_card == g) for g in range(len(groups.sizes))]
    for counts, ways in _choices_by_group(groups.sizes.tolist(), dead):
        yield np.concatenate([cards[:n] for cards, n in zip(by_group, counts, strict=True)]), ways


def _choices_by_group(
    group_sizes: Sequence[int], dead: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    if not group_sizes:
        if not dead:
            yield (), 1
        return
    for n in range(min(group_sizes[0], dead) + 1):
        for other_counts, ways in _choices_by_group(group_sizes[1:], dead - n):
            yield (n, *other_counts), ways * comb(group_sizes[0], n)
