"""Test ``pitboss play``: automatic rounds, and the terminal game as a program."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.games.grammar import TAKE_DOWN
from pitboss.table.export import replay
from pitboss.tui.widgets import HANGUP_STATUS
from tests.cli.program import PITBOSS, PLAIN, error_output, output_of, printed_json

pytestmark = pytest.mark.usefixtures("kernels")


@pytest.mark.parametrize("game", GAMES)
def test_auto_prints_the_keys_of_the_contract(game: str) -> None:
    result = printed_json("play", game, "--auto", "3", "--seed", "7", "--json")
    assert {"rounds", "net", "staked"} <= set(result)
    assert result["rounds"] == 3
    may_come_back = {s.wager for s in GAMES[game].streets if TAKE_DOWN in s.choices.values()}
    assert result["staked"] >= 3 * 500 * len({w.key for w in GAMES[game].required} - may_come_back)
    assert result["net"] == sum(wager["net"] for wager in result["wagers"].values())
    assert result["staked"] == sum(wager["staked"] for wager in result["wagers"].values())
    assert all(type(result[key]) is int for key in ("rounds", "net", "staked"))
    main = {w.key for w in GAMES[game].required + GAMES[game].raises}
    assert set(result["wagers"]) <= main  # Optimal play makes no side wager.
    assert (result["seats"], result["seed"], result["practice"]) == (1, "7", True)


def test_auto_for_people() -> None:
    output = output_of("play", "stud-235", "--auto", "5", "--seed", "7", "--seats", "2")
    assert output.startswith(
        "235 Stud Poker\n5 rounds, 2 seats, practice with seed 7, example filing\n"
    )
    assert "2 Card Poker" in output
    assert "Total" in output


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a", "b", "c")]
    for file, seed in zip(files, ("x", "x", "y"), strict=True):
        output_of(
            "play", "stud-235", "--auto", "4", "--seats", "2", "--seed", seed,
            "--export", str(file), "--json",
        )  # fmt: skip
    first, second, other = (file.read_bytes() for file in files)
    assert first == second != other
    assert b'"at":"' not in first  # No line has a time; times in events are fixed.


@pytest.mark.parametrize("seed", [None, "x"])
def test_an_export_replays_and_is_sealed(tmp_path: Path, seed: str | None) -> None:
    file = tmp_path / "shift.jsonl"
    more = ["--seed", seed] if seed else []
    result = printed_json(
        "play", "stud-235", "--auto", "2", "--seats", "3", "--export", str(file), "--json",
        *more,
    )  # fmt: skip
    content = file.read_bytes()
    assert content.endswith(b"\n")
    lines = content.splitlines()
    end = json.loads(lines[-1])["end"]
    assert (end["lines"], end["practice"]) == (len(lines) - 1, seed is not None)
    state = replay(lines)
    assert state.round is not None
    assert state.round.number == result["rounds"] == 2
    assert not state.seats
    net = sum(cents for name, cents in state.balances.items() if name.startswith("player"))
    assert net == result["net"]
    at = [json.loads(line).get("at") for line in lines[:-1]]
    assert all(at) if seed is None else not any(at)
    assert [x.name for x in tmp_path.iterdir()] == ["shift.jsonl"]


def test_a_submission_is_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "stud-235"\n[table]\nminimum = 2500\n')
    result = printed_json(
        "play", "stud-235", "--auto", "2", "--seed", "x", "--submission", str(file), "--json"
    )
    assert result["wagers"]["two_card"]["staked"] == 5000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["criss-cros", "--auto", "1"], "did you mean criss-cross?"),
        (["criss-cross", "--auto", "0"], "--auto must be at least 1 round"),
        (["criss-cross", "--auto", "-3"], "--auto must be at least 1 round"),
        (["criss-cross", "--auto", "many"], "--auto"),
        (["criss-cross", "--auto", "1", "--seats", "7"], "must be 1 to 6 for criss-cross, not 7"),
        (["criss-cross", "--auto", "1", "--seats", "0"], "must be 1 to 6 for criss-cross, not 0"),
        (["criss-cross", "--auto", "1", "--seed", ""], "--seed must be 1 to 200"),
        (["criss-cross", "--auto", "1", "--seed", "x" * 201], "--seed must be 1 to 200"),
        (["criss-cross", "--auto", "1", "--coach"], "--auto, which plays by itself"),
        (["criss-cross", "--auto", "1", "--export", "/nowhere/x"], "/nowhere/x cannot be written"),
        (["criss-cross", "--auto", "1", "--export", "/"], "is a folder"),
        (["criss-cross", "--auto", "1", "--submission", "/nowhere"], "there is no file"),
        (["criss-cross"], "playing needs a terminal; --auto N"),
        (["criss-cross", "--card", "5"], "--card requires --auto, which plays"),
        (["criss-cross", "--auto", "1", "--card", "0"], "a list has 1 to 12 lines, not 0"),
        (["criss-cross", "--auto", "1", "--card", "5", "--coach"], "--auto, which plays by itself"),
        (["criss-cross", "--coach", "--card", "5"], "playing needs a terminal"),
    ],
)  # fmt: skip
def test_bad_requests_get_a_one_sentence_error(arguments: list[str], words: str) -> None:
    assert words in error_output("play", *arguments)


def test_a_faulty_submission_is_refused_before_any_file_is_written(tmp_path: Path) -> None:
    file, export = tmp_path / "mine.toml", tmp_path / "shift.jsonl"
    file.write_text('[table]\ndealing = "hand"\n')
    progress = error_output(
        "play", "stud-235", "--auto", "1", "--submission", str(file), "--export", str(export)
    )
    assert "needs an automated shuffler [235 9.A(1)]" in progress
    assert not export.exists()


class Terminal:
    """Run the program in a separate terminal."""

    def __init__(self, *arguments: str, term: str = "xterm-256color") -> None:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        env = PLAIN | {"TERM": term, "PITBOSS_CACHE": os.environ["PITBOSS_CACHE"]}
        self.program = subprocess.Popen(
            [*PITBOSS, "play", *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=env,
            start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.file, self.output = ours, b""
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        while True:
            try:
                chunk = os.read(self.file, 1 << 16)
            except OSError:  # the program has ended
                return
            if not chunk:
                return
            self.output += chunk

    def wait_for(self, words: str, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while words.encode() not in self.output:
            assert time.monotonic() < until, self.output[-2000:]
            assert self.program.poll() is None or words.encode() in self.output, self.output[-2000:]
            time.sleep(0.02)

    def type(self, keys: bytes) -> None:
        os.write(self.file, keys)

    def end(self) -> int:
        status = self.program.wait(60)
        self.reader.join(10)
        os.close(self.file)
        return status


def test_the_terminal_game_as_a_program(tmp_path: Path) -> None:
    file = tmp_path / "shift.jsonl"
    terminal = Terminal("stud-235", "--seed", "x", "--coach", "--export", str(file))
    terminal.wait_for("Bets are open")
    terminal.type(b"\r")
    terminal.wait_for("best")
    terminal.type(b"c")
    terminal.wait_for("5 Card Raise:")
    terminal.type(b"c")
    terminal.wait_for("same bets and deal")
    terminal.type(b"q")
    terminal.wait_for("Total")
    assert terminal.end() == 0
    assert b"2 decisions" in terminal.output
    assert b"Traceback" not in terminal.output
    state = replay(file.read_bytes().splitlines())
    assert state.round is not None
    assert state.round.number == 1


def test_the_coach_shows_the_advice_of_a_card() -> None:
    terminal = Terminal("stud-235", "--seed", "x", "--coach", "--card", "3")
    terminal.wait_for("Bets are open")
    terminal.type(b"\r")
    terminal.wait_for("by the chart.")
    terminal.type(b"c")
    terminal.wait_for("(5 Card Raise, line")
    terminal.type(b"c")
    terminal.wait_for("same bets and deal")
    terminal.type(b"q")
    terminal.wait_for("Following your card")
    assert terminal.end() == 0
    assert b"Traceback" not in terminal.output


def test_the_account_of_a_card_as_json() -> None:
    terminal = Terminal("stud-235", "--seed", "x", "--coach", "--card", "3", "--json")
    terminal.wait_for("Bets are open")
    terminal.type(b"\r")
    terminal.wait_for("by the chart.")
    terminal.type(b"cc")
    terminal.wait_for("same bets and deal")
    terminal.type(b"q")
    terminal.wait_for('"coach"')
    assert terminal.end() == 0
    progress = terminal.output[terminal.output.index(b'{\r\n  "rounds"') :].decode()
    coach = json.loads(progress)["coach"]
    assert set(coach["card"]) == {"decisions", "differs", "cost"}
    assert coach["card"]["decisions"] == coach["decisions"] == 2


def test_a_dumb_terminal_is_refused() -> None:
    terminal = Terminal("stud-235", term="dumb")
    terminal.wait_for("needs a terminal")
    assert terminal.end() == 2


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["play", "stud-235"], b"Bets are open"),
        (["deal", "stud-235"], b"Before the next deal"),
        (["deal", "stud-235", "--school"], b"Enter next page"),
    ],
    ids=["game", "console", "school"],
)
def test_the_program_ends_when_its_terminal_vanishes(command: list[str], words: bytes) -> None:
    """This also works without a hang-up signal: the terminal does not control its session."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    env = PLAIN | {"TERM": "xterm-256color", "PITBOSS_CACHE": os.environ["PITBOSS_CACHE"]}
    program = subprocess.Popen(
        [*PITBOSS, *command], stdin=theirs, stdout=theirs, stderr=theirs, env=env,
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    output = b""
    while words not in output:  # Reading fails if the program ends too early.
        output += os.read(ours, 1 << 16)
    os.close(ours)
    try:
        assert program.wait(120) == HANGUP_STATUS
    finally:
        program.kill()
