"""The terminal that a console is dealt in, also where what it prints at the end goes elsewhere."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.refusal import Refused


def check_terminal() -> None:
    """Keys come from a terminal that draws; only what is printed at the end may go to a file."""
    drawn = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))
    if os.environ.get("TERM") == "dumb" or not drawn or sys.stdout is None:
        raise Refused(
            "this needs a terminal to deal in: only what it prints at the end may go to a file, "
            "and --lesson needs none"
        )


@contextmanager
def on_terminal() -> Iterator[None]:
    """While this lasts, standard output is the terminal too: the size of a window is read there."""
    if sys.stdout.isatty():
        yield
        return
    sys.stdout.flush()
    out, elsewhere = sys.stdout.fileno(), os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), out)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(elsewhere, out)
        os.close(elsewhere)
