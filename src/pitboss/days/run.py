"""Runs of simulated days: table after table, until enough rounds are played."""

from collections.abc import Callable, Iterator
from typing import Final

from pitboss.days.day import MAX_ROUNDS, MIN_ROUNDS, open_table, play_day
from pitboss.days.run_result import CheckFailed, Failure, Tally, require
from pitboss.days.simulation import TableSimulation
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table.export import replay
from pitboss.table.house_rules import CORRECTIONS
from pitboss.table.notation import parse_position
from pitboss.verify import VerificationError, verify

VERIFY_EXPORTS: Final = True
"""Whether the file of each table goes through `pitboss.verify`."""


def check_exports(sim: TableSimulation) -> None:
    """FAIR-6: the file of all days is in order, and now and then that of a single round."""
    if VERIFY_EXPORTS:
        _check_verifies([line + b"\n" for line in sim.table.export()], "the table")
    closed = [was for was in sim.state.last if was.order and was.seed]
    if closed and sim.rng.one_in(3):
        _check_round_export(sim, sim.rng.pick(closed).number)


def _check_round_export(sim: TableSimulation, number: int) -> None:
    progress = sim.table.recall(number)
    require(
        parse_position(str(progress)) == progress, f"round {number} does not read back: {progress}"
    )
    try:
        lines = [line + b"\n" for line in sim.table.export(number)]
    except Refused as refused:  # another round was corrected meanwhile
        require(refused.clause == CORRECTIONS, f"round {number} cannot be exported: {refused}")
        return
    state = replay(lines)
    require(state.round and state.round.number == number, f"the export of round {number} lacks it")
    sim.tally.events["BroughtForward"] += 1
    if VERIFY_EXPORTS:
        _check_verifies(lines, f"round {number}")


def _check_verifies(lines: list[bytes], subject: str) -> None:
    try:
        verify(lines)
    except VerificationError as fault:
        require(False, f"the export of {subject} is not verified: {fault}")


MAX_DAYS: Final = 3
"""Of one table."""
RoundProgress = Callable[[int], None]


def run_days(
    rounds: int, seed: str, game: str | None = None, progress: RoundProgress = lambda _: None
) -> Tally:
    """So many rounds, at tables of one game or of all; what is wrong is raised as a `Failure`.

    The same seed and number give the same run on every machine. ``told`` hears how many rounds are
    played.
    """
    tally = Tally()
    for scene in _simulations(seed, game):
        left = rounds - tally.rounds.total()
        if left <= 0:
            break
        try:
            play_table(scene, left, lambda now: progress(tally.rounds.total() + now))
        except CheckFailed as wrong:
            raise Failure(seed, scene.name, scene.round_number, str(wrong)) from wrong
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise Failure(seed, scene.name, scene.round_number, what) from error
        tally.add(scene.tally)
    return tally


def _simulations(seed: str, game: str | None) -> Iterator[TableSimulation]:
    """Yield a table of each game in turn, each with random numbers of its own."""
    number = 0
    while True:
        number += 1
        for key in GAMES if game is None else [game]:
            yield TableSimulation(seed, key, number)


def play_table(sim: TableSimulation, max_rounds: int, progress: RoundProgress) -> None:
    """Play the days of one table, up to ``max_rounds`` rounds."""
    days = SeededRandom.for_days(sim.seed, f"days of {sim.name}")
    open_table(sim)
    for _ in range(days.between(1, MAX_DAYS)):
        played = sim.tally.rounds.total()
        if played < max_rounds:
            play_day(sim, min(days.between(MIN_ROUNDS, MAX_ROUNDS), max_rounds - played))
            progress(sim.tally.rounds.total())
    check_exports(sim)
    sim.tally.head = sim.replay.digest.hexdigest()
