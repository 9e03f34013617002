"""Chapter 5 at an open table while nobody plays, in all four books."""

import pytest

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Task
from pitboss.table import Automation, Table

from .hand_dealt_table import (
    BY_HAND,
    RESHUFFLING,
    check_only_task,
    check_only_tasks,
    check_task_instruction,
    completed_tasks,
    do_tasks,
    do_tasks_before,
    play_round_of_ann,
    prepare_decks,
    ready_table,
    seat_ann,
    table_with_decks,
    upcoming_task,
)
from .tables import STUD, Json, antes, dealing, seated_table


def empty_table(game: str, submission: Json = BY_HAND) -> Table:
    """Return a table whose only player left after a round, with the deck ready for another."""
    table = ready_table(game, submission)
    play_round_of_ann(table)
    prepare_decks(table)
    table.player("Ann").leave(1)
    return table


def check_house_handles_idle_table(game: str, *tasks_done: Task) -> None:
    """Check that an automated house does this as soon as the last player has left."""
    table = seated_table(
        game, submission=BY_HAND, automation=Automation.CARE, seats={1: "Ann", 2: "Bob"}
    )
    ready_with = completed_tasks(table)
    table.player("Ann").leave(1)
    assert completed_tasks(table) == ready_with
    table.player("Bob").leave(2)
    assert completed_tasks(table) == [*ready_with, *tasks_done]


def check_cards_are_taken_out(game: str, clause: str) -> None:
    """Check that at an idle table the cards are taken out of shoe and rack."""
    check_only_task(empty_table(game), Task.EMPTY, clause)


def check_cards_are_spread(game: str, clause: str, looks: str) -> None:
    """Check that cards are spread face down, or face up for a player who asks."""
    for task in (Task.SPREAD_DOWN, Task.SPREAD):
        table = empty_table(game)
        do_tasks_before(table, Task.SPREAD_DOWN)
        check_only_tasks(table, clause, 1, Task.SPREAD_DOWN)
        check_task_instruction(table, Task.SPREAD_DOWN, clause)
        do_tasks(table, task)
        # Face up they lie as for the first player of the day.
        check_only_tasks(
            table, looks if task is Task.SPREAD_DOWN else f"{table.rules.short} 4.C", 1
        )


def check_cards_are_opened_again(game: str) -> None:
    """Check that the next player looks at the cards, and that they are prepared again."""
    for task in (Task.SPREAD_DOWN, Task.SPREAD):
        table = empty_table(game)
        do_tasks_before(table, Task.SPREAD_DOWN)
        do_tasks(table, task)
        before = len(completed_tasks(table))
        seat_ann(table)
        assert not table.can_open_round()
        prepare_decks(table)
        assert completed_tasks(table)[before:] == [
            Task.LOOK, Task.TURN_DOWN, Task.WASH, Task.STACK, Task.SHUFFLE, Task.CUT, Task.LOAD,
        ]  # fmt: skip
        play_round_of_ann(table)


def check_cards_are_never_spread(game: str) -> None:
    """Check that such a shoe keeps its cards while nobody plays, and deals to the next player."""
    table = empty_table(game, RESHUFFLING)
    assert upcoming_task(table) is None
    assert not table.can_perform(Task.SPREAD_DOWN)
    check_nobody_is_asked_to_look(table)
    seat_ann(table)
    table.dealer("Dee").open_round()
    table.player("Ann").place_wagers(1, antes(game))


def check_nobody_is_asked_to_look(table: Table) -> None:
    """Check that no card is spread, and that a new player is not told to look."""
    sentences = [table.instruction.what, *(item.why for item in table.instruction.ahead)]
    for task in (Task.LOOK, Task.SHUFFLE):
        with pytest.raises(Refused) as refusal:
            table.dealer("Dee").perform(task)
        sentences.append(str(refusal.value))
    assert not [words for words in sentences if "look" in words]
    assert table.instruction.what == "sit down"
    assert table.instruction.step == "TakeSeat"


def check_no_look_is_needed(game: str) -> None:
    """Check that preshuffled decks and those of a reshuffling shoe are not looked at.

    New cards are spread for the first player whatever shuffles them (chapter 4)."""
    for submission in (BY_HAND, dealing("hand"), RESHUFFLING):
        check_nobody_is_asked_to_look(table_with_decks(game, submission, ready_made=True))
    table = ready_table(game, RESHUFFLING)
    play_round_of_ann(table)
    table.player("Ann").leave(1)
    if game != STUD:  # 235 5.H applies to such a shoe as well, so its cards are spread
        check_nobody_is_asked_to_look(table)
    fresh = table_with_decks(game, RESHUFFLING)
    do_tasks(fresh, Task.INSPECT, Task.VERIFY, Task.SPREAD)
    assert fresh.instruction.what == "sit down and look at the cards"
