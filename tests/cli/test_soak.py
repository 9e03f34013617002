"""Test ``pitboss soak``: output, errors, and how a fault is reported and reproduced."""

import json
import os
import pty
import shlex
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer

import pitboss
from pitboss import games
from pitboss.cli import app, soak
from pitboss.days.tally import COMMAND_NAMES, EVENT_NAMES
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.table import postings
from tests.cli.program import PITBOSS, PLAIN, error_output, output_of, printed_json, run

ROUNDS = "30"


def test_it_prints_what_was_covered() -> None:
    output = output_of("soak", "--rounds", ROUNDS, "--seed", "7")
    first, *lines = output.splitlines()
    assert first.startswith("30 rounds in ")
    assert first.endswith(", seed 7: every check passed.")
    for name in (*EVENT_NAMES, *COMMAND_NAMES):
        assert any(name in line for line in lines), name
    assert max(map(len, output.splitlines())) <= 100
    assert output == output_of("soak", "--rounds", ROUNDS, "--seed", "7")


def test_json_has_the_same_counts() -> None:
    result = printed_json("soak", "--rounds", ROUNDS, "--seed", "7", "--game", "stud-235", "--json")
    assert (result["held"], result["seed"], result["rounds"]) == (True, "7", 30)
    assert result["games"] == {"stud-235": 30}
    assert result["events"]["RoundClosed"] == 30
    assert set(result["events"]) == {*EVENT_NAMES}
    assert set(result["done"]) == set(result["refused"]) == {*COMMAND_NAMES}
    assert len(result["head"]) == 64


@pytest.mark.parametrize("game", GAMES)
def test_each_game_by_itself(game: str) -> None:
    output = output_of("soak", "--rounds", "8", "--seed", "a b", "--game", game)
    assert f"{game} 8." in output


def test_without_a_seed_one_is_drawn_and_reported() -> None:
    runs = [run("soak", "--rounds", "6", "--json") for _ in range(2)]
    seeds = []
    for process in runs:
        assert process.returncode == 0, process
        seed = json.loads(process.stdout)["seed"]
        assert process.stderr.decode() == f"pitboss: the seed is {seed}.\n"
        seeds.append(seed)
    assert seeds[0] != seeds[1]
    again = printed_json("soak", "--rounds", "6", "--seed", seeds[0], "--json")
    assert again == json.loads(runs[0].stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rounds", "0"], "--rounds"),
        (["--rounds", "-3"], "--rounds"),
        (["--rounds", "many"], "--rounds"),
        (["--game", "bridge"], "'bridge' is not a game"),
        (["--seed", "a\nb"], "--seed must have 1 to 100 printable characters"),
        (["--seed", ""], "--seed must have 1 to 100 printable characters"),
        (["--seed", "x" * 101], "--seed must have 1 to 100 printable characters"),
        (["--room", "--nights", "0"], "--nights"),
        (["--room", "--nodes", "4"], "--nodes"),
        (["--nodes", "3"], "--nodes needs --room"),
        (["more"], "more"),
    ],
)
def test_bad_input_gets_a_one_sentence_error(arguments: list[str], message: str) -> None:
    assert message in error_output("soak", *arguments)


def test_a_terminal_shows_progress() -> None:
    """The progress bar is on standard error, and removed at the end."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*PITBOSS, "soak", "--rounds", "400", "--seed", "7", "--json"],
        env={**PLAIN, "TERM": "xterm-256color", "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=follower,
    ) as process:
        os.close(follower)
        output = b""
        with suppress(OSError):  # once the other end is closed
            while part := os.read(leader, 4096):
                output += part
        os.close(leader)
        out, _ = process.communicate()
    assert process.returncode == 0
    assert json.loads(out)["rounds"] == 400
    assert b"rounds played" in output


def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a fault: a void round keeps a stake."""
    back = postings._return_postings

    def short(*arguments: Any) -> list[Any]:  # noqa: ANN401
        return [*back(*arguments)][:-1]

    monkeypatch.setattr(postings, "_return_postings", short)


def fail(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, str]:
    """Return the output of a failing run with these arguments."""
    program = typer.main.get_command(app)
    with (
        pytest.raises(typer.Exit) as exit_,
        program.make_context("pitboss", ["soak", *arguments]) as context,
    ):
        program.invoke(context)
    assert exit_.value.exit_code == 1
    output = capsys.readouterr()
    return output.out, output.err


def test_a_fault_is_reported_with_the_command_that_reproduces_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty(monkeypatch)
    out, err = fail(capsys, "--rounds", "300", "--seed", "it's", "--game", "criss-cross")
    first, again = err.splitlines()
    assert out == ""
    assert first.startswith("pitboss: table criss-cross ")
    assert ", round " in first
    assert again == """To repeat: pitboss soak --rounds 300 --seed 'it'"'"'s' --game criss-cross"""
    program, command, *arguments = shlex.split(again.removeprefix("To repeat: "))
    assert (program, command) == ("pitboss", "soak")
    assert fail(capsys, *arguments) == (out, err)


def test_the_command_that_reproduces_a_fault_names_the_file_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "my game.py"
    file.write_text(
        "from msgspec.structs import replace\n"
        "from pitboss.games.library.three_card import THREE_CARD\n"
        'GAME = replace(THREE_CARD, key="file-three", name="File Three")\n'
    )
    monkeypatch.setattr(games, "_added_games", {})
    monkeypatch.setattr(games, "_game_files", {})
    faulty(monkeypatch)
    _, err = fail(capsys, "--rounds", "300", "--seed", "7", "--game", str(file))
    assert err.splitlines()[-1] == (
        f"To repeat: pitboss soak --rounds 300 --seed 7 --game {shlex.quote(str(file))}"
    )


def test_a_fault_for_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty(monkeypatch)
    out, err = fail(capsys, "--rounds", "300", "--seed", "7", "--json")
    result = json.loads(out)
    assert err == ""
    assert (result["held"], result["seed"]) == (False, "7")
    assert result["again"] == "pitboss soak --rounds 300 --seed 7"
    assert result["round"] >= 1
    assert result["wrong"]
    assert result["table"].split()[0] in GAMES


def test_room_soak_without_a_source_checkout_names_the_simulator(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pitboss, "__file__", str(tmp_path / "lib" / "pitboss" / "__init__.py"))
    with pytest.raises(Refused, match="comes with the source checkout"):
        soak.command(seed="7", room=True)


def test_a_room_of_several_nodes_is_simulated() -> None:
    result = printed_json(
        "soak", "--room", "--nodes", "2", "--nights", "1", "--seed", "7", "--json"
    )
    assert result["held"]
    assert result["reached"]["a command was forwarded"] > 0
