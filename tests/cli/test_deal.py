"""Test ``pitboss deal``: the console and the school in a terminal, and its errors."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import termios
import threading
from pathlib import Path
from typing import BinaryIO

import pytest

from pitboss.games import GAMES
from pitboss.table.export import replay
from tests.cli import test_play
from tests.cli.program import PITBOSS, PLAIN, error_output, output_of, printed_json


class Terminal(test_play.Terminal):
    """Run the console in a separate terminal."""

    def __init__(
        self, *arguments: str, term: str = "xterm-256color", out: BinaryIO | None = None,
        size: tuple[int, int] = (24, 80),
    ) -> None:  # fmt: skip
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.program = subprocess.Popen(
            [*PITBOSS, "deal", *arguments], stdin=theirs, stdout=out or theirs, stderr=theirs,
            env=PLAIN | {"TERM": term}, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.file, self.output = ours, b""
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["criss-cros"], "did you mean criss-cross?"),
        (["criss-cross", "--seats", "7"], "must be 1 to 6 for criss-cross, not 7"),
        (["criss-cross", "--seats", "0"], "must be 1 to 6 for criss-cross, not 0"),
        (["criss-cross", "--seats", "many"], "--seats"),
        (["criss-cross", "--seed", ""], "--seed must be 1 to 200"),
        (["criss-cross", "--auto", "fly"], "unknown step 'fly' in --auto: choose from"),
        (["criss-cross", "--auto", "deal,,settle"], "unknown step '' in --auto"),
        (["criss-cross", "--submission", "/nowhere"], "there is no file"),
        (["criss-cross", "--dealer", "Ann", "--floor", "ann"], "must have different names"),
        (["criss-cross", "--dealer", "Seat 1"], "cannot be a staff name"),
        (["criss-cross", "--school", "--questions", "0"], "--questions must be 1 to 500"),
        (
            ["criss-cross", "--school", "--export", "x"],
            "cannot be combined with --export or --auto",
        ),
        (
            ["criss-cross", "--school", "--auto", "deal"],
            "cannot be combined with --export or --auto",
        ),
        (["criss-cross", "--school", "--seed", ""], "--seed must be 1 to 200"),
        (["criss-cross"], "this command needs an interactive terminal"),
        (["criss-cross", "--json"], "redirected to a file (--lesson works"),
        (["criss-cross", "--school"], "this command needs an interactive terminal"),
        (["criss-cross", "--auto", "everything"], "this command needs an interactive terminal"),
    ],
)
def test_bad_requests_get_a_one_sentence_error(arguments: list[str], words: str) -> None:
    assert words in error_output("deal", *arguments)


def test_a_faulty_submission_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[table]\ndealing = "hand"\n')
    assert "needs an automated shuffler" in error_output(
        "deal", "stud-235", "--submission", str(file)
    )


def test_an_incomplete_submission_is_only_accepted_for_school(tmp_path: Path) -> None:
    """ROUND-11: a table needs a complete filing; in school the rest comes from the example."""
    file = tmp_path / "mine.toml"
    file.write_text("[table]\nminimum = 1000\n")
    progress = error_output("deal", "stud-235", "--submission", str(file))
    assert "operator is missing [235 2.B(1)]" in progress
    assert "approvals.layout.date is missing [235 2.B]" in progress
    assert "needs an interactive terminal" in error_output(
        "deal", "stud-235", "--school", "--submission", str(file)
    )
    file.write_text(output_of("submission", "new", "stud-235"))
    assert "needs an interactive terminal" in error_output(
        "deal", "stud-235", "--submission", str(file)
    )


def test_help_lists_the_command() -> None:
    assert "deal" in output_of("--help")
    assert "--school" in output_of("deal", "--help")


@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_is_printed(game: str) -> None:
    output = output_of("deal", game, "--lesson")
    assert output.startswith(GAMES[game].name)
    assert "When something goes wrong" in output
    assert "Say: “No more bets.”" in output
    pages = printed_json("deal", game, "--lesson", "--json")
    assert pages[0]["rows"][0]["text"] == GAMES[game].story


def test_the_lesson_of_a_submission(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[table]\ndealing = "hand"\nshuffler = "automated"\n')
    output = output_of("deal", "criss-cross", "--lesson", "--submission", str(file))
    assert "Cut the stack" not in output


def test_the_console_as_a_program(tmp_path: Path) -> None:
    file = tmp_path / "shift.jsonl"
    terminal = Terminal(
        "stud-235", "--seed", "x", "--auto", "everything", "--export", str(file), "--json",
    )  # fmt: skip
    terminal.wait_for("sit down and look")
    terminal.type(b"\r")
    terminal.wait_for("open betting")
    terminal.type(b"\r")
    terminal.wait_for("No more bets.")
    terminal.type(b"\r")
    terminal.wait_for("ask seat 1")
    terminal.type(b"q")
    terminal.wait_for("A round is in progress.")
    terminal.type(b"y")
    terminal.wait_for('"practice"')
    assert terminal.end() == 0
    assert b"Traceback" not in terminal.output
    state = replay(file.read_bytes().splitlines())
    assert state.round is not None
    assert state.round.void
    assert not state.seats


@pytest.mark.parametrize(
    ("arguments", "words"), [(["--json"], '"practice": true'), ([], "practice with seed x")]
)
def test_final_output_can_be_redirected_to_a_file(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    """The screen is still drawn on the terminal, in the size of its window."""
    file = tmp_path / "summary"
    with file.open("wb") as out:
        terminal = Terminal("criss-cross", "--seed", "x", *arguments, out=out, size=(40, 120))
        terminal.wait_for("Before the next deal")  # the rail of a wide window
        terminal.type(b"q")
        assert terminal.end() == 0
    file_content = file.read_text()
    assert words in file_content
    assert "\x1b" not in file_content
    assert words.encode() not in terminal.output
    assert not arguments or json.loads(file_content)["rounds"] == 0


def test_the_score_of_the_school_can_go_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "score.json"
    with file.open("wb") as out:
        terminal = Terminal("stud-235", "--school", "--seed", "x", "--json", out=out)
        terminal.wait_for("Enter next page")
        terminal.type(b"\x1b")
        terminal.wait_for("question 1")
        terminal.type(b"\x1b")
        terminal.wait_for("you see your score")
        terminal.type(b"y")
        assert terminal.end() == 0
    assert json.loads(file.read_text())["game"] == "stud-235"


def test_an_unwritable_export_is_refused_before_anything_else(tmp_path: Path) -> None:
    terminal = Terminal("stud-235", "--export", "/nowhere/x")
    terminal.wait_for("/nowhere/x cannot be written")
    assert terminal.end() == 2


def test_the_school_as_a_program() -> None:
    terminal = Terminal("holdem-bonus", "--school", "--seed", "x", "--json")
    terminal.wait_for("Enter next page")
    terminal.type(b"\x1b")
    terminal.wait_for("question 1")
    terminal.type(b"1")
    terminal.wait_for("Enter")
    terminal.type(b"\x1b")
    terminal.wait_for("you see your score")
    terminal.type(b"y")
    terminal.wait_for('"subjects"')
    assert terminal.end() == 0
    text = terminal.output.decode()
    result = json.loads(text[text.rindex('{\r\n  "game"') :])
    assert (result["game"], result["asked"], result["finished"]) == ("holdem-bonus", 1, False)


def test_a_dumb_terminal_is_refused() -> None:
    terminal = Terminal("stud-235", term="dumb")
    terminal.wait_for("needs an interactive terminal")
    assert terminal.end() == 2
