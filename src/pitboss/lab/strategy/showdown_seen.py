"""What a player of a showdown game can count on a board: cards that beat the hand, and that help.

A card beats a hand if the dealer, with that card alone, would have the better one now. A card helps
if with it the hand is of a better kind, and of a better kind than the board would be without it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pitboss.cards import DECK, Card, rank, suit

SEEN: Final = ("safe", "outs", "low", "made", "calm")
UNSEEN: Final = 47
"""Cards that whoever sees a flop does not see: as many are safe if none beats the hand."""
FIVE: Final = 5

Strength = tuple[int, ...]
"""The kind of hand, then the ranks that count."""


def features(
    hole: Sequence[Card], board: Sequence[Card], *, low_ace: bool, deck: Sequence[Card] = DECK
) -> dict[str, int]:
    """Of two cards on a board of three to five; on five no card is left to help."""
    mine = strength([*hole, *board], low_ace=low_ace)
    rest = [c for c in deck if c not in {*hole, *board}]
    beaten, outs = 0, 0
    for c in rest:
        alone = strength([*board, c], low_ace=low_ace)
        after = strength([*hole, *board, c], low_ace=low_ace)
        beaten += alone > mine
        outs += len(board) < FIVE and after[0] > max(mine[0], alone[0])
    return {
        "safe": UNSEEN - beaten,
        "outs": outs,
        "low": min(rank(c) for c in hole),
        "made": mine[0] if mine[0] > strength(board, low_ace=low_ace)[0] else 0,
        "calm": max(4 - max(Counter(suit(c) for c in board).values()), 0),
    }


def strength(cards: Sequence[Card], *, low_ace: bool) -> Strength:
    """Of up to seven cards the best five, or as many as there are."""
    by_suit = Counter(suit(c) for c in cards)
    flush = [c for c in cards if by_suit[suit(c)] >= FIVE]
    if flush and (top := _top({rank(c) for c in flush}, low_ace=low_ace)):
        return 8, top
    held = Counter(rank(c) for c in cards)
    ranks = sorted(held, key=lambda r: (held[r], r), reverse=True)
    first, second = held[ranks[0]], held[ranks[1]] if len(ranks) > 1 else 0
    if first == 4:
        return 7, ranks[0], *_highest(held, ranks[:1], 1)
    if first == 3 and second >= 2:
        return 6, ranks[0], max(r for r in ranks[1:] if held[r] >= 2)
    if flush:
        return 5, *sorted((rank(c) for c in flush), reverse=True)[:5]
    if top := _top(set(held), low_ace=low_ace):
        return 4, top
    if first == 3:
        return 3, ranks[0], *_highest(held, ranks[:1], 2)
    if second == 2:
        return 2, *ranks[:2], *_highest(held, ranks[:2], 1)
    if first == 2:
        return 1, ranks[0], *_highest(held, ranks[:1], 3)
    return 0, *_highest(held, (), 5)


def _highest(held: Counter[int], but: Sequence[int], most: int) -> list[int]:
    return sorted((r for r in held if r not in but), reverse=True)[:most]


def _top(ranks: set[int], *, low_ace: bool) -> int:
    """The top of the best straight; 0 for none, since none ends with a deuce."""
    for top in range(12, 2 if low_ace else 3, -1):
        if {(top - i) % 13 for i in range(5)} <= ranks:
            return top
    return 0
