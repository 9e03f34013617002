"""What each decision of a showdown game with one raise is worth that is made on a board.

(One before the flop meets every board: its values come from the solution of the whole game.)
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD, Choice, times_of
from pitboss.lab.kernels import one_raise as kernels
from pitboss.lab.showdown.boards import Ints, numbered
from pitboss.lab.showdown.odds import line_odds
from pitboss.lab.showdown.one_raise import TURN, WHOLE, OneRaise
from pitboss.lab.showdown.places import sevens
from pitboss.submission.rules import Rules


def decisions(
    rules: Rules,
    shape: OneRaise,
    hole: Sequence[Card],
    board: Sequence[Card],
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """The value of every decision now open, on the flop, on the turn or on the whole board."""
    deck = tuple(deck)
    odds = line_odds(rules, shape)
    some = _boards_after(hole, board, deck)
    standing, raised = _paid(rules, shape, hole, board, deck, some)
    dealers = comb(len(deck) - 7, 2)
    fold = -len(shape.required) * odds.scale * dealers
    checked = standing  # what a check comes to, board by board
    if len(board) < WHOLE and (last := shape.street_on(WHOLE)):
        each = [_after(x, standing, raised, standing, fold) for x in last.choices.values()]
        checked = np.max(each, axis=0)
    orders = 1
    if len(board) < TURN and (turn := shape.street_on(TURN)):
        # Each board with either of its last two cards as the turn: by turn, over all rivers.
        orders = 2
        standing, raised, checked = (_by_turn(x, some) for x in (standing, raised, checked))
        folded = fold * (len(deck) - 6)
        each = [_after(x, standing, raised, checked, folded) for x in turn.choices.values()]
        checked = np.max(each, axis=0)
    net = {
        name: int(_after(choice, standing, raised, checked, 0).sum())
        if choice != FOLD
        else fold * len(some) * orders
        for name, choice in shape.choices_on(len(board)).items()
    }
    whole = len(some) * orders * dealers * odds.scale
    return {name: Fraction(x, whole) for name, x in net.items()}


def _boards_after(hole: Sequence[Card], board: Sequence[Card], deck: tuple[Card, ...]) -> Ints:
    """The cards that complete a board, by their numbers in the deck."""
    rest = [i for i, c in enumerate(deck) if c not in {*hole, *board}]
    return np.array(list(combinations(rest, WHOLE - len(board))), np.int64)


def _after(choice: Choice, standing: Ints, raised: Ints, checked: Ints, folded: int) -> Ints:
    """What a decision comes to, case by case."""
    if choice == FOLD:
        return np.full_like(standing, folded)
    return standing + times_of(choice) * raised if choice else checked


def _by_turn(values: Ints, some: Ints) -> Ints:
    """Values of boards, given by their last two cards, added up by the turn."""
    found = np.zeros(int(some.max()) + 1, np.int64)
    for turn in some.T:
        np.add.at(found, turn, values)
    return found[np.unique(some)]


def _paid(
    rules: Rules,
    shape: OneRaise,
    hole: Sequence[Card],
    board: Sequence[Card],
    deck: tuple[Card, ...],
    some: Ints,
) -> tuple[Ints, Ints]:
    """By board: what the required wagers come to over the dealer's hands, and one of the raise."""
    cards, tables, odds = numbered(deck), sevens(low_ace=shape.low_ace), line_odds(rules, shape)
    at = {c: i for i, c in enumerate(deck)}
    met = np.zeros((len(some), len(odds.cuts) + 4), np.int64)
    first, second = (at[c] for c in hole)
    kernels.meet_dealer(
        first, second, np.array([at[c] for c in board]), some, cards.rank, cards.suit,
        tables.five_of, tables.best, tables.flushes, odds.cuts, met,
    )  # fmt: skip
    lines, counts = odds.lines[met[:, 0]], met[:, 1:]
    base, play = odds.base_form[lines], odds.play_form[lines]
    return (base * counts).sum(axis=1), (play * counts).sum(axis=1)
