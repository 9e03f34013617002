"""Commands that read a room show their progress, and Ctrl-C ends them cleanly."""

import os
import pty
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.cli.program import PLAIN
from tests.room.reports.two_day_room import FIRST, copy_two_days
from tests.room.store.older_schema import REMOVE_INDEX
from tests.room.test_audit import edit_copy

SLOW_PROGRAM = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests may run in the background
from pitboss.cli import main
from pitboss.room.reports import store_reports

decode, seconds = store_reports.decode_recorded, float(sys.argv.pop(1))

def decode_slowly(*arguments):
    print("reading", flush=True)
    time.sleep(seconds)
    return decode(*arguments)

store_reports.decode_recorded = decode_slowly
store_reports.PROGRESS_INTERVAL = 10
main()
"""
IMPATIENCE = 15.0
"""Seconds within which the program must end; reading all lines would take longer."""
SLOWLY = (sys.executable, "-c", SLOW_PROGRAM)


@pytest.mark.parametrize(
    ("command", "is_older"),
    [
        (("reconcile", "--day", FIRST), False),
        (("reconcile", "--day", FIRST), True),
        (("pit", "shift", "--day", FIRST), False),
    ],
)
def test_ctrl_c_ends_a_report_and_leaves_nothing_behind(
    command: tuple[str, ...], is_older: bool, tmp_path: Path
) -> None:
    """There is neither a Python traceback nor the temporary copy made to read an older file."""
    folder, scratch = tmp_path / "room", tmp_path / "scratch"
    folder.mkdir()
    scratch.mkdir()
    if is_older:
        edit_copy(folder, _remove_index)
    else:
        copy_two_days(folder)
    process = subprocess.Popen(
        [*SLOWLY, "0.5", *command, "--data", str(folder)],
        env=PLAIN | {"TMPDIR": str(scratch)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == b"reading\n"
    assert [*scratch.glob("pitboss-*/*")] != [] if is_older else [*scratch.iterdir()] == []
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (2, b"pitboss: interrupted.\n")
    assert time.monotonic() - start < IMPATIENCE
    assert [*scratch.iterdir()] == []


def _remove_index(db: sqlite3.Connection) -> None:
    for statement in REMOVE_INDEX:
        db.execute(statement)


def test_a_terminal_shows_the_progress_of_a_reconciliation(tmp_path: Path) -> None:
    copy_two_days(tmp_path)
    terminal, other_end = pty.openpty()
    process = subprocess.Popen(
        [*SLOWLY, "0.01", "reconcile", "--day", FIRST, "--data", str(tmp_path)],
        env=PLAIN | {"TERM": "xterm"}, stdout=subprocess.DEVNULL, stderr=other_end,
    )  # fmt: skip
    os.close(other_end)
    screen = b""
    with closing(os.fdopen(terminal, "rb", 0)) as output, suppress(OSError):
        while page := output.read(1000):
            screen += page
    assert process.wait(60) == 0
    assert b"lines read" in screen
