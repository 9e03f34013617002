"""Measure the lab and a plain loop in turn, each in a process of its own."""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct

from benchmarks import subprocess_environment
from pitboss.cards import DECK, Card
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD
from pitboss.lab.advice import advise
from pitboss.lab.disk_cache import announce_compilation
from pitboss.lab.progress import Progress, Stopwatch, available_cores, no_progress
from pitboss.round import visible_places, visible_positions
from pitboss.submission.rules import Rules, positions

AdviceSituation = tuple[list[Card], dict[str, list[Card]], list[str]]
"""The hole cards, the cards on the table, and the decisions so far."""


def slowest_advice(rules: Rules) -> float:
    """Return the slowest advice in milliseconds, with tables and solution in memory."""
    return max(_advice_milliseconds(rules, situation) for situation in street_situations(rules))


def street_situations(rules: Rules) -> Iterator[AdviceSituation]:
    """Yield a situation on each street, with varied cards and the smallest stakes."""
    order = sorted(DECK, key=lambda c: c * 31 % 52)
    positions_by_place = positions(rules.places, rules.hole)
    decisions: list[str] = []
    for street_number, street in enumerate(rules.streets):
        remaining = iter(order)
        names, face_up = (
            visible_places(rules, street_number),
            visible_positions(rules, street_number),
        )
        hole = [next(remaining) for name in rules.hole if name in names]
        table = {
            place.name: [
                next(remaining)
                for position in positions_by_place[place.name]
                if position in face_up
            ]
            for place in rules.places
            if place.name in names
        }
        yield hole, table, list(decisions)
        decisions.append(next(name for name, times in street.choices.items() if times != FOLD))


def _advice_milliseconds(rules: Rules, situation: AdviceSituation) -> float:
    advise(rules, *situation)
    clock = Stopwatch()
    advise(rules, *situation)
    return clock.seconds() * 1000


DEFAULT_TURNS = 3
WHOLE_SAMPLE = 100
T = TypeVar("T")


class LabTiming(Struct, frozen=True):
    """The time to solve a game."""

    seconds: float
    """For expected value, average wager and strategy."""
    seconds_all: float
    """For everything."""
    advice_ms: float
    """For advice on the slowest street, once warm."""
    memory_mb: int | None
    """The peak memory of the process, where the system reports it."""


class PlainLoopTiming(Struct, frozen=True):
    """The time to play a game with a plain loop, scaled from a sample."""

    seconds: float


class GameTiming(Struct, frozen=True):
    """The best times of a game on each side."""

    seconds: float
    seconds_all: float
    plain_seconds: float
    ratio: float
    """How many times as long the plain loop takes."""
    advice_ms: float


class BenchmarkReport(Struct, frozen=True):
    """The timings of all games on this machine."""

    games: dict[str, GameTiming]
    cores: int
    memory_mb: int | None


def measure_lab(
    turns: int = DEFAULT_TURNS,
    percent: int = WHOLE_SAMPLE,
    games: Iterable[str] = tuple(GAMES),
    progress: Progress = no_progress,
) -> BenchmarkReport:
    """Return the best of some turns of each game, with a share of the plain loop's sample."""
    with announce_compilation("compiled_loops", progress):
        _run_module("pitboss.lab.kernels")
        _run_module("benchmarks.lab", "compile")
    steps = [(turn, game) for turn in range(turns) for game in games]
    lab_timings: dict[str, list[LabTiming]] = {game: [] for game in games}
    plain_timings: dict[str, list[PlainLoopTiming]] = {game: [] for game in games}
    for index, (_, game) in enumerate(steps):
        progress("solving games beside a plain loop", index, len(steps))
        lab_timings[game].append(_run_side(LabTiming, "lab", game))
        plain_timings[game].append(_run_side(PlainLoopTiming, "plain", game, str(percent)))
    memory = [
        x.memory_mb for timings in lab_timings.values() for x in timings if x.memory_mb is not None
    ]
    game_timings = {game: _best_timing(lab_timings[game], plain_timings[game]) for game in games}
    return BenchmarkReport(game_timings, available_cores(), max(memory, default=None))


def _best_timing(lab_timings: list[LabTiming], plain_timings: list[PlainLoopTiming]) -> GameTiming:
    seconds = min(x.seconds for x in lab_timings)
    plain = min(x.seconds for x in plain_timings)
    return GameTiming(
        seconds,
        min(x.seconds_all for x in lab_timings),
        plain,
        plain / seconds,
        min(x.advice_ms for x in lab_timings),
    )


def _run_side(timing_type: type[T], *arguments: str) -> T:
    return msgspec.json.decode(_run_module("benchmarks.lab", *arguments), type=timing_type)


def _run_module(module: str, *arguments: str) -> bytes:
    command = [sys.executable, "-m", module, *arguments]
    process = subprocess.run(
        command, capture_output=True, check=False, env=subprocess_environment()
    )
    if process.returncode:
        error_lines = process.stderr.decode(errors="replace").splitlines() or ["nothing"]
        raise Refused(f"{' '.join(command[1:])} failed: {error_lines[-1]}")
    return process.stdout
