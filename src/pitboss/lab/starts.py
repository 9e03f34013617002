"""The starting hands of two cards: one deal of each, and in how many ways it can be dealt."""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import factorial
from typing import NamedTuple

from pitboss.cards import JOKER, SUITS, Card, rank, show, suit
from pitboss.games.patterns import holding
from pitboss.lab.suits import CHANGES, Change, changed, keeping


class Dealt(NamedTuple):
    """A starting hand, by one of its deals."""

    name: str
    cards: tuple[Card, Card]
    ways: int


@cache
def starts(deck: Sequence[Card]) -> tuple[Dealt, ...]:
    """All of them, the highest first: AA, AKs, AKo … 22."""
    cards = tuple(sorted(deck))
    ways = Counter[tuple[Card, ...]]()
    for two, number in Counter(combinations(cards, 2)).items():
        ways[alike(cards, two)] += number
    all_starts = [Dealt(name_of(cards, x), (x[0], x[1]), n) for x, n in ways.items()]
    return tuple(sorted(all_starts, key=_height, reverse=True))


def name_of(deck: tuple[Card, ...], two: Sequence[Card]) -> str:
    """A starting hand as players call it; with a joker, or where cards are alike, its cards."""
    if JOKER in two or len({*deck}) < len(deck) or not _has_suits_alike(deck):
        return show(two)
    return holding(*two)


def alike(deck: tuple[Card, ...], two: Sequence[Card]) -> tuple[Card, ...]:
    """The first of all starting hands that a change of suits makes of this one."""
    return min(changed(x, two) for x in _changes(deck))


@lru_cache(8)
def _changes(deck: tuple[Card, ...]) -> tuple[Change, ...]:
    return keeping(CHANGES, deck)


@lru_cache(8)
def _has_suits_alike(deck: tuple[Card, ...]) -> bool:
    suits = {SUITS[suit(c)] for c in deck if c != JOKER}
    return len(_changes(deck)) == factorial(len(suits)) * factorial(len(SUITS) - len(suits))


def _height(dealt: Dealt) -> tuple[int, int, bool]:
    low, high = dealt.cards
    return rank(high), rank(low), suit(high) == suit(low)
