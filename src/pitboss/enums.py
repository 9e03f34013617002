"""String enumerations whose members also carry a description for people."""

from enum import StrEnum
from typing import Self


class DescribedEnum(StrEnum):
    """A string enumeration; members are written ``NAME = "name", "description"``."""

    description: str

    def __new__(cls, name: str, description: str) -> Self:
        """Create a member whose value is its name, with a description."""
        made = str.__new__(cls, name)
        made._value_ = name
        made.description = description
        return made
