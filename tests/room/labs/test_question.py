"""Questions to the lab: checked before a process is asked, and known again."""

from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.lab import altered, change
from pitboss.lab.changeable import changeable
from pitboss.refusal import Refused
from pitboss.room.labs.choices import choices_of
from pitboss.room.labs.question import Question, question
from pitboss.submission import SubmissionRefused, completed, resolve

EVERY = pytest.mark.parametrize("game", GAMES)


@EVERY
def test_every_line_can_be_changed_and_is_as_it_says(game: str) -> None:
    """What pays the same as before leaves the lab's rules as they were; what pays more does not."""
    rules = resolve(GAMES[game])
    lines = [line for some in changeable(rules).values() for line in some]
    assert lines
    for line in lines:
        same = changeable(altered(rules, [change(f"{line.key}={line.odds}")]))
        assert same == changeable(rules)
        for odds in (line.least, line.most):
            other = changeable(altered(rules, [change(f"{line.key}={odds}")]))
            found = next(x for x in other[line.key.partition(".")[0]] if x.key == line.key)
            assert (found.odds, found.label) == (odds, line.label)
        for odds in (line.least - 1, line.most + 1):
            with pytest.raises(Refused):
                altered(rules, [change(f"{line.key}={odds}")])


def test_what_has_no_line_to_change() -> None:
    found = changeable(resolve(GAMES["holdem-bonus"]))
    assert {key for key, lines in found.items() if not lines} == {"ante", "flop", "turn", "river"}
    spin = changeable(resolve(GAMES["criss-cross"]))["bonus_spin"]
    assert spin == ()
    progressive = changeable(resolve(GAMES["stud-235"]))["progressive"]
    assert {(line.unit, line.least) for line in progressive} == {("for 1", 0)}
    assert "royal flush" not in [line.label for line in progressive], "which a meter pays"


@EVERY
def test_choices_are_those_of_the_game(game: str) -> None:
    found = choices_of(question("solve", game))
    defined = GAMES[game]
    assert [one.id for one in found.readings] == [one.id for one in defined.readings]
    assert all(one.choice == one.default in one.choices for one in found.readings + found.options)
    assert found.submission == completed(defined, {})[0]
    assert found.rules == resolve(defined).hash
    assert [one.key for one in found.wagers] == [one.key for one in defined.wagers]


def test_choices_follow_what_was_chosen() -> None:
    found = choices_of(
        question(
            "solve",
            "holdem-bonus",
            {"wagers": {"ante": {"pays_on": "flush"}, "bonus": {"paytable": "B"}}},
            pay=["bonus.pair-of-2s-to-10s=4"],
        )
    )
    bonus = next(one for one in found.wagers if one.key == "bonus")
    assert (bonus.kind, bonus.paytable, bonus.paytables) == ("side", "B", ("A", "B"))
    line = next(one for one in bonus.lines if one.key == "bonus.pair-of-2s-to-10s")
    assert (line.odds, line.pays, line.clause[:4]) == (4, "4 to 1", "THB ")
    assert (found.options[0].wager, found.options[0].choice) == ("ante", "flush")
    assert found.pay == ("bonus.pair-of-2s-to-10s=4",)


def test_readings_are_laid_over_the_submission() -> None:
    given = {"readings": {"low_ace": "straight", "ante_pays": "table"}}
    found = question("solve", "criss-cross", given, {"low_ace": "never"})
    assert found.submission["readings"]["low_ace"] == "never"
    assert found.submission["readings"]["ante_pays"] == "table"
    assert given["readings"]["low_ace"] == "straight"


def test_the_same_question_is_known_again() -> None:
    short = question("solve", "criss-cross", {}, {"low_ace": "straight"}, {"across.flush": 7})
    long = question("solve", "criss-cross", completed(GAMES["criss-cross"], {})[0],
                    pay=["across.flush=7"])  # fmt: skip
    assert short.key == long.key
    assert short.rules == long.rules
    keys = {
        short.key,
        question("solve", "criss-cross").key,
        question("solve", "criss-cross", pay={"across.flush": 8}).key,
        question("effects", "criss-cross").key,
        question("solve", "run-em-twice").key,
        question("advise", "criss-cross", seen={"hole": "Ah Kh"}).key,
        question("advise", "criss-cross", seen={"hole": "Ah Kd"}).key,
    }
    assert len(keys) == 7
    assert short == question("solve", "criss-cross", pay={"across.flush": 7.0})
    spaced = question("advise", "criss-cross", seen={"hole": " Ah  Kh "})
    assert spaced == question("advise", "criss-cross", seen={"hole": "Ah Kh"})


def test_every_fault_is_named_at_once() -> None:
    bad: dict[str, Any] = {"table": {"dealing": "hand"}, "nothing": 1}
    with pytest.raises(SubmissionRefused) as refused:
        question("solve", "criss-cross", bad, {"low_ace": "x"}, ["across.flush", "down.flush=x"])
    assert {fault.path for fault in refused.value.faults} == {
        "table.dealing", "nothing", "readings.low_ace", "pay.across.flush", "pay.down.flush",
    }  # fmt: skip
    with pytest.raises(SubmissionRefused) as refused:
        question("solve", "criss-cross", pay={"across.flsh": 1, "ante_down.flush": 2, "x.y": 0})
    assert [str(fault)[:40] for fault in refused.value.faults] == [
        "pay.across.flsh cannot be changed: 'flsh",
        "pay.ante_down.flush cannot be changed: a",
        "pay.x.y cannot be changed: 'x' is no wag",
    ]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"kind": "solve", "game": "whist"}, "whist"),
        ({"kind": "effects", "pay": {"across.flush": 7}}, "leave out the changes of pay"),
        ({"kind": "solve", "pay": [""] * 101}, "101 changes of pay are too many"),
        ({"kind": "advise", "seen": {"hole": "Ah Ah"}}, "hole: Ah appears twice"),
        ({"kind": "advise", "seen": {"left": "1h"}}, "left: '1h' is not a card"),
        ({"kind": "advise", "seen": {"left": "Ah " * 50}}, "more than cards"),
        ({"kind": "advise", "seen": dict.fromkeys("abcdefghijklm", "")}, "13 places"),
        ({"kind": "advise", "decisions": ["x" * 41]}, "so long ones"),
        ({"kind": "advise", "decisions": ["1x"] * 13}, "so many decisions"),
    ],
)
def test_what_cannot_be_asked(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        question(**{"game": "criss-cross", **asked})


def test_a_question_says_nothing_but_what_it_needs() -> None:
    assert Question.__struct_fields__ == (
        "kind", "game", "submission", "pay", "cards", "decisions", "lines", "day",
    )  # fmt: skip


def test_what_bears_a_day_is_another_question_on_another_day() -> None:
    days = ("2026-01-31", "2026-02-01")
    one, other = (question("report", "stud-235", day=day) for day in days)
    assert one.key != other.key
    assert one.key == question("report", "stud-235", day=days[0]).key
    same = {question("strategy", "stud-235", day=day).key for day in days}
    assert len(same) == 1, "a card bears none"
