"""Accounts that may be one person's: what two people do, they cannot do together (SEC-3, SEC-7).

Two accounts are taken for one person's if they were used on the same device, or one was signed in
where the other came in or was accepted; so are two that each share such a place with a third.
Somebody invited both of them, if one goes back far enough: the house invited the first members of
staff, and counts as the inviter of those whose account names none. One person with two devices
cannot be told from two people.
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
    return other.name in aliases(one, {other.key: other, **accounts})


def aliases(account: Account, accounts: Accounts) -> frozenset[str]:
    """The names of all accounts that may be this person's, the own one among them."""
    others = {account.key: account, **accounts}
    own = others.pop(account.key)
    names, places = {account.name}, _places(own)
    while more := [one for one in others.values() if not places.isdisjoint(_places(one))]:
        for one in more:
            names.add(one.name)
            places |= _places(others.pop(one.key))
    return frozenset(names)


def _places(account: Account) -> set[str]:
    """Where an account was used: devices, and sessions of its own or of other accounts."""
    keys = {account.key, account.accepted_by, *account.linked} - {""}
    return {f"device {one}" for one in account.devices} | {f"account {key}" for key in keys}


def sharing_a_device(account: Account, accounts: Accounts) -> tuple[str, ...]:
    """The keys of all other accounts that were ever seen on a device of this one."""
    devices = set(account.devices)
    now = {key for key, one in accounts.items() if not devices.isdisjoint(one.devices)}
    return tuple(sorted({*account.linked, *now} - {account.key}))
