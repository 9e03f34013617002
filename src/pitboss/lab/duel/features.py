"""Features of a duel that a player sees before deciding: the hand and the dealer's upcards."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from pitboss.cards import ACE, Card, rank
from pitboss.hands import ranking
from pitboss.lab.duel.odds import duel_strengths
from pitboss.lab.duel.shape import DealerDuelGame

HAND_FEATURES: Final = ("hand",)
UPCARD_FEATURES: Final = ("hand", "match", "over", "low_up", "high_up")
"""Features where the dealer has an upcard."""


def all_strengths(shape: DealerDuelGame, deck: Sequence[Card]) -> tuple[int, ...]:
    """Return all strengths, weakest first."""
    return duel_strengths(shape, tuple(sorted(deck)))


def duel_features(
    own: Sequence[Card], upcards: Sequence[Card], shape: DealerDuelGame, deck: Sequence[Card]
) -> dict[str, int]:
    """Return the features of a hand and the dealer's upcards."""
    strength = ranking(len(own), order=shape.order, deck=shape.rules.deck).strength(own)
    features = {"hand": bisect_left(all_strengths(shape, deck), strength)}
    if not upcards:
        return features
    highest_upcard, ranks = max(rank(c) for c in upcards), [rank(c) for c in own]
    return features | {
        "match": int(any(rank(c) in ranks for c in upcards)),
        "over": sum(r > highest_upcard for r in ranks),
        "low_up": ACE - highest_upcard,
        "high_up": highest_upcard,
    }
