"""Logs: a line of JSON for each thing worth knowing. No card, no seed, no token, no password."""

import logging
import sys
from datetime import UTC, datetime

import msgspec


class Lines(logging.Formatter):
    """Every record as one line that programs can read."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, weight, where from, what; of an error its kind and place."""
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": _what(record),
        }
        if record.exc_info and record.exc_info[1] is not None:
            told["error"] = type(record.exc_info[1]).__name__
            told["where"] = _where(record.exc_info[1])
        return msgspec.json.encode(told).decode()


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


def log_lines(level: int = logging.INFO) -> None:
    """Write logs to standard error: ours, and what libraries warn of, all in the same shape."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name, least in (("", logging.WARNING), ("pitboss", level)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(least)
        logger.propagate = False
