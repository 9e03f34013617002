"""What a player sees before the only decision of a duel: the own hand, and open cards beside it."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from pitboss.cards import ACE, Card, rank
from pitboss.hands import ranking
from pitboss.lab.duel.odds import strengths_in
from pitboss.lab.duel.shape import Duel

ALONE: Final = ("hand",)
BESIDE: Final = ("hand", "match", "over", "low_up", "high_up")
"""Where the dealer shows a card."""


def strengths(shape: Duel, deck: Sequence[Card]) -> tuple[int, ...]:
    """All strengths, the weakest first."""
    return strengths_in(shape, tuple(sorted(deck)))


def features(
    own: Sequence[Card], up: Sequence[Card], shape: Duel, deck: Sequence[Card]
) -> dict[str, int]:
    """Of a hand and what the dealer shows."""
    strength = ranking(len(own), order=shape.order, deck=shape.rules.deck).strength(own)
    found = {"hand": bisect_left(strengths(shape, deck), strength)}
    if not up:
        return found
    shown, ranks = max(rank(c) for c in up), [rank(c) for c in own]
    return found | {
        "match": int(any(rank(c) in ranks for c in up)),
        "over": sum(r > shown for r in ranks),
        "low_up": ACE - shown,
        "high_up": shown,
    }
