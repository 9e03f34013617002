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
from pitboss.room.metrics import LOOP_LAG_SECONDS
from pitboss.room.settings import LogFormat

Clock = Callable[[], datetime]
MonotonicClock = Callable[[], float]
"""Seconds since an arbitrary moment; they never decrease."""

CHECK_INTERVAL: Final = 0.5
MAX_INTERVAL: Final = 2.0
"""Most seconds that a stopwatch counts between two readings."""


def utc_clock() -> datetime:
    """Return the wall-clock time in UTC."""
    return datetime.now(UTC)


class Stopwatch:
    """A stopwatch that counts only while the program runs.

    While the whole program is paused nobody can act, so a pause uses up nobody's time: however
    long it was, it counts as `MAX_INTERVAL` at most.
    """

    def __init__(self, monotonic: MonotonicClock = time.monotonic) -> None:
        self._monotonic, self._last, self._seconds = monotonic, monotonic(), 0.0

    def __call__(self) -> float:
        """Return the seconds so far."""
        now = self._monotonic()
        self._seconds += min(now - self._last, MAX_INTERVAL)
        self._last = now
        return self._seconds

    async def run(self) -> None:
        """Read the stopwatch regularly, so that a long interval means a pause."""
        while True:
            self()
            start = time.perf_counter()
            await asyncio.sleep(CHECK_INTERVAL)
            LOOP_LAG_SECONDS.observe(max(0.0, time.perf_counter() - start - CHECK_INTERVAL))


GC_THRESHOLDS: Final = (100_000, 20, 100)
"""Thresholds of the garbage collector, raised because thousands of sockets make it slow."""


def _raise_file_limit() -> None:
    """Allow as many open connections as the system permits."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end, with uvloop if it is installed."""
    gc.set_threshold(*GC_THRESHOLDS)
    _raise_file_limit()
    try:
        import uvloop
    except ImportError:  # not available on every system; asyncio has its own
        asyncio.run(work)
    else:
        uvloop.run(work)


def freeze_heap() -> None:
    """Exclude all current objects from garbage collection."""
    gc.collect()
    gc.freeze()


class JsonFormatter(logging.Formatter):
    """A formatter that writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger, message and fields as JSON."""
        line = {
            "at": _timestamp(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": _message(record),
            **_fields(record),
        }
        return msgspec.json.encode(line).decode()


class TextFormatter(logging.Formatter):
    """A formatter that writes each record as one line of text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, message, and fields in brackets."""
        fields = ", ".join(f"{name}={value}" for name, value in _fields(record).items())
        line = f"{_timestamp(record)} {record.levelname.lower()}: {_message(record)}"
        return " ".join((f"{line} [{fields}]" if fields else line).splitlines())


def _timestamp(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """Return the extra fields of a record, with type and place of an error."""
    extra = getattr(record, "fields", None)
    fields = dict(extra) if isinstance(extra, Mapping) else {}
    if record.exc_info and record.exc_info[1] is not None:
        fields |= {
            "error": type(record.exc_info[1]).__name__,
            "where": _error_location(record.exc_info[1]),
        }
    return fields


def _message(record: logging.LogRecord) -> str:
    """Return the message; only the first line of a library's, as the rest may quote anything."""
    message = record.getMessage()
    return message if record.name.partition(".")[0] == "pitboss" else message.partition("\n")[0]


def _error_location(error: BaseException) -> str:
    """Return the place of an error; its message may quote a request and is left out."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    code = trace.tb_frame.f_code
    return f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}"


_FORMATTERS: Final = {LogFormat.TEXT: TextFormatter, LogFormat.JSON: JsonFormatter}


def configure_logging(format_: LogFormat = LogFormat.TEXT, level: int = logging.INFO) -> None:
    """Write our logs, and warnings of libraries, to standard error in one format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_FORMATTERS[format_]())
    for name, minimum in (("", logging.WARNING), ("pitboss", level)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(minimum)
        logger.propagate = False


@cache
def code_hash() -> str:
    """Return a hash of the names and contents of all files of the program."""
    root = Path(pitboss.__file__).parent
    result = sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            name = path.relative_to(root).as_posix().encode()
            content = path.read_bytes()
            result.update(b"%d %b %d " % (len(name), name, len(content)))
            result.update(content)
    return result.hexdigest()
