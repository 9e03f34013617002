"""What one person starts and another approves, rules on or validates, at a table (SEC-3, SEC-7).

The table itself refuses the same name. Here the same person under another name is refused.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.refusal import Refused, brief
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.house import PEOPLE
from pitboss.table.people import HOUSE_DEALER, is_among


def _proposer(state: State, command: c.Approve, founder: str) -> str:
    proposal = state.proposals.get(command.number)
    if proposal is None:
        return ""
    if isinstance(proposal.matter, c.FileSubmission) and proposal.by == HOUSE_DEALER.name:
        return founder  # an administrator's, who cannot put it up in his own name
    return proposal.by


def _reporter(state: State, _: c.Rule, __: str) -> str:
    return state.day.incident.by if state.day.incident else ""


def _verifier(state: State, _: c.ValidateJackpot, __: str) -> str:
    return state.round.verified_by if state.round else ""


def _witness(state: State, command: c.RuleOnAbsent, _: str) -> str:
    return state.round.reported.get(command.seat, "") if state.round else ""


FIRST: Final[Mapping[type[Command], Callable[[State, Any, str], str]]] = {
    c.Approve: _proposer,
    c.Rule: _reporter,
    c.RuleOnAbsent: _witness,
    c.ValidateJackpot: _verifier,
}
"""Who did the first half of what this command completes."""


def check_two_people(
    state: State, command: Command, name: str, aliases: frozenset[str], founder: str
) -> None:
    """Refuse to complete what another account of the same person started."""
    first = FIRST[type(command)](state, command, founder)
    # What the house put up for its founder bears another name; the table refuses one's own.
    own_filing = isinstance(command, c.Approve) and (
        first == founder == name and state.proposals[command.number].by != name
    )
    others = tuple(aliases) if own_filing else tuple(aliases - {name})
    if first and is_among(first, others):
        raise Refused(
            f"{brief(first)} started it, and {brief(name)} belongs to the same invitation and was "
            "used in the same place: somebody else does this",
            PEOPLE,
        )
