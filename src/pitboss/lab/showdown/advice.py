"""What each later decision of a showdown game is worth.

(The first one meets every board: its values come from the solution of the whole game.)
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import times_of
from pitboss.lab.kernels import showdown as kernels
from pitboss.lab.showdown.boards import Ints, numbered
from pitboss.lab.showdown.places import paid_places, sevens
from pitboss.lab.showdown.shape import Against, stakes
from pitboss.submission.rules import Rules


def decisions(
    rules: Rules,
    shape: Against,
    hole: Sequence[Card],
    board: Sequence[Card],
    raised: Sequence[int],
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """The value of every decision now open, after the flop or after the turn."""
    deck = tuple(deck)
    hopes, ante = _met(rules, shape, hole, board, deck)
    dealt = comb(len(deck) - 7, 2)
    rivers = len(deck) - 6
    least, most = stakes(shape.streets[2])
    if len(board) == 4:
        asked, deals, hope = shape.streets[2].choices, rivers * dealt, int(hopes.sum())
        later = 0
    else:
        # By turn, added up over the rivers that can follow it.
        by_turn = hopes.sum(axis=1)
        asked = shape.streets[1].choices
        deals, hope = (len(deck) - 5) * rivers * dealt, int(by_turn.sum())
        later = int(np.where(by_turn > 0, most * by_turn, least * by_turn).sum())
    stands = int(ante.sum()) + sum(raised) * hope + later
    return {name: Fraction(stands + times_of(times) * hope, deals) for name, times in asked.items()}


def _met(
    rules: Rules,
    shape: Against,
    hole: Sequence[Card],
    board: Sequence[Card],
    deck: tuple[Card, ...],
) -> tuple[Ints, Ints]:
    """Wins less losses of a bet, and of the ante, over the dealer's hands.

    By turn and river, each way round; by river alone where the turn is known.
    """
    cards, tables = numbered(deck), sevens(low_ace=shape.low_ace)
    pays = paid_places(rules, shape)
    at = {c: i for i, c in enumerate(deck)}
    rest = [at[c] for c in deck if c not in {*hole, *board}]
    missing = 5 - len(board)
    some = np.array(list(combinations(range(len(rest)), missing)))
    met = np.zeros((len(some), 3), np.int64)
    first, second = (at[c] for c in hole)
    kernels.meet_dealer(
        first, second, np.array([at[c] for c in board]), np.array(rest)[some],
        cards.rank, cards.suit, tables.five_of, tables.best, tables.flushes, pays, met,
    )  # fmt: skip
    won, tied, paid = met.T
    lost = comb(len(deck) - 7, 2) - won - tied
    if missing == 1:
        return won - lost, paid - lost
    hopes, ante = (np.zeros((len(rest),) * 2, np.int64) for _ in range(2))
    for grid, values in ((hopes, won - lost), (ante, paid - lost)):
        grid[some[:, 0], some[:, 1]] = values
        grid[some[:, 1], some[:, 0]] = values
    return hopes, ante
