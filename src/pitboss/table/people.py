"""Who does something at a table, and in which role."""

from enum import StrEnum
from functools import lru_cache
from typing import Final
from unicodedata import normalize

from msgspec import Struct


class Role(StrEnum):
    """What somebody is at this table."""

    PLAYER = "player"
    ONLOOKER = "onlooker"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"


LONGEST_NAME: Final = 40


@lru_cache(4096)
def is_name(name: object) -> bool:
    """Whether somebody can be called so: plain characters, none of them at the ends a space."""
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
        return False
    return name.isprintable() and name == name.strip()


def same_person(one: str, other: str) -> bool:
    """Whether two names are one person's, however they are spelt."""
    return spelt(one) == spelt(other)


@lru_cache(4096)
def is_among(name: str, others: tuple[str, ...]) -> bool:
    """Whether somebody is one of these, however the names are spelt."""
    return any(same_person(name, other) for other in others)


@lru_cache(4096)
def spelt(name: str) -> str:
    """A name without what makes one look like another: case, width, spaces."""
    return "".join(normalize("NFKC", name).casefold().split())


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
