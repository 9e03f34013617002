"""Files of a store: for the eyes of their owner alone, and whole or not there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from pitboss.room.store.shape import Unavailable

PART: Final = ".part"
"""What a copy is called until it is whole."""


def reserve(path: Path) -> None:
    """An empty file, unless there is one already; in either case nobody else may read it."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
    except OSError as error:
        raise Unavailable(f"the file {path} cannot be written: {error.strerror}") from None


def sweep(folder: Path) -> None:
    """Remove what is left of copies that never became whole, because the program was killed."""
    with suppress(OSError):
        for part in folder.glob(f"*.db{PART}"):
            part.unlink(missing_ok=True)


@contextmanager
def copied(target: Path) -> Iterator[Path]:
    """Where to write what appears under its name once it is whole, and on the disk."""
    if target.exists():
        raise Unavailable(f"there is something at {target} already")
    part = target.with_name(f"{target.name}{PART}")
    try:
        part.unlink(missing_ok=True)  # of a copy that never became whole
        reserve(part)
        yield part
        _sync(part)
        part.rename(target)
        _sync(target.parent)
    except OSError as error:
        raise Unavailable(f"the copy {target} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
