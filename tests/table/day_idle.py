"""Chapter 5 at a table that is open while nobody plays, in all four books."""

from pitboss.games.procedures import Task
from pitboss.table import Automation, Table

from .day_table import (
    BY_HAND,
    RESHUFFLING,
    arrives,
    does,
    gets_ready,
    is_told,
    nothing_but,
    only_step,
    plays,
    ready,
    steps,
    up_to,
    upcoming,
)
from .tables import Json, antes, seated


def left_alone(game: str, filed: Json = BY_HAND) -> Table:
    """A table whose only player got up after a round, with the deck ready for another."""
    table = ready(game, filed)
    plays(table)
    gets_ready(table)
    table.player("Ann").leave(1)
    return table


def idle(game: str, *done: Task) -> None:
    """A house that sees to its cards does this as soon as the last player is gone."""
    table = seated(game, submission=BY_HAND, automation=Automation.CARE, seats={1: "Ann", 2: "Bob"})
    ready_with = steps(table)
    table.player("Ann").leave(1)
    assert steps(table) == ready_with
    table.player("Bob").leave(2)
    assert steps(table) == [*ready_with, *done]


def emptied(game: str, clause: str) -> None:
    """Where nobody plays, the cards come out of shoe and rack."""
    only_step(left_alone(game), Task.EMPTY, clause)


def spread_down(game: str, clause: str, looks: str) -> None:
    """They are spread face down, or face up for somebody who asks, and lie there."""
    for task in (Task.SPREAD_DOWN, Task.SPREAD):
        table = left_alone(game)
        up_to(table, Task.SPREAD_DOWN)
        nothing_but(table, clause, 1, Task.SPREAD_DOWN)
        is_told(table, Task.SPREAD_DOWN, clause)
        does(table, task)
        # Face up they lie as they do for the first player of the day.
        nothing_but(table, looks if task is Task.SPREAD_DOWN else f"{table.rules.short} 4.C", 1)


def opened_again(game: str) -> None:
    """Whoever comes first looks at the cards; they are washed, stacked, shuffled, cut, loaded."""
    for task in (Task.SPREAD_DOWN, Task.SPREAD):
        table = left_alone(game)
        up_to(table, Task.SPREAD_DOWN)
        does(table, task)
        before = len(steps(table))
        arrives(table)
        assert not table.can_open_round()
        gets_ready(table)
        assert steps(table)[before:] == [
            Task.LOOK, Task.TURN_DOWN, Task.WASH, Task.STACK, Task.SHUFFLE, Task.CUT, Task.LOAD,
        ]  # fmt: skip
        plays(table)


def never_spread(game: str) -> None:
    """Such a shoe keeps its cards while nobody plays, and deals to whoever comes."""
    table = left_alone(game, RESHUFFLING)
    assert upcoming(table) is None
    assert not table.can_perform(Task.SPREAD_DOWN)
    arrives(table)
    table.dealer("Dee").open_round()
    table.player("Ann").place_wagers(1, antes(game))
