"""Who does something at a table, and in which role."""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Role(StrEnum):
    """What somebody is at this table."""

    PLAYER = "player"
    ONLOOKER = "onlooker"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"


class Person(Struct, frozen=True, gc=False):
    """Somebody in a role."""

    name: str
    role: Role


HOUSE_DEALER: Final = Person("house dealer", Role.DEALER)
"""Deals where no person does."""
HOUSE_FLOOR: Final = Person("house floorperson", Role.FLOORPERSON)
"""Watches the house dealer: what one of them starts, the other approves."""
ANYBODY: Final = Person("", Role.ONLOOKER)
"""Who walks by: sees what lies open."""
