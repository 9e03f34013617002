"""Defaults of a submission, and the values that a named paytable sets."""

from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.submission import complete_submission, default_submission

RET, CCP = GAMES["run-em-twice"], GAMES["criss-cross"]
THB, STUD = GAMES["holdem-bonus"], GAMES["stud-235"]

TABLE = {
    "minimum": 500,
    "maximum": 50_000,
    "chip": 100,
    "dealing": "manual shoe",
    "shuffler": "none",
    "decks": 1,
}
APPROVAL = {"reference": "example, not an approval", "date": "2026-01-01"}
APPROVALS = {"filing": APPROVAL, "layout": APPROVAL}
SIDE = {"offered": True, "minimum": 100, "maximum": 10_000}


def meter(floor: int) -> dict[str, object]:
    return {"start": floor, "reset": floor, "rate": "1/10"}


PROGRESSIVES = {
    "A": {"meter": meter(1_000_000)},
    "B": {"meter": meter(200_000)},
    "C": {"major": meter(1_000_000), "minor": meter(100_000)},
    "D": {"mega": meter(1_000_000), "major": meter(100_000), "minor": meter(25_000)},
}
PROGRESSIVE_A = {
    "offered": True,
    "paytable": "A",
    "wager": 100,
    "meters": PROGRESSIVES["A"],
}


def whole(key: str, submission_: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the completed submission after checking that it has no fault."""
    result, faults = complete_submission(GAMES[key], submission_ or {})
    assert faults == []
    return result


def test_run_em_twice() -> None:
    assert whole("run-em-twice") == {
        "game": "run-em-twice",
        "operator": "Example Casino",
        "edition": "MLGCA 1.0",
        "approvals": APPROVALS,
        "table": TABLE,
        "wagers": {
            "five_card_bonus": SIDE,
            "ultimate_pairs": SIDE | {"paytable": "A"},
            "progressive": PROGRESSIVE_A,
        },
        "readings": {
            "low_ace": "straight",
            "progressive_hand": "first-run",
            "raise_amounts": "whole",
        },
    }


def test_criss_cross() -> None:
    result = whole("criss-cross")
    wheel = result["wagers"]["bonus_spin"].pop("wheel")
    assert result == {
        "game": "criss-cross",
        "operator": "Example Casino",
        "edition": "MLGCA 1.2",
        "approvals": APPROVALS,
        "table": TABLE,
        "wagers": {
            "five_card_bonus": SIDE,
            "bonus_spin": {
                "offered": True,
                "paytable": "D",
                "wager": 500,
                "meters": {"meter": meter(500_000)},
            },
        },
        "readings": {
            "low_ace": "straight",
            "ante_pays": "even",
            "raise_amounts": "whole",
            "spin_after_fold": "kept",
        },
    }
    assert all(set(stop) == {"symbol", "stops", "community"} for stop in wheel)
    assert {stop["symbol"] for stop in wheel} == {
        *("jackpot", "$2500", "$1000", "$600", "$500", "$350", "$250", "$200"),
        *("$75", "$70", "$60", "$50", "$40", "$25"),
    }


def test_holdem_bonus() -> None:
    result = whole("holdem-bonus")
    assert result.pop("readings", {}) == {}
    assert result == {
        "game": "holdem-bonus",
        "operator": "Example Casino",
        "edition": "MLGCA 1.0",
        "approvals": APPROVALS,
        "table": TABLE,
        "wagers": {"ante": {"pays_on": "straight"}, "bonus": SIDE | {"paytable": "A"}},
    }


def test_stud_235() -> None:
    assert whole("stud-235") == {
        "game": "stud-235",
        "operator": "Example Casino",
        "edition": "MLGCA 1.1",
        "approvals": APPROVALS,
        "table": TABLE | {"boxes_per_player": 1},
        "wagers": {"win_em_all": SIDE, "progressive": PROGRESSIVE_A},
        "readings": {"low_ace": "five-card"},
    }


@pytest.mark.parametrize("key", GAMES)
def test_the_default_is_itself_a_submission(key: str) -> None:
    default = default_submission(GAMES[key], {})
    assert whole(key) == default
    assert whole(key, default) == default


@pytest.mark.parametrize("key", ["run-em-twice", "stud-235"])
@pytest.mark.parametrize("letter", "ABCD")
def test_a_progressive_brings_its_meters(key: str, letter: str) -> None:
    result = whole(key, {"wagers": {"progressive": {"paytable": letter}}})
    assert result["wagers"]["progressive"] == {
        "offered": True,
        "paytable": letter,
        "wager": 100,
        "meters": PROGRESSIVES[letter],
    }


@pytest.mark.parametrize(
    ("letter", "wager", "jackpot", "community"),
    [
        ("A", 100, {"fixed_prize": 100_000}, {"$100": 2_000, "$50": 1_000, "$15": 300}),
        (
            "B",
            100,
            {"meters": {"meter": meter(100_000)}},
            {"$100": 2_500, "$40": 1_000, "$15": 300},
        ),
        ("C", 500, {"fixed_prize": 500_000}, {"$500": 10_000, "$200": 5_000, "$25": 1_500}),
        (
            "D",
            500,
            {"meters": {"meter": meter(500_000)}},
            {"$500": 10_000, "$200": 5_000, "$25": 1_500},
        ),
    ],
)
def test_a_spin_brings_its_wager_jackpot_and_wheel(
    letter: str, wager: int, jackpot: dict[str, object], community: dict[str, int]
) -> None:
    spin = whole("criss-cross", {"wagers": {"bonus_spin": {"paytable": letter}}})["wagers"][
        "bonus_spin"
    ]
    wheel = spin.pop("wheel")
    assert spin == {"offered": True, "paytable": letter, "wager": wager} | jackpot
    assert {stop["symbol"]: stop["community"] for stop in wheel if stop["community"]} == community


def test_objects_merge_deeply() -> None:
    result = whole(
        "run-em-twice",
        {
            "table": {"minimum": 1_000},
            "wagers": {
                "progressive": {"paytable": "C", "meters": {"minor": {"start": 222_222}}},
                "five_card_bonus": {"offered": False},
            },
        },
    )
    assert result["table"] == TABLE | {"minimum": 1_000}
    assert result["wagers"]["five_card_bonus"] == SIDE | {"offered": False}
    assert result["wagers"]["progressive"]["meters"] == {
        "major": meter(1_000_000),
        "minor": {"start": 222_222, "reset": 100_000, "rate": "1/10"},
    }


def test_lists_replace() -> None:
    wheel = [{"symbol": "jackpot", "stops": 1}, {"symbol": "$25", "stops": 9, "community": 1_500}]
    result = whole("criss-cross", {"wagers": {"bonus_spin": {"wheel": wheel}}})
    wheel[0] |= {"community": 0}  # the values listed in the rulebook are filled in
    assert result["wagers"]["bonus_spin"]["wheel"] == wheel


def test_the_example_in_the_contract() -> None:
    submission_ = {
        "game": "run-em-twice",
        "operator": "Example Casino",
        "table": {
            "minimum": 500,
            "maximum": 50_000,
            "chip": 100,
            "dealing": "manual shoe",
            "shuffler": "none",
            "decks": 1,
        },
        "wagers": {
            "five_card_bonus": {"minimum": 100, "maximum": 10_000},
            "ultimate_pairs": {"paytable": "B"},
            "progressive": {
                "paytable": "C",
                "wager": 100,
                "meters": {
                    "major": {"start": 1_000_000, "reset": 1_000_000, "rate": "1/10"},
                    "minor": {"start": 100_000, "reset": 100_000, "rate": "1/20"},
                },
            },
        },
        "readings": {"low_ace": "never"},
    }
    result = whole("run-em-twice", submission_)
    assert result["wagers"]["ultimate_pairs"] == SIDE | {"paytable": "B"}
    assert result["wagers"]["progressive"]["meters"]["minor"]["rate"] == "1/20"
    assert result["readings"] == {
        "low_ace": "never",
        "progressive_hand": "first-run",
        "raise_amounts": "whole",
    }


def test_neither_the_game_nor_the_submission_is_modified() -> None:
    wheel = [{"symbol": "jackpot", "stops": 1}]
    submission_ = {"wagers": {"bonus_spin": {"wheel": wheel}}, "table": {"minimum": 600}}
    result = whole("criss-cross", submission_)
    result["table"]["minimum"] = 1
    result["wagers"]["bonus_spin"]["wheel"][0]["stops"] = 99
    result["wagers"]["five_card_bonus"]["minimum"] = 99
    assert submission_["table"] == {"minimum": 600}
    assert wheel == [{"symbol": "jackpot", "stops": 1}]
    again = whole("criss-cross")
    assert again["table"] == TABLE
    assert again["wagers"]["five_card_bonus"] == SIDE
