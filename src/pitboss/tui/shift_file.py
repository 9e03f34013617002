"""The file that a shift is written to: opened before the first card, whole or not at all."""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO

from pitboss.refusal import Refused
from pitboss.table import Recorded
from pitboss.table.export import exported


class ShiftFile:
    """A temporary file beside the one that was asked for; what is not a file is written straight.

    A shift that was written before is replaced only once the new one is complete.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._target = file.resolve()
        if self._target.is_dir():
            raise Refused(f"{file} is a folder, not a file")
        plain = self._target.is_file() or not self._target.exists()
        self._written = self._target
        if plain:
            self._written = self._target.with_name(f".{os.getpid()}-{time.monotonic_ns()}.part")
            if self._target.exists() and not os.access(self._target, os.W_OK):
                raise Refused(f"{file} cannot be written: it is read-only")
        try:
            self._opened: IO[bytes] = self._written.open("xb" if plain else "wb")
        except OSError as error:
            raise Refused(f"{file} cannot be written: {error.strerror or error}") from None
        self._plain = plain

    def write(self, records: Iterable[Recorded]) -> None:
        """All of a shift, line by line, and its seal; then the file stands."""
        try:
            for line in exported(records):
                self._opened.write(line + b"\n")
            self._opened.flush()
            if self._plain:
                os.fsync(self._opened.fileno())
            self._opened.close()
            if self._plain:
                self._written.replace(self._target)
        except OSError as error:
            raise Refused(f"{self.file} cannot be written: {error.strerror or error}") from None

    def drop(self) -> None:
        """Leave nothing behind of a shift that was not written to its end."""
        with suppress(OSError):
            self._opened.close()
        if self._plain:
            self._written.unlink(missing_ok=True)


@contextmanager
def shift_file(file: Path | None) -> Iterator[ShiftFile | None]:
    """The file that was asked for, if one was; gone again unless it was written to its end."""
    opened = ShiftFile(file) if file else None
    try:
        yield opened
    finally:
        if opened:
            opened.drop()


@contextmanager
def gone_if_interrupted(opened: ShiftFile | None) -> Iterator[None]:
    """Around work that Ctrl-C ends at once: what was written so far goes with it."""
    before = signal.getsignal(signal.SIGINT)
    if opened is None or not callable(before):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        opened.drop()
        before(number, frame)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
