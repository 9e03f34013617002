"""235 Stud: the specialized and the generic solver agree in every field."""

from fractions import Fraction
from typing import Final

import pytest

from pitboss.cards import RANKS
from pitboss.games import GAMES
from pitboss.lab.stud.shape import find_growing_hand
from pitboss.lab.stud.solver import advise_stud
from pitboss.submission import Rules, resolve

from .solver_comparison import Stand, agreed_solution, generic_values, stands
from .varied_rules import asking, paying, shuffled_odds

STUD = resolve(GAMES["stud-235"])
LOW = resolve(GAMES["stud-235"], {"readings": {"low_ace": "all"}})

ODD: Final[dict[str, tuple[Rules, str]]] = {
    "as the book has it": (STUD, "A2345"),
    "as the book has it, high": (STUD, "TJQKA"),
    "a low ace everywhere": (LOW, "A2345"),
    "a low ace everywhere, gaps": (LOW, "A23QK"),
    "two cards upside down": (paying(STUD, "two_card", "pair=-1 flush=0 straight=9"), "A2346"),
    "a raise unlike its wager": (
        paying(STUD, "raise_three", "pair=-1 mini-royal=-1 straight=0 flush=30"),
        "TJQKA",
    ),
    "five cards upside down": (
        paying(STUD, "five_card raise_five", "flush=-1 straight=0 two-pair=9 four-of-a-kind=-1"),
        "89TJQ",
    ),
    "pushes": (paying(LOW, "raise_three", "pair=0 flush=0 straight=0"), "A2345"),
    "other streets": (
        asking(STUD, {"check": 0, "1x": 1, "3x": 3}, {"1x": 1, "2x": 2}),
        "A2345",
    ),
    "no choice": (asking(STUD, {"check": 0}, {"raise": 2}), "A2346"),
}


def shuffled(seed: int) -> Rules:
    return shuffled_odds((STUD, LOW)[seed % 2], seed, (-1, -1, 0, 1, 2, 7))


@pytest.mark.parametrize("name", ODD)
def test_a_game(name: str) -> None:
    agreed_solution(*ODD[name], "a hand that grows")


@pytest.mark.parametrize("seed", range(6))
def test_any_odds(seed: int) -> None:
    agreed_solution(shuffled(seed), ("A2345", "TJQKA", "234QA")[seed % 3], "a hand that grows")


def fast(at: Stand) -> dict[str, Fraction]:
    shape = find_growing_hand(at.rules)
    assert shape is not None
    hole, *later = at.turned
    third = later[0][0] if later else None
    return advise_stud(at.rules, shape, hole, third, sum(at.raises), at.deck)


RULES: Final = {"five-card": STUD, "all": LOW, "odds 8": shuffled(8), "odds 9": shuffled(9)}


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_the_first_street_of_the_whole_deck(name: str) -> None:
    for at in stands(RULES[name], RANKS, decision_count=0, count=5, seed=1):
        assert fast(at) == generic_values(at), str(at)


@pytest.mark.parametrize("name", RULES)
def test_the_second_street(name: str) -> None:
    for at in (
        *stands(RULES[name], RANKS, decision_count=1, count=12, seed=2),
        *stands(RULES[name], "A2345", decision_count=1, count=12, seed=3),
        *stands(RULES[name], "TJQKA", decision_count=1, count=12, seed=4),
    ):
        assert fast(at) == generic_values(at), str(at)
