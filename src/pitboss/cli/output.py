"""Output for people and for programs, and progress of long work on standard error."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import msgspec
from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from pitboss.lab.progress import Progress as ProgressCallback

PLAIN_WIDTH = 100
"""The width of output that goes to a file or to another program."""


def print_rich(*parts: RenderableType) -> None:
    """Print for people: with colors at a terminal's width, or as plain text elsewhere."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PLAIN_WIDTH
    console = Console(highlight=False, width=width)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    # Rich pads every line of a table to its full width.
    lines = capture.get().splitlines()
    sys.stdout.write("\n".join(line.rstrip() for line in lines) + "\n")


def count_phrase(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 round``, ``1,200 rounds``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def format_json(value: object) -> str:
    """Return a value as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    sys.stdout.write(format_json(value))


MIN_RATE = 10
"""The slowest rate that is shown, per second: slower work has a clear enough count."""


class _RateColumn(ProgressColumn):
    """How many steps a second are done, if there are many."""

    def render(self, task: Task) -> Text:
        """Return the rate of a task as text."""
        rate = task.finished_speed or task.speed or 0
        return Text(f"{rate:,.0f}/s" if rate >= MIN_RATE else "")


SHOW_AFTER_SECONDS = 0.5
"""Seconds of work before a progress bar appears."""


@contextmanager
def progress_display() -> Iterator[ProgressCallback]:
    """Yield a progress callback: a terminal shows bars, anything else only messages."""
    console = Console(stderr=True)
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _RateColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    start = time.monotonic()
    current: str | None = None

    def report(activity: str, count: int, total: int) -> None:
        nonlocal current
        if not total:
            print(f"pitboss: {activity}.", file=sys.stderr, flush=True)
            return
        if not console.is_terminal or time.monotonic() - start < SHOW_AFTER_SECONDS:
            return
        if current is None:
            bars.start()
        if current != activity:
            for task in bars.task_ids:
                bars.remove_task(task)
            bars.add_task(activity, total=total, completed=count)
            current = activity
        else:
            bars.update(bars.task_ids[-1], completed=count, total=total)

    def stop(*_: object) -> NoReturn:
        """End at once, because a running compiler may swallow the exception that Ctrl-C raises.

        This leaves nothing half done: solutions and kernels are stored atomically.
        """
        if current is not None:
            bars.stop()
        os.write(2, b"pitboss: interrupted.\n")
        os._exit(2)

    previous_handler = signal.getsignal(signal.SIGINT)
    if previous_handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    try:
        yield report
    finally:
        signal.signal(signal.SIGINT, previous_handler)
        if current is not None:
            bars.stop()
