"""Dual control: what one person starts, another approves, rules on or validates (SEC-3, SEC-7).

The table itself refuses the same name; this module refuses the same person under another name.
Two accounts count as one person's if they were used on the same device, or if one was signed in
where the other signed in or accepted its invitation; so do two accounts that each share such a
place with a third. The house invited the first members of staff, and counts as the inviter of
accounts that name none. One person with two devices cannot be told from two people.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.errors import Refused, short_repr
from pitboss.games.deck_tasks import is_floor_task
from pitboss.room.people.accounts import Account
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.house_rules import PEOPLE
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, is_among, normalize_name

Accounts = Mapping[str, Account]


def inviters(account: Account, accounts: Accounts) -> tuple[str, ...]:
    """Return the chain of inviters: who invited this account, who invited that one, and so on."""
    names: list[str] = []
    while account.invited_by and account.invited_by not in names:
        names.append(account.invited_by)
        inviter = accounts.get(normalize_name(account.invited_by))
        if inviter is None:
            break
        account = inviter
    return tuple(names)


def is_same_person(account: Account, other: Account, accounts: Accounts) -> bool:
    """Return whether two accounts have to be treated as one person's."""
    return other.name in aliases(account, {other.key: other, **accounts})


def aliases(account: Account, accounts: Accounts) -> frozenset[str]:
    """Return the names of all accounts that may be this person's, including this one."""
    others = {account.key: account, **accounts}
    own = others.pop(account.key)
    names, places = {account.name}, _places(own)
    while links := [other for other in others.values() if not places.isdisjoint(_places(other))]:
        for other in links:
            names.add(other.name)
            places |= _places(others.pop(other.key))
    return frozenset(names)


def _places(account: Account) -> set[str]:
    """Return where an account was used: devices, and sessions of its own or of other accounts."""
    keys = {account.key, account.accepted_by, *account.linked} - {""}
    return {f"device {device}" for device in account.devices} | {f"account {key}" for key in keys}


def accounts_on_same_devices(account: Account, accounts: Accounts) -> tuple[str, ...]:
    """Return the keys of all other accounts that ever used a device of this one."""
    devices = set(account.devices)
    current = {key for key, other in accounts.items() if not devices.isdisjoint(other.devices)}
    return tuple(sorted({*account.linked, *current} - {account.key}))


Names = tuple[str, ...]


def filing_proposer(name: str, creator: str, approved_by: str = "") -> str:
    """Return who proposed a submission: the creator of the table, if the house acted for them.

    An administrator who creates a table with a submission cannot propose it at the table, so the
    house does. A submission that the house also approves is its own built-in example.
    """
    is_for_creator = name == HOUSE_DEALER.name and approved_by != HOUSE_FLOOR.name
    return creator if creator and is_for_creator else name


def _proposer(state: State, command: c.Approve, creator: str) -> Names:
    proposal = state.proposals.get(command.number)
    if proposal is None:
        return ()
    is_filing = isinstance(proposal.matter, c.FileSubmission)
    return (filing_proposer(proposal.by, creator) if is_filing else proposal.by,)


def _reporter(state: State, _: c.Rule, __: str) -> Names:
    return (state.day.incident.by,) if state.day.incident else ()


def _verifier(state: State, _: c.ValidateJackpot, __: str) -> Names:
    """Return who verified the win, and who started to pay it."""
    return (state.round.verified_by, state.round.hit_by) if state.round else ()


def _witness(state: State, command: c.RuleOnAbsent, _: str) -> Names:
    return (state.round.reported.get(command.seat, ""),) if state.round else ()


def _inspector(state: State, command: c.Perform, _: str) -> Names:
    """Return who did the task with the deck that this command confirms."""
    deck = state.day.decks.get(command.deck)
    return (deck.by,) if deck and is_floor_task(command.task) else ()


FIRST_PERSON: Final[Mapping[type[Command], Callable[[State, Any, str], Names]]] = {
    c.Approve: _proposer,
    c.Rule: _reporter,
    c.RuleOnAbsent: _witness,
    c.ValidateJackpot: _verifier,
    c.Perform: _inspector,
}
"""For each command that takes two people: who did the first half of it."""


def check_dual_control(
    state: State, command: Command, name: str, aliases: frozenset[str], creator: str
) -> None:
    """Refuse to complete what another account of the same person started."""
    for first in FIRST_PERSON[type(command)](state, command, creator):
        # The table itself refuses the same name, but not where the house proposed for the creator.
        is_own_filing = isinstance(command, c.Approve) and (
            first == creator == name and state.proposals[command.number].by != name
        )
        others = tuple(aliases) if is_own_filing else tuple(aliases - {name})
        if first and is_among(first, others):
            raise Refused(
                f"{short_repr(first)} started this, and {short_repr(name)} was used on the same "
                "device or in the same session: somebody else has to do it",
                PEOPLE,
            )
