"""How a room and its tables are run."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from pitboss.refusal import Refused, brief
from pitboss.room.pace import Pace
from pitboss.table import Automation
from pitboss.table.table import BANK

PLAY_CHIPS: Final = 1_000_00


class TableSettings(Struct, frozen=True, omit_defaults=True):
    """How one table is run."""

    automation: tuple[str, ...] = ("everything",)
    """The steps that the house does itself."""
    pace: Pace | None = Pace()
    """When the house opens and closes bets by itself; none, and a dealer does."""
    bank: int = BANK
    game: str = ""
    submission: Mapping[str, Any] = {}
    """What was put up for approval when the table was founded; without one, the house puts the
    built-in example in force.
    """
    founder: str = ""
    """Who founded the table; nobody in particular, where the house did."""

    @property
    def flags(self) -> Automation:
        """The steps, as the table takes them."""
        found = Automation.NOTHING
        for name in self.automation:
            flag = Automation.__members__.get(name.upper())
            if flag is None:
                known = ", ".join(each.lower() for each in Automation.__members__)
                raise Refused(f"{brief(name)} is no step of the house: there are {known}")
            found |= flag
        return found


class RoomSettings(Struct, frozen=True):
    """How the room is run."""

    play_chips: int = PLAY_CHIPS
    """What a new player gets; none in a room for money."""
    guests: bool = True
    sign_up: bool = True
    backups: Path | None = None
    """Where copies go that somebody asks the room for; without a folder, it takes none."""
    public_id: str = ""
    """Tells this room from another one at the same address."""
