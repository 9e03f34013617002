"""A stud game for a player who sees one of the last two cards before the first decision: exact.

Nobody folds, so the required wagers come to the same whatever is known: only raises gain.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.expose.stud_odds import Raises, mean_of, ways
from pitboss.lab.stud.shape import Growing
from pitboss.lab.work import Told, shared, untold
from pitboss.submission.rules import Rules


def seen(
    rules: Rules,
    shape: Growing,
    place: str,
    base: Fraction,
    deck: Sequence[Card] = DECK,
    told: Told = untold,
) -> Worth:
    """What the game comes to when one of the last two cards is seen."""
    raises = Raises(rules, shape, deck)
    whole = np.arange(len(deck) - 2)

    def gain(hand: int) -> Fraction:
        """By third, seen and last card."""
        one = raises.odds(hand, 0, whole).sum(axis=(0, 2))
        two = raises.odds(hand, 1, whole).sum(axis=2)
        first = raises.best(0, one) - raises.base_first[hand] * one
        second = raises.best(1, two) - raises.base_second(hand)[:, None] * two
        return Fraction(int(first.sum() + second.sum()), ways(len(whole)))

    hands = range(len(raises.starts))
    return Worth(base + mean_of(raises, shared(f"playing with {place} seen", gain, hands, told)))
