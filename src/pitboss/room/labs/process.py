"""A process of the lab as the room sees it: started when it is first asked, and kept warm."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from pitboss.games import game_files
from pitboss.refusal import Refused
from pitboss.room.labs.wire import DONE, FAILED, REFUSED, TOLD, No, Progress

COMMAND: Final = (sys.executable, "-P", "-m", "pitboss.room.labs.worker")
LONGEST_LINE: Final = 1 << 24
"""Bytes of an answer; that of a game is some forty thousand."""
PASSED_ON: Final = frozenset(
    {
        "COMSPEC", "HOME", "LANG", "LOCALAPPDATA", "PATH", "PITBOSS_CACHE", "PYTHONHOME",
        "PYTHONPATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "USERPROFILE", "VIRTUAL_ENV",
        "XDG_CACHE_HOME",
    }
)  # fmt: skip
"""What the lab needs of the environment. A room's may name a database with its password."""
PASSED_ON_ALL: Final = ("COVERAGE_", "LC_", "NUMBA_")
Heard = Callable[[Progress], None]


class Lost(Exception):
    """The process ended, or failed, before it had the answer."""


class LabProcess:
    """One process, which answers one question at a time."""

    def __init__(self, niceness: int, command: Sequence[str] = COMMAND) -> None:
        files = game_files()
        self._command = (*command, str(niceness), *([json.dumps(files)] if files else []))
        self._process: Process | None = None
        self._over = False
        """Whether it was ended, and may just not be gone yet."""

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        process = self._process
        return process.pid if process and process.returncode is None and not self._over else None

    async def ask(self, question: bytes, heard: Heard) -> bytes:
        """The answer, as it came; progress is heard meanwhile.

        Whoever stops waiting ends the process: what it would say is for nobody.
        """
        try:
            return await _answered(await self._started(), question, heard)
        except Refused:
            raise  # an answer, too: it goes on
        except (OSError, ValueError) as error:  # it is gone, or says more than a line can be
            self.kill()
            raise Lost(type(error).__name__) from None
        except BaseException:
            self.kill()
            raise

    async def _started(self) -> Process:
        if self._process is None or self.pid is None:
            await self.close()
            self._over = False
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                env=environment(),
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is not for it, not even while it starts
            )
            if self._over:  # ended before it had begun
                raise Lost("it ended")
        return self._process

    def kill(self) -> None:
        """End it now. What it keeps on disk is whole or not there at all."""
        self._over = True
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """End it, and wait until it is gone."""
        self.kill()
        if self._process is not None:
            process, self._process = self._process, None
            if process.stdin:
                process.stdin.close()
            await process.wait()


async def _answered(process: Process, question: bytes, heard: Heard) -> bytes:
    if process.stdin is None or process.stdout is None:
        raise AssertionError("it was started with pipes")
    process.stdin.write(question + b"\n")
    await process.stdin.drain()
    while line := await process.stdout.readline():
        kind, _, said = line.rstrip(b"\n").partition(b" ")
        if kind == TOLD:
            heard(msgspec.json.decode(said, type=Progress))
        elif kind == DONE:
            return said
        elif kind == REFUSED:
            no = msgspec.json.decode(said, type=No)
            raise Refused(no.sentence, no.clause)
        elif kind == FAILED:
            raise Lost(msgspec.json.decode(said, type=No).sentence)
    raise Lost("it ended")


def environment() -> dict[str, str]:
    """What a process of the lab is told of the world: an allow-list."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in PASSED_ON or name.upper().startswith(PASSED_ON_ALL)
    }
