"""Chapter 5, which the books share: when cards are shuffled, when and how they are cut."""

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
    arrives,
    does,
    gets_ready,
    nothing_but,
    only_step,
    plays,
    ready,
    steps,
    table_with_decks,
    up_to,
    upcoming,
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
"""The ways to shuffle."""
SEATED: Final = {RET: "7.B(1)", CCP: "7.B(1)", THB: "7.C", STUD: "7.B"}
"""Who may play."""
DEPTH: Final = 10
"""From the top and from the bottom, a cut is at least as deep."""


def mixed_unless_it_came_so(game: str, how: str) -> None:
    """What came shuffled is dealt once as it came; every other round has a fresh order."""
    table = ready(game, WAYS[how], ready_made=True)
    plays(table)
    assert Task.SHUFFLE not in steps(table)
    for shuffles in (1, 2, 3):
        assert upcoming(table) is Task.SHUFFLE
        gets_ready(table)
        assert steps(table).count(Task.SHUFFLE) == shuffles
        plays(table)
    assert len({item.root for item in events_of(table, e.RoundOpened)}) == 4


def before_play(game: str, how: str, clause: str) -> None:
    """New cards are shuffled before the first bet."""
    table = table_with_decks(game, WAYS[how])
    arrives(table)
    up_to(table, Task.SHUFFLE)
    only_step(table, Task.SHUFFLE, clause)


def after_each_round(game: str, how: str, clause: str) -> None:
    """What was dealt is shuffled before anything else is done."""
    table = ready(game, WAYS[how])
    for _ in range(2):
        plays(table)
        only_step(table, Task.SHUFFLE, clause)
        gets_ready(table)


def when_ordered(game: str, how: str, shuffled: str, clause: str) -> None:
    """A floorperson, and nobody else, can have a ready stack shuffled again; not in a round."""
    table = ready(game, WAYS[how])
    assert_refused(table, DEE, c.OrderShuffle(), "SEC-4")
    table.floorperson("Flo").order_shuffle()
    only_step(table, Task.SHUFFLE, shuffled)
    gets_ready(table)
    bet_and_lock(table, 1)
    assert_refused(table, FLO, c.OrderShuffle(), clause)


def one_stack(game: str, how: str) -> None:
    """The whole deck is one stack, which is cut or loaded next; each card lies in it once."""
    table = table_with_decks(game, WAYS[how])
    arrives(table)
    up_to(table, Task.SHUFFLE)
    does(table, Task.SHUFFLE)
    assert upcoming(table) is (Task.CUT if how == "by hand" else Task.LOAD)
    gets_ready(table)
    bet_and_lock(table, 1)
    assert table.shoe is not None
    assert sorted(table.shoe.cards) == list(DECK)
    assert sorted(current_round(table).order) == list(range(52))


def uncut(game: str, method: str, clause: str) -> None:
    """What a machine shuffled is dealt from its top: nobody can cut it, or have it cut again."""
    table = table_with_decks(game, dealing(method))
    arrives(table)
    up_to(table, Task.SHUFFLE)
    does(table, Task.SHUFFLE)
    assert upcoming(table) is Task.LOAD
    assert not table.can_perform(Task.CUT)
    does(table, Task.LOAD)
    assert_refused(table, DEE, c.Perform(Task.CUT), clause)
    bet_and_lock(table, 1)
    assert_refused(table, FLO, c.Recut("to be sure"), clause)
    table.dealer("Dee").deal()
    assert events_of(table, e.CardsDealt)[0].positions[0] == 0


def uncut_after_idling(game: str, clause: str) -> None:
    """What came shuffled, was spread and then shuffled by machine, is a machine's stack."""
    table = ready(game, MACHINE, ready_made=True)
    table.player("Ann").leave(1)
    gets_ready(table)
    arrives(table)
    gets_ready(table)
    bet_alike(table, 1)
    assert current_round(table).cut == 0
    assert_refused(table, FLO, c.Recut("to be sure"), clause)


def cut_first(game: str, clause: str) -> None:
    """By hand every shuffled stack is cut; a machine's table cuts what came shuffled."""
    by_hand = table_with_decks(game)
    arrives(by_hand)
    up_to(by_hand, Task.SHUFFLE)
    does(by_hand, Task.SHUFFLE)
    only_step(by_hand, Task.CUT, clause)
    assert len(cuts(by_hand)) == 1
    for submission in WAYS.values():
        came_so = table_with_decks(game, submission, ready_made=True)
        arrives(came_so)
        only_step(came_so, Task.CUT, clause)
        assert DEPTH <= cuts(came_so)[0] <= 52 - DEPTH


def through_the_machine(game: str, clause: str, uncut: str) -> None:
    """What is dealt from the hand was in the shuffler here, also if it came shuffled; no cut."""
    for shuffler in ("automated", "automated counting"):
        table = table_with_decks(game, dealing("hand", shuffler), ready_made=True)
        assert_refused(table, DEE, c.Perform(Task.SHUFFLE), f"{clause.split()[0]} {SEATED[game]}")
        arrives(table)
        nothing_but(table, clause, 1, Task.SHUFFLE)
        assert table.instruction.what.startswith("put the deck through the shuffler")
        assert table.instruction.clause == clause
        does(table, Task.SHUFFLE)
        gets_ready(table)
        assert steps(table) == [Task.SHUFFLE, Task.LOAD]
        assert_refused(table, DEE, c.Perform(Task.CUT), uncut)
        bet_alike(table, 1)
        assert current_round(table).cut == 0
        assert_refused(table, FLO, c.Recut("to be sure"), uncut)
        table.dealer("Dee").no_more_bets()
        finish(table)
        assert upcoming(table) is Task.SHUFFLE


def through_a_machine_that_works(game: str, clause: str) -> None:
    """With the shuffler broken, such a deck is not dealt."""
    table = table_with_decks(game, dealing("hand"), ready_made=True)
    arrives(table)
    table.dealer("Dee").report(Kind.DEVICE_DOWN)
    assert_refused(table, DEE, c.Perform(Task.SHUFFLE), clause)
    assert not table.can_open_round()


def both_through_the_machine(game: str) -> None:
    """Of two decks that came shuffled, each is put into the shuffler."""
    submission: Json = {"table": {"dealing": "hand", "shuffler": "automated", "decks": 2}}
    table = ready(game, submission, ready_made=True)
    assert steps(table) == [Task.SHUFFLE, Task.LOAD]
    assert steps(table, 2) == [Task.SHUFFLE]
    plays(table)
    gets_ready(table)
    assert steps(table, 2) == [Task.SHUFFLE, Task.LOAD]


def cuts(table: Table) -> list[int]:
    """How many cards each cut took."""
    return [item.cards for item in events_of(table, e.StepDone) if item.task is Task.CUT]


def deep_enough(game: str, clause: str) -> None:
    """Ten cards or more from the top by the book, and from the bottom by our ruling."""
    table = table_with_decks(game)
    arrives(table)
    up_to(table, Task.CUT)
    for cards in (-1, 1, DEPTH - 1):
        assert_refused(table, DEE, c.Perform(Task.CUT, cards=cards), clause)
    for cards in (52 - DEPTH + 1, 52, 10**9):
        assert_refused(table, DEE, c.Perform(Task.CUT, cards=cards), "RULINGS Cuts")
    for cards in (DEPTH, 52 - DEPTH):
        table.dealer("Dee").verify_perform(Task.CUT, cards=cards)
    does(table, Task.CUT)
    assert DEPTH <= cuts(table)[0] <= 52 - DEPTH


def goes_underneath(game: str) -> None:
    """What lay above the cover card is dealt last, in the order it had."""
    table = table_with_decks(game)
    arrives(table)
    up_to(table, Task.CUT)
    table.dealer("Dee").perform(Task.CUT, cards=13)
    does(table, Task.LOAD)
    bet_and_lock(table, 1)
    assert current_round(table).order == (*range(13, 52), *range(13))
    table.dealer("Dee").deal()
    assert events_of(table, e.CardsDealt)[0].positions[0] == 13


def loaded_and_played(game: str, load_clause: str) -> None:
    """A cut stack goes into the shoe, and then the table can play."""
    table = table_with_decks(game)
    arrives(table)
    up_to(table, Task.LOAD)
    assert steps(table)[-1] is Task.CUT
    only_step(table, Task.LOAD, load_clause)
    plays(table)


def cut_again(game: str, clause: str) -> None:
    """Until the first card a floorperson, with a reason, has the stack cut again; then no more."""
    table = seated_table(game, submission=BY_HAND)
    bet_alike(table, 1, 2)
    assert_refused(table, DEE, c.Recut("a card showed"), "SEC-4")
    assert_refused(table, FLO, c.Recut(" "), "ROUND-3")
    floor = table.floorperson("Flo")
    floor.recut("a card showed")
    table.dealer("Dee").no_more_bets()
    again = [item.cut for item in events_of(table, e.CardsRecut)]
    assert again == [current_round(table).cut]
    while again[-1] == again[0]:  # by chance it may be cut in the same place
        floor.recut("the stack slipped")
        again = [item.cut for item in events_of(table, e.CardsRecut)]
    assert all(DEPTH <= cut <= 52 - DEPTH for cut in again)
    table.dealer("Dee").deal()
    assert events_of(table, e.CardsDealt)[0].positions[0] == again[-1]
    assert_refused(table, FLO, c.Recut("too late"), clause)


def never_cut(game: str, clause: str) -> None:
    """A shoe that reshuffles by itself has no cut and no second one, a ready deck included."""
    for ready_made in (False, True):
        table = ready(game, RESHUFFLING, ready_made=ready_made)
        assert Task.CUT not in steps(table)
        assert_refused(table, DEE, c.Perform(Task.CUT), clause)
        bet_alike(table, 1)
        assert current_round(table).cut == 0
        assert_refused(table, FLO, c.Recut("to be sure"), clause)


def into_place(game: str, submission: Json, clause: str) -> None:
    """When chapter 5 is done, and not before, the stack goes where it is dealt from; then play."""
    table = table_with_decks(game, submission)
    arrives(table)
    up_to(table, Task.LOAD)
    assert steps(table)[-1] in (Task.SHUFFLE, Task.CUT)
    only_step(table, Task.LOAD, clause)
    assert_refused(table, DEE, c.Perform(Task.LOAD), clause)
    plays(table)
    assert not table.can_perform(Task.LOAD)
