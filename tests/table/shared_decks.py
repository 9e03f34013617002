"""Chapters 3 and 4, shared by the books: two decks, their time limits, opening new cards."""

from typing import Final

from pitboss.games.deck_tasks import Task
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e

from .hand_dealt_table import (
    BY_HAND,
    HOUR,
    RESHUFFLING,
    TWO_DECKS,
    bare_table,
    check_only_task,
    check_only_tasks,
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
from .log_queries import assert_refused, events_of
from .tables import (
    DEE,
    FLO,
    MACHINE,
    Json,
    antes,
    bet_and_lock,
    current_round,
    dealing,
    finish,
    until_asked,
)

OPENING: Final = {
    Task.INSPECT: "4.A",
    Task.VERIFY: "4.A",
    Task.SPREAD: "4.B",
    Task.LOOK: "4.C",
    Task.TURN_DOWN: "4.C(1)",
    Task.WASH: "4.C(2)",
    Task.STACK: "4.C(3)",
}
"""The steps with new cards, in order, with the clause shared by all four books."""


def check_decks_look_different(game: str, book: str) -> None:
    """Check that two decks in use have one design, two back colors, and different IDs."""
    table = ready_table(game, TWO_DECKS)
    first, other = table.state.day.decks.values()
    assert (first.design, other.design) == ("standard", "standard")
    assert {first.color, other.color} == {"red", "blue"}
    assert first.id != other.id
    table.automation = Automation.NOTHING
    table.floorperson("Flo").remove_deck(2)
    for looks, clause in (
        (("D9", "royal", other.color), f"{book} 3.B(1)"),
        (("D9", first.design, first.color), f"{book} 3.B(2)"),
        (("D9", first.design, f" {first.color.upper()} "), f"{book} 3.B(2)"),
        ((first.id, first.design, other.color), "ROUND-4"),
        ((other.id, first.design, other.color), "ROUND-4"),  # a removed deck does not return
        (("", first.design, other.color), f"{book} 4.A"),
        (("D9", first.design, ""), f"{book} 4.A"),
    ):
        name, design, color = looks
        deck = c.ReceiveDeck(id=name, design=design, color=color)
        assert_refused(table, DEE, deck, clause)
    table.execute(c.ReceiveDeck(id="D9", design=first.design, color="green"), DEE)
    assert events_of(table, e.DeckReceived)[-1].color == "green"
    assert table.state.day.decks[2].color == "green"


def check_other_deck_is_shuffled(game: str, book: str) -> None:
    """Check that the second deck is shuffled before a round begins, and waits during play."""
    table = table_with_decks(game, TWO_DECKS)
    seat_ann(table)
    do_tasks_before(table, Task.LOAD)
    do_tasks(table, Task.LOAD)
    do_tasks_before(table, Task.SHUFFLE, 2)
    assert_refused(table, DEE, c.OpenRound(), f"{book} 5.A")
    do_tasks(table, Task.SHUFFLE, slot=2)
    assert upcoming_task(table, 2) is None
    bet_and_lock(table, 1)
    until_asked(table)
    assert {slot: deck.last for slot, deck in table.state.day.decks.items()} == {
        1: Task.LOAD,
        2: Task.SHUFFLE,
    }


def check_decks_alternate(game: str) -> None:
    """Check that the decks alternate, whatever happens in a round."""
    table = ready_table(game, TWO_DECKS)
    for _ in range(3):
        play_round_of_ann(table)
        prepare_decks(table)
    bet_and_lock(table, 1)
    table.dealer("Dee").propose(c.VoidRound(4, "a bottle fell over"))
    table.floorperson("Flo").approve(table.state.proposed)
    table.dealer("Dee").close_round()
    prepare_decks(table)
    table.dealer("Dee").open_round()
    assert [item.deck for item in events_of(table, e.RoundOpened)] == [1, 2, 1, 2, 1]


def check_one_deck_in_rack(game: str, book: str) -> None:
    """The rack holds one deck; it is back in the shuffler before a card of the other is out."""
    table = ready_table(game, TWO_DECKS)
    for number in (1, 2, 1):
        play_round_of_ann(table)
        assert current_round(table).deck == number
        assert sorted(current_round(table).rack) == list(range(52))
        do_tasks(table, Task.LOAD, slot=3 - number)
        assert_refused(table, DEE, c.OpenRound(), f"{book} 5.A")
        do_tasks(table, Task.SHUFFLE, slot=number)
    table.dealer("Dee").open_round()
    assert (current_round(table).deck, current_round(table).rack) == (2, ())


def check_deck_is_replaced_in_time(game: str, method: str, hours: int, clause: str) -> None:
    """Check that a deck can be dealt up to its limit, and is then replaced; rounds are finished."""
    table = ready_table(game, dealing(method))
    end = hours * HOUR
    assert_refused(table, DEE, c.OpenRound(at=end), clause)
    table.execute(c.OpenRound(at=end - 2), DEE)
    table.player("Ann").place_wagers(1, antes(game))
    assert_refused(table, DEE, c.NoMoreBets(at=end), clause)
    table.execute(c.NoMoreBets(at=end - 1), DEE)
    finish(table)
    prepare_decks(table)
    assert_refused(table, DEE, c.OpenRound(at=end), clause)
    table.dealer("Dee").remove_deck()
    table.execute(c.ReceiveDeck(at=end), DEE)
    prepare_decks(table)
    table.execute(c.OpenRound(at=2 * end - 1), DEE)
    assert [item.deck for item in events_of(table, e.RoundOpened)] == [1, 2]


def check_decks_expire_separately(game: str, clause: str) -> None:
    """Check that each of two decks is replaced by its own arrival time."""
    table = bare_table(game, {"table": TWO_DECKS["table"] | {"dealing": "hand"}})
    table.execute(c.ReceiveDeck(at=0), DEE)
    table.execute(c.ReceiveDeck(at=HOUR), DEE)
    seat_ann(table)
    prepare_decks(table)
    for slot, hour in ((1, 4), (2, 5)):
        table.dealer("Dee").verify_open_round(at=hour * HOUR - 1)
        assert_refused(table, DEE, c.OpenRound(at=hour * HOUR), clause)
        table.dealer("Dee").remove_deck(slot)
        table.execute(c.ReceiveDeck(at=hour * HOUR), DEE)
        prepare_decks(table)
    table.execute(c.OpenRound(at=5 * HOUR), DEE)


def check_inspection(game: str, clause: str) -> None:
    """Check that the dealer inspects new cards and a different person, a floorperson, verifies."""
    table = bare_table(game)
    assert_refused(table, DEE, c.OpenRound(), clause)
    table.dealer("Dee").receive_deck()
    assert_refused(table, FLO, c.Perform(Task.INSPECT), "SEC-4")
    check_only_task(table, Task.INSPECT, clause)
    assert_refused(table, DEE, c.Perform(Task.VERIFY), "SEC-4")
    assert_refused(table, Person("Dee", Role.FLOORPERSON), c.Perform(Task.VERIFY), "SEC-3")
    check_only_task(table, Task.VERIFY, clause)
    assert [item.by for item in events_of(table, e.StepDone)] == ["Dee", "Flo"]


def check_spread_for_first_player(game: str, clause: str) -> None:
    """Check that inspected cards are spread until the first player has looked at them."""
    table = table_with_decks(game)
    do_tasks(table, Task.INSPECT, Task.VERIFY)
    check_only_task(table, Task.SPREAD, clause)
    assert upcoming_task(table) is None
    assert (table.instruction.who, table.instruction.step) == ("player", "TakeSeat")
    seat_ann(table)
    assert upcoming_task(table) is Task.LOOK


def check_player_looks_first(game: str, clause: str) -> None:
    """Check that nothing is done with spread cards until a player has looked at them."""
    table = table_with_decks(game)
    do_tasks(table, Task.INSPECT, Task.VERIFY, Task.SPREAD)
    check_only_tasks(table, clause, 1)
    seat_ann(table)
    check_only_task(table, Task.LOOK, clause)
    prepare_decks(table)
    after = [Task.TURN_DOWN, Task.WASH, Task.STACK, Task.SHUFFLE]
    assert completed_tasks(table)[4:8] == after


def check_step_comes_next(game: str, task: Task, clause: str) -> None:
    """Check that this step, and no other, is done when it is due."""
    table = table_with_decks(game)
    seat_ann(table)
    do_tasks_before(table, task)
    check_only_task(table, task, clause)


def check_new_stack_is_shuffled(game: str, submission: Json, book: str) -> None:
    """Check that a stack of new cards is shuffled, by hand or by machine, before anything else."""
    table = table_with_decks(game, submission)
    seat_ann(table)
    do_tasks_before(table, Task.SHUFFLE)
    assert completed_tasks(table) == list(OPENING)
    check_only_task(table, Task.SHUFFLE, f"{book} 5.A")


def check_each_deck_is_opened(game: str, book: str) -> None:
    """Check that after the first of two decks the second one goes through every step."""
    table = table_with_decks(game, TWO_DECKS)
    seat_ann(table)
    do_tasks_before(table, Task.LOAD)
    do_tasks(table, Task.LOAD)
    for task, clause in OPENING.items():
        check_only_task(table, task, f"{book} {clause}", slot=2)
    check_only_task(table, Task.SHUFFLE, f"{book} 5.A", slot=2)
    assert completed_tasks(table) == [*completed_tasks(table, 2), Task.LOAD]
    table.dealer("Dee").open_round()


READY_MADE: Final = {
    "shuffled by hand": (BY_HAND, [Task.CUT, Task.LOAD]),
    "shuffled by machine": (MACHINE, [Task.CUT, Task.LOAD]),
    "dealt from the hand": (dealing("hand"), [Task.SHUFFLE, Task.LOAD]),
    "reshuffled by the shoe": (RESHUFFLING, [Task.LOAD]),
}
"""Steps with a deck that came inspected and shuffled, by the table's shuffling method."""


def check_opening_is_skipped(game: str, how: str) -> None:
    """Check that a deck that came inspected and shuffled skips every step of chapter 4."""
    submission, steps_done = READY_MADE[how]
    table = table_with_decks(game, submission, ready_made=True)
    seat_ann(table)
    for task in OPENING:
        assert not table.can_perform(task)
    prepare_decks(table)
    assert completed_tasks(table) == steps_done
    play_round_of_ann(table)
