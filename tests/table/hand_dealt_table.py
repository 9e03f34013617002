"""A table run by people: every step with a deck, and the rounds in between."""

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
"""A submission for each method of dealing, all without counting machines."""


def bare_table(game: str, submission: Json = BY_HAND) -> Table:
    """Return a table with a counted tray, without players, where people do everything else."""
    return Table.open(game, submission, automation=Automation.TRAY, practice="a day")


def table_with_decks(game: str, submission: Json = BY_HAND, *, ready_made: bool = False) -> Table:
    """Return such a table after its decks have arrived."""
    table = bare_table(game, submission)
    for _ in deck_slots(table.rules):
        table.dealer("Dee").receive_deck(ready_made=ready_made)
    return table


def seat_ann(table: Table) -> None:
    """Seat Ann in seat 1."""
    table.player("Ann").take_seat(1)
    table.player("Ann").buy_in(1_000_00)


def ready_table(game: str, submission: Json = BY_HAND, *, ready_made: bool = False) -> Table:
    """Return a table with Ann seated and cards ready to be dealt."""
    table = table_with_decks(game, submission, ready_made=ready_made)
    seat_ann(table)
    prepare_decks(table)
    return table


def upcoming_task(table: Table, slot: int = 1) -> Task | None:
    """Return the next step with a deck."""
    return next_task(table.state, table.rules, slot)


def person_for(task: Task) -> Person:
    """Return the person who does a step: Dee deals, Flo verifies."""
    return FLO if task in FLOOR_TASKS else DEE


def do_tasks(table: Table, *tasks: Task, slot: int = 1) -> None:
    """Do these steps in order, each by the person responsible."""
    for task in tasks:
        table.execute(c.Perform(task, slot), person_for(task))


def do_tasks_before(table: Table, task: Task, slot: int = 1) -> None:
    """Do everything that comes before a step."""
    while (first := upcoming_task(table, slot)) is not task:
        assert first is not None, f"{task} is never due"
        do_tasks(table, first, slot=slot)


def prepare_decks(table: Table) -> None:
    """Do all pending steps with decks."""
    for slot in deck_slots(table.rules):
        while (task := upcoming_task(table, slot)) is not None:
            do_tasks(table, task, slot=slot)


def completed_tasks(table: Table, slot: int = 1) -> list[Task]:
    """Return the steps done with a deck, in order."""
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
    Task.LOAD: "put the stack in place for dealing",
    Task.EMPTY: "empty the dealing shoe and the discard rack",
    Task.SPREAD_DOWN: "spread the cards face down, or face up for a player who asks",
}
"""The text of the instruction for each step."""


def check_task_instruction(table: Table, task: Task, clause: str, slot: int = 1) -> None:
    """Check that the person responsible is told to do the step, with the clause."""
    instruction = table.instruction
    assert instruction.what.removeprefix(f"deck {slot}: ") == INSTRUCTIONS[task]
    assert (instruction.who, instruction.clause) == (person_for(task).role.value, clause)


def check_only_task(table: Table, task: Task, clause: str, slot: int = 1) -> None:
    """Check that only this step can be done, and that no bets can be opened before it."""
    check_only_tasks(table, clause, slot, task)
    check_task_instruction(table, task, clause, slot)
    do_tasks(table, task, slot=slot)


def check_only_tasks(table: Table, clause: str, slot: int, *allowed_cards: Task) -> None:
    """Check that only these steps can be done, and that no bets can be opened."""
    asked_for = {Task.SPREAD} if Task.SPREAD_DOWN in allowed_cards else set()
    for task in Task:
        if task not in allowed_cards and task not in asked_for:
            assert_refused(table, person_for(task), c.Perform(task, slot), clause)
    assert_refused(table, DEE, c.OpenRound(), clause)


def play_round_of_ann(table: Table) -> None:
    """Play a round of Ann's from opening to close, counting the stub where required."""
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


def money_by_place(table: Table) -> dict[str, object]:
    """Return the location of every cent: players, tray, meters."""
    return {account: cents for account, cents in table.state.balances.items() if cents}
