"""Who has an account, and what somebody may be in a room."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from pitboss.refusal import Refused, brief
from pitboss.room.people.looks import looks
from pitboss.room.people.names import GENERAL, fault_of, normal
from pitboss.table.people import Person, Role, spelt


class Part(StrEnum):
    """What somebody is in the room; at a table, the same or an onlooker."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


AT_TABLES: Final = {
    Part.PLAYER: Role.PLAYER,
    Part.DEALER: Role.DEALER,
    Part.FLOORPERSON: Role.FLOORPERSON,
    Part.SURVEILLANCE: Role.SURVEILLANCE,
    Part.AUDITOR: Role.AUDITOR,
    Part.ADMINISTRATOR: Role.ONLOOKER,
}
"""An administrator looks after accounts and tables, and touches neither cards nor chips."""
STAFF: Final = frozenset(Part) - {Part.PLAYER}
RESERVED: Final = ("house", "house dealer", "house floorperson", "anybody")
"""Names that the house itself goes by."""


class Account(Struct, frozen=True):
    """Somebody whom the room knows."""

    name: str
    part: Part
    password: str = ""
    """Hashed; a guest has none."""
    guest: bool = False
    closed: str = ""
    """Why this account may not be used, if it may not."""
    since: str = ""
    sessions: int = 0
    """Which sessions count: one more, and all that were begun before are over."""
    invited_by: str = ""
    """Who invited a member of staff; the house, where that was done at the machine."""
    approved_by: str = ""
    """The second member of staff, who approved the invitation."""
    accepted_by: str = ""
    """The account that was signed in where the invitation was accepted, if one was."""
    devices: tuple[str, ...] = ()
    """Hashed ids of the devices that a member of staff used, the last ones."""
    linked: tuple[str, ...] = ()
    """The keys of other accounts that were used on one of the devices, of all there ever were, or
    were signed in where somebody came in to this one.
    """
    tables: tuple[str, ...] | None = None
    """The tables that a dealer is assigned to; none at all in accounts of before."""

    @property
    def person(self) -> Person:
        """As tables know this one."""
        return Person(self.name, AT_TABLES[self.part])

    @property
    def key(self) -> str:
        """Under which the account is kept: one for all ways to spell the name."""
        return spelt(self.name)


def check_name(name: object) -> str:
    """A name that somebody new can go by, in the one way to write it.

    Accounts of before may be called otherwise.
    """
    fault = fault_of(normal(name)) if isinstance(name, str) else GENERAL
    if not isinstance(name, str) or fault:
        raise Refused(f"{brief(name)} is not a valid name: {fault}", "SEC-5")
    name = normal(name)
    if looks(name) in map(looks, RESERVED):
        raise Refused(f"{brief(name)} is what the house itself goes by", "SEC-5")
    return name


def money_of(name: str) -> str:
    """The account in the books that holds somebody's money."""
    return f"player:{name}"
