"""Bring tables to the point right before each step with a deck."""

from collections.abc import Mapping
from typing import Final

from pitboss.games.deck_tasks import Task
from pitboss.table import Automation, Role, Table, next_step
from pitboss.table import commands as c

from .round_scenes import Scene, scene_of
from .tables import DEE, FLO, MACHINE, PLAYERS, Json

BY_HAND: Final[Json] = {"table": {"dealing": "manual shoe", "shuffler": "none"}}
"""A deck that is shuffled and cut by hand."""
COUNTING: Final[Json] = {"table": {"dealing": "manual shoe", "shuffler": "automated counting"}}
RESHUFFLING: Final[Json] = {
    "table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}
}
TWO: Final[Json] = {"table": {"dealing": "manual shoe", "shuffler": "automated", "decks": 2}}
"""Two decks that alternate."""
SHOE: Final[Json] = {"table": {"dealing": "automated shoe", "shuffler": "automated", "decks": 2}}
"""Two decks with an automated shoe."""
BY_TASK: Final = {task: FLO if task is Task.VERIFY else DEE for task in Task}
"""The person who does each step."""


def table_without_cards(
    game: str,
    submission: Json | None = None,
    *,
    seats: Mapping[int, str] = PLAYERS,
    automation: Automation = Automation.TRAY,
    chips: int = 1_000_00,
) -> Table:
    """Return an open table with players but no cards, where all steps are left to people."""
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


def do_due_step(table: Table) -> c.Command:
    """Have Dee or Flo do the due step with the cards."""
    result = next_step(table.state)
    assert result is not None, "nothing is due"
    table.execute(result.command, DEE if result.by.role is Role.DEALER else FLO)
    return result.command


def do_steps_until(table: Table, task: Task, slot: int = 1) -> Table:
    """Do due steps until this one is due."""
    for _ in range(60):
        result = next_step(table.state)
        assert result is not None, f"{task} is never due"
        if result.command == c.Perform(task, slot):
            return table
        do_due_step(table)
    raise AssertionError(f"{task} is never due")


def scene_before(game: str, task: Task, submission: Json | None = None) -> Scene:
    """Return a table where this step is due, with its first deck."""
    return scene_of(do_steps_until(table_without_cards(game, submission), task))


def prepare_decks(table: Table) -> Table:
    """Prepare every deck, so that a round can be opened."""
    while next_step(table.state) is not None:
        do_due_step(table)
    return table
