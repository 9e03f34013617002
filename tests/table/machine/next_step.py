"""Check that every state names its next step, and that the step can be done."""

from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Task
from pitboss.shuffle import Shoe
from pitboss.table import Person, State, next_step
from pitboss.table import commands as c
from pitboss.table.handlers import handle
from pitboss.table.instructions import instruction
from pitboss.table.state import Phase

from .doubts import CLOSING_DUE_WITH_CARDS

TWO_PEOPLE = ("SEC-3", "SEC-4")
"""The house acts as two people: what one starts, the other one finishes."""


def check_due(state: State, shoe: Shoe | None, at: int | None) -> None:
    """Check that there is a next step, and that the person named can do it."""
    progress = instruction(state, at)
    assert progress.who, "nobody is named"
    assert progress.what, "nothing is named"
    assert progress.clause, f"no clause: {progress}"
    step = next_step(state, at)
    if step is None:
        return
    assert progress.step == type(step.command).__name__
    round_ = state.round
    is_sealed = shoe is not None or round_ is None or round_.phase in (Phase.BETTING, Phase.VOID)
    command = step.command
    if isinstance(command, c.Perform) and command.task is Task.CUT:
        command = replace(command, cards=26)
    if isinstance(command, c.Approve) and not state.has_open_round:
        is_sealed &= not (CLOSING_DUE_WITH_CARDS and state.day.decks)
    if not is_sealed:
        return
    refused = _refusal(state, step.by, command, shoe)
    by_another = refused is not None and refused.clause in TWO_PEOPLE
    assert refused is None or by_another, f"{command} is due, but: {refused}"


def _refusal(state: State, by: Person, command: c.Command, shoe: Shoe | None) -> Refused | None:
    try:
        handle(state, by, command, shoe)
    except Refused as refused:
        return refused
    return None
