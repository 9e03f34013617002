"""What each later decision of a showdown game with one raise is worth.

(The first one meets every board: its values come from the solution of the whole game.)
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD, times_of
from pitboss.lab.kernels import one_raise as kernels
from pitboss.lab.showdown.boards import Ints, numbered
from pitboss.lab.showdown.odds import line_odds
from pitboss.lab.showdown.one_raise import WHOLE, OneRaise
from pitboss.lab.showdown.places import sevens
from pitboss.submission.rules import Rules


def decisions(
    rules: Rules,
    shape: OneRaise,
    hole: Sequence[Card],
    board: Sequence[Card],
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """The value of every decision now open, after the flop or on the whole board."""
    deck = tuple(deck)
    odds = line_odds(rules, shape)
    standing, raised = _paid(rules, shape, hole, board, deck)
    dealers = comb(len(deck) - 7, 2)
    fold = -len(shape.required) * odds.scale * dealers
    last = shape.street_on(WHOLE)
    checked = standing  # what a check comes to, board by board
    if last and len(board) < WHOLE:
        checked = np.max(
            [
                np.full_like(standing, fold)
                if choice == FOLD
                else standing + times_of(choice) * raised
                for choice in last.choices.values()
            ],
            axis=0,
        )
    net = {
        name: fold * len(standing)
        if choice == FOLD
        else int((standing + times_of(choice) * raised if choice else checked).sum())
        for name, choice in shape.choices_on(len(board)).items()
    }
    whole = len(standing) * dealers * odds.scale
    return {name: Fraction(x, whole) for name, x in net.items()}


def _paid(
    rules: Rules,
    shape: OneRaise,
    hole: Sequence[Card],
    board: Sequence[Card],
    deck: tuple[Card, ...],
) -> tuple[Ints, Ints]:
    """By board: what the required wagers come to over the dealer's hands, and one of the raise."""
    cards, tables, odds = numbered(deck), sevens(low_ace=shape.low_ace), line_odds(rules, shape)
    at = {c: i for i, c in enumerate(deck)}
    rest = [at[c] for c in deck if c not in {*hole, *board}]
    some = np.array(list(combinations(rest, WHOLE - len(board))), np.int64)
    met = np.zeros(len(some), np.uint64)
    first, second = (at[c] for c in hole)
    kernels.meet_dealer(
        first, second, np.array([at[c] for c in board]), some, cards.rank, cards.suit,
        tables.five_of, tables.best, tables.flushes, odds.lines, odds.floor, met,
    )  # fmt: skip
    lines = (met >> kernels.LINE).astype(np.int64)
    ends = np.stack([(met >> np.uint64(10 * k)) & kernels.FIELD for k in range(kernels.ENDS)], 1)
    counts = ends.astype(np.int64)
    return (odds.base[lines] * counts).sum(axis=1), (odds.play[lines] * counts).sum(axis=1)
