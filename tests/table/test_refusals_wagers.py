"""Wagers that cannot be made, and wagers that cannot be taken back."""

from typing import Final

import pytest

from pitboss.games import find_game
from pitboss.submission import resolve
from pitboss.table import commands as c

from .round_scenes import ANN, BOB, COUNTED, DAN, EVERY, METERED, SIDES, Scene, at
from .tables import CCP, KEYS, REQUIRED, RET, STUD, THB, antes, bet_alike, seated_table

CHIPS: Final = dict.fromkeys(KEYS, "7.A")
EQUAL: Final = {RET: "7.E(1)", CCP: "7.E(1)", THB: "7.F(1)", STUD: "7.E(1)"}
BETTING: Final = {RET: "7.C", CCP: "7.C", THB: "7.D", STUD: "7.C"}
CLOSED: Final = {RET: "7.D", CCP: "7.D", THB: "7.E", STUD: "7.D"}
LOCKED: Final = {RET: "2.B(6)(2)", CCP: "2.B(6)(2)", STUD: "2.C(2)"}
NO_SUMS: Final = (0, -500, 10**12 + 1, 10**30, True, False, 500.0, "500", None, (500,))
RAISES: Final = {RET: "run_1", CCP: "across", THB: "flop", STUD: "raise_three"}
FREE: Final = {RET: "five_card_bonus", CCP: "five_card_bonus", THB: "bonus", STUD: "win_em_all"}
"""A side wager that has a range."""


def label(game: str, key: str) -> str:
    """Return the name of a wager at the table."""
    return next(wager.label for wager in resolve(find_game(game)).wagers if wager.key == key)


def put(scene: Scene, **wagers: int) -> c.PlaceWagers:
    """Return Ann's bet with these wagers."""
    return c.PlaceWagers(1, wagers, round=scene.number)


@EVERY
def test_no_wager_at_all(game: str) -> None:
    scene = at(game, "bets are open")
    scene.refuses(ANN, put(scene), "name at least one wager", CHIPS)


@EVERY
@pytest.mark.parametrize("cents", NO_SUMS)
def test_what_is_no_sum(game: str, cents: int) -> None:
    scene = at(game, "bets are open")
    for key in (*REQUIRED[game], *SIDES[game]):
        wagers = antes(game) | {key: cents}
        words = f"{key} is"
        scene.refuses(ANN, put(scene, **wagers), words, CHIPS)


@EVERY
@pytest.mark.parametrize("cents", [1, 99, 550, 501])
def test_an_amount_that_no_chips_make(game: str, cents: int) -> None:
    scene = at(game, "bets are open")
    for wagers in (antes(game, cents), antes(game) | {FREE[game]: cents}):
        words = "but must be a multiple of the smallest chip, $1"
        scene.refuses(ANN, put(scene, **wagers), words, CHIPS)


@EVERY
def test_below_the_minimum_and_above_the_maximum(game: str) -> None:
    scene = at(game, "bets are open")
    for cents in (100, 400, 50100, 10**12):
        scene.refuses(ANN, scene.bet(cents), "but must be from $5 to $500", "ROUND-6")
    free = FREE[game]
    words = f"the {label(game, free)} wager would be $101, but must be from $1 to $100"
    scene.refuses(ANN, scene.bet(**{free: 10100}), words, "ROUND-6")


@METERED
@pytest.mark.parametrize("cents", [1, 99, 200, 400, 600, 1000])
def test_a_progressive_wager_is_what_the_submission_says(game: str, cents: int) -> None:
    scene = at(game, "bets are open")
    key = COUNTED[game]
    words = "but must be $5" if game == CCP else "but must be $1"
    scene.refuses(ANN, scene.bet(**{key: cents}), words, "ROUND-6")


@EVERY
def test_a_second_wager_that_exceeds_the_maximum(game: str) -> None:
    """Limits apply to everything on the spot, not to a single bet."""
    scene = at(game, "bets are down")
    key = REQUIRED[game][0]
    rich = scene.after((ANN, c.BuyIn(10**8)), (ANN, scene.bet(49_000)))
    words = f"the {label(game, key)} wager would be $505"
    rich.refuses(ANN, rich.bet(1000), words, "ROUND-6")
    words = f"the {label(game, FREE[game])} wager would be $101"
    rich.refuses(ANN, put(rich, **{FREE[game]: 10_000}), words, "ROUND-6")


@METERED
def test_a_second_progressive_wager(game: str) -> None:
    scene = at(game, "bets are down")
    key = COUNTED[game]
    again = put(scene, **{key: SIDES[game][key]})
    scene.refuses(ANN, again, f"the {label(game, key)} wager would be", "ROUND-6")


@pytest.mark.parametrize("game", [RET, CCP, STUD])
def test_unequal_required_wagers(game: str) -> None:
    scene = at(game, "bets are open")
    words = "the required wagers must be equal"
    first, second, *_ = REQUIRED[game]
    scene.refuses(ANN, put(scene, **antes(game) | {second: 600}), words, EQUAL)
    scene.refuses(ANN, put(scene, **{first: 500}), words, EQUAL)
    scene.refuses(ANN, put(scene, **{second: 500}), words, EQUAL)
    later = at(game, "bets are down")
    later.refuses(ANN, put(later, **{first: 100}), words, EQUAL)


@EVERY
def test_a_side_wager_alone(game: str) -> None:
    scene = at(game, "bets are open")
    words = "the Ante wager is required" if game == THB else "the required wagers must be equal"
    for key, cents in SIDES[game].items():
        scene.refuses(ANN, put(scene, **{key: cents}), words, EQUAL)


@EVERY
@pytest.mark.parametrize("key", ["", "antes", "Ante", "__class__", "ante ", "x" * 500, "a\nb"])
def test_an_unknown_wager(game: str, key: str) -> None:
    scene = at(game, "bets are open")
    scene.refuses(ANN, put(scene, **antes(game) | {key: 500}), ": choose from", CHIPS)


@EVERY
def test_a_raise_as_a_wager(game: str) -> None:
    scene = at(game, "bets are open")
    wagers = antes(game) | {RAISES[game]: 500}
    words = f"unknown wager '{RAISES[game]}'"
    scene.refuses(ANN, put(scene, **wagers), words, CHIPS)


@EVERY
def test_a_wager_that_is_not_offered(game: str) -> None:
    off = {"wagers": {key: {"offered": False} for key in SIDES[game]}}
    table = seated_table(game, submission=off)
    bet_alike(table)
    scene = Scene(game, table.state, table.shoe)
    for key, cents in SIDES[game].items():
        scene.refuses(ANN, scene.bet(**{key: cents}), f"unknown wager '{key}'", CHIPS)


@EVERY
def test_more_than_the_stack(game: str) -> None:
    scene = at(game, "bets are open").after((ANN, c.CashOut(499_00)))
    scene.refuses(ANN, scene.bet(), "'Ann' has $1 in chips, but the wagers total", "LEDG-1")
    broke = scene.after((ANN, c.CashOut()))
    broke.refuses(ANN, broke.bet(), "'Ann' has $0 in chips", "LEDG-1")


@EVERY
def test_after_no_more_bets(game: str) -> None:
    """No wager can be made, increased or withdrawn."""
    for moment in ("to deal", "asked", "Bob is asked", "second street", "to settle", "to close"):
        scene = at(game, moment)
        words = "betting is closed: wagers can no longer be changed"
        scene.refuses(ANN, scene.bet(), words, CLOSED)
        scene.refuses(ANN, scene.bet(**{FREE[game]: 100}), words, CLOSED)
        scene.refuses(DAN, c.PlaceWagers(5, antes(game), round=1), words, CLOSED)
        scene.refuses(ANN, c.TakeBack(1, round=1), words, CLOSED)
        scene.refuses(ANN, c.TakeBack(1, (REQUIRED[game][0],), round=1), words, CLOSED)
        scene.refuses(ANN, c.AddEntropy("seven", round=1), words, CLOSED)


@METERED
def test_the_device_is_locked(game: str) -> None:
    key = COUNTED[game]
    for moment in ("to count", "to deal", "asked", "to settle"):
        scene = at(game, moment)
        words = "betting is closed"
        bets = c.PlaceWagers(5, antes(game, **{key: SIDES[game][key]}), round=1)
        scene.refuses(DAN, bets, words, LOCKED)
        scene.refuses(ANN, c.TakeBack(1, (key,), round=1), words, LOCKED)


@EVERY
def test_nothing_to_take_back(game: str) -> None:
    scene = at(game, "bets are down")
    scene.refuses(DAN, c.TakeBack(5, round=1), "seat 5 has no wager", BETTING)
    for key in (RAISES[game], "", "x" * 500, "a\nb"):
        scene.refuses(ANN, c.TakeBack(1, (key,), round=1), "wager to take back", BETTING)
    first = REQUIRED[game][0]
    scene.refuses(DAN, c.TakeBack(5, (first,), round=1), f"seat 5 has no '{first}' wager", BETTING)


@EVERY
def test_the_remaining_wagers_must_be_a_valid_bet(game: str) -> None:
    scene = at(game, "bets are down")
    words = "the Ante wager is required" if game == THB else "the required wagers must be equal"
    for key in REQUIRED[game]:
        scene.refuses(ANN, c.TakeBack(1, (key,), round=1), words, EQUAL)
    scene.refuses(BOB, c.TakeBack(2, REQUIRED[game], round=1), words, EQUAL)
    assert scene.allows(BOB, c.TakeBack(2, tuple(SIDES[game]), round=1))
    assert scene.allows(BOB, c.TakeBack(2, round=1))
