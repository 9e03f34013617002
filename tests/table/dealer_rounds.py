"""Manually dealt rounds: play one up to a point, or several in a row."""

from collections.abc import Mapping
from typing import Final

from pitboss.table import Automation, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from pitboss.table.state import open_street
from pitboss.table.views import choices_for_seat

from .deck_steps import do_due_step
from .round_scenes import SIDES
from .tables import DEE, FLO, antes, bet, current_round, seated_table, step, until_asked

THREE: Final = (1, 2, 4)
"""The seats with wagers."""


def lock_round(
    table: Table, seats: tuple[int, ...] = THREE, sides: Mapping[str, int] | None = None
) -> Table:
    """Play a round up to the call, with the same bets and every side wager at these seats."""
    game = table.rules.game
    wagers = antes(game, **(SIDES[game] if sides is None else sides))
    bet(table, dict.fromkeys(seats, wagers))
    table.dealer("Dee").no_more_bets()
    return table


def fold_ann(game: str) -> Table:
    """Play a round in which Ann has no side wager and folds, so that nothing of hers is left."""
    table = lock_round(seated_table(game), sides={})
    until_asked(table)
    table.player("Ann").decide(1, "fold")
    return table


def settle_all_but_last(table: Table) -> Table:
    """Continue a locked round until only the last seat is settled."""
    play_until(table, due_is=c.Settle)
    while not current_round(table).settled:
        if table.dealer("Dee").can_settle():
            table.dealer("Dee").settle(every=False)
        else:
            do_next_step(table)
    assert current_round(table).settled == (max(current_round(table).players),)
    return table


def cheapest_decision(table: Table) -> tuple[Person, c.Decide]:
    """Return the cheapest decision of the seat whose turn it is, without folding."""
    seat, street = current_round(table).turn, open_street(table.rules, current_round(table))
    assert seat is not None
    assert street is not None
    stays = [item for item in choices_for_seat(table.state, seat) if item.decision != "fold"]
    progress = min(stays, key=lambda item: item.stake).decision
    by = Person(current_round(table).players[seat], Role.PLAYER)
    return by, c.Decide(seat, progress, street.name, round=current_round(table).number)


def decide_cheaply(table: Table) -> None:
    """Make the cheapest decision that stays in."""
    by, progress = cheapest_decision(table)
    table.execute(progress, by)


def do_next_step(table: Table, *, counts: bool = True) -> None:
    """Do one more step: what is due, or a decision; the dealer may skip counting the stub."""
    result = next_step(table.state)
    if result is None or (not counts and current_round(table).turn is not None):
        decide_cheaply(table)
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


def play_until(
    table: Table, *phases: Phase, due_is: type[c.Command] | None = None, counts: bool = True
) -> Table:
    """Continue until the round reaches one of these phases, or until this step is due."""
    for _ in range(200):
        result = next_step(table.state)
        if due_is is not None and result and isinstance(result.command, due_is):
            return table
        if current_round(table).phase in phases:
            return table
        do_next_step(table, counts=counts)
    raise AssertionError("it never comes to that")


def play_round(
    table: Table,
    seats: tuple[int, ...] = THREE,
    sides: Mapping[str, int] | None = None,
    *,
    counts: bool = True,
) -> Table:
    """Play a round from its opening to its close."""
    lock_round(table, seats, sides)
    return play_until(table, Phase.CLOSED, counts=counts)


def void_and_close(table: Table) -> Table:
    """Have two people void the round, and close it."""
    table.execute(c.Propose(c.VoidRound(current_round(table).number, "a fire alarm")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.CloseRound(), DEE)
    return table


def void_uncounted_rounds(table: Table) -> Table:
    """Void five rounds without counting a stub, so that the deck must be counted."""
    table.automation = automation_without(Automation.STUB)
    for _ in range(5):
        void_and_close(lock_round(table))
    return table


def do_due_steps(table: Table) -> Table:
    """Have Dee and Flo do the due steps with decks."""
    while isinstance(getattr(next_step(table.state), "command", None), c.Perform | c.ReceiveDeck):
        do_due_step(table)
    return table


def automation_without(*flags: Automation) -> Automation:
    """Return all automation flags for tray and cards, except this one."""
    automation_ = Automation.CARE
    for flag in flags:
        automation_ &= ~flag
    return automation_
