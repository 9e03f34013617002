"""What one person starts and another approves, rules on or validates, at a table (SEC-3, SEC-7).

The table itself refuses the same name. Here the same person under another name is refused.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.games.tasks import is_confirmed
from pitboss.refusal import Refused, brief
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.house import PEOPLE
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, is_among

Names = tuple[str, ...]


def filed_by(name: str, founder: str, approved_by: str = "") -> str:
    """Return who put a submission up.

    An administrator who founds a table with one cannot do so in his own name, and the house does
    it. What the house approves as well is its own example.
    """
    is_founders = name == HOUSE_DEALER.name and approved_by != HOUSE_FLOOR.name
    return founder if founder and is_founders else name


def _proposer(state: State, command: c.Approve, founder: str) -> Names:
    proposal = state.proposals.get(command.number)
    if proposal is None:
        return ()
    is_filing = isinstance(proposal.matter, c.FileSubmission)
    return (filed_by(proposal.by, founder) if is_filing else proposal.by,)


def _reporter(state: State, _: c.Rule, __: str) -> Names:
    return (state.day.incident.by,) if state.day.incident else ()


def _verifier(state: State, _: c.ValidateJackpot, __: str) -> Names:
    """Who verified the win, and who started to pay it."""
    return (state.round.verified_by, state.round.hit_by) if state.round else ()


def _witness(state: State, command: c.RuleOnAbsent, _: str) -> Names:
    return (state.round.reported.get(command.seat, ""),) if state.round else ()


def _inspector(state: State, command: c.Perform, _: str) -> Names:
    """Who did the step with the deck that this one confirms."""
    deck = state.day.decks.get(command.deck)
    return (deck.by,) if deck and is_confirmed(command.task) else ()


FIRST: Final[Mapping[type[Command], Callable[[State, Any, str], Names]]] = {
    c.Approve: _proposer,
    c.Rule: _reporter,
    c.RuleOnAbsent: _witness,
    c.ValidateJackpot: _verifier,
    c.Perform: _inspector,
}
"""Who did the first half of what this command completes."""


def check_two_people(
    state: State, command: Command, name: str, aliases: frozenset[str], founder: str
) -> None:
    """Refuse to complete what another account of the same person started."""
    for first in FIRST[type(command)](state, command, founder):
        # What the house put up for its founder bears another name; the table refuses one's own.
        own_filing = isinstance(command, c.Approve) and (
            first == founder == name and state.proposals[command.number].by != name
        )
        others = tuple(aliases) if own_filing else tuple(aliases - {name})
        if first and is_among(first, others):
            raise Refused(
                f"{brief(first)} started it, and {brief(name)} comes from the same invitation and "
                "was used in the same place: somebody else has to do this",
                PEOPLE,
            )
