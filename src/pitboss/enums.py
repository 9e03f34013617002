"""String enumerations whose members also carry a description for people."""

from enum import StrEnum
from typing import Self


class DescribedEnum(StrEnum):
    """A string enumeration; members are written ``NAME = "name", "description"``."""

    description: str

    def __new__(cls, name: str, description: str = "") -> Self:
        """Create a member whose value is its name, with a description.

        The default is for type checkers, which also see a call that looks a member up by its name.
        """
        member = str.__new__(cls, name)
        member._value_ = name
        member.description = description
        return member
