"""TEST-1: the same seed and number of rounds give the same run, to the last byte."""

import os
import subprocess
import sys

import pytest

from pitboss.days import as_json, run
from pitboss.days.run import play_table
from pitboss.days.scene import Scene
from pitboss.games import GAMES

ROUNDS = 40


def log_of(seed: str, game: str, number: int = 1) -> bytes:
    """All lines of one table."""
    scene = Scene(seed, game, number)
    play_table(scene, ROUNDS, lambda _: None)
    return b"\n".join(scene.table.export())


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_bytes(game: str) -> None:
    first = log_of("same", game)
    assert first == log_of("same", game)
    assert first != log_of("other", game)
    assert first != log_of("same", game, 2)


def test_counts_and_head_repeat() -> None:
    first = run(ROUNDS, "7")
    assert as_json(run(ROUNDS, "7")) == as_json(first)
    assert run(ROUNDS, "8").head != first.head
    assert run(ROUNDS + 1, "7").head != first.head


def test_the_order_of_sets_decides_nothing() -> None:
    heads = set()
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", f"from pitboss.days import run; print(run({ROUNDS}, '7').head)"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        heads.add(done.stdout)
    assert len(heads) == 1


def test_a_table_is_the_same_whichever_are_played_beside_it() -> None:
    """So that a fault at one game can be looked for with --game alone."""
    first = next(iter(GAMES))
    assert run(5, "7").head == run(5, "7", first).head
    assert run(5, "7").rounds == {first: 5}


def test_rounds_are_counted_exactly() -> None:
    told: list[int] = []
    tally = run(ROUNDS, "7", None, told.append)
    assert tally.rounds.total() == tally.events["RoundClosed"] == ROUNDS
    assert told == sorted(told)
    assert told[-1] == ROUNDS
    assert sum(tally.days.values()) == len(told)
