"""Criss Cross for a player who sees the center card first: a known figure, computed again.

The lab's cross solver is not used: hands are ranked in arrays, and optimal play is computed
backward from the last decision. With the center card known, a line's outer pair decides its hand.
"""

from functools import cache
from itertools import product
from math import comb
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games import GAMES
from pitboss.lab.hand_tables import RANK_OF_CARD, SUIT_OF_CARD, five_card_ranks
from pitboss.lab.starting_hands import (
    SUIT_PERMUTATIONS,
    StartingHand,
    permutations_keeping,
    permute_suits,
    starting_hands,
)
from pitboss.submission import resolve
from pitboss.submission.evaluators import Hands, compile_evaluators

Ints = NDArray[np.int64]

RULES: Final = resolve(GAMES["criss-cross"])
TIMES: Final = (1, 2, 3)
ANTES: Final = 2
PAIRS: Final = comb(49, 2)
"""Pairs that can lie on the first line when hand and center are known."""
SECOND_PAIRS: Final = comb(47, 2)


class PayLevels:
    """Five-card hands by what they pay; hands of one level pay alike on every wager."""

    def __init__(self) -> None:
        ranks = five_card_ranks(low_ace=True)
        evaluators, hands = compile_evaluators(RULES), Hands({}, ())
        odds = []
        for strength in ranks.strengths:
            hands["across"] = strength
            odds.append((evaluators["ante_across"](hands).odds, evaluators["across"](hands).odds))
        # Better hands never pay less, so the better line is the one of the higher level.
        assert odds == sorted(odds)
        kinds = sorted(set(odds))
        level = np.array([kinds.index(pay) for pay in odds])
        self.unsuited, self.suited = level[ranks.unsuited], level[ranks.suited]
        self.ante, self.line = np.array(kinds).T
        self.number = len(kinds)

    def third(self) -> Ints:
        """Return the best third decision when every card is known, by levels and raises."""
        result = np.zeros((self.number, self.number, len(TIMES), len(TIMES)), np.int64)
        for item, two in product(range(self.number), repeat=2):
            for f, s in product(TIMES, TIMES):
                stands = self.ante[item] + f * self.line[item] + self.ante[two] + s * self.line[two]
                raise_value = [stands + times * self.line[max(item, two)] for times in TIMES]
                result[item, two, f - 1, s - 1] = max(-ANTES - f - s, *raise_value)
        return result


@cache
def pay_levels() -> tuple[PayLevels, Ints]:
    result = PayLevels()
    return result, result.third()


def best_net(three: tuple[Card, ...]) -> int:
    """Return the net win over all deals of hand and center under optimal play."""
    levels, third = pay_levels()
    rest = np.array([c for c in DECK if c not in three])
    low, high = np.triu_indices(len(rest), 1)
    level = level_of(levels, three, rest[low], rest[high])
    # How many second pairs reach each level, without those that share a card with the first.
    of_card = np.zeros((len(rest), levels.number), np.int64)
    np.add.at(of_card, (low, level), 1)
    np.add.at(of_card, (high, level), 1)
    own = np.eye(levels.number, dtype=np.int64)[level]
    seconds = own.sum(axis=0) - of_card[low] - of_card[high] + own
    net = np.zeros(len(TIMES), np.int64)
    for item in np.unique(level):
        mine = seconds[level == item]
        assert (mine.sum(axis=1) == SECOND_PAIRS).all()
        for f, times in enumerate(TIMES):
            raise_value = mine @ third[item, :, f, :]
            net[f] += np.maximum(raise_value.max(axis=1), -(ANTES + times) * SECOND_PAIRS).sum()
    return max(-ANTES * PAIRS * SECOND_PAIRS, *net.tolist())


def level_of(levels: PayLevels, three: tuple[Card, ...], values_: Ints, two: Ints) -> Ints:
    a, b, c = (int(RANK_OF_CARD[card]) for card in three)
    result = levels.unsuited[
        ((a * 13 + b) * 13 + c) * 169 + RANK_OF_CARD[values_] * 13 + RANK_OF_CARD[two]
    ]
    if len({int(SUIT_OF_CARD[card]) for card in three}) == 1:
        suited = (SUIT_OF_CARD[values_] == SUIT_OF_CARD[three[0]]) & (
            SUIT_OF_CARD[two] == SUIT_OF_CARD[three[0]]
        )
        bits = (
            (1 << a) | (1 << b) | (1 << c) | (1 << RANK_OF_CARD[values_]) | (1 << RANK_OF_CARD[two])
        )
        result = np.where(suited, levels.suited[bits], result)
    return np.asarray(result)


def centers(start: StartingHand) -> dict[Card, int]:
    """Return one center card per suit class, and how many cards it stands for."""
    alike = permutations_keeping(SUIT_PERMUTATIONS, start.cards)
    result: dict[Card, int] = {}
    for card in DECK:
        if card not in start.cards:
            (least,) = min(permute_suits(change, [card]) for change in alike)
            result[least] = result.get(least, 0) + 1
    return result


@pytest.mark.slow
def test_the_center_card_seen_first_is_worth_half_of_both_antes() -> None:
    """Published by E. Jacobson: the player's edge is 49.37 % of both antes."""
    net = deals = 0
    for start in starting_hands(DECK):
        for center, ways in centers(start).items():
            net += best_net((*start.cards, center)) * ways * start.ways
            deals += PAIRS * SECOND_PAIRS * ways * start.ways
    assert deals == comb(52, 2) * 50 * PAIRS * SECOND_PAIRS
    assert f"{net / deals / ANTES:.2%}" == "49.37%"
