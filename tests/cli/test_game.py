"""``pitboss game``: start a game file and check it."""

import json
from pathlib import Path

import pytest

from pitboss.cli.game import GAME_TEMPLATE

from .program import error_output, output_of, printed_json, run

GAME = GAME_TEMPLATE.format(key="my-stud", title="My Stud", constant="MY_STUD")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_stud.py"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_a_new_game_file_is_valid(file: Path) -> None:
    assert output_of("game", "check", str(file)) == (
        f"My Stud is a valid game. Next: pitboss solve {file}\n"
    )
    assert printed_json("game", "check", str(file), "--json") == {
        "game": "my-stud",
        "valid": True,
        "faults": [],
    }


def test_every_fault_is_reported(file: Path) -> None:
    text = GAME.replace('of="ante"', 'of="anty"').replace('"hole", "third"', '"hole", "thrid"')
    file.write_text(text, encoding="utf-8")
    lines = [1 + text[: text.index(name)].count("\n") for name in ("thrid", "anty")]
    progress = [
        "the hand three is read from 'thrid', which is unknown: did you mean 'third'?",
        "bet raises 'anty', which is not a required wager: choose from ante",
    ]
    assert error_output("game", "check", str(file)).splitlines() == [
        f"my_stud.py, line {lines[0]}: {progress[0]}",
        f"pitboss: my_stud.py, line {lines[1]}: {progress[1]}.",
    ]
    process = run("game", "check", str(file), "--json")
    assert (process.returncode, json.loads(process.stdout)) == (
        2,
        {"game": None, "valid": False, "faults": progress},
    )


def test_a_fault_in_a_paytable_is_reported_with_its_line(file: Path) -> None:
    file.write_text(GAME.replace("straight    ", "strait    "), encoding="utf-8")
    assert error_output("game", "check", str(file)) == (
        "my_stud.py, line 23: 'strait' is not a hand that a paytable can name: "
        "did you mean 'straight'?"
    )


def test_a_key_that_is_in_use(file: Path) -> None:
    file.write_text(GAME.replace('key="my-stud"', 'key="three-card"'), encoding="utf-8")
    assert error_output("game", "check", str(file)) == (
        "my_stud.py: another game has the key 'three-card': give this one another key."
    )
