"""The features that kernels compute equal those counted card by card."""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECK, Card, card, rank, suit
from pitboss.games import GAMES
from pitboss.games.paytables import Odds
from pitboss.hands import ranking
from pitboss.lab.cross.odds import (
    SECOND_STREET_FEATURES,
    THIRD_STREET_FEATURES,
    FeatureCounter,
    cross_table,
)
from pitboss.lab.cross.shape import find_cross_lines
from pitboss.lab.hand_tables import five_card_ranks
from pitboss.lab.main_game import solve_main
from pitboss.lab.showdown.shape import hand_strength, showdown_features
from pitboss.lab.strategy.finder import feature_reader
from pitboss.submission import Rules, resolve
from pitboss.submission.evaluators import Hands, compile_evaluators
from tests.lab.varied_rules import paying

pytestmark = pytest.mark.usefixtures("kernels")


def cards(text: str) -> list[Card]:
    return [card(item) for item in text.split()]


def random_cards(chance: Random, size: int) -> list[Card]:
    """Return this many cards, often of few ranks or suits, so that all kinds of hands occur."""
    ranks = chance.sample(range(13), chance.choice([4, 6, 13]))
    suits = chance.sample(range(4), chance.choice([2, 4, 4]))
    some = [c for c in DECK if rank(c) in ranks and suit(c) in suits]
    return chance.sample(some if len(some) >= size else DECK, size)


@pytest.mark.parametrize("low_ace", [True, False])
def test_seven_cards_rank_as_their_best_five(low_ace: bool) -> None:
    """All five-card subsets are looked up in the tables for five cards."""
    ranks = five_card_ranks(low_ace=low_ace)

    def place(five: tuple[Card, ...]) -> int:
        if len({suit(c) for c in five}) == 1:
            return int(ranks.suited[sum(1 << rank(c) for c in five)])
        number = 0
        for c in five:
            number = 13 * number + rank(c)
        return int(ranks.unsuited[number])

    chance = Random("seven cards")
    hands = [random_cards(chance, chance.choice([5, 6, 7])) for _ in range(400)]
    by_place = sorted(hands, key=lambda some: max(place(five) for five in combinations(some, 5)))
    result = [hand_strength(some, low_ace=low_ace) for some in by_place]
    assert result == sorted(result)
    assert {kind for kind, *_ in result} >= set(range(8))


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        # Nine cards pair the board, four others are aces; six pair the hand.
        ("Ks Qh", "9d 5c 2h", {"safe": 47 - 13, "outs": 6, "low": 10, "made": 0, "calm": 3}),
        # Top pair: no single card beats it; nines and queens help, and what pairs the other board
        # cards.
        ("9s Qh", "9d 5c 2h", {"safe": 47, "outs": 11, "low": 7, "made": 1, "calm": 3}),
        # Nine spades, six that pair, and nothing yet.
        ("As 8s", "Ks 7s 2h", {"outs": 15, "made": 0, "calm": 2}),
        # Four of a suit on the board: each of the other nine beats a pair.
        ("Ah Ad", "Ks 7s 4s 2s", {"safe": 47 - 9, "made": 1, "calm": 0}),
    ],
)
def test_features_worked_by_hand(hole: str, board: str, expected: dict[str, int]) -> None:
    result = showdown_features(cards(hole), cards(board), low_ace=True)
    assert result | expected == result


@pytest.mark.parametrize("low_ace", [1, 0])
def test_kernel_features_equal_those_counted_by_hand(low_ace: int) -> None:
    """Random hold 'em situations are counted by the kernel and in Python."""
    from pitboss.lab.kernels import showdown_strategy as kernels
    from pitboss.lab.showdown.boards import number_deck
    from pitboss.lab.showdown.shape import SHOWDOWN_FEATURES
    from pitboss.lab.showdown.strategy import unpack_features

    codes, chance = number_deck(DECK), Random("hold 'em features")
    counts, by_suit = np.empty(13, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, 13), np.int64), np.empty(52, np.int64)
    for _ in range(1500):
        size = chance.choice([3, 4, 5])
        hole, board = (lambda some: (some[:2], some[2:]))(random_cards(chance, 2 + size))
        at = np.array([DECK.index(c) for c in board])
        kernels.see_board(
            at, size, codes.rank, codes.suit, low_ace, counts, by_suit, alone, with_card,
            np.empty(52, np.int64),
        )  # fmt: skip
        bits = int(np.bitwise_or.reduce(by_suit))
        before = kernels.strength_of_counts(counts, by_suit, bits, low_ace) >> kernels.KIND_SHIFT
        number = kernels.see_hand(
            DECK.index(hole[0]), DECK.index(hole[1]), before, codes.rank, codes.suit, low_ace,
            counts, by_suit, alone, with_card, size < 5,
        )  # fmt: skip
        result = dict(
            zip(SHOWDOWN_FEATURES, unpack_features(np.array([number]))[0].tolist(), strict=True)
        )
        assert result == showdown_features(hole, board, low_ace=bool(low_ace)), (hole, board)


CCP = resolve(GAMES["criss-cross"])
ODD = {
    "as filed": CCP,
    "middle hands lose": paying(
        CCP,
        "across down middle",
        "full-house=-1 two-pair=-1 three-of-a-kind=-1 pair-of-jacks-or-better=-1 straight=1",
    ),
    "the best hands lose": paying(CCP, "middle", "royal-flush=-1 straight-flush=0 flush=-1"),
    "a low pair wins": paying(CCP, "middle", "pair-of-6s-to-10s=2 pair-of-jacks-or-better=0"),
    "nothing wins": paying(
        CCP,
        "middle",
        "royal-flush=0 straight-flush=0 four-of-a-kind=0 full-house=0 flush=0 straight=0 "
        "three-of-a-kind=0 two-pair=0 pair-of-jacks-or-better=0",
    ),
}
"""Paytables on which a better hand may pay less."""


def odds_of_middle(rules: Rules, level_of: Callable[[Sequence[Card]], int]) -> dict[int, Odds]:
    """Return what settlement pays the middle wager at each level, for hands of all kinds."""
    evaluate, chance = compile_evaluators(rules)["middle"], Random("fives")
    strength = ranking(5, low_ace=True).strength
    result: dict[int, Odds] = {}
    for _ in range(20_000):
        five = random_cards(chance, 5)
        hands = Hands({}, ())
        hands["better"] = strength(tuple(five))
        odds = evaluate(hands).odds
        assert result.setdefault(level_of(five), odds) == odds
    return result


@pytest.mark.parametrize("name", ODD)
def test_outs_are_cards_that_improve_the_payout(name: str) -> None:
    """Outs depend on what the wager pays, not on the rank of the hand."""
    rules = ODD[name]
    lines = find_cross_lines(rules)
    assert lines
    counter = FeatureCounter(cross_table(rules, lines))
    odds, chance = odds_of_middle(rules, counter.level), Random("outs")
    for _ in range(300):
        hole, first, second = (lambda x: (x[:2], x[2:4], x[4:]))(random_cards(chance, 6))
        fours = [[*hole, *first], [*hole, *second]]
        rest = [c for c in DECK if c not in {*hole, *first, *second}]
        after = [[counter.level([*four, c]) for c in rest] for four in fours]
        by_line = [[odds[level] for level in some] for some in after]
        best = [odds[max(levels)] for levels in zip(*after, strict=True)]
        result = counter.features(hole, [first, second])
        assert result["outs"] == sum(x > 0 for x in best)
        assert result["any"] == sum(x >= 0 for x in best)
        assert result["outs_each"] == min(sum(x > 0 for x in some) for some in by_line)
        assert result["any_each"] == min(sum(x >= 0 for x in some) for some in by_line)
        assert result["any_one"] == max(sum(x >= 0 for x in some) for some in by_line)


def test_high_cards_are_those_whose_pair_wins() -> None:
    def high(rules: Rules, hole: str) -> int:
        return feature_reader(rules)(cards(hole), [cards("2c 3d")])["high"]

    assert [high(CCP, hole) for hole in ("Ks Jh", "Ks 8h", "Ts 8h")] == [2, 1, 0]
    odd = ODD["a low pair wins"]
    assert [high(odd, hole) for hole in ("Ks Jh", "Ks 8h", "Ts 8h")] == [0, 1, 2]


@pytest.mark.parametrize("name", ODD)
def test_lines_are_counted_as_by_hand(name: str) -> None:
    """Random Criss Cross situations are counted by the kernels with bit masks and card by card."""
    from pitboss.lab.cross.solver import first_pairs, prepare_hand
    from pitboss.lab.cross.strategy import CrossStrategy
    from pitboss.lab.starting_hands import starting_hands

    rules = ODD[name]
    shape = find_cross_lines(rules)
    assert shape
    play, chance = CrossStrategy(rules, shape, solve_main(rules)), Random("cross features")
    read, odds = feature_reader(rules), cross_table(rules, shape).odds([1], [1])
    seen_so_far = 0
    for start in chance.sample(starting_hands(DECK), 8):
        start_sums = play._sum_start(start, 1)
        rest = prepare_hand(odds, start.cards, DECK).rest
        pairs = first_pairs(start.cards, rest).cards.tolist()
        for _ in range(60):
            single, two = (chance.randrange(len(pairs)) for _ in range(2))
            first, second = ([rest[i] for i in pairs[k]] for k in (single, two))
            result = read(start.cards, [first])
            assert [result[name] for name in SECOND_STREET_FEATURES] == start_sums.second_features[
                single
            ].tolist()
            if not {*first} & {*second}:
                result = read(start.cards, [first, second])
                assert [
                    result[name] for name in THIRD_STREET_FEATURES
                ] == start_sums.third_features[single, two].tolist()
                seen_so_far += 1
    assert seen_so_far > 200
