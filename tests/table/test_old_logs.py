"""Logs of older versions can be read, even if what they allowed is no longer allowed."""

from typing import Final

import pytest

from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.games.deck_tasks import Task
from pitboss.submission import complete_submission, resolve
from pitboss.table import Automation, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply
from pitboss.table.decks import are_rules_in_force
from tests.filings import filing, invalid_filing

from .dealer_rounds import play_round
from .deck_steps import RESHUFFLING
from .hand_dealt_table import (
    completed_tasks,
    play_round_of_ann,
    seat_ann,
    table_with_decks,
    upcoming_task,
)
from .log_queries import events_of
from .round_scenes import EVERY
from .tables import DEE, FLO, Json, dealing, seated_table

NO_SHOE: Final[Json] = dealing("manual shoe", "automated reshuffling")


def filed_before(game: str) -> Table:
    """Return a table where a reshuffling device was in force without an automated shoe."""
    table = seated_table(game)
    definition = find_game(game)
    submission, faults = complete_submission(definition, NO_SHOE)
    assert [fault.path for fault in faults] == ["table.shuffler"]
    rules = resolve(definition, submission, stored=True)
    table.state = apply(table.state, e.SubmissionApproved(submission, rules.hash))
    return table


@EVERY
def test_a_reshuffling_device_without_a_shoe(game: str) -> None:
    """Its log can be read, and no round is opened until something else is filed."""
    table = filed_before(game)
    assert not are_rules_in_force(table.state)
    with pytest.raises(Refused, match="file a complete one") as refusal:
        table.dealer("Dee").open_round()
    assert refusal.value.clause == "ROUND-11"
    with pytest.raises(Refused, match="must be 'automated shoe'"):
        table.execute(c.Propose(c.FileSubmission(invalid_filing(game, NO_SHOE))), DEE)
    table.execute(c.Propose(filing(game, RESHUFFLING)), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    assert are_rules_in_force(table.state)
    play_round(table)


@EVERY
def test_a_deck_that_came_shuffled_and_was_cut_for_the_hand(game: str) -> None:
    """It must be shuffled before it is dealt, although it is ready in the old log."""
    table = table_with_decks(game, dealing("hand"), ready_made=True)
    seat_ann(table)
    for task in (Task.CUT, Task.LOAD):
        cards = 20 if task is Task.CUT else 0
        table.state = apply(table.state, e.StepDone(task, 1, "Dee", cards))
    assert upcoming_task(table) is Task.SHUFFLE
    assert not table.can_open_round()
    table.automation = Automation.CARE
    table.dealer("Dee").perform(Task.SHUFFLE)
    play_round_of_ann(table)
    assert completed_tasks(table)[:2] == [Task.SHUFFLE, Task.LOAD]


@EVERY
def test_a_deck_that_was_counted_between_rounds(game: str) -> None:
    """Any collected deck could be counted at any time; later counts are due from there."""
    table = seated_table(game)
    play_round(table, (1,), {})
    assert table.state.day.uncounted == 1
    table.state = apply(table.state, e.StubCounted(0, 1, 52, 52))
    assert table.state.day.uncounted == 0
    for _ in range(5):
        play_round(table, (1,), {})
    assert [item.round for item in events_of(table, e.StubCounted)] == [6]
