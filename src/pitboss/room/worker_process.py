"""A worker process of a room: its protocol, its start and end in the room, and its main loop.

A process reads questions on standard input and writes answers on standard output: a line each, and
after the line of an answer its bytes. It starts at the first question and ends when its room does.
It is a new program, so it has none of the room's memory, sockets and files, and it gets only the
environment variables that are listed here or that its owner passes on.
"""

import asyncio
import json
import os
import signal
import sys
import threading
import time
import traceback
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from pitboss.errors import Refused
from pitboss.games import game_files, reload_games
from pitboss.lab.progress import Progress

PROGRESS: Final = b"progress"
"""The kind of a line with progress; more lines follow."""
ANSWER: Final = b"done"
"""The kind of a line with the length of the answer, whose bytes follow."""
REFUSAL: Final = b"refused"
"""The kind of a line that says why a question has no answer."""
ERROR: Final = b"failed"
"""The kind of a line that says where an unexpected error happened."""


class JobProgress(Struct, frozen=True):
    """The progress of a job; ``of`` is 0 if its extent is unknown."""

    what: str = ""
    done: int = 0
    of: int = 0


class Refusal(Struct, frozen=True):
    """Why there is no answer."""

    sentence: str
    clause: str | None = None


PASSED_VARIABLES: Final = frozenset(
    {
        "COMSPEC",
        "HOME",
        "LANG",
        "LOCALAPPDATA",
        "PATH",
        "PITBOSS_CACHE",
        "PYTHONHOME",
        "PYTHONPATH",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "TMPDIR",
        "USERPROFILE",
        "VIRTUAL_ENV",
        "XDG_CACHE_HOME",
    }
)
"""Environment variables that every process gets; others may contain a database password."""
PASSED_PREFIXES: Final = ("COVERAGE_", "LC_", "NUMBA_")
ProgressListener = Callable[[JobProgress], None]


class ProcessLost(Exception):
    """The process ended before it had the answer."""


class ProcessFailed(ProcessLost):
    """An unexpected error happened in the process; the text is its place."""


class WorkerProcess:
    """A process that answers one question at a time.

    ``passed_prefixes`` are the beginnings of other environment variables that it needs.
    """

    def __init__(
        self, command: Sequence[str], niceness: int, passed_prefixes: tuple[str, ...] = ()
    ) -> None:
        files = game_files()
        self._command = (*command, str(niceness), *([json.dumps(files)] if files else []))
        self._passed_prefixes = (*PASSED_PREFIXES, *passed_prefixes)
        self._process: Process | None = None
        self._is_ending = False
        """Whether it was killed; it may still be running for a moment."""

    @property
    def pid(self) -> int | None:
        """The id of the process while it is running."""
        process = self._process
        return (
            process.pid if process and process.returncode is None and not self._is_ending else None
        )

    async def ask(self, question: bytes, on_progress: ProgressListener) -> bytes:
        """Return the encoded answer to a question, and report progress meanwhile.

        Canceling this call kills the process, since nobody would read its answer.
        """
        try:
            return await _read_answer(await self._start(), question, on_progress)
        except Refused:
            raise  # this is an answer too: the process goes on
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            self.kill()  # it has ended, or it does not keep to the protocol
            raise ProcessLost(type(error).__name__) from None
        except BaseException:
            self.kill()
            raise

    async def _start(self) -> Process:
        if self._process is None or self.pid is None:
            await self.close()
            self._is_ending = False
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                env=self._environment(),
                start_new_session=True,  # so that Ctrl-C does not reach it, even while it starts
            )
            if self._is_ending:  # killed while it was starting
                raise ProcessLost("it ended")
        return self._process

    def _environment(self) -> dict[str, str]:
        """Return the environment of the process, by an allow-list."""
        return {
            name: value
            for name, value in os.environ.items()
            if name.upper() in PASSED_VARIABLES or name.upper().startswith(self._passed_prefixes)
        }

    def kill(self) -> None:
        """Kill the process. Its files on disk are written atomically."""
        self._is_ending = True
        if self._process is not None and self._process.returncode is None:
            # Not by the process's own method, which could take its status from the event loop.
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)

    async def close(self) -> None:
        """Kill the process and wait until it has ended."""
        self.kill()
        if self._process is not None:
            process, self._process = self._process, None
            if process.stdin:
                process.stdin.close()
            await process.wait()


async def _read_answer(process: Process, question: bytes, on_progress: ProgressListener) -> bytes:
    if process.stdin is None or process.stdout is None:
        raise AssertionError("the process was started without pipes")
    process.stdin.write(question + b"\n")
    await process.stdin.drain()
    while line := await process.stdout.readline():
        kind, _, content = line.rstrip(b"\n").partition(b" ")
        if kind == PROGRESS:
            on_progress(msgspec.json.decode(content, type=JobProgress))
        elif kind == ANSWER:
            return await process.stdout.readexactly(int(content))
        elif kind == REFUSAL:
            refusal = msgspec.json.decode(content, type=Refusal)
            raise Refused(refusal.sentence, refusal.clause)
        elif kind == ERROR:
            raise ProcessFailed(msgspec.json.decode(content, type=Refusal).sentence)
    raise ProcessLost("it ended")


PROGRESS_INTERVAL: Final = 0.05
"""Seconds between two reports of the same progress."""
Answerer = Callable[[bytes, Progress], bytes]


def serve(answer: Answerer, niceness: int) -> None:
    """Answer questions until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the room, which ends this process
    if hasattr(os, "nice"):
        os.nice(niceness)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing else is printed between the answers
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_questions, args=(questions,), daemon=True).start()
    while True:
        kind, content = _try_answer(answer, questions.get(), _progress_writer(out))
        if kind == ANSWER:
            _write_line(out, kind, b"%d" % len(content), content)
        else:
            _write_line(out, kind, content)


def _read_questions(questions: SimpleQueue[bytes]) -> None:
    """Read questions in a thread, so that the process ends with its room even during work."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def _try_answer(answer: Answerer, question: bytes, progress: Progress) -> tuple[bytes, bytes]:
    try:
        return ANSWER, answer(question, progress)
    except Refused as error:
        return REFUSAL, msgspec.json.encode(Refusal(error.sentence, error.clause))
    except Exception as error:
        # The place only: the message may quote a card.
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{type(error).__name__} in {where.filename}:{where.lineno}"
        return ERROR, msgspec.json.encode(Refusal(place))


def _progress_writer(out: BinaryIO) -> Progress:
    last_task, last_time = "", 0.0

    def write(task: str, count: int, total: int) -> None:
        nonlocal last_task, last_time
        now = time.monotonic()
        if task == last_task and now - last_time < PROGRESS_INTERVAL and count < total:
            return
        last_task, last_time = task, now
        _write_line(out, PROGRESS, msgspec.json.encode(JobProgress(task, count, total)))

    return write


def _write_line(out: BinaryIO, kind: bytes, content: bytes, body: bytes = b"") -> None:
    try:
        out.write(kind + b" " + content + b"\n")
        out.write(body)
        out.flush()
    except BrokenPipeError:
        os._exit(0)  # the room has ended


def load_games(encoded_files: str) -> None:
    """Load the games that the room loaded from files."""
    reload_games(msgspec.json.decode(encoded_files, type=dict[str, str]))
