"""The data folder of a room on SQLite: one program at a time, readable by its owner alone."""

import fcntl
import os
from pathlib import Path
from typing import Final, TextIO

from pitboss.refusal import Refused
from pitboss.room.store.sqlite import FILE

_LOCK: Final = "in-use"


def home(variable: str, fallback: str) -> Path:
    """A folder of the user's, as the desktop's convention has it."""
    given = os.environ.get(variable, "")
    return Path(given) if given else Path.home() / fallback


def default_data() -> Path:
    """Where a room is kept if nobody says otherwise."""
    return home("XDG_DATA_HOME", ".local/share") / "pitboss"


def default_key(room: str) -> Path:
    """Where the key of a room is kept: never in its data folder, nor in a backup of it."""
    return home("XDG_CONFIG_HOME", ".config") / "pitboss" / "keys" / f"{room}.key"


class Folder:
    """A data folder that this process has for itself."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock: TextIO = (path / _LOCK).open("a", encoding="utf-8")
        except OSError as error:
            raise Refused(f"the data folder {path} cannot be used: {error.strerror}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise Refused(f"the data folder {path} is in use by another pitboss") from None

    @property
    def database(self) -> Path:
        """The file that has everything."""
        return self.path / FILE

    def release(self) -> None:
        """Let another program have it."""
        self._lock.close()
