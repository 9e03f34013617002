"""Accounts: `Account`, the role of an account in a room, and valid names."""

from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.room.people.names import NAME_RULE, compose_name, find_name_fault, skeleton
from pitboss.table.people import Person, Role, normalize_name


class AccountRole(StrEnum):
    """What somebody is in the room; `TABLE_ROLES` gives the role at a table."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


TABLE_ROLES: Final = {
    AccountRole.PLAYER: Role.PLAYER,
    AccountRole.DEALER: Role.DEALER,
    AccountRole.FLOORPERSON: Role.FLOORPERSON,
    AccountRole.SURVEILLANCE: Role.SURVEILLANCE,
    AccountRole.AUDITOR: Role.AUDITOR,
    AccountRole.ADMINISTRATOR: Role.ONLOOKER,
}
"""Roles at a table. Administrators manage accounts and tables; they handle no cards or chips."""
STAFF: Final = frozenset(AccountRole) - {AccountRole.PLAYER}
RESERVED_NAMES: Final = ("house", "house dealer", "house floorperson", "anybody")
"""Names that the house itself uses in logs."""
MAX_REASON_LENGTH: Final = 200


class Account(Struct, frozen=True):
    """A person's account as it is stored."""

    name: str
    part: AccountRole
    password: str = ""
    """The hash of the password; empty for a guest."""
    guest: bool = False
    closed: str = ""
    """Why this account is closed; empty while it is open."""
    since: str = ""
    sessions: int = 0
    """The number of the current sessions; raising it ends all sessions that started before."""
    invited_by: str = ""
    """Who invited a member of staff; the house, if that was done at the server's command line."""
    approved_by: str = ""
    """The second member of staff, who approved the invitation."""
    accepted_by: str = ""
    """The account that was signed in where the invitation was accepted, if any."""
    devices: tuple[str, ...] = ()
    """Hashed ids of the last devices that a member of staff used."""
    linked: tuple[str, ...] = ()
    """The keys of other accounts that ever shared a device or a session with this one."""
    tables: tuple[str, ...] | None = None
    """The tables that a dealer is assigned to; `None` in accounts of older versions."""

    @property
    def person(self) -> Person:
        """The person as tables know them: name and role."""
        return Person(self.name, TABLE_ROLES[self.part])

    @property
    def is_staff(self) -> bool:
        """Whether this account works in the room."""
        return self.part in STAFF

    @property
    def key(self) -> str:
        """The key in the store, the same for all spellings of the name."""
        return normalize_name(self.name)


def check_name(name: object) -> str:
    """Return a valid name for a new account in its normal spelling, or refuse it.

    Accounts of older versions may have other names.
    """
    fault = find_name_fault(compose_name(name)) if isinstance(name, str) else NAME_RULE
    if not isinstance(name, str) or fault:
        raise Refused(f"{short_repr(name)} is not a valid name: {fault}", "SEC-5")
    name = compose_name(name)
    if skeleton(name) in map(skeleton, RESERVED_NAMES):
        raise Refused(f"{short_repr(name)} is reserved for the house: choose another name", "SEC-5")
    return name


def role_change(account: Account, role: AccountRole) -> dict[str, Any]:
    """Return the fields that a role proposal changes: the role, or a closed account reopens."""
    return {"closed": ""} if account.closed and role is account.part else {"part": role}


def check_reason(text: str) -> None:
    """Refuse a reason that cannot be put on record."""
    if not text.strip() or not text.isprintable() or len(text) > MAX_REASON_LENGTH:
        raise Refused(
            f"the reason must have 1 to {MAX_REASON_LENGTH} printable characters", "SEC-5"
        )


class ChipsAtTables(Struct, frozen=True):
    """A player's chips at all tables."""

    accounts: tuple[str, ...] = ()
    """The ledger accounts that may hold them."""
    tray_wagers: int = 0
    """Wagers of open rounds that are already in the tray but may still be returned."""


def money_account(name: str) -> str:
    """Return the ledger account that holds a person's money."""
    return f"player:{name}"
