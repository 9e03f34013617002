"""A manually run table: every step with a deck, and the rounds between."""

from typing import Final

from pitboss.games.deck_tasks import FLOOR_TASKS, Task
from pitboss.table import Automation, Person, Phase, Table, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.decks import deck_slots, next_task

from .log_queries import assert_refused, events_of
from .tables import DEE, FLO, STAYS, Json, answer, bet_and_lock, current_round, dealing

HOUR: Final = 3600
BY_HAND: Final[Json] = {"table": {"shuffler": "none"}}
TWO_DECKS: Final[Json] = {"table": {"shuffler": "automated", "decks": 2}}
RESHUFFLING: Final[Json] = dealing("automated shoe", "automated reshuffling")
READY_FOR: Final = {
    "manual shoe": dealing("manual shoe", "none"),
    "hand": dealing("hand"),
    "automated shoe": dealing("automated shoe"),
}
"""A submission for each method of dealing, none of them with a machine that counts."""


def bare(game: str, submission: Json = BY_HAND) -> Table:
    """A table with a counted tray, where people do everything else; nobody has come to play."""
    return Table.open(game, submission, automation=Automation.TRAY, practice="a day")


def table_with_decks(game: str, submission: Json = BY_HAND, *, ready_made: bool = False) -> Table:
    """A bare table to which its decks have come."""
    table = bare(game, submission)
    for _ in deck_slots(table.rules):
        table.dealer("Dee").receive_deck(ready_made=ready_made)
    return table


def arrives(table: Table) -> None:
    """Seat Ann in seat 1."""
    table.player("Ann").take_seat(1)
    table.player("Ann").buy_in(1_000_00)


def ready(game: str, submission: Json = BY_HAND, *, ready_made: bool = False) -> Table:
    """A table with Ann at it, and with cards that can be dealt."""
    table = table_with_decks(game, submission, ready_made=ready_made)
    arrives(table)
    gets_ready(table)
    return table


def upcoming(table: Table, slot: int = 1) -> Task | None:
    """What is done next with a deck."""
    return next_task(table.state, table.rules, slot)


def who_does(task: Task) -> Person:
    """Dee deals, Flo confirms."""
    return FLO if task in FLOOR_TASKS else DEE


def does(table: Table, *tasks: Task, slot: int = 1) -> None:
    """These steps, one after the other, by whom they are for."""
    for task in tasks:
        table.execute(c.Perform(task, slot), who_does(task))


def up_to(table: Table, task: Task, slot: int = 1) -> None:
    """Whatever comes before a step."""
    while (first := upcoming(table, slot)) is not task:
        assert first is not None, f"{task} is never due"
        does(table, first, slot=slot)


def gets_ready(table: Table) -> None:
    """Whatever is to be done with the decks."""
    for slot in deck_slots(table.rules):
        while (task := upcoming(table, slot)) is not None:
            does(table, task, slot=slot)


def steps(table: Table, slot: int = 1) -> list[Task]:
    """What was done with a deck, in order."""
    return [item.task for item in events_of(table, e.StepDone) if item.deck == slot]


INSTRUCTIONS: Final = {
    Task.INSPECT: "look every card over for damage",
    Task.VERIFY: "confirm the inspection of the cards",
    Task.SPREAD: "spread the cards face up, by suit and in order",
    Task.LOOK: "let the first player look at the cards",
    Task.TURN_DOWN: "turn the cards face down",
    Task.WASH: "wash the cards",
    Task.STACK: "stack the cards",
    Task.SHUFFLE: "shuffle the cards into one stack",
    Task.CUT: "cut the stack with the cover card",
    Task.LOAD: "put the stack where it is dealt from",
    Task.EMPTY: "empty the shoe and the discard rack",
    Task.SPREAD_DOWN: "spread the cards face down, or face up for a player who asks",
}
"""What is said when a step is due."""


def is_told(table: Table, task: Task, clause: str, slot: int = 1) -> None:
    """Who does this step is told to do it, in words and with the clause."""
    duty = table.instruction
    assert duty.what.removeprefix(f"deck {slot}: ") == INSTRUCTIONS[task]
    assert (duty.who, duty.clause) == (who_does(task).role.value, clause)


def only_step(table: Table, task: Task, clause: str, slot: int = 1) -> None:
    """This step is due and no other can be done; no bets are opened before it is."""
    nothing_but(table, clause, slot, task)
    is_told(table, task, clause, slot)
    does(table, task, slot=slot)


def nothing_but(table: Table, clause: str, slot: int, *allowed_cards: Task) -> None:
    """No step but these can be done, and no bets are opened."""
    asked_for = {Task.SPREAD} if Task.SPREAD_DOWN in allowed_cards else set()
    for task in Task:
        if task not in allowed_cards and task not in asked_for:
            assert_refused(table, who_does(task), c.Perform(task, slot), clause)
    assert_refused(table, DEE, c.OpenRound(), clause)


def plays(table: Table) -> None:
    """A round of Ann's, from the first bet to the close. The stub is counted where it must be."""
    bet_and_lock(table, 1)
    dealer = table.dealer("Dee")
    while current_round(table).phase is not Phase.CLOSED:
        result = next_step(table.state)
        if result and isinstance(result.command, c.CountStub):
            table.execute(result.command, DEE)
        elif current_round(table).turn is not None:
            answer(table, STAYS[table.rules.game])
        elif dealer.can_turn_over():
            dealer.turn_over()
        elif dealer.can_settle():
            dealer.settle()
        elif dealer.can_close_round():
            dealer.close_round()
        else:
            dealer.deal()


def all_money(table: Table) -> dict[str, object]:
    """Where every cent is: with players, in the tray, on meters."""
    return {account: cents for account, cents in table.state.balances.items() if cents}
