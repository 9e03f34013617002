"""Chapter 5, shared by the books: when cards are shuffled, and when and how they are cut."""

from typing import Final

from pitboss.cards import DECK
from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import Table
from pitboss.table import commands as c
from pitboss.table import events as e

from .hand_dealt_table import (
    BY_HAND,
    RESHUFFLING,
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
    CCP,
    DEE,
    FLO,
    MACHINE,
    RET,
    STUD,
    THB,
    Json,
    bet_alike,
    bet_and_lock,
    current_round,
    dealing,
    finish,
    seated_table,
)

WAYS: Final = {"by hand": BY_HAND, "by machine": MACHINE}
"""The methods of shuffling."""
SEATED: Final = {RET: "7.B(1)", CCP: "7.B(1)", THB: "7.C", STUD: "7.B"}
"""The players."""
DEPTH: Final = 10
"""The minimum depth of a cut, from the top and from the bottom."""


def check_every_round_is_shuffled(game: str, how: str) -> None:
    """Check that a preshuffled deck keeps its order once; every other round has a fresh order."""
    table = ready_table(game, WAYS[how], ready_made=True)
    play_round_of_ann(table)
    assert Task.SHUFFLE not in completed_tasks(table)
    for shuffles in (1, 2, 3):
        assert upcoming_task(table) is Task.SHUFFLE
        prepare_decks(table)
        assert completed_tasks(table).count(Task.SHUFFLE) == shuffles
        play_round_of_ann(table)
    assert len({item.root for item in events_of(table, e.RoundOpened)}) == 4


def check_shuffle_before_play(game: str, how: str, clause: str) -> None:
    """Check that new cards are shuffled before the first bet."""
    table = table_with_decks(game, WAYS[how])
    seat_ann(table)
    do_tasks_before(table, Task.SHUFFLE)
    check_only_task(table, Task.SHUFFLE, clause)


def check_shuffle_after_round(game: str, how: str, clause: str) -> None:
    """Check that dealt cards are shuffled before anything else."""
    table = ready_table(game, WAYS[how])
    for _ in range(2):
        play_round_of_ann(table)
        check_only_task(table, Task.SHUFFLE, clause)
        prepare_decks(table)


def check_shuffle_on_order(game: str, how: str, shuffled: str, clause: str) -> None:
    """Check that only a floorperson, between rounds, can order a ready stack shuffled again."""
    table = ready_table(game, WAYS[how])
    assert_refused(table, DEE, c.OrderShuffle(), "SEC-4")
    table.floorperson("Flo").order_shuffle()
    check_only_task(table, Task.SHUFFLE, shuffled)
    prepare_decks(table)
    bet_and_lock(table, 1)
    assert_refused(table, FLO, c.OrderShuffle(), clause)


def check_one_stack(game: str, how: str) -> None:
    """Check that the whole deck is one stack with each card once, which is cut or loaded next."""
    table = table_with_decks(game, WAYS[how])
    seat_ann(table)
    do_tasks_before(table, Task.SHUFFLE)
    do_tasks(table, Task.SHUFFLE)
    assert upcoming_task(table) is (Task.CUT if how == "by hand" else Task.LOAD)
    prepare_decks(table)
    bet_and_lock(table, 1)
    assert table.shoe is not None
    assert sorted(table.shoe.cards) == list(DECK)
    assert sorted(current_round(table).order) == list(range(52))


def check_machine_shuffle_is_not_cut(game: str, method: str, clause: str) -> None:
    """Check that a machine's shuffle is dealt from its top, and nobody can cut it."""
    table = table_with_decks(game, dealing(method))
    seat_ann(table)
    do_tasks_before(table, Task.SHUFFLE)
    do_tasks(table, Task.SHUFFLE)
    assert upcoming_task(table) is Task.LOAD
    assert not table.can_perform(Task.CUT)
    do_tasks(table, Task.LOAD)
    assert_refused(table, DEE, c.Perform(Task.CUT), clause)
    bet_and_lock(table, 1)
    assert_refused(table, FLO, c.Recut("to be sure"), clause)
    table.dealer("Dee").deal()
    assert events_of(table, e.CardsDealt)[0].positions[0] == 0


def check_no_cut_after_idling(game: str, clause: str) -> None:
    """Check that a preshuffled deck, spread and then machine-shuffled, is not cut."""
    table = ready_table(game, MACHINE, ready_made=True)
    table.player("Ann").leave(1)
    prepare_decks(table)
    seat_ann(table)
    prepare_decks(table)
    bet_alike(table, 1)
    assert current_round(table).cut == 0
    assert_refused(table, FLO, c.Recut("to be sure"), clause)


def check_cut_comes_first(game: str, clause: str) -> None:
    """Check that hand-shuffled stacks, and preshuffled decks at any table, are cut."""
    by_hand = table_with_decks(game)
    seat_ann(by_hand)
    do_tasks_before(by_hand, Task.SHUFFLE)
    do_tasks(by_hand, Task.SHUFFLE)
    check_only_task(by_hand, Task.CUT, clause)
    assert len(cut_depths(by_hand)) == 1
    for submission in WAYS.values():
        came_so = table_with_decks(game, submission, ready_made=True)
        seat_ann(came_so)
        check_only_task(came_so, Task.CUT, clause)
        assert DEPTH <= cut_depths(came_so)[0] <= 52 - DEPTH


def check_deck_goes_through_shuffler(game: str, clause: str, uncut: str) -> None:
    """Check that decks dealt from the hand go through the shuffler first, without a cut."""
    for shuffler in ("automated", "automated counting"):
        table = table_with_decks(game, dealing("hand", shuffler), ready_made=True)
        assert_refused(table, DEE, c.Perform(Task.SHUFFLE), f"{clause.split()[0]} {SEATED[game]}")
        seat_ann(table)
        check_only_tasks(table, clause, 1, Task.SHUFFLE)
        assert table.instruction.what.startswith("put the deck through the shuffler")
        assert table.instruction.clause == clause
        do_tasks(table, Task.SHUFFLE)
        prepare_decks(table)
        assert completed_tasks(table) == [Task.SHUFFLE, Task.LOAD]
        assert_refused(table, DEE, c.Perform(Task.CUT), uncut)
        bet_alike(table, 1)
        assert current_round(table).cut == 0
        assert_refused(table, FLO, c.Recut("to be sure"), uncut)
        table.dealer("Dee").no_more_bets()
        finish(table)
        assert upcoming_task(table) is Task.SHUFFLE


def check_broken_shuffler_prevents_deal(game: str, clause: str) -> None:
    """Check that such a deck is not dealt while the shuffler is broken."""
    table = table_with_decks(game, dealing("hand"), ready_made=True)
    seat_ann(table)
    table.dealer("Dee").report(Kind.DEVICE_DOWN)
    assert_refused(table, DEE, c.Perform(Task.SHUFFLE), clause)
    assert not table.can_open_round()


def check_both_decks_go_through_shuffler(game: str) -> None:
    """Check that both of two preshuffled decks go through the shuffler."""
    submission: Json = {"table": {"dealing": "hand", "shuffler": "automated", "decks": 2}}
    table = ready_table(game, submission, ready_made=True)
    assert completed_tasks(table) == [Task.SHUFFLE, Task.LOAD]
    assert completed_tasks(table, 2) == [Task.SHUFFLE]
    play_round_of_ann(table)
    prepare_decks(table)
    assert completed_tasks(table, 2) == [Task.SHUFFLE, Task.LOAD]


def cut_depths(table: Table) -> list[int]:
    """Return the depth of each cut."""
    return [item.cards for item in events_of(table, e.StepDone) if item.task is Task.CUT]


def check_cut_depth(game: str, clause: str) -> None:
    """Check for at least ten cards above a cut by the book, and below it by our ruling."""
    table = table_with_decks(game)
    seat_ann(table)
    do_tasks_before(table, Task.CUT)
    for cards in (-1, 1, DEPTH - 1):
        assert_refused(table, DEE, c.Perform(Task.CUT, cards=cards), clause)
    for cards in (52 - DEPTH + 1, 52, 10**9):
        assert_refused(table, DEE, c.Perform(Task.CUT, cards=cards), "RULINGS Cuts")
    for cards in (DEPTH, 52 - DEPTH):
        table.dealer("Dee").verify_perform(Task.CUT, cards=cards)
    do_tasks(table, Task.CUT)
    assert DEPTH <= cut_depths(table)[0] <= 52 - DEPTH


def check_cards_above_cut_are_dealt_last(game: str) -> None:
    """Check that the cards above the cover card are dealt last, in the same order."""
    table = table_with_decks(game)
    seat_ann(table)
    do_tasks_before(table, Task.CUT)
    table.dealer("Dee").perform(Task.CUT, cards=13)
    do_tasks(table, Task.LOAD)
    bet_and_lock(table, 1)
    assert current_round(table).order == (*range(13, 52), *range(13))
    table.dealer("Dee").deal()
    assert events_of(table, e.CardsDealt)[0].positions[0] == 13


def check_play_begins_after_loading(game: str, load_clause: str) -> None:
    """Check that play can begin once a cut stack is in the shoe."""
    table = table_with_decks(game)
    seat_ann(table)
    do_tasks_before(table, Task.LOAD)
    assert completed_tasks(table)[-1] is Task.CUT
    check_only_task(table, Task.LOAD, load_clause)
    play_round_of_ann(table)


def check_second_cut(game: str, clause: str) -> None:
    """Check that a floorperson with a reason can order another cut until the first card."""
    table = seated_table(game, submission=BY_HAND)
    bet_alike(table, 1, 2)
    assert_refused(table, DEE, c.Recut("a card showed"), "SEC-4")
    assert_refused(table, FLO, c.Recut(" "), "ROUND-3")
    floor = table.floorperson("Flo")
    floor.recut("a card showed")
    table.dealer("Dee").no_more_bets()
    again = [item.cut for item in events_of(table, e.CardsRecut)]
    assert again == [current_round(table).cut]
    while again[-1] == again[0]:  # by chance the cut may be in the same place
        floor.recut("the stack slipped")
        again = [item.cut for item in events_of(table, e.CardsRecut)]
    assert all(DEPTH <= cut <= 52 - DEPTH for cut in again)
    table.dealer("Dee").deal()
    assert events_of(table, e.CardsDealt)[0].positions[0] == again[-1]
    assert_refused(table, FLO, c.Recut("too late"), clause)


def check_no_cut(game: str, clause: str) -> None:
    """Check that a reshuffling shoe has no cut, not even of a preshuffled deck."""
    for ready_made in (False, True):
        table = ready_table(game, RESHUFFLING, ready_made=ready_made)
        assert Task.CUT not in completed_tasks(table)
        assert_refused(table, DEE, c.Perform(Task.CUT), clause)
        bet_alike(table, 1)
        assert current_round(table).cut == 0
        assert_refused(table, FLO, c.Recut("to be sure"), clause)


def check_stack_is_put_in_place(game: str, submission: Json, clause: str) -> None:
    """Check that the stack is put in place only after chapter 5, followed by play."""
    table = table_with_decks(game, submission)
    seat_ann(table)
    do_tasks_before(table, Task.LOAD)
    assert completed_tasks(table)[-1] in (Task.SHUFFLE, Task.CUT)
    check_only_task(table, Task.LOAD, clause)
    assert_refused(table, DEE, c.Perform(Task.LOAD), clause)
    play_round_of_ann(table)
    assert not table.can_perform(Task.LOAD)
