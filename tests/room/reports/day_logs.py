"""Logs of whole days at tables, with errors of dealers and progressive wins."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from pitboss.days.run import play_table
from pitboss.days.simulation import TableSimulation
from pitboss.table import LogEntry, State
from pitboss.table.ledger import Cents, apply_postings

ROUNDS: Final = 25


@cache
def table_days(game: str) -> tuple[tuple[LogEntry, ...], State]:
    """Return the log of a simulated table, and its final state."""
    scene = TableSimulation("reports", game, 1)
    play_table(scene, ROUNDS, lambda _: None)
    return tuple(scene.table.log), scene.state


@cache
def posted_balances(game: str) -> Mapping[str, Cents]:
    """Return the balance of every account by its postings, including players who left."""
    log, _ = table_days(game)
    return apply_postings({}, [posting for item in log for posting in item.postings])


def days_in_log(log: tuple[LogEntry, ...]) -> list[str]:
    """Return the days that occur in a log."""
    return sorted({(item.at or "")[:10] for item in log})
