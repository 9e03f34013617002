"""Strengths of many hands at once, card by card, for any deck and any order of hands.

A hand's strength depends on its ranks and on whether they are of one suit. So a hand is followed
as one state for all of its cards and one for each suit: a state is a multiset of ranks, in which
wild cards count as a rank of their own, and a table says which state a further card leads to.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, RANKS, SUITS, Card, Deck, card, rank
from pitboss.hands import Order, ranking

States = NDArray[np.int32]
NONE = -1
"""The strength of too few cards."""


class StrengthTable(NamedTuple):
    """The states of a hand of so many cards, and the strength of its best cards in each."""

    width: int
    """How many entries of ``after`` a state has: one for each rank of the deck, one for a wild
    card, and the last for a card that is of another suit and changes nothing.
    """
    after: States
    """The state after a card, by state and rank."""
    mixed: States
    """The strength of cards that are not all of one suit."""
    suited: States | None
    """The strength of cards of one suit; none where suits make no difference."""


@lru_cache(16)
def strength_table(count: int, order: Order, deck: Deck) -> StrengthTable:
    """Return the table of hands of ``count`` cards of a deck."""
    width = len(deck.ranks) + 2
    each = len(deck.suits) * deck.decks
    wild = len(deck.wild) * each + deck.jokers * deck.decks
    copies = np.array([0 if rank in deck.wild else each for rank in deck.ranks] + [wild])
    # A multiset as one number, which has a digit for each rank.
    digits = (count + 1) ** np.arange(width - 1, dtype=np.int64)
    levels = [np.zeros(1, np.int64)]
    for _ in range(count):
        held = levels[-1][:, None] // digits % (count + 1)
        levels.append(np.unique((levels[-1][:, None] + digits)[held < copies]))
    starts = np.cumsum([0, *map(len, levels)])
    after = np.zeros((starts[-1], width), np.int32)
    after[:, -1] = np.arange(starts[-1])
    strengths = [np.full(starts[-1], NONE, np.int32) for _ in range(2)]
    for size, keys in enumerate(levels):
        own = np.arange(starts[size], starts[size + 1])
        held = keys[:, None] // digits % (count + 1)
        if size == order.size:
            mixed, suited = zip(*(_base(row, order, deck) for row in held.tolist()), strict=True)
            strengths[0][own], strengths[1][own] = mixed, suited
        if size == count:
            break
        row, rank = np.nonzero(held < copies)
        grown = starts[size + 1] + np.searchsorted(levels[size + 1], keys[row] + digits[rank])
        after[own[row], rank] = grown
        if size >= order.size:
            # The best of more cards is the best of all hands that lack one of them.
            for strength in strengths:
                np.maximum.at(strength, grown, strength[own[row]])
    mixed_, suited_ = strengths
    base = slice(starts[order.size], starts[order.size + 1])
    matter = bool((suited_[base] > mixed_[base]).any())
    return StrengthTable(width, after.ravel(), mixed_, suited_ if matter else None)


def _base(held: list[int], order: Order, deck: Deck) -> tuple[int, int]:
    """Return the strength of a hand in which every card counts: mixed, and of one suit."""
    *by_rank, wild_cards = held
    strength = ranking(order.size, order=order, deck=deck).strength
    first, *others = (SUITS.index(suit) for suit in deck.suits)
    ranks = [rank for rank, count in zip(deck.ranks, by_rank, strict=True) for _ in range(count)]
    wild = [JOKER] * wild_cards
    suited = NONE
    if max(by_rank, default=0) <= deck.decks:
        suited = strength([*_cards(ranks, first), *wild])
    if len(ranks) > 1 and others:
        mixed = strength([*_cards(ranks[:1], first), *_cards(ranks[1:], others[0]), *wild])
        return mixed, suited
    # Such cards are of one suit, whatever they are.
    return suited, suited


def _cards(ranks: list[str], suit: int) -> list[Card]:
    return [card(rank + SUITS[suit]) for rank in ranks]


def symbols_of(cards: list[Card], deck: Deck) -> States:
    """Return the rank of each card as `StrengthTable` counts them."""
    wild = len(deck.ranks)
    ranks = [wild if c in deck.wild_cards else deck.ranks.index(RANKS[rank(c)]) for c in cards]
    return np.array(ranks, np.int32)
