"""Who invited whom, beside everything that took two people (SEC-7)."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.room.people.accounts import Account
from pitboss.room.people.aliases import inviters
from pitboss.room.reports.shift import ShiftReport

_TWO: Final = {
    "jackpots": ("verified_by", "validated_by"),
    "corrections": ("proposed_by", "approved_by"),
    "voids": ("proposed_by", "approved_by"),
    "counts": ("counted_by", "confirmed_by"),
    "incidents": ("reported_by", "ruled_by"),
    "rulings": ("started_by", "by"),
}
"""The lists of a report whose records name two people, and where."""
Chains = Mapping[str, tuple[str, ...]]


def invitations(accounts: Mapping[str, Account]) -> Chains:
    """Who was invited, by name: by whom, who invited that one, and so on."""
    chains = {one.name: inviters(one, accounts) for one in accounts.values()}
    return {name: chain for name, chain in chains.items() if chain}


def with_invitations(report: ShiftReport, chains: Chains) -> ShiftReport:
    """The same, with who invited the people behind each approval."""
    lists = {
        part: tuple(_told(record, names, chains) for record in getattr(report, part))
        for part, names in _TWO.items()
    }
    return replace(report, **lists)


def _told(record: Struct, names: tuple[str, ...], chains: Chains) -> Struct:
    people = dict.fromkeys(getattr(record, name) for name in names)
    told = [f"{who} by {', '.join(chains[who])}" for who in people if who in chains]
    return replace(record, invitations="; ".join(told))
