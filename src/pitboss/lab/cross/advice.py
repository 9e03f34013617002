"""What each decision of a cross game is worth, at any of its streets."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.patterns import holding
from pitboss.games.words import FOLD
from pitboss.lab.cross.hand import after_second, after_third, prepare
from pitboss.lab.cross.odds import table_of
from pitboss.lab.cross.shape import Lines, multiples
from pitboss.lab.cross.solve import extremes, play_start
from pitboss.lab.starts import Dealt
from pitboss.submission.rules import Rules


def decisions(
    rules: Rules,
    lines: Lines,
    hole: Sequence[Card],
    turned: Sequence[Sequence[Card]],
    raised: Sequence[int],
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """The value of every decision now open, best play after it.

    ``turned`` has the outer pairs that are seen, ``raised`` the multiples staked so far.
    """
    table = table_of(rules, lines)
    first, second, third = lines.streets
    low, high = sorted(hole)
    if not turned:
        odds = table.odds(multiples(first), extremes(second))
        start = Dealt(holding(low, high), (low, high), 1)
        return play_start(lines, odds, start, deck).values
    now = (first, second, third)[len(turned)]
    odds = table.odds(raised[:1], raised[1:] or multiples(second))
    prepared = prepare(odds, (low, high), deck)
    staked = len(lines.required) + sum(raised)
    if len(turned) == 1:
        pair = np.array([sorted(prepared.rest.index(c) for c in turned[0])])
        net, _ = after_second(odds, prepared, pair)
        by_times = dict(zip(odds.seconds.tolist(), net[0, 0].tolist(), strict=True))
        deals = prepared.after_first_pair
    else:
        stands, better = after_third(odds, prepared, *turned)
        by_times = {times: stands + times * better for times in multiples(third)}
        deals = prepared.last_cards
    return {
        name: Fraction(-staked) if times == FOLD else Fraction(by_times[times], deals)
        for name, times in now.choices.items()
    }
