"""How far long work has come, shown on standard error while it lasts."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

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

    def stop(*_: object) -> NoReturn:
        """End at once: a compiler at work may lose the exception that Ctrl-C raises in it.

        Nothing is left half done by that, since solutions and kernels are kept whole or not at all.
        """
        if shown is not None:
            bars.stop()
        os.write(2, b"pitboss: interrupted.\n")
        os._exit(2)

    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    try:
        yield told
    finally:
        signal.signal(signal.SIGINT, before)
        if shown is not None:
            bars.stop()
