"""The settings of a table, which are stored as JSON when it is created."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.room.timers import TimeLimits
from pitboss.table import Automation
from pitboss.table.table import DEFAULT_BANK


class TableSettings(Struct, frozen=True, omit_defaults=True):
    """How one table is run."""

    automation: tuple[str, ...] = ("everything",)
    """The steps that the house does by itself."""
    pace: TimeLimits | None = TimeLimits()
    """The time limits of a house dealer; `None` if a person deals."""
    bank: int = DEFAULT_BANK
    game: str = ""
    submission: Mapping[str, Any] = {}
    """The submission that was proposed when the table was created; without one, the house puts
    the built-in example in force.
    """
    founder: str = ""
    """Who created the table; empty if the house did."""

    @property
    def automation_flags(self) -> Automation:
        """The automated steps as flags."""
        flags = Automation.NOTHING
        for name in self.automation:
            flag = Automation.__members__.get(name.upper())
            if flag is None:
                names = ", ".join(member.lower() for member in Automation.__members__)
                raise Refused(f"unknown automation step {short_repr(name)}: choose from {names}")
            flags |= flag
        return flags
