"""Features of a board that a player can count: cards that beat the hand, cards that help it."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pitboss.cards import DECK, Card, rank, suit

SHOWDOWN_FEATURES: Final = ("safe", "outs", "low", "made", "calm")
UNSEEN_AFTER_FLOP: Final = 47
"""Cards a player cannot see after the flop; all are safe if none beats the hand."""
FLUSH_SIZE: Final = 5

HandStrength = tuple[int, ...]
"""The kind of hand, then the ranks that count."""


def showdown_features(
    hole: Sequence[Card], board: Sequence[Card], *, low_ace: bool, deck: Sequence[Card] = DECK
) -> dict[str, int]:
    """Return the features of two cards on a board of three to five."""
    own_strength = hand_strength([*hole, *board], low_ace=low_ace)
    rest = [c for c in deck if c not in {*hole, *board}]
    beating_cards, outs = 0, 0
    for c in rest:
        board_strength = hand_strength([*board, c], low_ace=low_ace)
        improved_strength = hand_strength([*hole, *board, c], low_ace=low_ace)
        beating_cards += board_strength > own_strength
        outs += len(board) < FLUSH_SIZE and improved_strength[0] > max(
            own_strength[0], board_strength[0]
        )
    return {
        "safe": UNSEEN_AFTER_FLOP - beating_cards,
        "outs": outs,
        "low": min(rank(c) for c in hole),
        "made": own_strength[0]
        if own_strength[0] > hand_strength(board, low_ace=low_ace)[0]
        else 0,
        "calm": max(4 - max(Counter(suit(c) for c in board).values()), 0),
    }


def hand_strength(cards: Sequence[Card], *, low_ace: bool) -> HandStrength:
    """Return the strength of the best five of up to seven cards."""
    by_suit = Counter(suit(c) for c in cards)
    flush = [c for c in cards if by_suit[suit(c)] >= FLUSH_SIZE]
    if flush and (top := _straight_top({rank(c) for c in flush}, low_ace=low_ace)):
        return 8, top
    rank_counts = Counter(rank(c) for c in cards)
    ranks = sorted(rank_counts, key=lambda r: (rank_counts[r], r), reverse=True)
    first, second = rank_counts[ranks[0]], rank_counts[ranks[1]] if len(ranks) > 1 else 0
    if first == 4:
        return 7, ranks[0], *_highest_ranks(rank_counts, ranks[:1], 1)
    if first == 3 and second >= 2:
        return 6, ranks[0], max(r for r in ranks[1:] if rank_counts[r] >= 2)
    if flush:
        return 5, *sorted((rank(c) for c in flush), reverse=True)[:5]
    if top := _straight_top(set(rank_counts), low_ace=low_ace):
        return 4, top
    if first == 3:
        return 3, ranks[0], *_highest_ranks(rank_counts, ranks[:1], 2)
    if second == 2:
        return 2, *ranks[:2], *_highest_ranks(rank_counts, ranks[:2], 1)
    if first == 2:
        return 1, ranks[0], *_highest_ranks(rank_counts, ranks[:1], 3)
    return 0, *_highest_ranks(rank_counts, (), 5)


def _highest_ranks(rank_counts: Counter[int], excluded: Sequence[int], count: int) -> list[int]:
    return sorted((r for r in rank_counts if r not in excluded), reverse=True)[:count]


def _straight_top(ranks: set[int], *, low_ace: bool) -> int:
    """Return the top rank of the best straight; 0 for none, since none ends with a deuce."""
    for top in range(12, 2 if low_ace else 3, -1):
        if {(top - i) % 13 for i in range(5)} <= ranks:
            return top
    return 0
