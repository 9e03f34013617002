"""Chapters 3 and 4, which the books share: two decks, their time, and how new cards are opened."""

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
    arrives,
    bare,
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
"""What is done with new cards, in this order, by the clause of all four books."""


def look_apart(game: str, book: str) -> None:
    """Two decks in use have one design and backs of two colors, each by its own id."""
    table = ready(game, TWO_DECKS)
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
        ((other.id, first.design, other.color), "ROUND-4"),  # what was removed does not come back
        (("", first.design, other.color), f"{book} 4.A"),
        (("D9", first.design, ""), f"{book} 4.A"),
    ):
        name, design, color = looks
        deck = c.ReceiveDeck(id=name, design=design, color=color)
        assert_refused(table, DEE, deck, clause)
    table.execute(c.ReceiveDeck(id="D9", design=first.design, color="green"), DEE)
    assert events_of(table, e.DeckReceived)[-1].color == "green"
    assert table.state.day.decks[2].color == "green"


def the_other_is_shuffled(game: str, book: str) -> None:
    """No round begins before the second deck is shuffled; so it waits while the first plays."""
    table = table_with_decks(game, TWO_DECKS)
    arrives(table)
    up_to(table, Task.LOAD)
    does(table, Task.LOAD)
    up_to(table, Task.SHUFFLE, 2)
    assert_refused(table, DEE, c.OpenRound(), f"{book} 5.A")
    does(table, Task.SHUFFLE, slot=2)
    assert upcoming(table, 2) is None
    bet_and_lock(table, 1)
    until_asked(table)
    assert {slot: deck.last for slot, deck in table.state.day.decks.items()} == {
        1: Task.LOAD,
        2: Task.SHUFFLE,
    }


def they_take_turns(game: str) -> None:
    """One round with the first deck, one with the second, whatever becomes of a round."""
    table = ready(game, TWO_DECKS)
    for _ in range(3):
        plays(table)
        gets_ready(table)
    bet_and_lock(table, 1)
    table.dealer("Dee").propose(c.VoidRound(4, "a bottle fell over"))
    table.floorperson("Flo").approve(table.state.proposed)
    table.dealer("Dee").close_round()
    gets_ready(table)
    table.dealer("Dee").open_round()
    assert [item.deck for item in events_of(table, e.RoundOpened)] == [1, 2, 1, 2, 1]


def one_deck_in_the_rack(game: str, book: str) -> None:
    """The rack holds one deck; it is back in the shuffler before a card of the other is out."""
    table = ready(game, TWO_DECKS)
    for number in (1, 2, 1):
        plays(table)
        assert current_round(table).deck == number
        assert sorted(current_round(table).rack) == list(range(52))
        does(table, Task.LOAD, slot=3 - number)
        assert_refused(table, DEE, c.OpenRound(), f"{book} 5.A")
        does(table, Task.SHUFFLE, slot=number)
    table.dealer("Dee").open_round()
    assert (current_round(table).deck, current_round(table).rack) == (2, ())


def changed_in_time(game: str, method: str, hours: int, clause: str) -> None:
    """Up to its time a deck is dealt, from then on only a new one; a round is played out."""
    table = ready(game, dealing(method))
    end = hours * HOUR
    assert_refused(table, DEE, c.OpenRound(at=end), clause)
    table.execute(c.OpenRound(at=end - 2), DEE)
    table.player("Ann").place_wagers(1, antes(game))
    assert_refused(table, DEE, c.NoMoreBets(at=end), clause)
    table.execute(c.NoMoreBets(at=end - 1), DEE)
    finish(table)
    gets_ready(table)
    assert_refused(table, DEE, c.OpenRound(at=end), clause)
    table.dealer("Dee").remove_deck()
    table.execute(c.ReceiveDeck(at=end), DEE)
    gets_ready(table)
    table.execute(c.OpenRound(at=2 * end - 1), DEE)
    assert [item.deck for item in events_of(table, e.RoundOpened)] == [1, 2]


def each_by_its_own_time(game: str, clause: str) -> None:
    """Of two decks each is changed by when it came itself."""
    table = bare(game, {"table": TWO_DECKS["table"] | {"dealing": "hand"}})
    table.execute(c.ReceiveDeck(at=0), DEE)
    table.execute(c.ReceiveDeck(at=HOUR), DEE)
    arrives(table)
    gets_ready(table)
    for slot, hour in ((1, 4), (2, 5)):
        table.dealer("Dee").verify_open_round(at=hour * HOUR - 1)
        assert_refused(table, DEE, c.OpenRound(at=hour * HOUR), clause)
        table.dealer("Dee").remove_deck(slot)
        table.execute(c.ReceiveDeck(at=hour * HOUR), DEE)
        gets_ready(table)
    table.execute(c.OpenRound(at=5 * HOUR), DEE)


def assert_inspected(game: str, clause: str) -> None:
    """The dealer looks new cards over, and a floorperson, who is somebody else, confirms it."""
    table = bare(game)
    assert_refused(table, DEE, c.OpenRound(), clause)
    table.dealer("Dee").receive_deck()
    assert_refused(table, FLO, c.Perform(Task.INSPECT), "SEC-4")
    only_step(table, Task.INSPECT, clause)
    assert_refused(table, DEE, c.Perform(Task.VERIFY), "SEC-4")
    assert_refused(table, Person("Dee", Role.FLOORPERSON), c.Perform(Task.VERIFY), "SEC-3")
    only_step(table, Task.VERIFY, clause)
    assert [item.by for item in events_of(table, e.StepDone)] == ["Dee", "Flo"]


def spread_for_the_first(game: str, clause: str) -> None:
    """Inspected cards are spread, and lie so until a first player comes to look at them."""
    table = table_with_decks(game)
    does(table, Task.INSPECT, Task.VERIFY)
    only_step(table, Task.SPREAD, clause)
    assert upcoming(table) is None
    assert (table.instruction.who, table.instruction.step) == ("player", "TakeSeat")
    arrives(table)
    assert upcoming(table) is Task.LOOK


def looked_at(game: str, clause: str) -> None:
    """Without a player nothing is done with spread cards; when one has looked, the rest is."""
    table = table_with_decks(game)
    does(table, Task.INSPECT, Task.VERIFY, Task.SPREAD)
    nothing_but(table, clause, 1)
    arrives(table)
    only_step(table, Task.LOOK, clause)
    gets_ready(table)
    after = [Task.TURN_DOWN, Task.WASH, Task.STACK, Task.SHUFFLE]
    assert steps(table)[4:8] == after


def then_comes(game: str, task: Task, clause: str) -> None:
    """When its turn has come, this is done and nothing else."""
    table = table_with_decks(game)
    arrives(table)
    up_to(table, task)
    only_step(table, task, clause)


def stack_is_shuffled(game: str, submission: Json, book: str) -> None:
    """A stack of new cards is shuffled, by hand or by machine, before anything else is done."""
    table = table_with_decks(game, submission)
    arrives(table)
    up_to(table, Task.SHUFFLE)
    assert steps(table) == list(OPENING)
    only_step(table, Task.SHUFFLE, f"{book} 5.A")


def each_deck_by_itself(game: str, book: str) -> None:
    """When the first of two decks is ready, the second goes through every step of its own."""
    table = table_with_decks(game, TWO_DECKS)
    arrives(table)
    up_to(table, Task.LOAD)
    does(table, Task.LOAD)
    for task, clause in OPENING.items():
        only_step(table, task, f"{book} {clause}", slot=2)
    only_step(table, Task.SHUFFLE, f"{book} 5.A", slot=2)
    assert steps(table) == [*steps(table, 2), Task.LOAD]
    table.dealer("Dee").open_round()


READY_MADE: Final = {
    "shuffled by hand": (BY_HAND, [Task.CUT, Task.LOAD]),
    "shuffled by machine": (MACHINE, [Task.CUT, Task.LOAD]),
    "dealt from the hand": (dealing("hand"), [Task.SHUFFLE, Task.LOAD]),
    "reshuffled by the shoe": (RESHUFFLING, [Task.LOAD]),
}
"""What is done with a deck that came inspected and shuffled, by how the table shuffles."""


def skips_the_opening(game: str, how: str) -> None:
    """A deck that came inspected and shuffled is dealt without one step of chapter 4."""
    submission, steps_done = READY_MADE[how]
    table = table_with_decks(game, submission, ready_made=True)
    arrives(table)
    for task in OPENING:
        assert not table.can_perform(task)
    gets_ready(table)
    assert steps(table) == steps_done
    plays(table)
