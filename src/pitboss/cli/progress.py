"""How far long work has come, shown on standard error while it lasts."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pitboss.lab.work import Told

PATIENCE = 0.5
"""Seconds of work before a bar appears: what is done sooner needs none."""


@contextmanager
def teller() -> Iterator[Told]:
    """Who hears of progress: a terminal gets bars, anything else only what is said in words."""
    screen = Console(stderr=True)
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
    )
    begun = time.monotonic()
    shown: str | None = None

    def told(what: str, done: int, of: int) -> None:
        nonlocal shown
        if not of:
            print(f"pitboss: {what}.", file=sys.stderr, flush=True)
            return
        if not screen.is_terminal or time.monotonic() - begun < PATIENCE:
            return
        if shown is None:
            bars.start()
        if shown != what:
            for finished in bars.task_ids:
                bars.remove_task(finished)
            bars.add_task(what, total=of, completed=done)
            shown = what
        else:
            bars.update(bars.task_ids[-1], completed=done, total=of)

    try:
        yield told
    finally:
        if shown is not None:
            bars.stop()
