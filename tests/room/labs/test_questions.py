"""Questions to the lab are validated before they are sent, and equal questions match."""

from typing import Any

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.lab import apply_pay_changes, parse_pay_change
from pitboss.lab.pay_changes import changeable_lines
from pitboss.room.lab_service.questions import Question, list_choices, make_question
from pitboss.submission import SubmissionRefused, complete_submission, resolve

EVERY = pytest.mark.parametrize("game", GAMES)


@EVERY
def test_every_line_can_be_changed(game: str) -> None:
    """A change that pays the same leaves the rules as they were; one that pays more does not."""
    rules = resolve(GAMES[game])
    lines = [line for some in changeable_lines(rules).values() for line in some]
    assert lines
    for line in lines:
        same = changeable_lines(
            apply_pay_changes(rules, [parse_pay_change(f"{line.key}={line.odds}")])
        )
        assert same == changeable_lines(rules)
        for odds in (line.least, line.most):
            other = changeable_lines(
                apply_pay_changes(rules, [parse_pay_change(f"{line.key}={odds}")])
            )
            result = next(x for x in other[line.key.partition(".")[0]] if x.key == line.key)
            assert (result.odds, result.label) == (odds, line.label)
        for odds in (line.least - 1, line.most + 1):
            with pytest.raises(Refused):
                apply_pay_changes(rules, [parse_pay_change(f"{line.key}={odds}")])


def test_games_without_lines_to_change() -> None:
    result = changeable_lines(resolve(GAMES["holdem-bonus"]))
    assert {key for key, lines in result.items() if not lines} == {"ante", "flop", "turn", "river"}
    spin = changeable_lines(resolve(GAMES["criss-cross"]))["bonus_spin"]
    assert spin == ()
    progressive = changeable_lines(resolve(GAMES["stud-235"]))["progressive"]
    assert {(line.unit, line.least) for line in progressive} == {("for 1", 0)}
    assert "royal flush" not in [line.label for line in progressive], "which a meter pays"


@EVERY
def test_choices_match_the_game(game: str) -> None:
    result = list_choices(make_question("solve", game))
    game_ = GAMES[game]
    assert [reading.id for reading in result.readings] == [reading.id for reading in game_.readings]
    assert all(
        reading.choice == reading.default in reading.choices
        for reading in result.readings + result.options
    )
    assert result.submission == complete_submission(game_, {})[0]
    assert result.rules == resolve(game_).hash
    assert [wager.key for wager in result.wagers] == [wager.key for wager in game_.wagers]


def test_choices_depend_on_earlier_choices() -> None:
    result = list_choices(
        make_question(
            "solve",
            "holdem-bonus",
            {"wagers": {"ante": {"pays_on": "flush"}, "bonus": {"paytable": "B"}}},
            pay=["bonus.pair-of-2s-to-10s=4"],
        )
    )
    bonus = next(wager for wager in result.wagers if wager.key == "bonus")
    assert (bonus.kind, bonus.paytable, bonus.paytables) == ("side", "B", ("A", "B"))
    line = next(item for item in bonus.lines if item.key == "bonus.pair-of-2s-to-10s")
    assert (line.odds, line.pays, line.clause[:4]) == (4, "4 to 1", "THB ")
    assert (result.options[0].wager, result.options[0].choice) == ("ante", "flush")
    assert result.pay == ("bonus.pair-of-2s-to-10s=4",)


def test_readings_are_merged_into_the_submission() -> None:
    arguments = {"readings": {"low_ace": "straight", "ante_pays": "table"}}
    result = make_question("solve", "criss-cross", arguments, {"low_ace": "never"})
    assert result.submission["readings"]["low_ace"] == "never"
    assert result.submission["readings"]["ante_pays"] == "table"
    assert arguments["readings"]["low_ace"] == "straight"


def test_equal_questions_match() -> None:
    short = make_question("solve", "criss-cross", {}, {"low_ace": "straight"}, {"across.flush": 7})
    long = make_question("solve", "criss-cross", complete_submission(GAMES["criss-cross"], {})[0],
                    pay=["across.flush=7"])  # fmt: skip
    assert short.key == long.key
    assert short.rules == long.rules
    keys = {
        short.key,
        make_question("solve", "criss-cross").key,
        make_question("solve", "criss-cross", pay={"across.flush": 8}).key,
        make_question("effects", "criss-cross").key,
        make_question("solve", "run-em-twice").key,
        make_question("advise", "criss-cross", cards_seen={"hole": "Ah Kh"}).key,
        make_question("advise", "criss-cross", cards_seen={"hole": "Ah Kd"}).key,
    }
    assert len(keys) == 7
    assert short == make_question("solve", "criss-cross", pay={"across.flush": 7.0})
    spaced_question = make_question("advise", "criss-cross", cards_seen={"hole": " Ah  Kh "})
    assert spaced_question == make_question("advise", "criss-cross", cards_seen={"hole": "Ah Kh"})


def test_all_errors_are_reported_together() -> None:
    bad: dict[str, Any] = {"table": {"dealing": "hand"}, "nothing": 1}
    with pytest.raises(SubmissionRefused) as refused:
        make_question(
            "solve", "criss-cross", bad, {"low_ace": "x"}, ["across.flush", "down.flush=x"]
        )
    assert {fault.path for fault in refused.value.faults} == {
        "table.dealing", "nothing", "readings.low_ace", "pay.across.flush", "pay.down.flush",
    }  # fmt: skip
    with pytest.raises(SubmissionRefused) as refused:
        make_question(
            "solve", "criss-cross", pay={"across.flsh": 1, "ante_down.flush": 2, "x.y": 0}
        )
    assert [str(fault)[:40] for fault in refused.value.faults] == [
        "pay.across.flsh cannot be changed: unkno",
        "pay.ante_down.flush cannot be changed: a",
        "pay.x.y cannot be changed: unknown wager",
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"kind": "solve", "game": "whist"}, "whist"),
        ({"kind": "effects", "pay": {"across.flush": 7}}, "undo your pay changes"),
        ({"kind": "solve", "pay": [""] * 101}, "101 pay changes are too many"),
        ({"kind": "advise", "cards_seen": {"hole": "Ah Ah"}}, "hole: Ah appears twice"),
        ({"kind": "advise", "cards_seen": {"left": "1h"}}, "left: '1h' is not a card"),
        ({"kind": "advise", "cards_seen": {"left": "Ah " * 50}}, "left': too long"),
        ({"kind": "advise", "cards_seen": dict.fromkeys("abcdefghijklm", "")}, "13 places"),
        ({"kind": "advise", "decisions": ["x" * 41]}, "too many or too long"),
        ({"kind": "advise", "decisions": ["1x"] * 13}, "too many or too long"),
    ],
)
def test_invalid_questions(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        make_question(**{"game": "criss-cross", **arguments})


def test_question_has_no_unneeded_fields() -> None:
    assert Question.__struct_fields__ == (
        "kind", "game", "submission", "pay", "cards", "decisions", "lines", "day",
    )  # fmt: skip


def test_dated_paper_is_a_new_question_each_day() -> None:
    days = ("2026-01-31", "2026-02-01")
    one, other = (make_question("report", "stud-235", day=day) for day in days)
    assert one.key != other.key
    assert one.key == make_question("report", "stud-235", day=days[0]).key
    same = {make_question("strategy", "stud-235", day=day).key for day in days}
    assert len(same) == 1, "a card bears none"
