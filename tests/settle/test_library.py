"""Values passed to `settle` from Python that JSON cannot hold are refused as well."""

from fractions import Fraction
from typing import Final, cast

import pytest
from msgspec.structs import replace

from pitboss.cards import Card, cards
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.settle import Round, Seat, settle
from pitboss.submission import resolve

RULES: Final = resolve(GAMES["run-em-twice"])
WAGERS: Final = {"ante_1": 500, "ante_2": 500, "progressive": 100}
ROUND: Final = Round(
    table={
        "left": cards("Th"),
        "right": cards("Jh"),
        "top": cards("2c"),
        "bottom": cards("3d"),
        "center": cards("Qh"),
    },
    holes={2: cards("Kh Ah")},
    seats={2: Seat(WAGERS, ["1x", "1x", "1x"])},
    meters={"meter": 1_000_000},
)


def test_the_round_is_valid() -> None:
    result = settle(RULES, ROUND)
    assert result.seats[2].wagers["progressive"].credit == 1_000_010


def refusal(round_: Round) -> str:
    with pytest.raises(Refused) as refused:
        settle(RULES, round_)
    return str(refused.value)


@pytest.mark.parametrize(
    ("shows", "words"),
    [
        (1_000_000.0, "1000000.0"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        ("1000000", "'1000000'"),
        (True, "true"),
        (None, "null"),
        (-1, "-1"),
        (Fraction(-1, 2), "Fraction(-1, 2)"),
    ],
)
def test_a_meter_of_another_type(shows: object, words: str) -> None:
    assert refusal(replace(ROUND, meters={"meter": shows})) == (
        f"the meter 'meter' shows {words}: it must be a whole number of cents or a Fraction, "
        "not below 0"
    )


def test_a_meter_with_a_fraction_of_a_cent() -> None:
    result = settle(RULES, replace(ROUND, meters={"meter": Fraction(2_000_001, 2)}))
    assert result.seats[2].wagers["progressive"].credit == 1_000_010
    assert result.hits[0].paid == 1_000_010


@pytest.mark.parametrize("number", [-1, 52, 99, 3.0, True, "Ah", None])
def test_a_number_that_is_not_a_card(number: object) -> None:
    for place in ("left", "center"):
        progress = refusal(replace(ROUND, table=dict(ROUND.table) | {place: (cast(Card, number),)}))
        assert (
            progress == f"{place} has {error_text(number)}, which is not a card: cards are 0 to 51"
        )
    progress = refusal(replace(ROUND, holes={2: (cast(Card, number), *cards("Ah"))}))
    assert progress == f"seat 2 has {error_text(number)}, which is not a card: cards are 0 to 51"


@pytest.mark.parametrize("number", [-1, 99])
def test_a_void_round_cannot_have_such_a_card_either(number: int) -> None:
    void = replace(ROUND, void=True, table={"left": (Card(number),)}, holes={})
    assert refusal(void) == f"left has {number}, which is not a card: cards are 0 to 51"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"settles": "bonus"}, "settles is 'bonus', but the round is not void: leave it out"),
        (
            {"void": True, "settles": "bonus"},
            "settles is 'bonus', but a void round of this game settles no wager",
        ),
        (
            {"void": "settle-bonus"},
            "void is 'settle-bonus', but must be true or false: put a wager that is settled anyway "
            "in settles",
        ),
    ],
)
def test_wagers_that_a_void_round_settles(changes: dict[str, object], sentence: str) -> None:
    assert refusal(replace(ROUND, **changes)) == sentence


def error_text(value: object) -> str:
    return {True: "true", None: "null"}.get(cast("bool | None", value), repr(value))


@pytest.mark.parametrize("player", [2, 2.5, ["ann"]])
def test_a_player_who_is_not_a_name(player: object) -> None:
    seat = replace(ROUND.seats[2], player=player)
    assert refusal(replace(ROUND, seats={2: seat})) == (
        f"the player of seat 2 is {player!r}, but must be a string"
    )


@pytest.mark.parametrize("number", ["1", True, 1.0, None])
def test_a_seat_is_a_whole_number(number: object) -> None:
    deal = Round({}, {}, {number: Seat({"ante": 500}, [])}, void=True)  # type: ignore[dict-item]
    with pytest.raises(Refused, match="is not a seat: seats are numbered 1 to 6"):
        settle(resolve(GAMES["holdem-bonus"]), deal)
