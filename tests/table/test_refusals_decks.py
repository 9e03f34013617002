"""Refusals of commands that add or remove decks, and of steps with a deck."""

from typing import Any, Final

import pytest

from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Role, Table
from pitboss.table import commands as c

from .deck_steps import (
    BY_HAND,
    BY_TASK,
    RESHUFFLING,
    TWO,
    do_due_step,
    do_steps_until,
    prepare_decks,
    scene_before,
    table_without_cards,
)
from .odd import NAMES, NUMBERS, TIMES
from .round_scenes import ANN, EVERY, Scene, at, scene_of
from .tables import CCP, DEE, FLO, KEYS, METHODS, METHODS_IN_TURN, RET, STUD, THB

RECEIVED: Final = dict.fromkeys(KEYS, "4.A")
LOOK: Final = dict.fromkeys(KEYS, "4.C")
ORDERED: Final = dict.fromkeys(KEYS, "5.A(3)")
SHUFFLED: Final = dict.fromkeys(KEYS, "5.A")
DISCARDS: Final = {RET: "11.K", CCP: "11.J", THB: "11.J", STUD: "11.E"}
LOADED: Final = {"manual shoe": "8.B", "hand": "9.A(2)", "automated shoe": "10.A(1)"}
BY_CLAUSE: Final = {
    Task.INSPECT: "4.A",
    Task.VERIFY: "4.A",
    Task.SPREAD: "4.B",
    Task.LOOK: "4.C",
    Task.TURN_DOWN: "4.C(1)",
    Task.WASH: "4.C(2)",
    Task.STACK: "4.C(3)",
    Task.SHUFFLE: "5.A",
    Task.LOAD: "8.B",
}
"""The steps with a new deck, in order; the same in each book."""
CUT: Final = {RET: "5.D", CCP: "5.D", THB: "5.F", STUD: "5.F"}
RESTING: Final = {
    RET: {Task.EMPTY: "5.F(1)", Task.SPREAD_DOWN: "5.F(2)", Task.LOOK: "5.F(3)"},
    CCP: {Task.EMPTY: "5.F(1)", Task.SPREAD_DOWN: "5.F(2)", Task.LOOK: "5.F(3)"},
    THB: {Task.SPREAD_DOWN: "5.H(1)", Task.LOOK: "5.H(2)"},
    STUD: {Task.EMPTY: "5.H(1)", Task.SPREAD_DOWN: "5.H(2)", Task.LOOK: "5.H(3)"},
}
"""The steps at an open table where nobody plays."""


def uncounted_table(game: str) -> Scene:
    """Return a table with rules, whose tray was not counted."""
    return scene_of(Table.open(game, BY_HAND, automation=Automation.NOTHING))


@EVERY
def test_nothing_is_done_with_cards_before_the_tray_is_counted(game: str) -> None:
    scene = uncounted_table(game)
    words = "the table is not open: two people must count the tray first"
    for by, progress in (
        (DEE, c.ReceiveDeck(at=0)),
        (DEE, c.Perform(Task.INSPECT)),
        (FLO, c.OrderShuffle()),
        (DEE, c.CountStub(52)),
        (DEE, c.Report(Kind.DEVICE_DOWN)),
    ):
        scene.refuses(by, progress, words, "SEC-3")
    scene.refuses(ANN, c.TakeSeat(1), "the table is not open for play", "SEC-3")
    words = "the table is not open: two people must count the tray first"
    scene._replace(shoe=at(game, "bets are open").shoe).refuses(
        DEE, c.OpenRound(at=0), words, "SEC-3"
    )


# A deck arrives


@EVERY
@pytest.mark.parametrize("ready_made", [None, 0, 1, "yes", "", 1.0, [], [True], {}, 10**30, "\n"])
def test_a_deck_with_invalid_shuffle_status(game: str, ready_made: bool) -> None:
    scene = scene_of(table_without_cards(game))
    progress = c.ReceiveDeck(ready_made, at=0)
    scene.refuses(DEE, progress, "ready_made must be true or false, not", RECEIVED)
    assert scene.allows(DEE, c.ReceiveDeck(True, 0, "D1", "standard", "red"))


@EVERY
@pytest.mark.parametrize("time", TIMES)
def test_an_invalid_time(game: str, time: Any) -> None:  # noqa: ANN401
    words = "but must be a time in whole seconds since 1970 in UTC"
    scene_of(table_without_cards(game)).refuses(DEE, c.ReceiveDeck(at=time), words, "ROUND-1")
    at(game, "no round").refuses(DEE, c.OpenRound(at=time), words, "ROUND-1")
    at(game, "bets are down").refuses(DEE, c.NoMoreBets(at=time, round=1), words, "ROUND-1")


@EVERY
def test_no_room_for_another_deck(game: str) -> None:
    one_scene = scene_before(game, Task.INSPECT)
    one_scene.refuses(
        DEE,
        c.ReceiveDeck(at=0),
        "the table has no room for another deck: remove one first",
        RECEIVED,
    )
    two = scene_of(do_steps_until(table_without_cards(game, TWO), Task.INSPECT, 2))
    two.refuses(
        DEE,
        c.ReceiveDeck(at=0),
        "the table has no room for another deck: remove one first",
        RECEIVED,
    )


# Which deck


@EVERY
@pytest.mark.parametrize("slot", [*NUMBERS, 0, 2, 3])
def test_an_unknown_deck(game: str, slot: Any) -> None:  # noqa: ANN401
    scene = at(game, "no round")
    words = " at the table: choose from 1"
    scene.refuses(DEE, c.RemoveDeck(slot), words, RECEIVED)
    scene.refuses(FLO, c.RemoveDeck(slot), words, RECEIVED)
    scene.refuses(DEE, c.Perform(Task.SHUFFLE, slot), words, RECEIVED)
    scene.refuses(FLO, c.OrderShuffle(slot), words, RECEIVED)


@EVERY
def test_there_is_no_deck(game: str) -> None:
    scene = scene_of(table_without_cards(game))
    for by, progress in (
        (DEE, c.RemoveDeck()),
        (DEE, c.Perform(Task.INSPECT)),
        (FLO, c.OrderShuffle()),
    ):
        scene.refuses(by, progress, "there is no deck at the table", RECEIVED)


@EVERY
def test_a_deck_in_play_is_not_removed(game: str) -> None:
    for moment in ("bets are open", "asked", "to settle", "to close", "void"):
        scene = at(game, moment)
        scene.refuses(
            DEE, c.RemoveDeck(), "the deck is in play until the round is closed", DISCARDS
        )
        scene.refuses(
            FLO, c.OrderShuffle(), "the deck is in play until the round is closed", ORDERED
        )
    for moment in ("no round", "closed"):
        assert at(game, moment).allows(DEE, c.RemoveDeck())


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_no_step_with_a_deck_in_play(method: str) -> None:
    game, order, submission = METHODS[method]
    table = prepare_decks(table_without_cards(game, {"table": submission}))
    table.dealer("Dee").open_round()
    scene = scene_of(table)
    for task in BY_TASK:
        progress = c.Perform(task, cards=26 if task is Task.CUT else 0)
        uncut = task is Task.CUT and submission["shuffler"] != "none"
        words = (
            "cards shuffled by a machine are not cut"
            if uncut
            else "the deck is in play until the round is closed"
        )
        clause = {RET: "5.C(1)", CCP: "5.C(1)", THB: "5.D(1)", STUD: "5.D(1)"}.get(game, "")
        clause = "5.I" if order.reshuffling else clause
        clause = clause if uncut else order.clause
        scene.refuses(BY_TASK[task], progress, words, {game: clause})


# Which step


@EVERY
@pytest.mark.parametrize("task", [*NAMES, "shuffle", "inspect", c.OrderShuffle()])
def test_an_unknown_step(game: str, task: Any) -> None:  # noqa: ANN401
    for moment in ("no round", "bets are open", "closed"):
        scene = at(game, moment)
        scene.refuses(DEE, c.Perform(task), "unknown task", "ROUND-1")


@EVERY
def test_steps_come_in_order(game: str) -> None:
    """Every step but the due one is refused with the due step and its clause."""
    table = table_without_cards(game)
    do_due_step(table)  # a deck arrives
    for due_now, clause in BY_CLAUSE.items():
        scene = scene_of(table)
        for task, by in BY_TASK.items():
            progress = c.Perform(task)
            if task is due_now:
                assert scene.allows(by, progress)
            else:
                scene.refuses(by, progress, f"do this first: {due_now.description}", {game: clause})
        table.execute(c.Perform(due_now), BY_TASK[due_now])


@EVERY
def test_a_stack_that_was_shuffled_by_hand_is_cut_first(game: str) -> None:
    scene = scene_before(game, Task.CUT, BY_HAND)
    for task in BY_TASK:
        if task is not Task.CUT:
            words = "do this first: cut the stack with the cover card"
            scene.refuses(BY_TASK[task], c.Perform(task), words, CUT)


@EVERY
def test_a_preshuffled_deck_is_only_cut(game: str) -> None:
    """This also applies where a machine shuffles, but never in a reshuffling shoe."""
    table = table_without_cards(game)
    table.dealer("Dee").receive_deck(ready_made=True)
    scene = scene_of(table)
    words = "do this first: cut the stack with the cover card"
    for task in (Task.INSPECT, Task.SPREAD, Task.WASH, Task.SHUFFLE, Task.LOAD):
        scene.refuses(DEE, c.Perform(task), words, CUT)
    for cards in (0, 9, 43, 52):
        progress = c.Perform(Task.CUT, cards=cards)
        clauses = "RULINGS Cuts" if cards > 42 else CUT
        scene.refuses(DEE, progress, f"cards must be 10 to 42 for this cut, not {cards}", clauses)
    assert scene.allows(DEE, c.Perform(Task.CUT, cards=10))
    table = table_without_cards(game, RESHUFFLING)
    table.dealer("Dee").receive_deck(ready_made=True)
    words = "do this first: put the stack in place for dealing"
    clause = {game: LOADED["automated shoe"]}
    scene_of(table).refuses(DEE, c.Perform(Task.CUT, cards=26), words, clause)


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_no_step_with_a_deck_that_is_ready(method: str) -> None:
    game, _, submission = METHODS[method]
    scene = scene_of(prepare_decks(table_without_cards(game, {"table": submission})))
    for task in BY_TASK:
        if task is not Task.CUT:
            clause = {game: LOADED[submission["dealing"]]}
            scene.refuses(BY_TASK[task], c.Perform(task), "the deck is ready", clause)


@EVERY
def test_cards_wait_for_the_first_player(game: str) -> None:
    """A new deck stays spread until somebody comes; nothing is shuffled before."""
    table = do_steps_until(table_without_cards(game, seats={}), Task.SPREAD)
    do_due_step(table)
    scene = scene_of(table)
    for task in BY_TASK:
        if task is not Task.CUT:
            words = "no player is seated to look at the cards"
            scene.refuses(BY_TASK[task], c.Perform(task), words, LOOK)
    assert scene.after((ANN, c.TakeSeat(1))).allows(DEE, c.Perform(Task.LOOK))


@EVERY
def test_an_idle_table(game: str) -> None:
    """Once everybody has left, the cards are spread; a player who asks sees them face up."""
    table = prepare_decks(table_without_cards(game, seats={1: "Ann"}))
    table.player("Ann").leave(1)
    steps = [task for task in RESTING[game] if task is not Task.LOOK]
    for due_now in steps:
        scene = scene_of(table)
        clause = {game: RESTING[game][due_now]}
        for task, by in BY_TASK.items():
            up = task is Task.SPREAD and due_now is Task.SPREAD_DOWN
            if task is due_now or up:
                assert scene.allows(by, c.Perform(task))
            else:
                scene.refuses(by, c.Perform(task), f"do this first: {due_now.description}", clause)
        do_due_step(table)
    progress = c.Perform(Task.LOOK)
    words = "no player is seated to look at the cards"
    scene_of(table).refuses(DEE, progress, words, {game: RESTING[game][Task.LOOK]})
    assert scene_of(table).after((ANN, c.TakeSeat(1))).allows(DEE, progress)


@EVERY
def test_looking_at_the_cards_of_an_idle_table_has_its_own_clause(game: str) -> None:
    """It is not the clause for looking at a new deck."""
    table = prepare_decks(table_without_cards(game, seats={1: "Ann"}))
    table.player("Ann").leave(1)
    scene = scene_of(prepare_decks(table)).after((ANN, c.TakeSeat(1)))
    first = {game: RESTING[game][Task.LOOK]}
    scene.refuses(DEE, c.Perform(Task.WASH), "do this first: let the first player look", first)


@EVERY
@pytest.mark.parametrize("cards", [1, 10, 26, -1, True, 10**30, "10", "\n", [10], {1: 1}, 0.5])
def test_only_a_cut_has_a_number(game: str, cards: Any) -> None:  # noqa: ANN401
    scene = scene_before(game, Task.WASH)
    progress = c.Perform(Task.WASH, cards=cards)
    scene.refuses(DEE, progress, "cards is for a cut only: leave it out", "ROUND-1")
    assert scene.allows(DEE, c.Perform(Task.WASH))


@EVERY
@pytest.mark.parametrize("name", ["Dee", "dee", "DEE", "D ee", "Ｄee"])
def test_the_inspector_does_not_verify(game: str, name: str) -> None:
    scene = scene_before(game, Task.VERIFY)
    words = "did the previous task, so somebody else must confirm it"
    scene.refuses(Person(name, Role.FLOORPERSON), c.Perform(Task.VERIFY), words, "SEC-3")
    assert scene.allows(FLO, c.Perform(Task.VERIFY))


# Shuffled again


@EVERY
def test_a_deck_that_was_never_shuffled_is_not_reshuffled(game: str) -> None:
    for task in (Task.INSPECT, Task.WASH, Task.SHUFFLE):
        scene = scene_before(game, task)
        scene.refuses(FLO, c.OrderShuffle(), "the deck has not been shuffled yet", ORDERED)
    assert scene_before(game, Task.LOAD).allows(FLO, c.OrderShuffle())
    assert at(game, "no round").allows(FLO, c.OrderShuffle())
