"""The readings: where the rulebooks are unclear, what is asked, and what the choices change."""

import pytest

from pitboss.games.grammar import Game
from pitboss.games.words import BestOf, Switch

from .defined import CCP, RET, STUD, THB

ALL = [RET, CCP, THB, STUD]
games = pytest.mark.parametrize("game", ALL, ids=[game.short for game in ALL])

# id, clause, choices with the default first
READINGS = {
    "RET": [
        ("low_ace", "6.A", "straight never"),
        ("progressive_hand", "12.F(5)", "first-run best-of-runs community"),
        ("raise_amounts", "11.B", "whole any"),
    ],
    "CCP": [
        ("low_ace", "6.A", "straight never"),
        ("ante_pays", "12.A", "even table"),
        ("raise_amounts", "11.B", "whole any"),
        ("spin_after_fold", "11.B(3)", "kept lost"),
    ],
    "THB": [],
    "235": [("low_ace", "6.B", "five-card all")],
}


@games
def test_readings(game: Game) -> None:
    found = {r.id: (r.clause, r.default, set(r.choices)) for r in game.readings}
    assert found == {
        key: (clause, choices.split()[0], set(choices.split()))
        for key, clause, choices in READINGS[game.short]
    }


@games
def test_a_reading_has_its_say(game: Game) -> None:
    for reading in game.readings:
        assert reading.question.endswith("?")
        assert reading.reason.endswith(".")
        assert all(meaning.endswith(".") for meaning in reading.choices.values())


def test_the_option_of_holdem() -> None:
    (option,) = THB.required[0].options
    assert (option.key, option.clause, option.default) == (
        "pays_on",
        "11.I(3)(d)(iii)",
        "straight",
    )
    assert set(option.choices) == {"straight", "flush"}
    assert not any(w.options for g in (RET, CCP, STUD) for w in g.required)


def test_the_sizes_that_know_a_low_ace() -> None:
    for game in (RET, CCP):
        assert isinstance(game.low_ace, Switch)
        assert game.low_ace.choices == {"straight": "5", "never": ""}
    assert THB.low_ace == "5"
    assert isinstance(STUD.low_ace, Switch)
    assert STUD.low_ace.choices == {"five-card": "5", "all": "2 3 5"}


def test_the_hand_of_the_progressive() -> None:
    hand = next(h for h in RET.hands if h.name == "progressive")
    assert isinstance(hand, BestOf)
    assert isinstance(hand.hands, Switch)
    assert hand.hands.choices == {
        "first-run": "first_run",
        "best-of-runs": "first_run second_run",
        "community": "board",
    }


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        (
            RET,
            {
                "first_run": "hole left center right",
                "second_run": "hole top center bottom",
                "better": "first_run second_run",
                "board": "left right top bottom center",
            },
        ),
        (
            CCP,
            {
                "across": "hole left center right",
                "down": "hole top center bottom",
                "better": "across down",
                "board": "left right top bottom center",
            },
        ),
        (THB, {"player": "hole flop turn river", "dealer": "dealer flop turn river"}),
        (
            STUD,
            {"two": "first second", "three": "first second third", "five": "hole community"},
        ),
    ],
)
def test_hands(game: Game, hands: dict[str, str]) -> None:
    found: dict[str, set[str]] = {}
    for word in game.hands:
        if isinstance(word, BestOf):
            if isinstance(word.hands, str):
                found[word.name] = set(word.hands.split())
        else:
            found[word.name] = set(word.cards.split())
    assert found == {name: set(cards.split()) for name, cards in hands.items()}
