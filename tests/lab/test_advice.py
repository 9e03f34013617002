"""Advice on every street of every game equals the generic solver's, including ties."""

from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

from pitboss.cards import DECK, RANKS, Card, cards
from pitboss.games import GAMES
from pitboss.lab import kernels  # before a test changes the cache folder
from pitboss.lab.advice import Advice, advise
from pitboss.lab.main_game import solve_main
from pitboss.lab.starting_hands import starting_hands
from pitboss.submission import Rules, resolve

from .naive_solver import Brute, value
from .solver_comparison import Stand, generic_values, stand, stands
from .varied_rules import asking, paying

RET, CCP = resolve(GAMES["run-em-twice"]), resolve(GAMES["criss-cross"])
THB, STUD = resolve(GAMES["holdem-bonus"]), resolve(GAMES["stud-235"])
MS = resolve(GAMES["mississippi-stud"])
assert kernels


def advice_for(at: Stand) -> Advice:
    return advise(at.rules, at.hole, at.table, at.decisions)


def check(at: Stand) -> str:
    """Check that advice equals enumeration of every deal, and return the best decision."""
    result = advice_for(at)
    assert result.decisions == generic_values(at), str(at)
    assert result.decisions[result.best] == max(result.decisions.values())
    assert list(result.decisions) == list(at.rules.streets[len(at.decisions)].choices)
    return result.best


# First decisions


@pytest.mark.slow
@pytest.mark.parametrize("game", ["criss-cross", "stud-235", "holdem-bonus"])
def test_the_first_decision_is_that_of_the_solved_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds for all cards of a starting hand, in any order."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    rules = resolve(GAMES[game])
    main = solve_main(rules)
    for at, start in enumerate(starting_hands(DECK)):
        if at % 12 == 0:
            solution = main.starts[start.name]
            for hole in (start.cards, _other_suits(start.cards)[::-1]):
                result = advise(rules, hole)
                assert (result.decisions, result.best) == (solution.values, solution.best), (
                    start.name
                )


def _other_suits(hole: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the same starting hand in other suits."""
    return tuple(Card(c ^ 3) for c in hole)


def test_advice_uses_the_cache_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cached solution is used unless the caller opts out."""
    results: list[bool] = []

    def refuse_to_solve(rules: Rules, *, progress: object, cache: bool) -> object:
        results.append(cache)
        raise LookupError

    monkeypatch.setattr("pitboss.lab.advice.solve_main", refuse_to_solve)
    for cache in (True, False):
        with pytest.raises(LookupError):
            advise(THB, cards("Kh Qs"), cache=cache)
    assert results == [True, False]


# Later decisions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "visible", "first", "best"),
    [
        (CCP, "4s 3d 9s 6d", "2x", "fold"),
        (CCP, "Js 6c Ks 7h", "1x", "1x"),
        (CCP, "Kc Kd Qc Qd", "3x", "3x"),
        (RET, "2c 3h 4c 8h", "3x", "fold"),
        (RET, "4h 4d 6c 3c", "3x", "3x"),
    ],
    ids=["CCP fold", "CCP 1x", "CCP 3x", "RET fold", "RET 3x"],
)
def test_the_second_decision_of_a_cross_game(
    rules: Rules, visible: str, first: str, best: str
) -> None:
    assert check(stand(rules, cards(visible), [first])) == best


@pytest.mark.parametrize("rules", [CCP, RET], ids=["CCP", "RET"])
def test_the_third_decision_of_a_cross_game(rules: Rules) -> None:
    folding = stand(rules, cards("2s 4h 3s 7s 9h 5s"), ["3x", "1x"])
    result = [
        check(at) for at in (folding, *stands(rules, RANKS, decision_count=2, count=40, seed=12))
    ]
    assert (result[0], set(result)) == ("fold", {"fold", "1x", "3x"})


@pytest.mark.slow
def test_the_third_decision_of_holdem() -> None:
    result = [check(at) for at in stands(THB, RANKS, decision_count=2, count=4, seed=13)]
    assert set(result) == {"check", "bet"}


def test_the_second_decision_of_stud() -> None:
    result = [check(at) for at in stands(STUD, RANKS, decision_count=1, count=20, seed=14)]
    assert set(result) == {"check", "raise"}


def test_a_game_without_a_fast_shape() -> None:
    """The last decision is checked by dealing every card."""
    for at in stands(MS, RANKS, decision_count=2, count=20, seed=15):
        ends = Brute(MS, DECK).decisions(at.seen_cards, at.decisions)
        assert advice_for(at).decisions == {name: value(some) for name, some in ends.items()}


@pytest.mark.parametrize(
    ("rules", "visible", "decisions", "others"),
    [
        (CCP, "Kc 9d 2h 9s 5c 8h", "1x 2x", ["9d Kc 9s 2h 8h 5c"]),
        (CCP, "Kc 9d 2h 9s", "3x", ["9d Kc 9s 2h", "Kd 9c 2h 9s"]),
        (THB, "Kc 9d 2h 9s 5c 8h", "bet check", ["9d Kc 5c 2h 9s 8h", "9d Kc 5c 2h 8h 9s"]),
        (STUD, "Kc 9d 9s", "raise", ["9d Kc 9s", "9d Kh 9c"]),
    ],
    ids=["CCP third", "CCP second", "THB third", "235 second"],
)
def test_the_order_of_cards_that_are_seen_together_does_not_matter(
    rules: Rules, visible: str, decisions: str, others: list[str]
) -> None:
    result = advice_for(stand(rules, cards(visible), decisions.split()))
    for other in others:
        assert advice_for(stand(rules, cards(other), decisions.split())) == result


# Ties

PUSHED: Final = " ".join(
    f"{line}=0"
    for line in ("straight-flush", "four-of-a-kind", "full-house", "three-of-a-kind", "two-pair",
                 "flush", "straight", "pair-of-jacks-or-better")
)  # fmt: skip
LOST: Final = f"{PUSHED} pair-of-6s-to-10s=0 royal-flush=0".replace("=0", "=-1")
PUSHED_MIDDLE: Final = paying(CCP, "middle", PUSHED)
PAIR: Final = cards("Kc Kd 2h 9s 5c 8h")


def test_equal_raises_go_to_the_smallest() -> None:
    """A pair of kings pushes on Middle, whatever comes."""
    result = advice_for(stand(PUSHED_MIDDLE, PAIR, ["1x", "1x"]))
    assert result.decisions["1x"] == result.decisions["2x"] == result.decisions["3x"]
    assert result.decisions["1x"] > result.decisions["fold"] == -4
    assert result.best == "1x"


def test_a_raise_with_the_value_of_a_fold_becomes_a_fold() -> None:
    """Everything else is lost, and Middle pushes."""
    rules = paying(PUSHED_MIDDLE, "ante_across ante_down across down", LOST)
    result = advice_for(stand(rules, PAIR, ["1x", "2x"]))
    assert result.decisions == dict.fromkeys(["fold", "1x", "2x", "3x"], Fraction(-5))
    assert result.best == "fold"


def test_a_raise_that_gains_nothing_becomes_a_check() -> None:
    rules = paying(STUD, "raise_three", "pair=0 three-of-a-kind=0")
    result = advice_for(stand(rules, cards("Kc Kd")))
    assert result.decisions["check"] == result.decisions["raise"]
    assert result.best == "check"


def test_the_order_in_which_decisions_are_listed_does_not_break_a_tie() -> None:
    reversed_asks = [dict(reversed(street.choices.items())) for street in PUSHED_MIDDLE.streets]
    result = advice_for(stand(asking(PUSHED_MIDDLE, *reversed_asks), PAIR, ["1x", "1x"]))
    assert (next(iter(result.decisions)), result.best) == ("3x", "1x")
