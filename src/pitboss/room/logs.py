"""Logs: a line for each thing worth knowing, as text for people or as JSON for programs.

No line has a card, a seed, a token or a password in it.
"""

import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

import msgspec


class LogFormat(StrEnum):
    """How log lines are written."""

    TEXT = "text"
    JSON = "json"


class JsonLines(logging.Formatter):
    """Every record as one line that programs can read."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, weight, where from, what, and what belongs to it."""
        line = {
            "at": _time(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": _what(record),
            **_fields(record),
        }
        return msgspec.json.encode(line).decode()


class TextLines(logging.Formatter):
    """Every record as one line that people can read."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, weight, what, and what belongs to it in brackets."""
        more = ", ".join(f"{name}={value}" for name, value in _fields(record).items())
        line = f"{_time(record)} {record.levelname.lower()}: {_what(record)}"
        return " ".join((f"{line} [{more}]" if more else line).splitlines())


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """What belongs to a line; of an error its kind and place."""
    given = getattr(record, "fields", None)
    fields = dict(given) if isinstance(given, Mapping) else {}
    if record.exc_info and record.exc_info[1] is not None:
        fields |= {
            "error": type(record.exc_info[1]).__name__,
            "where": _where(record.exc_info[1]),
        }
    return fields


def _what(record: logging.LogRecord) -> str:
    """What is told; of libraries the first line, since more of it may quote what went wrong."""
    told = record.getMessage()
    return told if record.name.partition(".")[0] == "pitboss" else told.partition("\n")[0]


def _where(error: BaseException) -> str:
    """The place in the program; what the error says may quote a request, and is left out."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    code = trace.tb_frame.f_code
    return f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}"


_FORMATTERS: Final = {LogFormat.TEXT: TextLines, LogFormat.JSON: JsonLines}


def log_lines(format_: LogFormat = LogFormat.TEXT, level: int = logging.INFO) -> None:
    """Write logs to standard error: ours, and what libraries warn of, all in the same shape."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_FORMATTERS[format_]())
    for name, least in (("", logging.WARNING), ("pitboss", level)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(least)
        logger.propagate = False
