"""The lab and a plain loop, measured turn by turn.

Either side of a turn runs in a process of its own and makes its own tables; imports and compiling
are not counted. Turn by turn, so that a busy moment of the machine falls on both sides.
"""

import subprocess
import sys
from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import Struct

from pitboss.games import GAMES
from pitboss.lab.compiling import compiled
from pitboss.lab.work import Told, cores, untold
from pitboss.refusal import Refused

TURNS = 3
WHOLE_SAMPLE = 100
T = TypeVar("T")


class Solved(Struct, frozen=True):
    """What it took to solve a game."""

    seconds: float
    """For expectation, average wager and strategy."""
    seconds_all: float
    """For everything."""
    advice_ms: float
    """For advice at the slowest street, once warm."""
    memory_mb: int | None
    """The most that the process held at once, where the system tells."""


class Played(Struct, frozen=True):
    """What it would take to play a game by a plain loop, from what a sample took."""

    seconds: float


class Pace(Struct, frozen=True):
    """The best turns of a game, each side's own."""

    seconds: float
    seconds_all: float
    plain_seconds: float
    ratio: float
    """How many times as long the plain loop takes."""
    advice_ms: float


class Report(Struct, frozen=True):
    """All games, on this machine."""

    games: dict[str, Pace]
    cores: int
    memory_mb: int | None


def measure(
    turns: int = TURNS,
    percent: int = WHOLE_SAMPLE,
    games: Iterable[str] = tuple(GAMES),
    told: Told = untold,
) -> Report:
    """The best of some turns of each game; of the plain loop's sample, so much is played."""
    with compiled("plain", told):
        _apart("pitboss.lab.kernels")
    steps = [(turn, game) for turn in range(turns) for game in games]
    solved: dict[str, list[Solved]] = {game: [] for game in games}
    played: dict[str, list[Played]] = {game: [] for game in games}
    for done, (_, game) in enumerate(steps):
        told("solving games beside a plain loop", done, len(steps))
        solved[game].append(_side(Solved, "lab", game))
        played[game].append(_side(Played, "plain", game, str(percent)))
    memory = [x.memory_mb for some in solved.values() for x in some if x.memory_mb is not None]
    paces = {game: _pace(solved[game], played[game]) for game in games}
    return Report(paces, cores(), max(memory, default=None))


def _pace(solved: list[Solved], played: list[Played]) -> Pace:
    seconds = min(x.seconds for x in solved)
    plain = min(x.seconds for x in played)
    return Pace(
        seconds,
        min(x.seconds_all for x in solved),
        plain,
        plain / seconds,
        min(x.advice_ms for x in solved),
    )


def _side(answer: type[T], *arguments: str) -> T:
    return msgspec.json.decode(_apart("pitboss.lab.benchmark", *arguments), type=answer)


def _apart(module: str, *arguments: str) -> bytes:
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").splitlines() or ["nothing"]
        raise Refused(f"{' '.join(command[1:])} failed and said: {said[-1]}")
    return done.stdout
