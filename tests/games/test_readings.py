"""Readings: the ambiguous points of the rulebooks, their choices, and the effect of each."""

import pytest

from pitboss.games.game_parts import BestOf, HandOf, switch_of
from pitboss.games.grammar import Game
from pitboss.hands import Order
from pitboss.submission import resolve

from .wager_payoffs import CCP, RET, STUD, THB

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
    result = {r.id: (r.clause, r.default, set(r.choices)) for r in game.readings}
    assert result == {
        key: (clause, choices.split()[0], set(choices.split()))
        for key, clause, choices in READINGS[game.short]
    }


@games
def test_each_reading_has_an_effect(game: Game) -> None:
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


def orders(game: Game) -> list[Order | dict[str, Order | None] | None]:
    """Return how each evaluated hand ranks, by the reading where there is one."""
    result: list[Order | dict[str, Order | None] | None] = []
    for hand in game.hands:
        if not switch_of(hand) and isinstance(hand, HandOf):
            switch = switch_of(hand.ranking)
            result.append(switch.choices if switch else hand.ranking)
    return result


def test_the_sizes_that_know_a_low_ace() -> None:
    for game in (RET, CCP):
        assert orders(game) == [{"straight": Order(5), "never": Order(5, low_ace=False)}] * 3
    assert orders(THB) == [None, None]
    assert orders(STUD) == [
        {"five-card": Order(2, low_ace=False), "all": Order(2)},
        {"five-card": Order(3, low_ace=False), "all": Order(3)},
        None,
    ]
    assert [
        (hand.ranking, hand.order) for hand in resolve(THB).hands if isinstance(hand, HandOf)
    ] == [(Order(5), Order(5))] * 2


def test_the_hand_of_the_progressive() -> None:
    (switch,) = filter(None, map(switch_of, RET.hands))
    assert switch.key == "progressive_hand"
    assert {
        reading: (hand.name, hand.hands)
        for reading, hand in switch.choices.items()
        if isinstance(hand, BestOf)
    } == {
        "first-run": ("progressive", ("first_run",)),
        "best-of-runs": ("progressive", ("first_run", "second_run")),
        "community": ("progressive", ("board",)),
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
    result: dict[str, set[str]] = {}
    for word in game.hands:
        if not switch_of(word):
            result[word.name] = set(word.hands if isinstance(word, BestOf) else word.cards)
    assert result == {name: set(cards.split()) for name, cards in hands.items()}
