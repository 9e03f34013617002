"""What each decision of a stud game is worth."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from pitboss.cards import DECK, Card
from pitboss.games.patterns import holding
from pitboss.games.words import times_of
from pitboss.lab.starts import Dealt
from pitboss.lab.stud.grown import hopes
from pitboss.lab.stud.shape import Growing
from pitboss.lab.stud.solve import best_times
from pitboss.submission.rules import Rules


def decisions(
    rules: Rules,
    shape: Growing,
    hole: Sequence[Card],
    third: Card | None,
    raised: int = 0,
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """The value of every decision now open, best play after it.

    With a ``third`` card the second decision is open, and ``raised`` is what the first one staked.
    """
    low, high = sorted(hole)
    start = Dealt(holding(low, high), (low, high), 1)
    found = hopes(rules, shape, deck, [start], third)
    first, second = (wager.key for wager in shape.raises)
    sums = found.added_up()
    stands = sum(found.by_hand(sums[w.key]).item() for w in shape.required)
    one, two = (found.by_hand(sums[key]).item() for key in (first, second))
    if third is not None:
        deals = comb(len(deck) - 3, 2)
        return {
            name: Fraction(stands + raised * one + times_of(times) * two, deals)
            for name, times in shape.streets[1].choices.items()
        }
    deals = (len(deck) - 2) * comb(len(deck) - 3, 2)
    raised_later = best_times(shape.streets[1], sums[second])
    later = found.by_hand(raised_later * sums[second]).item()
    return {
        name: Fraction(stands + later + times_of(times) * one, deals)
        for name, times in shape.streets[0].choices.items()
    }
