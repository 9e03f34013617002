"""Manually dealt rounds: play one up to a point, or several in a row."""

from collections.abc import Mapping
from typing import Final

from pitboss.table import Automation, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from pitboss.table.state import open_street
from pitboss.table.views import choices_for_seat

from .deck_steps import do_due
from .round_scenes import SIDES
from .tables import DEE, FLO, antes, bet, current_round, seated_table, step, until_asked

THREE: Final = (1, 2, 4)
"""The seats that bet."""


def lock_round(
    table: Table, seats: tuple[int, ...] = THREE, sides: Mapping[str, int] | None = None
) -> Table:
    """A round in which these seats bet the same, up to the call; with every side wager."""
    game = table.rules.game
    wagers = antes(game, **(SIDES[game] if sides is None else sides))
    bet(table, dict.fromkeys(seats, wagers))
    table.dealer("Dee").no_more_bets()
    return table


def folded_away(game: str) -> Table:
    """Ann has made no side wager, and folds: nothing of hers is left on the table."""
    table = lock_round(seated_table(game), sides={})
    until_asked(table)
    table.player("Ann").decide(1, "fold")
    return table


def some_paid(table: Table) -> Table:
    """A locked round goes on until the last seat is settled, and the others are not."""
    until(table, due_is=c.Settle)
    while not current_round(table).settled:
        if table.dealer("Dee").can_settle():
            table.dealer("Dee").settle(every=False)
        else:
            go_on(table)
    assert current_round(table).settled == (max(current_round(table).players),)
    return table


def answer(table: Table) -> tuple[Person, c.Decide]:
    """What the seat that is asked says, if it stakes as little as it can and does not fold."""
    seat, street = current_round(table).turn, open_street(table.rules, current_round(table))
    assert seat is not None
    assert street is not None
    stays = [item for item in choices_for_seat(table.state, seat) if item.decision != "fold"]
    progress = min(stays, key=lambda item: item.stake).decision
    by = Person(current_round(table).players[seat], Role.PLAYER)
    return by, c.Decide(seat, progress, street.name, round=current_round(table).number)


def least(table: Table) -> None:
    """The seat that is asked stakes as little as it can, and stays."""
    by, progress = answer(table)
    table.execute(progress, by)


def go_on(table: Table, *, counts: bool = True) -> None:
    """One thing more: what is due, or an answer. A dealer may forget to count the stub."""
    result = next_step(table.state)
    if result is None or (not counts and current_round(table).turn is not None):
        least(table)
    elif counts or not isinstance(result.command, c.CountStub):
        step(table)
    else:
        dee = table.dealer("Dee")
        progress = (c.TurnOver(), c.SpinWheel(), c.Settle())
        dee.execute(next(item for item in progress if _can(table, item)))


def _can(table: Table, command: c.Command) -> bool:
    dee = table.dealer("Dee")
    match command:
        case c.TurnOver():
            return dee.can_turn_over()
        case c.SpinWheel():
            return dee.can_spin_wheel()
        case _:
            return dee.can_settle()


def until(
    table: Table, *phases: Phase, due_is: type[c.Command] | None = None, counts: bool = True
) -> Table:
    """To the first moment of one of these phases, or at which this is due."""
    for _ in range(200):
        result = next_step(table.state)
        if due_is is not None and result and isinstance(result.command, due_is):
            return table
        if current_round(table).phase in phases:
            return table
        go_on(table, counts=counts)
    raise AssertionError("it never comes to that")


def whole(
    table: Table,
    seats: tuple[int, ...] = THREE,
    sides: Mapping[str, int] | None = None,
    *,
    counts: bool = True,
) -> Table:
    """A round from its opening to its close."""
    lock_round(table, seats, sides)
    return until(table, Phase.CLOSED, counts=counts)


def call_off(table: Table) -> Table:
    """Two people say that the round is void, and it is closed."""
    table.execute(c.Propose(c.VoidRound(current_round(table).number, "a fire alarm")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.CloseRound(), DEE)
    return table


def void_uncounted(table: Table) -> Table:
    """Five rounds are called off without a count, and the deck is to be counted."""
    table.automation = caring_without(Automation.STUB)
    for _ in range(5):
        call_off(lock_round(table))
    return table


def prepare(table: Table) -> Table:
    """Dee and Flo do with the decks what is due."""
    while isinstance(getattr(next_step(table.state), "command", None), c.Perform | c.ReceiveDeck):
        do_due(table)
    return table


def caring_without(*flags: Automation) -> Automation:
    """All that looks after tray and cards, but this."""
    automation_ = Automation.CARE
    for flag in flags:
        automation_ &= ~flag
    return automation_
