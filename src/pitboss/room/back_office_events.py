"""Events of the back office: accounts, roles, tables, money in and out.

Its log has no password and no token, not even hashed.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.table.ledger import Posting
from pitboss.table.people import Person


class ProgramStarted(Struct, frozen=True, tag=True):
    """The program was started; ``code`` is the hash of its own code."""

    program: str
    code: str


class KeyLost(Struct, frozen=True, tag=True):
    """The room was started without the key of these open rounds, by table: they are unproved."""

    rounds: Mapping[str, int]


class AccountOpened(Struct, frozen=True, tag=True):
    """An account was opened."""

    name: str
    role: str
    guest: bool = False
    invited_by: str = ""
    approved_by: str = ""
    """Who approved the invitation."""


class RoleChanged(Struct, frozen=True, tag=True):
    """The role of an account was changed."""

    name: str
    was: str
    role: str


class AccountClosed(Struct, frozen=True, tag=True):
    """An account was closed, or reopened."""

    name: str
    reason: str
    closed: bool = True


class PasswordChanged(Struct, frozen=True, tag=True):
    """The password of an account was changed, and all of its sessions ended."""

    name: str


class GuestSignedUp(Struct, frozen=True, tag=True):
    """A guest chose a password: the same account, with its chips and history, is permanent now."""

    name: str


class GuestEnded(Struct, frozen=True, tag=True):
    """The account of a guest who was not seen for a while ended; its chips went to the house."""

    name: str
    cents: int


class SignedIn(Struct, frozen=True, tag=True):
    """Somebody signed in."""

    name: str


class SignInFailed(Struct, frozen=True, tag=True):
    """Somebody tried to sign in with a wrong password."""

    name: str
    locked: bool
    """Whether the next attempt from the same place has to wait."""


class AttemptsForgiven(Struct, frozen=True, tag=True):
    """The wrong passwords of an account were forgotten."""

    name: str


class SessionEnded(Struct, frozen=True, tag=True):
    """An administrator ended a session of an account."""

    name: str


class Invited(Struct, frozen=True, tag=True):
    """An invitation was made; its link opens one account in this role."""

    role: str
    until: str


class StaffProposed(Struct, frozen=True, tag=True):
    """A staff invitation or a role change was proposed, which a second person decides."""

    number: int
    role: str
    name: str = ""
    """Whose role changes; empty if somebody new is invited."""


class StaffApproved(Struct, frozen=True, tag=True):
    """A second member of staff approved a proposal."""

    number: int
    invited_by: tuple[str, ...] = ()
    """The chain of inviters of the person who approved it."""


class StaffRejected(Struct, frozen=True, tag=True):
    """A proposal was rejected or withdrawn."""

    number: int


class DealerAssigned(Struct, frozen=True, tag=True):
    """A dealer was assigned to these tables, and to no others."""

    name: str
    tables: tuple[str, ...]


class ChipsGranted(Struct, frozen=True, tag=True):
    """A player got play chips from the house."""

    name: str
    cents: int


class TableFounded(Struct, frozen=True, tag=True):
    """A table was created with these settings."""

    table: str
    game: str
    title: str
    settings: Mapping[str, Any]


class TableRestarted(Struct, frozen=True, tag=True):
    """A stopped table was restarted by somebody who confirmed the cause."""

    table: str
    cause: str


class Reconciled(Struct, frozen=True, tag=True):
    """The books of a day were reconciled; the difference should be 0."""

    day: str
    tables: int
    difference: str


class BackedUp(Struct, frozen=True, tag=True):
    """The room was backed up."""

    name: str


class BackupDownloaded(Struct, frozen=True, tag=True):
    """A backup was sent to an administrator; it holds everything except the key of the seeds."""

    name: str


class LinesArchived(Struct, frozen=True, tag=True):
    """Lines of a table were moved to a file; the last of them has the hash ``head``."""

    table: str
    first_version: int
    version: int
    head: str
    file: str
    """The name of the file, without its folder."""
    sha256: str


BackOfficeEvent = (
    ProgramStarted
    | KeyLost
    | AccountOpened
    | RoleChanged
    | AccountClosed
    | PasswordChanged
    | GuestSignedUp
    | GuestEnded
    | SignedIn
    | SignInFailed
    | AttemptsForgiven
    | SessionEnded
    | Invited
    | StaffProposed
    | StaffApproved
    | StaffRejected
    | DealerAssigned
    | ChipsGranted
    | TableFounded
    | TableRestarted
    | Reconciled
    | BackedUp
    | BackupDownloaded
    | LinesArchived
)


class BackOfficeLine(Struct, frozen=True, omit_defaults=True):
    """An event in the back office's chain, written like a line of a table."""

    n: int
    prev: str
    by: Person
    event: BackOfficeEvent
    postings: tuple[Posting, ...] = ()
    at: str = ""
    rows: Mapping[str, str] = {}
    """The hashes of rows written with it, such as `accounts/ann`, empty for a deleted one: no
    account changes without a line.
    """


class StoredBackOfficeLine(Struct, frozen=True):
    """A line of the back office as it is read; its postings are stored separately."""

    n: int
    prev: str
    by: Person
    event: BackOfficeEvent
    at: str = ""


decode_back_office_line = msgspec.json.Decoder(StoredBackOfficeLine).decode
