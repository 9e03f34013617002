"""The Bonus Wheel: only symbols of the table, each on any number of stops."""

import pytest

from pitboss.games import GAMES
from pitboss.games.payoffs import Wheel
from pitboss.games.paytables import Sum
from pitboss.submission import Fault, SubmissionRefused, resolve

from .submission_paths import toml_value

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
def test_a_wheel_is_a_nonempty_list(wheel: object) -> None:
    (fault,) = faults(wheel)
    assert fault.path == AT
    assert fault.sentence == "must be a list of symbols, each with its number of stops"
    assert fault.clause == "CCP 12.D(4)"


@pytest.mark.parametrize("stop", [1, "jackpot", [], {}, {"symbol": "jackpot"}, {"stops": 1}])
def test_a_stop_has_a_symbol_and_a_number_of_stops(stop: object) -> None:
    (fault,) = faults([GOOD, stop])
    assert (fault.path, fault.sentence) == (f"{AT}[2]", "must have the keys symbol and stops")


@pytest.mark.parametrize("symbol", ["$501", "$2,500", "2500", "Jackpot", "", None, 2500, ["$60"]])
def test_a_symbol_in_no_table(symbol: object) -> None:
    (fault,) = faults([GOOD, {"symbol": symbol, "stops": 1}])
    assert fault.path == f"{AT}[2].symbol"
    assert fault.sentence.startswith(
        f"is {toml_value(symbol)} but must be one of jackpot, $2500, $1000, "
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
    assert fault.sentence == "is '$2500', which is already on the wheel: list each symbol once"


@pytest.mark.parametrize("stops", [0, -1, 1.0, True, None, "1", 10**6 + 1])
def test_invalid_numbers_of_stops(stops: object) -> None:
    (fault,) = faults([{"symbol": "$60", "stops": stops}])
    assert fault.path == f"{AT}[1].stops"
    assert fault.sentence == f"is {toml_value(stops)} but must be a whole number from 1 to 1000000"


@pytest.mark.parametrize(
    ("symbol", "community", "symbols_text"),
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
def test_a_community_sum_that_is_not_listed(
    symbol: str, community: object, symbols_text: str
) -> None:
    (fault,) = faults([{"symbol": symbol, "stops": 1, "community": community}])
    assert fault.path == f"{AT}[1].community"
    assert fault.sentence == f"is {toml_value(community)} but the rulebook lists {symbols_text}"


def test_a_key_that_a_stop_does_not_have() -> None:
    (fault,) = faults([{"symbol": "$60", "stops": 1, "colour": "red"}])
    assert fault.path == f"{AT}[1].colour"


def test_every_stop_is_checked() -> None:
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


def wheel_of(letter: str, wheel: list[dict[str, object]]) -> Wheel:
    rules = resolve(CCP, spin(wheel, letter))
    (paid,) = (side.pays for side in rules.sides if side.key == "bonus_spin")
    assert isinstance(paid, Wheel)
    return paid


def test_the_community_sum_may_be_left_out() -> None:
    long = [{"symbol": "$25", "stops": 3, "community": 1_500}, {"symbol": "jackpot", "stops": 1}]
    short = [{"symbol": "$25", "stops": 3}, {"symbol": "jackpot", "stops": 1, "community": 0}]
    assert wheel_of("D", long) == wheel_of("D", short)
    assert [stop.community for stop in wheel_of("D", short).wheel] == [0, 1_500]


def test_a_wheel_of_one_symbol() -> None:
    (stop,) = wheel_of("B", [{"symbol": "$13", "stops": 1}]).wheel
    assert (stop.name, stop.stops, stop.community) == ("$13", 1, 0)


# The symbol of the top prize, and merchandise.


def of_spin(letter: str, **keys: object) -> dict[str, object]:
    return {"wagers": {"bonus_spin": {"paytable": letter} | keys}}


def pays(submission: dict[str, object]) -> Wheel:
    (result,) = (
        side.pays for side in resolve(CCP, submission).sides if isinstance(side.pays, Wheel)
    )
    return result


@pytest.mark.parametrize("letter", "ABCD")
def test_another_symbol_for_the_top_prize(letter: str) -> None:
    """It replaces the jackpot on the example wheel and on an operator's own."""
    plain, named_filing = pays(of_spin(letter)), pays(of_spin(letter, top_symbol="Lucky 7"))
    assert (plain.top, named_filing.top) == ("jackpot", "Lucky 7")
    assert named_filing.wheel[0].name == "Lucky 7"
    assert named_filing.wheel[0].prize == plain.wheel[0].prize
    assert named_filing.wheel[1:] == plain.wheel[1:]
    own = [{"symbol": "$60", "stops": 2}, {"symbol": "Lucky 7", "stops": 1}]
    wheel_pays = pays(of_spin(letter, top_symbol="Lucky 7", wheel=own))
    assert [stop.name for stop in wheel_pays.wheel] == ["Lucky 7", "$60"]


def test_the_jackpot_spelled_out_changes_nothing() -> None:
    spelled_rules = resolve(CCP, of_spin("A", top_symbol="jackpot"))
    assert spelled_rules == resolve(CCP, of_spin("A"))
    assert spelled_rules.hash == resolve(CCP, of_spin("A")).hash


@pytest.mark.parametrize("letter", "AC")
def test_merchandise_has_the_value_of_the_fixed_prize(letter: str) -> None:
    submission = of_spin(letter, merchandise="a motorcycle", fixed_prize=2_500_000)
    assert pays(submission).wheel[0].prize == Sum(2_500_000, "a motorcycle")


@pytest.mark.parametrize(
    ("letter", "keys", "problem"),
    [
        (
            "A",
            {"top_symbol": "$500"},
            "is '$500', but an amount is the symbol of another prize: choose a different name",
        ),
        (
            "B",
            {"top_symbol": "$7"},
            "is '$7', but an amount is the symbol of another prize: choose a different name",
        ),
        ("C", {"top_symbol": ""}, "is '' but must be text on one line"),
        ("D", {"top_symbol": 7}, "is 7 but must be text on one line"),
        ("D", {"top_symbol": "x" * 41}, f"is '{'x' * 41}' but may have at most 40 characters"),
        ("A", {"merchandise": "a\nb"}, "is 'a\\nb' but must be text on one line"),
    ],
)
def test_invalid_symbols_and_merchandise(
    letter: str, keys: dict[str, object], problem: str
) -> None:
    with pytest.raises(SubmissionRefused) as refusal:
        resolve(CCP, of_spin(letter, **keys))
    clause = f"CCP 12.D({'ABCD'.index(letter) + 1})(a)"
    (key,) = keys
    (fault,) = refusal.value.faults
    assert fault == Fault(f"wagers.bonus_spin.{key}", problem, clause)


@pytest.mark.parametrize("letter", "BD")
def test_a_meter_is_not_paid_in_merchandise(letter: str) -> None:
    with pytest.raises(SubmissionRefused, match=r"bonus_spin\.merchandise is not a key"):
        resolve(CCP, of_spin(letter, merchandise="a motorcycle"))


def test_the_value_of_merchandise_has_the_floor_of_its_table() -> None:
    with pytest.raises(SubmissionRefused, match=r"at least \$5,000 \[CCP 12\.D\(5\)\(b\)\(iii\)\]"):
        resolve(CCP, of_spin("C", merchandise="a bicycle", fixed_prize=100_000))


def test_a_custom_wheel_uses_the_named_symbol() -> None:
    wheel = [{"symbol": "jackpot", "stops": 1}]
    with pytest.raises(SubmissionRefused) as refusal:
        resolve(CCP, of_spin("A", top_symbol="Lucky 7", wheel=wheel))
    (fault,) = refusal.value.faults
    assert fault.sentence.startswith("is 'jackpot' but must be one of Lucky 7, $500, ")
