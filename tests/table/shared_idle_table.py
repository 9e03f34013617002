"""Chapter 5 at a table that is open while nobody plays, in all four books."""

import pytest

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Task
from pitboss.table import Automation, Table

from .hand_dealt_table import (
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
    table_with_decks,
    up_to,
    upcoming,
)
from .tables import STUD, Json, antes, dealing, seated_table


def left_alone(game: str, submission: Json = BY_HAND) -> Table:
    """A table whose only player got up after a round, with the deck ready for another."""
    table = ready(game, submission)
    plays(table)
    gets_ready(table)
    table.player("Ann").leave(1)
    return table


def idle(game: str, *tasks_done: Task) -> None:
    """A house that sees to its cards does this as soon as the last player is gone."""
    table = seated_table(
        game, submission=BY_HAND, automation=Automation.CARE, seats={1: "Ann", 2: "Bob"}
    )
    ready_with = steps(table)
    table.player("Ann").leave(1)
    assert steps(table) == ready_with
    table.player("Bob").leave(2)
    assert steps(table) == [*ready_with, *tasks_done]


def assert_emptied(game: str, clause: str) -> None:
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
    asks_nobody_to_look(table)
    arrives(table)
    table.dealer("Dee").open_round()
    table.player("Ann").place_wagers(1, antes(game))


def asks_nobody_to_look(table: Table) -> None:
    """No card lies spread: whoever comes sits down, and that is all that is said of cards."""
    sentences = [table.instruction.what, *(item.why for item in table.instruction.ahead)]
    for task in (Task.LOOK, Task.SHUFFLE):
        with pytest.raises(Refused) as refusal:
            table.dealer("Dee").perform(task)
        sentences.append(str(refusal.value))
    assert not [words for words in sentences if "look" in words]
    assert table.instruction.what == "sit down"
    assert table.instruction.step == "TakeSeat"


def nothing_to_look_at(game: str) -> None:
    """A deck that came shuffled, and one that a reshuffling shoe holds or gets back, are not seen.

    New cards are spread for the first player whatever shuffles them (chapter 4).
    """
    for submission in (BY_HAND, dealing("hand"), RESHUFFLING):
        asks_nobody_to_look(table_with_decks(game, submission, ready_made=True))
    table = ready(game, RESHUFFLING)
    plays(table)
    table.player("Ann").leave(1)
    if game != STUD:  # 235 5.H holds with such a shoe too, and its cards are spread
        asks_nobody_to_look(table)
    fresh = table_with_decks(game, RESHUFFLING)
    does(fresh, Task.INSPECT, Task.VERIFY, Task.SPREAD)
    assert fresh.instruction.what == "sit down and look at the cards"
