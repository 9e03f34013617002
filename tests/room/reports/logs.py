"""Logs of whole days at tables: people come and go, dealers err, meters are hit."""

from functools import cache
from typing import Final

from pitboss.days.run import play_table
from pitboss.days.simulation import TableSimulation
from pitboss.table import LogEntry, State

ROUNDS: Final = 25


@cache
def days_at(game: str) -> tuple[tuple[LogEntry, ...], State]:
    """What happened at a table of a game, and what it came to."""
    scene = TableSimulation("reports", game, 1)
    play_table(scene, ROUNDS, lambda _: None)
    return tuple(scene.table.log), scene.state


def days_of(log: tuple[LogEntry, ...]) -> list[str]:
    """The days on which something happened."""
    return sorted({(item.at or "")[:10] for item in log})
