"""The starting hands of two cards: one deal of each, and in how many ways it can be dealt."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitboss.cards import Card, rank
from pitboss.games.patterns import holding


class Dealt(NamedTuple):
    """A starting hand, by one of its deals."""

    name: str
    cards: tuple[Card, Card]
    ways: int


@cache
def starts(deck: Sequence[Card]) -> tuple[Dealt, ...]:
    """All of them, the highest first: AA, AKs, AKo … 22."""
    found: dict[str, list[tuple[Card, Card]]] = {}
    for low, high in combinations(sorted(deck), 2):
        found.setdefault(holding(low, high), []).append((low, high))
    found_first = [Dealt(name, cards[0], len(cards)) for name, cards in found.items()]
    return tuple(sorted(found_first, key=_height, reverse=True))


def _height(dealt: Dealt) -> tuple[int, int, bool]:
    low, high = dealt.cards
    return rank(high), rank(low), dealt.name.endswith("s")
