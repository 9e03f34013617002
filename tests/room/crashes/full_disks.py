"""Simulate full disks: a small file system that is filled, or a database file that may not grow."""

import os
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from .server_process import ServerProcess

SMALL = 24 * 1024 * 1024


class Disk(ABC):
    """The disk that holds a server's data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def fill(self, server: ServerProcess) -> None:
        """Fill the disk."""

    @abstractmethod
    def free(self, server: ServerProcess) -> None:
        """Make room on the disk again."""


class Small(Disk):
    """A disk of a few megabytes, filled to the last byte."""

    def fill(self, server: ServerProcess) -> None:
        with self._ballast.open("ab", buffering=0) as ballast, suppress(OSError):
            while True:
                ballast.write(bytes(4096))

    def free(self, server: ServerProcess) -> None:
        self._ballast.unlink()

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"


class Short(Disk):
    """A page limit set in SQLite itself, for machines where tests may not mount a disk."""

    def fill(self, server: ServerProcess) -> None:
        os.kill(server.pid, signal.SIGUSR1)

    def free(self, server: ServerProcess) -> None:
        os.kill(server.pid, signal.SIGUSR2)


@contextmanager
def small(folder: Path) -> Iterator[Small]:
    """Mount a small disk in memory, where possible: only root may."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(folder)]
    try:
        process = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        pytest.skip(f"no disk can be mounted here: {error}")
    if process.returncode:
        pytest.skip(f"no disk can be mounted here: {process.stderr.strip()}")
    try:
        yield Small(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
