"""Poker hands by sorting and counting; no tables."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"
NAMES = [
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
]
TEN, JACK, QUEEN, KING, ACE = 10, 11, 12, 13, 14


class Hand(NamedTuple):
    """A five-card hand; a better hand is a higher tuple."""

    category: int
    ranks: tuple[int, ...]  # tiebreakers within a category, most significant first

    @property
    def name(self) -> str:
        return NAMES[self.category]


def rank(card: str) -> int:
    """Return the rank, 2 to 14."""
    return RANKS.index(card[0]) + 2


def is_flush(cards: Sequence[str]) -> bool:
    return all(card[1] == cards[0][1] for card in cards)


def top_of_run(cards: Sequence[str], low_ace: bool) -> int:
    """Return the top rank of consecutive cards, or 0 if they are not consecutive."""
    ranks = sorted(rank(card) for card in cards)
    size = len(ranks)
    if ranks == list(range(ranks[0], ranks[0] + size)):
        return ranks[-1]
    if low_ace and ranks == [*range(2, size + 1), ACE]:
        return size
    return 0


def five_card(cards: Sequence[str], low_ace: bool = True) -> Hand:
    assert len(set(cards)) == 5
    ranks = [rank(card) for card in cards]
    by_frequency = sorted(set(ranks), key=lambda r: (ranks.count(r), r), reverse=True)
    counts = [ranks.count(r) for r in by_frequency]
    top = top_of_run(cards, low_ace)
    if top and is_flush(cards):
        return Hand(NAMES.index("royal flush" if top == ACE else "straight flush"), (top,))
    if counts == [4, 1]:
        name = "four of a kind"
    elif counts == [3, 2]:
        name = "full house"
    elif is_flush(cards):
        name = "flush"
    elif top:
        return Hand(NAMES.index("straight"), (top,))
    elif counts == [3, 1, 1]:
        name = "three of a kind"
    elif counts == [2, 2, 1]:
        name = "two pair"
    elif counts == [2, 1, 1, 1]:
        name = "pair"
    else:
        name = "high card"
    return Hand(NAMES.index(name), tuple(by_frequency))


def best_of_seven(cards: Sequence[str]) -> Hand:
    assert len(cards) == 7
    return max(five_card(five) for five in combinations(cards, 5))


def three_card(cards: Sequence[str], low_ace: bool) -> str:
    ranks = {rank(card) for card in cards}
    top = top_of_run(cards, low_ace)
    if top == ACE and is_flush(cards):
        return "mini royal"
    if top and is_flush(cards):
        return "straight flush"
    if len(ranks) == 1:
        return "three of a kind"
    if top:
        return "straight"
    if is_flush(cards):
        return "flush"
    return "pair" if len(ranks) == 2 else "high card"


def two_card(cards: Sequence[str], low_ace: bool) -> str:
    if top_of_run(cards, low_ace):
        return "straight"
    if is_flush(cards):
        return "flush"
    return "pair" if rank(cards[0]) == rank(cards[1]) else "high card"
