"""The plain loop of the stud games: a starting hand, card by card."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import DECK, RANKS, Card, rank, suit
from pitboss.games.words import times_of
from pitboss.lab.benchmark.peer import Ints, Peer, Values
from pitboss.lab.bounds import whole
from pitboss.lab.kernels import plain
from pitboss.lab.levels import levels
from pitboss.lab.paid_on import hand_of
from pitboss.lab.ranks import RANK, SUIT, ranks_of_five
from pitboss.lab.stud.advice import decisions
from pitboss.lab.stud.shape import Growing
from pitboss.submission.evaluators import Hands, evaluators, readers
from pitboss.submission.rules import Rules

DEALT: Final = (2,)
"""The cards of a state: a starting hand."""
STATES: Final = 300
"""How many are a sample."""

_CARD: Final = {(rank(c), suit(c)): c for c in DECK}


def peer(rules: Rules, shape: Growing, states: Ints, deck: Sequence[Card] = DECK) -> Peer:
    """The loop from the first decision on, in these states."""
    ranks = ranks_of_five(low_ace=shape.low_ace)
    fives = levels(rules, ranks.strengths, [(w, hand_of(w)) for w in shape.paid_at(5)])
    unsuited, suited = fives.of[ranks.unsuited], fives.of[ranks.suited]
    two, three = (_early(rules, shape, size) for size in (2, 3))
    none = np.zeros(fives.number, np.int64)
    odds = np.array([sum((fives.odds.get(k, none) for k in row), none) for row in _rows(shape)])
    seconds = np.array([times_of(times) for times in shape.streets[1].choices.values()])
    net = np.zeros((len(states), 3), np.int64)
    n = len(deck)
    deals = (n - 2) * comb(n - 3, 2)

    def play(low: int, high: int) -> None:
        plain.play_stud(
            states, low, high, np.array(deck, np.int64), RANK, SUIT, *two, *three,
            unsuited, suited, odds, seconds, net,
        )  # fmt: skip

    def plainly(state: int) -> Values:
        stands, one, later = net[state].tolist()
        return {
            name: Fraction(stands + times_of(times) * one + later, deals)
            for name, times in shape.streets[0].choices.items()
        }

    def by_the_lab(state: int) -> Values:
        return decisions(rules, shape, states[state].tolist(), None, 0, deck)

    return Peer(states, deals, comb(n, 2) * deals, play, plainly, by_the_lab)


def _rows(shape: Growing) -> list[list[str]]:
    """The wagers of each row of odds: required ones, first and second raise."""
    return [[w.key for w in shape.required], *([w.key] for w in shape.raises)]


def _early(rules: Rules, shape: Growing, size: int) -> tuple[Ints, Ints]:
    """What each row pays on two or three cards: by ranks as digits, and of one suit as bits."""
    judged, read = evaluators(rules), readers(rules)
    paid = {wager.key for wager in shape.paid_at(size)}

    def odds(cards: Sequence[Card]) -> list[int]:
        laid = dict(zip(shape.order, cards, strict=False))
        hands = Hands(read, tuple(laid.get(at, cards[0]) for at in range(max(shape.order) + 1)))
        return [
            sum(whole(judged[key](hands).odds) for key in row if key in paid)
            for row in _rows(shape)
        ]

    unsuited = [
        odds([_CARD[r, s] for s, r in enumerate(ranks)])
        for ranks in product(range(len(RANKS)), repeat=size)
    ]
    suited = np.zeros((len(_rows(shape)), 1 << len(RANKS)), np.int64)
    for ranks in combinations(range(len(RANKS)), size):
        suited[:, sum(1 << r for r in ranks)] = odds([_CARD[r, 0] for r in ranks])
    return np.array(np.transpose(unsuited), np.int64, order="C"), suited
