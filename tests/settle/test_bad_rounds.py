"""Invalid rounds are refused with a message that names what is wrong, never an exception."""

import json
from collections.abc import Callable
from typing import Final

import pytest

from pitboss.settle.json_lines import settle_line

from .round_lines import Json, a_round, answer, at, holdem_cards

Spoil = Callable[[Json], object]
"""A function that makes a valid round invalid."""


def ccp() -> Json:
    cards = {"left": "2c", "right": "Td", "top": "Ah", "bottom": "9s", "center": "Kd"}
    return a_round(
        "criss-cross",
        cards,
        at(1, "Kh Qs", 500, "1x 3x 1x", five_card_bonus=100),
        at(4, "7c 7d", 500, "1x fold", bonus_spin=500, spin="$60"),
        meters={"meter": 500_000},
        submission={},
    )


def ret() -> Json:
    cards = {"left": "2c", "right": "Td", "top": "Ah", "bottom": "9s", "center": "Kd"}
    seat = at(2, "Kh Qs", 500, "1x 3x 1x", progressive=100, ultimate_pairs=100)
    return a_round("run-em-twice", cards, seat, submission={})


def thb() -> Json:
    seats = at(1, "Kh Qs", 500, "bet check bet", bonus=100), at(2, "Jh Js", 500, "fold")
    return a_round("holdem-bonus", holdem_cards("Kd 9c 8c 2h 4s", "Ah Ad"), *seats, submission={})


def stud() -> Json:
    seats = (
        at(1, "Kh Qs 2c", 500, "raise check", win_em_all=100),
        at(2, "Jh Js 3c", 500, "check raise", progressive=100),
        at(4, "Th Ts 4c", 500, "check raise", progressive=100),
    )
    return a_round("stud-235", {"community": ["Kd", "9c"]}, *seats, submission={})


GOOD: Final = (ccp, ret, thb, stud)


@pytest.mark.parametrize("good", GOOD)
def test_the_rounds_are_valid_before_they_are_changed(good: Callable[[], Json]) -> None:
    assert set(answer(good())) == {"seats", "meters"}


def path(*keys: str) -> Callable[[Json], Json]:
    def errors_of(round_: Json) -> Json:
        for key in keys:
            round_ = round_[key]
        return round_

    return errors_of


def put(value: object, *keys: str) -> Spoil:
    """Set the value at this path."""
    return lambda round_: path(*keys[:-1])(round_).__setitem__(keys[-1], value)


def drop(*keys: str) -> Spoil:
    """Delete the value at this path."""
    return lambda round_: path(*keys[:-1])(round_).pop(keys[-1])


def both(*spoils: Spoil) -> Spoil:
    return lambda round_: [spoil(round_) for spoil in spoils]


def stakes(value: object) -> Spoil:
    """Return both antes of seat 1."""
    wagers = ("seats", "1", "wagers")
    return both(put(value, *wagers, "ante_across"), put(value, *wagers, "ante_down"))


def decide(*decisions: object) -> Spoil:
    return put(list(decisions), "seats", "1", "decisions")


SIDE: Final = ("seats", "1", "wagers", "five_card_bonus")

# The game, the change, and words that the message must contain.
CROSS_FAULTS: Final[list[tuple[str, Spoil, str]]] = [
    ("unknown game", put("baccarat", "game"), "baccarat"),
    ("a game of another type", put(7, "game"), "game"),
    ("no game", drop("game"), "game"),
    ("a key unknown", put(1, "colour"), "colour"),
    ("no seats at all", drop("seats"), "seats"),
    ("an empty table", both(put({}, "seats"), drop("cards", "holes")), "seats"),
    # cards
    ("an unknown card", put("1x", "cards", "left"), "1x"),
    ("a card in capitals", put("AH", "cards", "left"), "AH"),
    ("an unknown hole card", put(["Kh", "Zz"], "cards", "holes", "1"), "Zz"),
    ("a card that is a number", put(7, "cards", "left"), "left"),
    ("a hole card that is a number", put(["Kh", 7], "cards", "holes", "1"), "7"),
    ("a card twice on the table", put("2c", "cards", "top"), "2c"),
    ("a card on the table and in a hole", put(["2c", "Qs"], "cards", "holes", "1"), "2c"),
    ("a card in two holes", put(["7c", "Qs"], "cards", "holes", "1"), "7c"),
    ("a card twice in a hole", put(["Kh", "Kh"], "cards", "holes", "1"), "Kh"),
    ("a table card missing", drop("cards", "center"), "center"),
    ("two cards in one place", put(["2c", "3c"], "cards", "left"), "left"),
    ("no card in a place", put([], "cards", "left"), "left"),
    ("a place unknown", put("3c", "cards", "turn"), "turn"),
    ("a hole missing", drop("cards", "holes", "4"), "4"),
    ("a hole card missing", put(["Kh"], "cards", "holes", "1"), "seat 1"),
    ("a hole card too many", put(["Kh", "Qs", "3c"], "cards", "holes", "1"), "seat 1"),
    ("holes missing", drop("cards", "holes"), "hole"),
    ("holes as a list", put([["Kh", "Qs"]], "cards", "holes"), "holes"),
    ("cards missing", drop("cards"), "left"),
    ("cards as text", put("2c Td", "cards"), "cards"),
    ("a hole for an absent seat", put(["3c", "4c"], "cards", "holes", "2"), "seat 2"),
    # seats and players
    ("seat 0", put({"wagers": {}}, "seats", "0"), "'0'"),
    ("seat 7", put({"wagers": {}}, "seats", "7"), "7"),
    ("seat 01", put({"wagers": {}}, "seats", "01"), "'01'"),
    ("a seat by name", put({"wagers": {}}, "seats", "ann"), "ann"),
    ("a hole of seat 9", put(["3c", "4c"], "cards", "holes", "9"), "9"),
    ("seats as a list", put([], "seats"), "seats"),
    ("a seat without wagers", drop("seats", "1", "wagers"), "wagers"),
    ("a seat key unknown", put(1, "seats", "1", "tip"), "tip"),
    ("a player that is a number", put(7, "seats", "1", "player"), "player"),
    ("a forfeit of another type", put("yes", "seats", "1", "forfeit"), "forfeit"),
    (
        "one player at two positions",
        both(put("ann", "seats", "1", "player"), put("ann", "seats", "4", "player")),
        "ann",
    ),
    # wagers
    ("no ante", drop("seats", "1", "wagers", "ante_down"), "ante_down"),
    ("unequal antes", put(600, "seats", "1", "wagers", "ante_down"), "600"),
    ("an unknown wager", put(100, "seats", "1", "wagers", "insurance"), "insurance"),
    ("a wager of another game", put(100, "seats", "1", "wagers", "progressive"), "progressive"),
    ("a raise as a wager", put(500, "seats", "1", "wagers", "across"), "across"),
    (
        "a side wager not offered",
        put({"wagers": {"five_card_bonus": {"offered": False}}}, "submission"),
        "five_card_bonus",
    ),
    ("a spin of another sum", put(100, "seats", "4", "wagers", "bonus_spin"), "500"),
    ("antes of zero", stakes(0), "ante_across"),
    ("antes below zero", stakes(-500), "-500"),
    ("antes of half a cent", stakes(0.5), "0.5"),
    ("antes with a point", stakes(500.0), "500.0"),
    ("antes that are true", stakes(True), "true"),
    ("antes in quotes", stakes("500"), "whole number"),
    ("antes of nothing", stakes(None), "ante_across"),
    ("antes as a list", stakes([500]), "whole number"),
    ("antes beyond 10^12", stakes(10**12 + 1), "10^12"),
    ("antes beyond all bounds", stakes(10**300), "10^12"),
    ("a side wager of zero", put(0, *SIDE), "five_card_bonus"),
    ("a side wager below zero", put(-1, *SIDE), "five_card_bonus"),
    ("a side wager in part", put(99.5, *SIDE), "99.5"),
    ("a side wager that is true", put(True, *SIDE), "five_card_bonus"),
    ("a side wager in quotes", put("100", *SIDE), "five_card_bonus"),
    ("a side wager of nothing", put(None, *SIDE), "five_card_bonus"),
    ("a side wager beyond 10^12", put(10**12 + 1, *SIDE), "five_card_bonus"),
    ("one ante in quotes", put("500", "seats", "1", "wagers", "ante_across"), "'500'"),
    # decisions
    ("4x", decide("4x", "1x", "1x"), "4x"),
    ("0x", decide("0x", "1x", "1x"), "0x"),
    ("a check", decide("check", "1x", "1x"), "check"),
    ("a number where none is taken", decide(700, "1x", "1x"), "700"),
    ("a decision that is nothing", decide(None, "1x", "1x"), "null"),
    ("a decision that is true", decide(True, "1x", "1x"), "true"),
    ("a decision that is a list", decide(["1x"], "1x", "1x"), "1x"),
    ("too many decisions", decide("1x", "1x", "1x", "1x"), "4 decisions"),
    ("too few decisions", decide("1x", "1x"), "Middle"),
    ("no decisions", drop("seats", "1", "decisions"), "Across"),
    ("a decision after a fold", decide("1x", "fold", "1x"), "fold"),
    ("a fold after a fold", decide("fold", "fold"), "fold"),
    ("decisions as text", put("1x 1x 1x", "seats", "1", "decisions"), "decisions"),
    # spins
    ("a spin without a wager", put("$60", "seats", "1", "spin"), "$60"),
    ("a spin without a pair", put(["7c", "8d"], "cards", "holes", "4"), "$60"),
    ("a pair without its spin", drop("seats", "4", "spin"), "seat 4"),
    ("a symbol that the wheel lacks", put("$61", "seats", "4", "spin"), "$61"),
    ("a symbol of another type", put(60, "seats", "4", "spin"), "spin"),
    (
        "a spin after a fold that lost it",
        put({"readings": {"spin_after_fold": "lost"}}, "submission"),
        "$60",
    ),
    ("a spin after a forfeit", put(True, "seats", "4", "forfeit"), "$60"),
    ("a spin in a void round", put(True, "void"), "$60"),
    # meters
    ("an unknown meter", put(1, "meters", "mega"), "mega"),
    ("a meter of a table without", both(drop("seats", "4", "spin"), drop("seats", "4", "wagers",
        "bonus_spin"), put({"wagers": {"bonus_spin": {"paytable": "C"}}}, "submission")), "meter"),
    ("a meter in part", put(0.5, "meters", "meter"), "meter"),
    ("a meter below zero", put(-1, "meters", "meter"), "meter"),
    ("a meter that is true", put(True, "meters", "meter"), "meter"),
    ("a meter in quotes", put("500000", "meters", "meter"), "meter"),
    ("meters as a list", put([1], "meters"), "meters"),
    # void
    ("a void of another word", both(put("settle-bonus", "void"), drop("seats", "4", "spin")),
        "settle-bonus"),
    ("a place unknown to a void round", both(put(True, "void"), drop("seats", "4", "spin"),
        put({"turn": "3c"}, "cards")), "turn"),
    ("a card twice in a void round", both(put(True, "void"), drop("seats", "4", "spin"),
        put({"left": "3c", "top": "3c"}, "cards")), "3c"),
    ("too many cards in a void round", both(put(True, "void"), drop("seats", "4", "spin"),
        put({"left": ["3c", "4c"]}, "cards")), "left"),
    ("a void of no word", put("", "void"), "void"),
    ("a void that is a number", put(1, "void"), "void"),
    # the submission
    ("a submission as a list", put([], "submission"), "submission"),
    ("a submission of nothing", put(None, "submission"), "submission"),
    ("an unknown key", put({"limits": 1}, "submission"), "limits"),
    ("an unknown reading", put({"readings": {"high_ace": "yes"}}, "submission"), "high_ace"),
    ("an unknown choice", put({"readings": {"low_ace": "maybe"}}, "submission"), "maybe"),
    ("another game's choice", put({"readings": {"low_ace": "all"}}, "submission"), "all"),
    (
        "an unknown paytable",
        put({"wagers": {"bonus_spin": {"paytable": "E"}}}, "submission"),
        "'E'",
    ),
    ("another game's submission", put({"game": "stud-235"}, "submission"), "stud-235"),
    ("a minimum of text", put({"table": {"minimum": "500"}}, "submission"), "table.minimum"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("spoil", "words"), [row[1:] for row in CROSS_FAULTS], ids=[row[0] for row in CROSS_FAULTS]
)
def test_criss_cross_says_what_is_wrong(spoil: Spoil, words: str) -> None:
    check(ccp(), spoil, words)


OTHER_FAULTS: Final[list[tuple[str, Callable[[], Json], Spoil, str]]] = [
    ("4x", ret, put(["4x", "1x", "1x"], "seats", "2", "decisions"), "4x"),
    ("unequal antes", ret, put(501, "seats", "2", "wagers", "ante_2"), "501"),
    ("a progressive of another sum", ret, put(500, "seats", "2", "wagers", "progressive"), "100"),
    ("an unknown pairs table", ret,
        put({"wagers": {"ultimate_pairs": {"paytable": "F"}}}, "submission"), "'F'"),
    ("a meter of another table", ret, put({"major": 1}, "meters"), "major"),
    ("a spin where there is none", ret, put("$60", "seats", "2", "spin"), "$60"),
    ("a raise below 1x", ret, both(put({"readings": {"raise_amounts": "any"}}, "submission"),
        put([499, "1x", "1x"], "seats", "2", "decisions")), "499"),
    ("a raise above 3x", ret, both(put({"readings": {"raise_amounts": "any"}}, "submission"),
        put(["1x", 1501, "1x"], "seats", "2", "decisions")), "1501"),
    ("a raise in part", ret, both(put({"readings": {"raise_amounts": "any"}}, "submission"),
        put(["1x", 750.0, "1x"], "seats", "2", "decisions")), "750.0"),
    ("a raise that is true", ret, both(put({"readings": {"raise_amounts": "any"}}, "submission"),
        put(["1x", True, "1x"], "seats", "2", "decisions")), "true"),
    ("a fold on the turn", thb, put(["bet", "fold"], "seats", "1", "decisions"), "fold"),
    ("a check before the flop", thb,
        put(["check", "check", "check"], "seats", "1", "decisions"), "check"),
    ("a bet too few", thb, put(["bet", "bet"], "seats", "1", "decisions"), "River"),
    ("a bet after a fold", thb, put(["fold", "bet"], "seats", "1", "decisions"), "fold"),
    ("two cards in the flop", thb, put(["Kd", "9c"], "cards", "flop"), "flop"),
    ("a dealer without cards", thb, drop("cards", "dealer"), "dealer"),
    ("a dealer with the player's card", thb, put(["Kh", "Ad"], "cards", "dealer"), "Kh"),
    ("a forfeit", thb, put(True, "seats", "1", "forfeit"), "forfeit"),
    ("a void that settles the ante", thb, put("settle-ante", "void"), "settle-ante"),
    ("a meter", thb, put({"meter": 1}, "meters"), "meter"),
    ("a meter, and it is empty", thb, put({"": 1}, "meters"), "meter"),
    ("one player at two positions", thb,
        both(put("x", "seats", "1", "player"), put("x", "seats", "2", "player")), "'x'"),
    ("an ante that pays on a pair", thb,
        put({"wagers": {"ante": {"pays_on": "pair"}}}, "submission"), "pair"),
    ("a fold", stud, put(["fold"], "seats", "1", "decisions"), "fold"),
    ("a bet", stud, put(["bet", "check"], "seats", "1", "decisions"), "bet"),
    ("one decision", stud, put(["check"], "seats", "1", "decisions"), "5 Card"),
    ("unequal wagers", stud, put(400, "seats", "1", "wagers", "five_card"), "400"),
    ("two cards in a hole", stud, put(["Kh", "Qs"], "cards", "holes", "1"), "seat 1"),
    ("a community card too few", stud, put(["Kd"], "cards", "community"), "community"),
    ("a forfeit in 235", stud, put(True, "seats", "1", "forfeit"), "forfeit"),
    ("a box too many", stud,
        both(put("x", "seats", "1", "player"), put("x", "seats", "2", "player")), "'x'"),
    ("boxes apart", stud, both(put({"table": {"boxes_per_player": 2}}, "submission"),
        put("x", "seats", "2", "player"), put("x", "seats", "4", "player")), "adjacent"),
    ("seven boxes", stud, put({"table": {"boxes_per_player": 7}}, "submission"), "boxes"),
    ("boxes elsewhere", ret, put({"table": {"boxes_per_player": 2}}, "submission"), "boxes"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("good", "spoil", "words"),
    [row[1:] for row in OTHER_FAULTS],
    ids=[f"{row[1].__name__}: {row[0]}" for row in OTHER_FAULTS],
)
def test_the_others_say_what_is_wrong(good: Callable[[], Json], spoil: Spoil, words: str) -> None:
    check(good(), spoil, words)


def check(round_: Json, spoil: Spoil, words: str) -> None:
    spoil(round_)
    progress = answer(round_)
    assert set(progress) == {"error"}
    assert words in progress["error"]
    assert "\n" not in progress["error"]
    assert "Traceback" not in progress["error"]


def test_a_bad_line_has_no_effect_on_the_next() -> None:
    before = settle_line(json.dumps(ccp()).encode())
    for _, spoil, _ in CROSS_FAULTS:
        round_ = ccp()
        spoil(round_)
        answer(round_)
    assert settle_line(json.dumps(ccp()).encode()) == before
