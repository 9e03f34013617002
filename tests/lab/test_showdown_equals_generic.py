"""Hold 'em: the specialized and the generic solver agree in every field."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from typing import Final

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.cards import RANKS, Card
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD
from pitboss.lab.progress import no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.showdown.shape import find_dealer_showdown
from pitboss.lab.showdown.solver import advise_showdown, count_outcomes
from pitboss.lab.starting_hands import (
    SUIT_PERMUTATIONS,
    permutations_keeping,
    permute_suits,
    starting_hands,
)
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

from .solver_comparison import Stand, agreed_solution, generic_values, shape_solution, stands
from .varied_rules import asking, compare_hands

THB = resolve(GAMES["holdem-bonus"])


def pays_on(hand: str) -> Rules:
    """Pay ante wins from this hand on, as the submission may choose."""
    return resolve(GAMES["holdem-bonus"], {"wagers": {"ante": {"pays_on": hand}}})


def paid_from(least: str | None) -> Rules:
    """Pay ante wins from a hand that no submission can choose."""
    ante = replace(THB.required[0], pays=compare_hands("player", "dealer", least))
    return replace(THB, required=(ante,))


def whole(rules: Rules, ranks: str) -> MainGame:
    return agreed_solution(rules, ranks, "showdown with a dealer")


# Whole games. Three ranks give full houses and four of a kind, four give two pair as well.

ODD: Final[dict[str, Rules]] = {
    "straight or better": pays_on("straight"),
    "flush or better": pays_on("flush"),
    "any winner is paid": paid_from(None),
    "four of a kind is paid": paid_from("four of a kind"),
    "hardly anyone is paid": paid_from("royal flush"),
    "other streets": asking(
        paid_from("four of a kind"),
        {"fold": FOLD, "1x": 1, "3x": 3},
        {"check": 0, "bet": 2},
        {"1x": 1, "2x": 2},
    ),
    "nobody folds": asking(
        paid_from("four of a kind"),
        {"check": 0, "bet": 2},
        {"bet": 1},
        {"check": 0, "1x": 1, "2x": 2},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ODD)
def test_a_game(name: str) -> None:
    main = whole(ODD[name], "QKA")
    assert len({start.best for start in main.starts.values()}) > 1


@pytest.mark.soak
def test_four_ranks() -> None:
    main = whole(paid_from("full house"), "JQKA")
    assert {name for name, start in main.starts.items() if start.best == "fold"} == {"JJ"}
    assert {(3, 2), (3, 3), (4, 3), (4, 4), (5, 4), (5, 5)} < set(main.results)


# Single states


def fast(at: Stand) -> dict[str, Fraction]:
    shape = find_dealer_showdown(at.rules)
    assert shape is not None
    hole, *board = at.turned
    return advise_showdown(at.rules, shape, hole, [*chain(*board)], at.raises, at.deck)


RULES: Final = {
    "straight": pays_on("straight"),
    "flush": pays_on("flush"),
    "three of a kind": paid_from("three of a kind"),
    "other streets": ODD["other streets"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_after_the_flop(name: str) -> None:
    for at in (
        *stands(RULES[name], "A2345", decision_count=1, count=4, seed=1),
        *stands(RULES[name], "9TJQKA", decision_count=1, count=2, seed=2),
    ):
        assert fast(at) == generic_values(at), str(at)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_after_the_turn(name: str) -> None:
    for at in (
        *stands(RULES[name], RANKS, decision_count=2, count=3, seed=3),
        *stands(RULES[name], "A23456", decision_count=2, count=8, seed=4),
        *stands(RULES[name], "89TJQKA", decision_count=2, count=8, seed=5),
    ):
        assert fast(at) == generic_values(at), str(at)


# Decks of more ranks are too large to enumerate: the first street is checked by the later ones.


def flops_after(hole: Sequence[Card], deck: Sequence[Card]) -> Counter[tuple[Card, ...]]:
    """Return one flop per suit class, and how many flops it stands for."""
    alike = permutations_keeping(SUIT_PERMUTATIONS, hole)
    left = [c for c in deck if c not in hole]
    return Counter(
        min(permute_suits(change, flop) for change in alike) for flop in combinations(left, 3)
    )


@pytest.mark.slow
@pytest.mark.parametrize("hand", ["straight", "flush"])
@pytest.mark.parametrize(("ranks", "name"), [("A2345", "53o"), ("9TJQKA", "T9s")])
def test_the_value_of_a_starting_hand_is_that_of_its_flops(
    hand: str, ranks: str, name: str
) -> None:
    rules, deck = pays_on(hand), deck_of_ranks(ranks)
    (hole,) = (start.cards for start in starting_hands(deck) if start.name == name)
    flops = flops_after(hole, deck)
    total = sum(
        max(fast(Stand(rules, (hole, flop), ("bet",), deck)).values()) * ways
        for flop, ways in flops.items()
    )
    start = shape_solution(rules, ranks).starts[name]
    assert start.values == {"fold": -1, "bet": total / flops.total()}


@pytest.mark.slow
def test_bets_are_made_where_they_win_more_than_they_lose() -> None:
    """Checked in total by the solver and state by state; among equals nothing is staked."""
    deck = deck_of_ranks("A2345")
    at = next(at for at, start in enumerate(starting_hands(deck)) if start.name == "54s")
    hole, ways = starting_hands(deck)[at].cards, starting_hands(deck)[at].ways
    bets, ties = np.zeros((2, 2), np.int64), 0
    for flop, alike in flops_after(hole, deck).items():
        after_flop = fast(Stand(THB, (hole, flop), ("bet",), deck))
        on_turn = after_flop["bet"] > after_flop["check"]
        for turn in deck:
            if turn not in (*hole, *flop):
                current = fast(Stand(THB, (hole, flop, (turn,)), ("bet", "check"), deck))
                ties += current["bet"] == current["check"]
                bets[int(on_turn), int(current["bet"] > current["check"])] += alike
    assert ties > 0
    shape = find_dealer_showdown(THB)
    assert shape is not None
    outcome_counts = count_outcomes(THB, shape, deck, starting_hands(deck), no_progress)[at].sum(
        axis=2
    )
    deals_after = (len(deck) - 6) * comb(len(deck) - 7, 2)
    assert outcome_counts.tolist() == (bets * ways * deals_after).tolist()
