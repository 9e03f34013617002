"""The wheel of the Bonus Spin: only symbols of the table, as often as the operator likes."""

import pytest

from pitboss.games import GAMES
from pitboss.submission import Fault, SubmissionRefused, resolve
from pitboss.submission.rules import WheelSpin

from .paths import written

CCP = GAMES["criss-cross"]
AT = "wagers.bonus_spin.wheel"


def spin(wheel: object, letter: str = "D") -> dict[str, object]:
    return {"wagers": {"bonus_spin": {"paytable": letter, "wheel": wheel}}}


def faults(wheel: object, letter: str = "D") -> tuple[Fault, ...]:
    with pytest.raises(SubmissionRefused) as refusal:
        resolve(CCP, spin(wheel, letter))
    return refusal.value.faults


GOOD = {"symbol": "$2500", "stops": 1, "community": 0}


@pytest.mark.parametrize("wheel", [[], None, 1, "wheel", True, {}, ()], ids=repr)
def test_a_wheel_is_a_list_with_something_in_it(wheel: object) -> None:
    (fault,) = faults(wheel)
    assert fault.path == AT
    assert fault.sentence == "must be a list of symbols with their stops"
    assert fault.clause == "CCP 12.D(4)"


@pytest.mark.parametrize("stop", [1, "jackpot", [], {}, {"symbol": "jackpot"}, {"stops": 1}])
def test_a_stop_has_symbol_and_stops(stop: object) -> None:
    (fault,) = faults([GOOD, stop])
    assert (fault.path, fault.sentence) == (f"{AT}[2]", "must have a symbol and its stops")


@pytest.mark.parametrize("symbol", ["$501", "$2,500", "2500", "Jackpot", "", None, 2500, ["$60"]])
def test_a_symbol_of_no_table(symbol: object) -> None:
    (fault,) = faults([GOOD, {"symbol": symbol, "stops": 1}])
    assert fault.path == f"{AT}[2].symbol"
    assert fault.sentence.startswith(
        f"is {written(symbol)} but must be one of jackpot, $2500, $1000, "
    )


@pytest.mark.parametrize(
    ("letter", "symbol"), [("A", "$250"), ("B", "$70"), ("C", "$500x"), ("D", "$120"), ("A", "$40")]
)
def test_a_symbol_of_another_table(letter: str, symbol: str) -> None:
    (fault,) = faults([{"symbol": symbol, "stops": 1}], letter)
    assert fault.path == f"{AT}[1].symbol"
    assert fault.clause == f"CCP 12.D({'ABCD'.index(letter) + 1})"


def test_a_symbol_twice() -> None:
    (fault,) = faults([GOOD, {"symbol": "$60", "stops": 1}, GOOD])
    assert fault.path == f"{AT}[3].symbol"
    assert fault.sentence == "is '$2500', which the wheel has already"


@pytest.mark.parametrize("stops", [0, -1, 1.0, True, None, "1", 10**6 + 1])
def test_stops_that_are_none(stops: object) -> None:
    (fault,) = faults([{"symbol": "$60", "stops": stops}])
    assert fault.path == f"{AT}[1].stops"
    assert fault.sentence == f"is {written(stops)} but must be a whole number from 1 to 1000000"


@pytest.mark.parametrize(
    ("symbol", "community", "listed"),
    [
        ("$60", 1, "$0 (0 cents)"),
        ("$500", 0, "$100 (10000 cents)"),
        ("$500", 10_001, "$100 (10000 cents)"),
        ("$25", True, "$15 (1500 cents)"),
        ("$25", 1500.0, "$15 (1500 cents)"),
        ("$25", "1500", "$15 (1500 cents)"),
        ("$25", None, "$15 (1500 cents)"),
        ("jackpot", False, "$0 (0 cents)"),
    ],
)
def test_a_community_sum_that_is_not_listed(symbol: str, community: object, listed: str) -> None:
    (fault,) = faults([{"symbol": symbol, "stops": 1, "community": community}])
    assert fault.path == f"{AT}[1].community"
    assert fault.sentence == f"is {written(community)} but the rulebook lists {listed}"


def test_a_key_that_a_stop_does_not_have() -> None:
    (fault,) = faults([{"symbol": "$60", "stops": 1, "colour": "red"}])
    assert fault.path == f"{AT}[1].colour"


def test_every_stop_is_looked_at() -> None:
    wheel = [
        {"symbol": "$1", "stops": 1},
        {"symbol": "$60", "stops": 0, "community": 5},
        7,
        {"symbol": "$70", "stops": 1},
    ]
    assert [fault.path for fault in faults(wheel)] == [
        f"{AT}[1].symbol",
        f"{AT}[2].stops",
        f"{AT}[2].community",
        f"{AT}[3]",
    ]


def wheel_of(letter: str, wheel: list[dict[str, object]]) -> WheelSpin:
    rules = resolve(CCP, spin(wheel, letter))
    (paid,) = (side.pays for side in rules.sides if side.key == "bonus_spin")
    assert isinstance(paid, WheelSpin)
    return paid


def test_the_community_sum_may_be_left_out() -> None:
    long = [{"symbol": "$25", "stops": 3, "community": 1_500}, {"symbol": "jackpot", "stops": 1}]
    short = [{"symbol": "$25", "stops": 3}, {"symbol": "jackpot", "stops": 1, "community": 0}]
    assert wheel_of("D", long) == wheel_of("D", short)
    assert [stop.community for stop in wheel_of("D", short).wheel] == [0, 1_500]


def test_a_wheel_of_one_symbol() -> None:
    (stop,) = wheel_of("B", [{"symbol": "$13", "stops": 1}]).wheel
    assert (stop.symbol, stop.stops, stop.community) == ("$13", 1, 0)
