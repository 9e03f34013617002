"""People at a table and their roles."""

from enum import StrEnum
from functools import lru_cache
from typing import Final
from unicodedata import normalize

from msgspec import Struct


class Role(StrEnum):
    """The role of a person at a table."""

    PLAYER = "player"
    ONLOOKER = "onlooker"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"


MAX_NAME_LENGTH: Final = 40


@lru_cache(4096)
def is_name(name: object) -> bool:
    """Return whether a value is a valid name: printable, with no space at either end."""
    if not isinstance(name, str) or not 1 <= len(name) <= MAX_NAME_LENGTH:
        return False
    return name.isprintable() and name == name.strip()


def same_person(name: str, other: str) -> bool:
    """Return whether two names are the same apart from case, width and spaces."""
    return normalize_name(name) == normalize_name(other)


@lru_cache(4096)
def is_among(name: str, others: tuple[str, ...]) -> bool:
    """Return whether a name is one of these, apart from case, width and spaces."""
    return any(same_person(name, other) for other in others)


@lru_cache(4096)
def normalize_name(name: str) -> str:
    """Return a name without differences in case, width and spaces."""
    return "".join(normalize("NFKC", name).casefold().split())


class Person(Struct, frozen=True, gc=False):
    """A person in a role."""

    name: str
    role: Role


HOUSE_DEALER: Final = Person("house dealer", Role.DEALER)
"""The program as the dealer."""
HOUSE_FLOOR: Final = Person("house floorperson", Role.FLOORPERSON)
"""The program as the floorperson, who approves what the house dealer starts."""
ANONYMOUS: Final = Person("", Role.ONLOOKER)
"""Anyone else, who sees only what is public."""
