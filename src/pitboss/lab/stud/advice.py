"""What each decision of a stud game is worth."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from pitboss.cards import DECK, Card
from pitboss.games.patterns import holding
from pitboss.lab.starts import Dealt
from pitboss.lab.stud.grown import hopes
from pitboss.lab.stud.shape import Growing
from pitboss.lab.stud.solve import best_times, expected
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
    first, second = shape.raises
    sums = [(expected(found.levels, grown), grown.ways) for grown in found.grown]
    stands = sum(sum(x[w.key] for w in shape.required) * ways for x, ways in sums)
    one = sum(x[first.key] * ways for x, ways in sums)
    if third is None:
        deals = (len(deck) - 2) * comb(len(deck) - 3, 2)
        later = sum(
            best_times(shape.streets[1], x[second.key]) * x[second.key] * ways for x, ways in sums
        )
        return {
            name: Fraction(stands + later + int(times) * one, deals)
            for name, times in shape.streets[0].asks.items()
        }
    two = sum(x[second.key] * ways for x, ways in sums)
    deals = comb(len(deck) - 3, 2)
    return {
        name: Fraction(stands + raised * one + int(times) * two, deals)
        for name, times in shape.streets[1].asks.items()
    }
