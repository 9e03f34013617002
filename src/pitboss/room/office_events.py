"""What happens in the office of a room: accounts, roles, tables, money that comes and goes.

The log of the office has no password and no token, not even hashed.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.table.ledger import Posting
from pitboss.table.people import Person


class ProgramStarted(Struct, frozen=True, tag=True):
    """The program was started; the hash is that of its own code."""

    program: str
    code: str


class KeyLost(Struct, frozen=True, tag=True):
    """The room was started without the key of these open rounds, by table: they are unproved."""

    rounds: Mapping[str, int]


class AccountOpened(Struct, frozen=True, tag=True):
    """Somebody has an account now."""

    name: str
    role: str
    guest: bool = False
    invited_by: str = ""
    approved_by: str = ""
    """Who approved the invitation."""


class RoleChanged(Struct, frozen=True, tag=True):
    """From now on somebody is something else here."""

    name: str
    was: str
    role: str


class AccountClosed(Struct, frozen=True, tag=True):
    """Somebody may not sign in any more, or may again."""

    name: str
    reason: str
    closed: bool = True


class PasswordChanged(Struct, frozen=True, tag=True):
    """Every session of this account ended with it."""

    name: str


class SignedIn(Struct, frozen=True, tag=True):
    """Somebody came in."""

    name: str


class SignInFailed(Struct, frozen=True, tag=True):
    """A wrong password."""

    name: str
    locked: bool
    """Whether the next attempt from the same place has to wait."""


class AttemptsForgiven(Struct, frozen=True, tag=True):
    """Wrong passwords are not held against an account any more."""

    name: str


class Invited(Struct, frozen=True, tag=True):
    """Whoever has the link may open an account in this role, once."""

    role: str
    until: str


class StaffProposed(Struct, frozen=True, tag=True):
    """Somebody is to be invited to the staff, or to have another role; a second person decides."""

    number: int
    role: str
    name: str = ""
    """Whose role; empty, where somebody new is invited."""


class StaffApproved(Struct, frozen=True, tag=True):
    """A second member of staff agreed."""

    number: int
    invited_by: tuple[str, ...] = ()
    """Who invited the one who agreed, who invited that one, and so on."""


class StaffRejected(Struct, frozen=True, tag=True):
    """It is not done."""

    number: int


class DealerAssigned(Struct, frozen=True, tag=True):
    """A dealer works at these tables, and at no others."""

    name: str
    tables: tuple[str, ...]


class ChipsGranted(Struct, frozen=True, tag=True):
    """Play chips from the house."""

    name: str
    cents: int


class TableFounded(Struct, frozen=True, tag=True):
    """A table, and how it is run."""

    table: str
    game: str
    title: str
    settings: Mapping[str, Any]


class TableConfigured(Struct, frozen=True, tag=True):
    """A table is run otherwise from now on."""

    table: str
    title: str
    settings: Mapping[str, Any]


class TableRestarted(Struct, frozen=True, tag=True):
    """A table that stood still is read from its log again, by somebody who was shown the cause."""

    table: str
    cause: str


class Reconciled(Struct, frozen=True, tag=True):
    """The books of a day were gone through; the difference should be nothing."""

    day: str
    tables: int
    difference: str


class BackedUp(Struct, frozen=True, tag=True):
    """A copy of everything was taken."""

    name: str


OfficeEvent = (
    ProgramStarted
    | KeyLost
    | AccountOpened
    | RoleChanged
    | AccountClosed
    | PasswordChanged
    | SignedIn
    | SignInFailed
    | AttemptsForgiven
    | Invited
    | StaffProposed
    | StaffApproved
    | StaffRejected
    | DealerAssigned
    | ChipsGranted
    | TableFounded
    | TableConfigured
    | TableRestarted
    | Reconciled
    | BackedUp
)


class OfficeLine(Struct, frozen=True, omit_defaults=True):
    """An event in its place of the office's chain, written like a line of a table."""

    n: int
    prev: str
    by: Person
    event: OfficeEvent
    postings: tuple[Posting, ...] = ()
    at: str = ""
    rows: Mapping[str, str] = {}
    """The hashes of rows that were written with it, such as `accounts/ann`; empty, where one was
    taken away. So no account changes but by a line.
    """


class OfficeRead(Struct, frozen=True):
    """A line of the office as it is read back; its postings stand beside it in the store."""

    n: int
    prev: str
    by: Person
    event: OfficeEvent
    at: str = ""


read_office = msgspec.json.Decoder(OfficeRead).decode
