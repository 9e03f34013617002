"""Terminal checks, and redirection of standard output while an application runs."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.errors import Refused


def require_terminal() -> None:
    """Raise `Refused` unless input and screen are an interactive terminal."""
    is_interactive = all(
        stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr)
    )
    if os.environ.get("TERM") == "dumb" or not is_interactive or sys.stdout is None:
        raise Refused(
            "this command needs an interactive terminal; only the summary at the end can be "
            "redirected to a file (--lesson works without a terminal)"
        )


@contextmanager
def stdout_on_terminal() -> Iterator[None]:
    """Point standard output at the terminal: Textual reads the window size from it."""
    if sys.stdout.isatty():
        yield
        return
    sys.stdout.flush()
    stdout_fd, saved_fd = sys.stdout.fileno(), os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), stdout_fd)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(saved_fd, stdout_fd)
        os.close(saved_fd)
