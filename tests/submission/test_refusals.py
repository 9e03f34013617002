"""Every kind of fault in a submission is refused, with the path, the reason and the clause."""

from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.submission import Fault, SubmissionRefused, resolve

from .submission_paths import submission_with, toml_value

RET, CCP, THB, STUD = "run-em-twice", "criss-cross", "holdem-bonus", "stud-235"
RESHUFFLING = "automated reshuffling"
A_SHOE = "a shoe that deals: table.dealing must be 'automated shoe'"


def faults(key: str, submission_: Mapping[str, Any]) -> tuple[Fault, ...]:
    with pytest.raises(SubmissionRefused) as refusal:
        resolve(GAMES[key], submission_)
    assert str(refusal.value) == "; ".join(map(str, refusal.value.faults))
    assert refusal.value.faults
    return refusal.value.faults


def only(key: str, path: str, value: object) -> Fault:
    """Return the only fault of a default submission with this value at this path."""
    (fault,) = faults(key, submission_with(path, value))
    assert str(fault).startswith(f"{path} ")
    return fault


@pytest.mark.parametrize(
    ("key", "path", "hint"),
    [
        (RET, "tabel", "did you mean table?"),
        (RET, "xyzzy", "the keys are game, operator, edition, table, wagers, readings, approvals"),
        (RET, "table.minimun", "did you mean minimum?"),
        (RET, "table.boxes_per_player", "the keys are"),
        (CCP, "table.boxes_per_player", "the keys are"),
        (THB, "table.boxes_per_player", "the keys are"),
        (RET, "wagers.bonus_spin", "the keys are five_card_bonus, ultimate_pairs, progressive"),
        (RET, "wagers.five_card_bonu", "did you mean five_card_bonus?"),
        (RET, "wagers.ante_1", "the keys are"),
        (RET, "wagers.run_1", "the keys are"),
        (RET, "wagers.five_card_bonus.wager", "the keys are"),
        (RET, "wagers.five_card_bonus.meters", "the keys are"),
        (RET, "wagers.progressive.minimum", "the keys are"),
        (RET, "wagers.progressive.wheel", "the keys are"),
        (RET, "wagers.progressive.meters.mega", "the keys are meter"),
        (RET, "wagers.progressive.meters.meter.rates", "did you mean rate?"),
        (RET, "readings.ante_pays", "the keys are"),
        (RET, "readings.lowace", "did you mean low_ace?"),
        (CCP, "wagers.bonus_spin.fixed_prize", "the keys are"),
        (CCP, "readings.progressive_hand", "the keys are"),
        (THB, "wagers.ante.paytable", "the keys are pays_on"),
        (THB, "wagers.bonus.pays_on", "the keys are"),
        (THB, "readings.low_ace", "the keys are"),
        (STUD, "wagers.progressive.meters.major", "the keys are meter"),
        (STUD, "wagers.two_card", "the keys are"),
    ],
)
def test_an_unknown_key(key: str, path: str, hint: str) -> None:
    fault = only(key, path, 1)
    assert fault.sentence.startswith(f"is not a key of a {key} submission: ")
    assert hint in fault.sentence


@pytest.mark.parametrize(
    ("key", "letter", "unknown"),
    [
        (RET, "C", "meter"),
        (RET, "D", "meter"),
        (STUD, "C", "mega"),
        (STUD, "B", "major"),
    ],
)
def test_a_meter_of_another_paytable(key: str, letter: str, unknown: str) -> None:
    submission_ = {
        "wagers": {"progressive": {"paytable": letter, "meters": {unknown: {"start": 10**7}}}}
    }
    (fault,) = faults(key, submission_)
    assert fault.path == f"wagers.progressive.meters.{unknown}"


@pytest.mark.parametrize(("letter", "unknown"), [("A", "meters"), ("B", "fixed_prize")])
def test_the_jackpot_of_another_paytable(letter: str, unknown: str) -> None:
    submission_ = {"wagers": {"bonus_spin": {"paytable": letter, unknown: {}}}}
    (fault,) = faults(CCP, submission_)
    assert fault.path == f"wagers.bonus_spin.{unknown}"


@pytest.mark.parametrize(
    ("key", "path", "value", "sentence", "clause"),
    [
        # paytables, readings, options
        (RET, "wagers.ultimate_pairs.paytable", "F", "'A', 'B', 'C', 'D' or 'E'", "RET 12.E"),
        (RET, "wagers.progressive.paytable", "E", "'A', 'B', 'C' or 'D'", "RET 12.F"),
        (RET, "wagers.five_card_bonus.paytable", "B", "must be 'A'", "RET 12.D"),
        (CCP, "wagers.bonus_spin.paytable", "d", "'A', 'B', 'C' or 'D'", "CCP 12.D"),
        (CCP, "wagers.five_card_bonus.paytable", "B", "must be 'A'", "CCP 12.C"),
        (THB, "wagers.bonus.paytable", "C", "must be 'A' or 'B'", "THB 12.B"),
        (STUD, "wagers.progressive.paytable", "", "'A', 'B', 'C' or 'D'", "235 12.E"),
        (RET, "readings.low_ace", "all", "'straight' or 'never'", "RET 6.A"),
        (RET, "readings.progressive_hand", "both", "'best-of-runs' or 'community'", "RET 12.F(5)"),
        (RET, "readings.raise_amounts", "half", "'whole' or 'any'", "RET 11.B"),
        (CCP, "readings.ante_pays", "odd", "'even' or 'table'", "CCP 12.A"),
        (CCP, "readings.spin_after_fold", "", "'kept' or 'lost'", "CCP 11.B(3)"),
        (STUD, "readings.low_ace", "straight", "'five-card' or 'all'", "235 6.B"),
        (THB, "wagers.ante.pays_on", "pair", "'straight' or 'flush'", "THB 11.I(3)(d)(iii)"),
        # amounts
        (RET, "wagers.progressive.wager", 200, "is $2 but must be $1 or $5", "RET 12.H"),
        (STUD, "wagers.progressive.wager", 1, "is $0.01 but must be $1 or $5", "235 12.I"),
        (CCP, "wagers.bonus_spin.wager", 100, "is $1 but must be $5", "CCP 12.D(8)"),
        (RET, "table.minimum", 0, "is $0 but must be at least $0.01", "RET 7.E(1)"),
        (RET, "table.minimum", -500, "is −$5 but must be at least $0.01", "RET 7.E(1)"),
        (RET, "table.maximum", 10**12 + 1, "must be at most $10,000,000,000", "RET 7.E(1)"),
        (RET, "table.chip", 0, "is $0 but must be at least $0.01", "RET 7.A"),
        (RET, "wagers.five_card_bonus.minimum", 0, "must be at least $0.01", "RET 7.E(2)(a)"),
        (THB, "wagers.bonus.maximum", -1, "must be at least $0.01", "THB 7.F(2)"),
        # equipment
        (
            RET,
            "table.dealing",
            "boot",
            "'manual shoe', 'hand' or 'automated shoe'",
            "RET 8.D, 9.B, 10.B",
        ),
        (RET, "table.shuffler", "manual", "'none', 'automated'", "RET 5.A, 5.B, 5.G"),
        (STUD, "table.decks", 0, "a whole number from 1 to 2", "235 3.B"),
        (THB, "table.decks", 3, "a whole number from 1 to 2", "THB 3.B"),
        (STUD, "table.boxes_per_player", 0, "a whole number from 1 to 6", "235 7.F"),
        (STUD, "table.boxes_per_player", 7, "a whole number from 1 to 6", "235 7.F"),
        # game and operator
        (RET, "game", CCP, "is 'criss-cross' but must be 'run-em-twice'", "RET 7.E(2)"),
        (RET, "game", "poker", "is 'poker' but must be 'run-em-twice'", "RET 7.E(2)"),
        (RET, "operator", "", "text on one line", "RET 2.B(1)"),
        (RET, "operator", "  ", "text on one line", "RET 2.B(1)"),
        (RET, "operator", "two\nlines", "text on one line", "RET 2.B(1)"),
        (RET, "operator", "\x1b[31m", "text on one line", "RET 2.B(1)"),
        # faults that depend on two values
        (RET, "table.minimum", 50_001, "is above the maximum of $500", "RET 7.E(1)"),
        (
            RET,
            "wagers.five_card_bonus.minimum",
            10_001,
            "is above the maximum of $100",
            "RET 7.E(2)(a)",
        ),
        (RET, "table.dealing", "hand", "needs an automated shuffler", "RET 9.A(1)"),
        (CCP, "table.dealing", "hand", "needs an automated shuffler", "CCP 9.A(1)"),
        (THB, "table.dealing", "hand", "needs an automated shuffler", "THB 9.A(1)"),
        (STUD, "table.dealing", "hand", "needs an automated shuffler", "235 9.A(1)"),
        (RET, "table.decks", 2, "needs an automated shuffler", "RET 3.B"),
        (CCP, "table.decks", 2, "needs an automated shuffler", "CCP 3.B"),
        (THB, "table.decks", 2, "needs an automated shuffler", "THB 3.B"),
        (STUD, "table.decks", 2, "needs an automated shuffler", "235 3.B"),
        (RET, "table.shuffler", RESHUFFLING, A_SHOE, "RET 5.G"),
        (CCP, "table.shuffler", RESHUFFLING, A_SHOE, "CCP 5.G"),
        (THB, "table.shuffler", RESHUFFLING, A_SHOE, "THB 5.I"),
        (STUD, "table.shuffler", RESHUFFLING, A_SHOE, "235 5.I"),
    ],
)
def test_a_value_outside_the_rulebook(
    key: str, path: str, value: object, sentence: str, clause: str | None
) -> None:
    fault = only(key, path, value)
    assert sentence in fault.sentence
    assert fault.clause == clause


FLOORS = [
    (RET, "A", "meter", 1_000_000, "RET 12.F(6)(b)(i)"),
    (RET, "B", "meter", 200_000, "RET 12.F(6)(b)(ii)"),
    (RET, "C", "major", 1_000_000, "RET 12.F(6)(b)(iii)(1)"),
    (RET, "C", "minor", 100_000, "RET 12.F(6)(b)(iii)(2)"),
    (RET, "D", "mega", 1_000_000, "RET 12.F(6)(b)(iv)(1)"),
    (RET, "D", "major", 100_000, "RET 12.F(6)(b)(iv)(2)"),
    (RET, "D", "minor", 25_000, "RET 12.F(6)(b)(iv)(3)"),
    (STUD, "A", "meter", 1_000_000, "235 12.F(2)(a)"),
    (STUD, "B", "meter", 200_000, "235 12.F(2)(b)"),
    (STUD, "C", "major", 1_000_000, "235 12.F(2)(c)(i)"),
    (STUD, "C", "minor", 100_000, "235 12.F(2)(c)(ii)"),
    (STUD, "D", "mega", 1_000_000, "235 12.F(2)(d)(i)"),
    (STUD, "D", "major", 100_000, "235 12.F(2)(d)(ii)"),
    (STUD, "D", "minor", 25_000, "235 12.F(2)(d)(iii)"),
    (CCP, "B", "meter", 100_000, "CCP 12.D(5)(b)(ii)"),
    (CCP, "D", "meter", 500_000, "CCP 12.D(5)(b)(iv)"),
]


@pytest.mark.parametrize(("key", "letter", "meter", "floor", "clause"), FLOORS)
@pytest.mark.parametrize("what", ["start", "reset"])
def test_a_meter_below_its_floor(
    key: str, letter: str, meter: str, floor: int, clause: str, what: str
) -> None:
    wager = "bonus_spin" if key == CCP else "progressive"
    submission_ = {"wagers": {wager: {"paytable": letter, "meters": {meter: {what: floor - 1}}}}}
    (fault,) = faults(key, submission_)
    assert fault.path == f"wagers.{wager}.meters.{meter}.{what}"
    assert "must be at least $" in fault.sentence
    assert fault.clause == clause
    submission_["wagers"][wager]["meters"] = {meter: {what: floor}}
    assert resolve(GAMES[key], submission_).meters[meter]


def test_the_fixed_prize_of_table_c_below_its_floor() -> None:
    submission_ = {"wagers": {"bonus_spin": {"paytable": "C", "fixed_prize": 499_999}}}
    (fault,) = faults(CCP, submission_)
    assert fault.path == "wagers.bonus_spin.fixed_prize"
    assert fault.sentence == "is $4,999.99 but must be at least $5,000"
    assert fault.clause == "CCP 12.D(5)(b)(iii)"
    resolve(GAMES[CCP], {"wagers": {"bonus_spin": {"paytable": "C", "fixed_prize": 500_000}}})


def test_the_fixed_prize_of_table_a_has_no_floor() -> None:
    resolve(GAMES[CCP], {"wagers": {"bonus_spin": {"paytable": "A", "fixed_prize": 50}}})


@pytest.mark.parametrize(
    "rate",
    [0.1, 1, True, None, "", "ten", "1/0", "-1/10", "11/10", "1e-1", "1/10/2", "nan", "inf", "10%"],
)
def test_a_rate_that_is_no_share(rate: object) -> None:
    fault = only(RET, "wagers.progressive.meters.meter.rate", rate)
    assert "must be a fraction from 0 to 1 in quotes" in fault.sentence
    assert fault.clause == "RET 12.F(6)(a)"


@pytest.mark.parametrize("rate", ["0", "1", "1/10", "2/20", "0.1", "1/3"])
def test_a_rate_that_is_one(rate: str) -> None:
    resolve(GAMES[RET], submission_with("wagers.progressive.meters.meter.rate", rate))


def test_meters_that_take_more_than_the_wager() -> None:
    meters = {"major": {"rate": "2/3"}, "minor": {"rate": "1/2"}}
    (fault,) = faults(RET, {"wagers": {"progressive": {"paytable": "C", "meters": meters}}})
    assert fault.path == "wagers.progressive.meters"
    assert (
        fault.sentence
        == "add up to more than the wager: the rates of all meters may total at most 1"
    )
    meters["minor"]["rate"] = "1/3"
    resolve(GAMES[RET], {"wagers": {"progressive": {"paytable": "C", "meters": meters}}})


WRONG = [None, True, 1.0, 100.5, "100", [100], float("nan"), b"1"]


@pytest.mark.parametrize("value", WRONG, ids=map(repr, WRONG))
@pytest.mark.parametrize(
    ("key", "path"),
    [
        (RET, "table.minimum"),
        (RET, "table.chip"),
        (RET, "table.decks"),
        (RET, "wagers.five_card_bonus.maximum"),
        (RET, "wagers.progressive.wager"),
        (RET, "wagers.progressive.meters.meter.start"),
        (RET, "wagers.progressive.meters.meter.reset"),
        (CCP, "wagers.bonus_spin.wager"),
        (STUD, "table.boxes_per_player"),
    ],
)
def test_a_number_of_a_wrong_type(key: str, path: str, value: object) -> None:
    assert "must be a whole number" in only(key, path, value).sentence


@pytest.mark.parametrize("value", [None, 1, 0, "true", [], 1.0], ids=repr)
def test_offered_is_true_or_false(value: object) -> None:
    fault = only(RET, "wagers.ultimate_pairs.offered", value)
    assert fault.sentence == f"is {toml_value(value)} but must be true or false"


@pytest.mark.parametrize("value", [None, 1, True, ["A"], 1.5], ids=repr)
@pytest.mark.parametrize(
    ("key", "path"),
    [
        (RET, "game"),
        (RET, "operator"),
        (RET, "table.dealing"),
        (RET, "table.shuffler"),
        (RET, "wagers.progressive.paytable"),
        (RET, "readings.low_ace"),
        (THB, "wagers.ante.pays_on"),
    ],
)
def test_a_word_of_a_wrong_type(key: str, path: str, value: object) -> None:
    assert f"is {toml_value(value)} but must be" in only(key, path, value).sentence


@pytest.mark.parametrize("value", [None, 1, "x", [], True], ids=repr)
@pytest.mark.parametrize(
    "path",
    [
        "table",
        "wagers",
        "wagers.progressive",
        "wagers.progressive.meters",
        "wagers.progressive.meters.meter",
        "readings",
    ],
)
def test_a_value_instead_of_keys(path: str, value: object) -> None:
    assert only(RET, path, value).sentence == f"is {toml_value(value)} but must be a table of keys"


@pytest.mark.parametrize("path", ["game", "table.minimum", "wagers.progressive.paytable"])
def test_keys_instead_of_a_value(path: str) -> None:
    assert only(RET, path, {"a": 1}).sentence == "is a table of keys but must be a value"


def test_many_faults_are_reported_at_once() -> None:
    result = faults(
        RET,
        {
            "table": {"minimum": 0, "decks": 9, "dealing": "boot"},
            "wagers": {
                "ultimate_pairs": {"paytable": "Z"},
                "progressive": {"wager": 7, "meters": {"meter": {"reset": 1, "rate": "2"}}},
            },
            "readings": {"low_ace": "maybe"},
        },
    )
    assert {fault.path for fault in result} == {
        "table.minimum",
        "table.decks",
        "table.dealing",
        "wagers.ultimate_pairs.paytable",
        "wagers.progressive.wager",
        "wagers.progressive.meters.meter.reset",
        "wagers.progressive.meters.meter.rate",
        "readings.low_ace",
    }


def test_many_unknown_keys_are_reported_at_once() -> None:
    result = faults(RET, {"a": 1, "table": {"b": 1}, "wagers": {"progressive": {"c": 1}}})
    assert [fault.path for fault in result] == ["a", "table.b", "wagers.progressive.c"]


def test_faults_between_values_are_reported_at_once() -> None:
    result = faults(
        STUD,
        {
            "table": {"minimum": 60_000, "decks": 2, "dealing": "hand"},
            "wagers": {"win_em_all": {"minimum": 20_000}},
        },
    )
    assert [fault.path for fault in result] == [
        "table.minimum",
        "table.dealing",
        "table.decks",
        "wagers.win_em_all.minimum",
    ]


# No fault hides another one.


def test_an_unknown_key_hides_nothing() -> None:
    result = faults(RET, {"tabel": {}, "table": {"decks": 9}, "wagers": {"progressive": 1}})
    assert {fault.path for fault in result} == {"tabel", "table.decks", "wagers.progressive"}


def test_a_wrong_value_hides_nothing() -> None:
    result = faults(RET, {"table": {"chip": 0, "dealing": "hand", "minimum": 60_000}})
    assert {fault.path for fault in result} == {"table.chip", "table.dealing", "table.minimum"}


@pytest.mark.parametrize("value", [[], [1], "", "x", 0, 7, False, True], ids=repr)
def test_a_submission_that_is_not_a_table(value: Any) -> None:  # noqa: ANN401
    faults(RET, value)


@pytest.mark.parametrize(
    "path", ["table.decks", "wagers.progressive.wager", "operator", "readings"]
)
def test_an_enormous_number(path: str) -> None:
    """TOML can contain one: `decks = 0xffff…`."""
    only(RET, path, 1 << 20_000)


# Limits that chips must be able to make, or nobody could wager


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({"chip": 100_000}, "($1,000) is between the minimum of $5 and the maximum of $500"),
        ({"chip": 50_001}, "($500.01) is between the minimum of $5 and the maximum of $500"),
        (
            {"minimum": 1250, "maximum": 1250, "chip": 500},
            "($5) is between the minimum of $12.50 and the maximum of $12.50",
        ),
        (
            {"minimum": 1001, "maximum": 1499, "chip": 500},
            "($5) is between the minimum of $10.01 and the maximum of $14.99",
        ),
        ({"minimum": 1, "maximum": 99}, "($1) is between the minimum of $0.01 and"),
    ],
)
@pytest.mark.parametrize("key", GAMES)
def test_a_chip_that_does_not_divide_any_wager(
    key: str, table: dict[str, int], sentence: str
) -> None:
    wagers_off = {side.key: {"offered": False} for side in GAMES[key].sides}
    (fault,) = faults(key, {"table": table, "wagers": wagers_off})
    assert fault.path == "table.chip"
    assert sentence in fault.sentence


@pytest.mark.parametrize(
    ("chip", "limits", "sentence"),
    [
        (20_000, {}, "($200) is between the minimum of $1 and the maximum of $100"),
        (
            500,
            {"minimum": 600, "maximum": 900},
            "($5) is between the minimum of $6 and the maximum of $9",
        ),
    ],
)
@pytest.mark.parametrize(
    ("key", "wager"),
    [(RET, "five_card_bonus"), (CCP, "five_card_bonus"), (THB, "bonus"), (STUD, "win_em_all")],
)
def test_a_side_wager_that_no_chips_can_make(
    key: str, wager: str, chip: int, limits: dict[str, int], sentence: str
) -> None:
    """A wager that is not offered may have any limits."""
    others = {x.key: {"offered": False} for x in GAMES[key].sides}
    submission = {"table": {"chip": chip}, "wagers": others | {wager: {"offered": True} | limits}}
    (fault,) = faults(key, submission)
    assert fault.path == f"wagers.{wager}.maximum"
    assert sentence in fault.sentence
    assert resolve(GAMES[key], {"table": {"chip": chip}, "wagers": others}).sides == ()


@pytest.mark.parametrize(
    "table",
    [
        {"minimum": 1250, "maximum": 2000, "chip": 500},
        {"minimum": 500, "maximum": 500, "chip": 500},
        {"minimum": 100, "maximum": 500, "chip": 500},
        {"minimum": 1, "maximum": 1, "chip": 1},
    ],
)
@pytest.mark.parametrize("key", GAMES)
def test_limits_that_some_chips_can_make(key: str, table: dict[str, int]) -> None:
    """A fixed wager is what the rulebook says, whatever the smallest chip."""
    assert resolve(GAMES[key], {"table": table}).table.chip == table["chip"]


def test_reversed_limits_are_one_fault() -> None:
    (fault,) = faults(RET, {"table": {"minimum": 900, "maximum": 500, "chip": 700}})
    assert fault.path == "table.minimum"
