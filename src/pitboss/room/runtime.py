"""The process of a room: clocks, the event loop, log lines, and the hash of its own code."""

import asyncio
import gc
import logging
import sys
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

import pitboss
from pitboss.room.settings import LogFormat

Clock = Callable[[], datetime]
MonotonicClock = Callable[[], float]
"""Seconds since some moment; they never run back."""

CHECK_INTERVAL: Final = 0.5
MAX_INTERVAL: Final = 2.0
"""Seconds that pass at most between two looks at a stopwatch."""


def utc_clock() -> datetime:
    """What the clock on the wall shows."""
    return datetime.now(UTC)


class Stopwatch:
    """Seconds during which the program ran.

    While the whole program is paused nobody can answer, so a pause costs nobody's time: however
    long it was, it counts as a moment.
    """

    def __init__(self, monotonic: MonotonicClock = time.monotonic) -> None:
        self._monotonic, self._last, self._elapsed = monotonic, monotonic(), 0.0

    def __call__(self) -> float:
        """Seconds so far."""
        now = self._monotonic()
        self._elapsed += min(now - self._last, MAX_INTERVAL)
        self._last = now
        return self._elapsed

    async def run(self) -> None:
        """Keep looking: what passes between two looks is a pause if it is long."""
        while True:
            self()
            await asyncio.sleep(CHECK_INTERVAL)


GC_THRESHOLDS: Final = (100_000, 20, 100)
"""Objects between two collections: with thousands of sockets each of them looks at a great many."""


def _raise_file_limit() -> None:
    """As many connections as the system lets us have."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run until it is done."""
    gc.set_threshold(*GC_THRESHOLDS)
    _raise_file_limit()
    try:
        import uvloop
    except ImportError:  # not to be had on every system; the loop of the library does it too
        asyncio.run(work)
    else:
        uvloop.run(work)


def freeze_heap() -> None:
    """What is there now stays: it need not be looked at again."""
    gc.collect()
    gc.freeze()


class JsonFormatter(logging.Formatter):
    """Every record as one line that programs can read."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, weight, where from, what, and what belongs to it."""
        line = {
            "at": _timestamp(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": _message(record),
            **_fields(record),
        }
        return msgspec.json.encode(line).decode()


class TextFormatter(logging.Formatter):
    """Every record as one line that people can read."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, weight, what, and what belongs to it in brackets."""
        more = ", ".join(f"{name}={value}" for name, value in _fields(record).items())
        line = f"{_timestamp(record)} {record.levelname.lower()}: {_message(record)}"
        return " ".join((f"{line} [{more}]" if more else line).splitlines())


def _timestamp(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """What belongs to a line; of an error its kind and place."""
    given = getattr(record, "fields", None)
    fields = dict(given) if isinstance(given, Mapping) else {}
    if record.exc_info and record.exc_info[1] is not None:
        fields |= {
            "error": type(record.exc_info[1]).__name__,
            "where": _error_location(record.exc_info[1]),
        }
    return fields


def _message(record: logging.LogRecord) -> str:
    """What is told; of libraries the first line, since more of it may quote what went wrong."""
    progress = record.getMessage()
    return progress if record.name.partition(".")[0] == "pitboss" else progress.partition("\n")[0]


def _error_location(error: BaseException) -> str:
    """The place in the program; what the error says may quote a request, and is left out."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    code = trace.tb_frame.f_code
    return f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}"


_FORMATTERS: Final = {LogFormat.TEXT: TextFormatter, LogFormat.JSON: JsonFormatter}


def configure_logging(format_: LogFormat = LogFormat.TEXT, level: int = logging.INFO) -> None:
    """Write logs to standard error: ours, and what libraries warn of, all in the same shape."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_FORMATTERS[format_]())
    for name, least in (("", logging.WARNING), ("pitboss", level)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(least)
        logger.propagate = False


@cache
def code_hash() -> str:
    """Of every file of the program, by name and content, in the order of their names."""
    root = Path(pitboss.__file__).parent
    result = sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            name = path.relative_to(root).as_posix().encode()
            content = path.read_bytes()
            result.update(b"%d %b %d " % (len(name), name, len(content)))
            result.update(content)
    return result.hexdigest()
