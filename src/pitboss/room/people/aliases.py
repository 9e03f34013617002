"""Accounts that may be one person's: what two people do, they cannot do together (SEC-3, SEC-7).

Two accounts are taken for one person's if one invited the other, or somebody invited both, however
far back, and they were used on the same device, or one was signed in where the other was accepted.
One person with two devices cannot be told from two people.
"""

from collections.abc import Mapping

from pitboss.room.people.accounts import Account
from pitboss.table.people import spelt

Accounts = Mapping[str, Account]


def inviters(account: Account, accounts: Accounts) -> tuple[str, ...]:
    """Who invited somebody, who invited that one, and so on, as far as anybody did."""
    names: list[str] = []
    while account.invited_by and account.invited_by not in names:
        names.append(account.invited_by)
        before = accounts.get(spelt(account.invited_by))
        if before is None:
            break
        account = before
    return tuple(names)


def is_one_person(one: Account, other: Account, accounts: Accounts) -> bool:
    """Whether two accounts are the same, or have to be taken for one person's."""
    if one.key == other.key:
        return True
    chains = [{a.key, *map(spelt, inviters(a, accounts))} for a in (one, other)]
    return bool(chains[0] & chains[1]) and _share_a_place(one, other)


def _share_a_place(one: Account, other: Account) -> bool:
    """Whether two accounts were used in one place: a device, or a session."""
    if set(one.devices) & set(other.devices):
        return True
    places = [{a.key, a.accepted_by} - {""} for a in (one, other)]
    return bool(places[0] & places[1])


def aliases(account: Account, accounts: Accounts) -> frozenset[str]:
    """The names of all accounts that may be this person's, the own one among them."""
    others = (one.name for one in accounts.values() if is_one_person(account, one, accounts))
    return frozenset({account.name, *others})
