"""What is due is told in every state, and can be done."""

from msgspec.structs import replace

from pitboss.games.tasks import Task
from pitboss.refusal import Refused
from pitboss.shuffle import Shoe
from pitboss.table import Person, State, due
from pitboss.table import commands as c
from pitboss.table.deciding import decide
from pitboss.table.duty import duty
from pitboss.table.state import Phase

from .machine_doubts import CLOSING_DUE_WITH_CARDS

TWO_PEOPLE = ("SEC-3", "SEC-4")
"""The house is two persons too: what one of them started, or plays, the other does."""


def check_due(state: State, shoe: Shoe | None, at: int | None) -> None:
    """There is an answer; and the step that it names is not refused to who is named."""
    told = duty(state, at)
    assert told.who, "nobody is named"
    assert told.what, "nothing is named"
    assert told.clause, f"no clause: {told}"
    step = due(state, at)
    if step is None:
        return
    assert told.step == type(step.command).__name__
    now = state.round
    sealed = shoe is not None or now is None or now.phase in (Phase.BETTING, Phase.VOID)
    command = step.command
    if isinstance(command, c.Perform) and command.task is Task.CUT:
        command = replace(command, cards=26)
    if isinstance(command, c.Approve) and not state.running:
        sealed &= not (CLOSING_DUE_WITH_CARDS and state.day.decks)
    if not sealed:
        return
    refused = _refused(state, step.by, command, shoe)
    by_another = refused is not None and refused.clause in TWO_PEOPLE
    assert refused is None or by_another, f"{command} is due, but: {refused}"


def _refused(state: State, by: Person, command: c.Command, shoe: Shoe | None) -> Refused | None:
    try:
        decide(state, by, command, shoe)
    except Refused as refused:
        return refused
    return None
