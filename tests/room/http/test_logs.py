"""Log lines are machine-readable and contain no secrets."""

import json
import logging
import sys
from collections.abc import Iterator
from io import StringIO

import pytest

from pitboss.room.runtime import JsonFormatter, configure_logging
from pitboss.room.settings import LogFormat


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """Capture log lines as a served room writes them; restore logging afterward."""
    loggers = [logging.getLogger(name) for name in ("", "pitboss")]
    before = [(x, x.handlers[:], x.level, x.propagate) for x in loggers]
    output = StringIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", output)
        configure_logging(LogFormat.JSON)
    yield output
    for logger, handlers, level, propagate in before:
        logger.handlers[:], logger.propagate = handlers, propagate
        logger.setLevel(level)


def log_records(logs: StringIO) -> list[dict[str, str]]:
    return [json.loads(line) for line in logs.getvalue().splitlines()]


def test_one_log_line_per_event(logs: StringIO) -> None:
    logging.getLogger("pitboss.room").info("table %s stands", "felt")
    logging.getLogger("pitboss.room").debug("too much")
    (line,) = log_records(logs)
    assert line.pop("at").endswith("+00:00")
    assert line == {"level": "info", "from": "pitboss.room", "what": "table felt stands"}


def test_error_has_location_but_no_message(logs: StringIO) -> None:
    try:
        raise ValueError("the seed is 0123")
    except ValueError:
        logging.getLogger("pitboss.http").exception("unforeseen")
    (line,) = log_records(logs)
    assert (line["what"], line["error"]) == ("unforeseen", "ValueError")
    assert line["where"].startswith("test_logs.py:")
    assert "0123" not in json.dumps(line)


def test_library_warnings_are_structured(
    logs: StringIO,
) -> None:
    """What asyncio logs for a failed task has the error in its second line."""
    logging.getLogger("asyncio").error("Task exception\nfuture: <Task ValueError('seed 0123')>")
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("uvicorn.error").info('"WebSocket /api/tables/felt/socket" [accepted]')
    assert [line["what"] for line in log_records(logs)] == [
        "Task exception",
        "Invalid HTTP request received.",
    ]


def test_an_error_without_a_place() -> None:
    record = logging.LogRecord("pitboss", 40, "", 0, "odd", None, (ValueError, ValueError(), None))
    assert json.loads(JsonFormatter().format(record))["where"] == ""


def test_text_format(monkeypatch: pytest.MonkeyPatch, logs: StringIO) -> None:
    """By default a line has the time, the level, the message and its fields."""
    monkeypatch.setattr(sys, "stderr", logs)
    configure_logging()
    fields = {"fields": {"failure": "disk_full"}}
    logging.getLogger("pitboss.failures").error("the disk\nis full", extra=fields)
    (line,) = logs.getvalue().splitlines()
    assert line.endswith("+00:00 error: the disk is full [failure=disk_full]")


def test_fields_of_a_line(logs: StringIO) -> None:
    fields = {"fields": {"failure": "table_stopped", "where": "felt"}}
    logging.getLogger("pitboss.failures").error("it stands still", extra=fields)
    (line,) = log_records(logs)
    assert (line["failure"], line["where"]) == ("table_stopped", "felt")
