"""Settings of a room and its tables, and the data folder of a room on SQLite."""

import fcntl
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.room.timers import TimeLimits
from pitboss.table import Automation
from pitboss.table.table import DEFAULT_BANK

PLAY_CHIPS: Final = 1_000_00


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


class RoomSettings(Struct, frozen=True):
    """How the room is run."""

    play_chips: int = PLAY_CHIPS
    """Play chips of a new player in cents; 0 in a room for money."""
    guests: bool = True
    sign_up: bool = True
    backups: Path | None = None
    """The folder for backups that are requested over HTTP; without it, there are none."""
    public_id: str = ""
    """An id that tells this room from another one at the same address."""


_LOCK_FILE: Final = "in-use"


def xdg_folder(variable: str, fallback: str) -> Path:
    """Return a folder of the user by the XDG convention."""
    folder = os.environ.get(variable, "")
    return Path(folder) if folder else Path.home() / fallback


def default_data_folder() -> Path:
    """Return the default data folder of a room."""
    return xdg_folder("XDG_DATA_HOME", ".local/share") / "pitboss"


def default_key_file(room: str) -> Path:
    """Return the default key file of a room, outside of its data folder and backups."""
    return xdg_folder("XDG_CONFIG_HOME", ".config") / "pitboss" / "keys" / f"{room}.key"


class DataFolder:
    """A data folder, locked for this process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock: TextIO = (path / _LOCK_FILE).open("a", encoding="utf-8")
        except OSError as error:
            raise Refused(f"the data folder {path} cannot be used: {error.strerror}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise Refused(f"the data folder {path} is in use by another pitboss") from None

    @property
    def database_file(self) -> Path:
        """The database file in the folder."""
        return self.path / DATABASE_FILE

    def release(self) -> None:
        """Release the lock."""
        self._lock.close()
