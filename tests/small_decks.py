"""Decks of a few ranks, small enough to count every deal."""

from functools import cache

from pitboss.cards import RANKS, SUITS, Card, card
from pitboss.errors import Refused


@cache
def deck_of_ranks(ranks: str = RANKS) -> tuple[Card, ...]:
    """Return a deck with the given ranks in four suits: all ranks, or fewer for a check by hand."""
    if not ranks or any(ranks.count(r) != 1 or r not in RANKS for r in ranks):
        raise Refused(f"invalid ranks {ranks!r}: choose each at most once from {RANKS}")
    return tuple(sorted(card(r + s) for r in ranks for s in SUITS))
