"""Tables right before each step with a deck."""

from collections.abc import Mapping
from typing import Final

from pitboss.games.deck_tasks import Task
from pitboss.table import Automation, Role, Table, next_step
from pitboss.table import commands as c

from .round_scenes import Scene, scene_of
from .tables import DEE, FLO, MACHINE, PLAYERS, Json

BY_HAND: Final[Json] = {"table": {"dealing": "manual shoe", "shuffler": "none"}}
"""Shuffled and cut by hand."""
COUNTING: Final[Json] = {"table": {"dealing": "manual shoe", "shuffler": "automated counting"}}
RESHUFFLING: Final[Json] = {
    "table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}
}
TWO: Final[Json] = {"table": {"dealing": "manual shoe", "shuffler": "automated", "decks": 2}}
"""Two decks that take turns."""
SHOE: Final[Json] = {"table": {"dealing": "automated shoe", "shuffler": "automated", "decks": 2}}
"""The same with an automated shoe."""
BY_TASK: Final = {task: FLO if task is Task.VERIFY else DEE for task in Task}
"""Who does each step."""


def bare(
    game: str,
    submission: Json | None = None,
    *,
    seats: Mapping[int, str] = PLAYERS,
    automation: Automation = Automation.TRAY,
    chips: int = 1_000_00,
) -> Table:
    """An open table with players and without a card; nobody of the house touches one."""
    table = Table.open(
        game,
        MACHINE if submission is None else submission,
        automation=automation,
        practice="decks",
    )
    for seat, name in seats.items():
        table.player(name).take_seat(seat)
    for name in dict.fromkeys(seats.values()):
        table.player(name).buy_in(chips)
    return table


def do_due(table: Table) -> c.Command:
    """Dee or Flo does what is due with the cards."""
    result = next_step(table.state)
    assert result is not None, "nothing is due"
    table.execute(result.command, DEE if result.by.role is Role.DEALER else FLO)
    return result.command


def until(table: Table, task: Task, slot: int = 1) -> Table:
    """Whatever is due, until this step is."""
    for _ in range(60):
        result = next_step(table.state)
        assert result is not None, f"{task} is never due"
        if result.command == c.Perform(task, slot):
            return table
        do_due(table)
    raise AssertionError(f"{task} is never due")


def before(game: str, task: Task, submission: Json | None = None) -> Scene:
    """A table where this step is due, with its first deck."""
    return scene_of(until(bare(game, submission), task))


def ready(table: Table) -> Table:
    """Every deck is prepared, and a round can be opened."""
    while next_step(table.state) is not None:
        do_due(table)
    return table
