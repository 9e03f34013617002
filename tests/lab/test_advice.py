"""Advice at every street of every game: what the solver of every deal finds, and ties."""

from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

from pitboss.cards import DECK, RANKS, Card, cards
from pitboss.games import GAMES
from pitboss.lab import kernels  # before a test moves the folder that they are kept in
from pitboss.lab.advice import Advice, advise
from pitboss.lab.main_game import solve_main
from pitboss.lab.starting_hands import starting_hands
from pitboss.submission import Rules, resolve

from .brute import Brute, value
from .odd_rules import asking, paying
from .walked import Stand, stand, stands, walked

RET, CCP = resolve(GAMES["run-em-twice"]), resolve(GAMES["criss-cross"])
THB, STUD = resolve(GAMES["holdem-bonus"]), resolve(GAMES["stud-235"])
MS = resolve(GAMES["mississippi-stud"])
assert kernels


def advised(at: Stand) -> Advice:
    return advise(at.rules, at.hole, at.table, at.decisions)


def check(at: Stand) -> str:
    """It is what walking through every deal finds; the best decision."""
    result = advised(at)
    assert result.decisions == walked(at), str(at)
    assert result.decisions[result.best] == max(result.decisions.values())
    assert list(result.decisions) == list(at.rules.streets[len(at.decisions)].choices)
    return result.best


# First decisions


@pytest.mark.slow
@pytest.mark.parametrize("game", ["criss-cross", "stud-235", "holdem-bonus"])
def test_the_first_decision_is_that_of_the_solved_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever cards of a starting hand are held, in whichever order."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    rules = resolve(GAMES[game])
    main = solve_main(rules)
    for at, start in enumerate(starting_hands(DECK)):
        if at % 12 == 0:
            solved = main.starts[start.name]
            for hole in (start.cards, _other_suits(start.cards)[::-1]):
                result = advise(rules, hole)
                assert (result.decisions, result.best) == (solved.values, solved.best), start.name


def _other_suits(hole: tuple[Card, ...]) -> tuple[Card, ...]:
    """The same starting hand in other suits."""
    return tuple(Card(c ^ 3) for c in hole)


def test_advice_uses_the_cache_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solved game that is kept is used, unless it is not wanted."""
    asked: list[bool] = []

    def solved(rules: Rules, *, progress: object, cache: bool) -> object:
        asked.append(cache)
        raise LookupError

    monkeypatch.setattr("pitboss.lab.advice.solve_main", solved)
    for cache in (True, False):
        with pytest.raises(LookupError):
            advise(THB, cards("Kh Qs"), cache=cache)
    assert asked == [True, False]


# Later decisions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "seen", "first", "best"),
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
    rules: Rules, seen: str, first: str, best: str
) -> None:
    assert check(stand(rules, cards(seen), [first])) == best


@pytest.mark.parametrize("rules", [CCP, RET], ids=["CCP", "RET"])
def test_the_third_decision_of_a_cross_game(rules: Rules) -> None:
    folding = stand(rules, cards("2s 4h 3s 7s 9h 5s"), ["3x", "1x"])
    result = [check(at) for at in (folding, *stands(rules, RANKS, taken=2, count=40, seed=12))]
    assert (result[0], set(result)) == ("fold", {"fold", "1x", "3x"})


@pytest.mark.slow
def test_the_third_decision_of_holdem() -> None:
    result = [check(at) for at in stands(THB, RANKS, taken=2, count=4, seed=13)]
    assert set(result) == {"check", "bet"}


def test_the_second_decision_of_stud() -> None:
    result = [check(at) for at in stands(STUD, RANKS, taken=1, count=20, seed=14)]
    assert set(result) == {"check", "raise"}


def test_a_game_that_has_no_fast_shape() -> None:
    """Its last decision, by dealing every card."""
    for at in stands(MS, RANKS, taken=2, count=20, seed=15):
        ends = Brute(MS, DECK).decisions(at.lies, at.decisions)
        assert advised(at).decisions == {name: value(some) for name, some in ends.items()}


@pytest.mark.parametrize(
    ("rules", "seen", "decisions", "others"),
    [
        (CCP, "Kc 9d 2h 9s 5c 8h", "1x 2x", ["9d Kc 9s 2h 8h 5c"]),
        (CCP, "Kc 9d 2h 9s", "3x", ["9d Kc 9s 2h", "Kd 9c 2h 9s"]),
        (THB, "Kc 9d 2h 9s 5c 8h", "bet check", ["9d Kc 5c 2h 9s 8h", "9d Kc 5c 2h 8h 9s"]),
        (STUD, "Kc 9d 9s", "raise", ["9d Kc 9s", "9d Kh 9c"]),
    ],
    ids=["CCP third", "CCP second", "THB third", "235 second"],
)
def test_the_order_of_cards_that_are_seen_together_does_not_matter(
    rules: Rules, seen: str, decisions: str, others: list[str]
) -> None:
    result = advised(stand(rules, cards(seen), decisions.split()))
    for other in others:
        assert advised(stand(rules, cards(other), decisions.split())) == result


# Ties

PUSHED: Final = " ".join(
    f"{line}=0"
    for line in ("straight-flush", "four-of-a-kind", "full-house", "three-of-a-kind", "two-pair",
                 "flush", "straight", "pair-of-jacks-or-better")
)  # fmt: skip
LOST: Final = f"{PUSHED} pair-of-6s-to-10s=0 royal-flush=0".replace("=0", "=-1")
PUSHED_MIDDLE: Final = paying(CCP, "middle", PUSHED)
PAIR: Final = cards("Kc Kd 2h 9s 5c 8h")


def test_equal_raises_go_to_the_least() -> None:
    """A pair of kings pushes on Middle, whatever comes."""
    result = advised(stand(PUSHED_MIDDLE, PAIR, ["1x", "1x"]))
    assert result.decisions["1x"] == result.decisions["2x"] == result.decisions["3x"]
    assert result.decisions["1x"] > result.decisions["fold"] == -4
    assert result.best == "1x"


def test_a_raise_that_is_worth_a_fold_goes_to_the_fold() -> None:
    """All else is lost, and Middle pushes."""
    rules = paying(PUSHED_MIDDLE, "ante_across ante_down across down", LOST)
    result = advised(stand(rules, PAIR, ["1x", "2x"]))
    assert result.decisions == dict.fromkeys(["fold", "1x", "2x", "3x"], Fraction(-5))
    assert result.best == "fold"


def test_a_raise_of_nothing_goes_to_the_check() -> None:
    rules = paying(STUD, "raise_three", "pair=0 three-of-a-kind=0")
    result = advised(stand(rules, cards("Kc Kd")))
    assert result.decisions["check"] == result.decisions["raise"]
    assert result.best == "check"


def test_the_order_in_which_decisions_are_listed_does_not_break_a_tie() -> None:
    reversed_asks = [dict(reversed(street.choices.items())) for street in PUSHED_MIDDLE.streets]
    result = advised(stand(asking(PUSHED_MIDDLE, *reversed_asks), PAIR, ["1x", "1x"]))
    assert (next(iter(result.decisions)), result.best) == ("3x", "1x")
