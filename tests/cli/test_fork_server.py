"""The fork server of the tests: if it dies, one test fails, not all that follow."""

import os
import signal

import pytest

from tests.cli.fork_server import Forks
from tests.cli.program import PLAIN


def test_another_process_takes_the_place_of_a_lost_one() -> None:
    forks = Forks(PLAIN)
    try:
        first = forks.run(("--version",), b"")
        os.kill(forks.pid, signal.SIGKILL)
        with pytest.raises((AssertionError, OSError)):
            forks.run(("--version",), b"")
        again = forks.run(("--version",), b"")
    finally:
        forks.stop()
    assert (again.returncode, again.stdout) == (first.returncode, first.stdout)
    assert first.stdout.startswith(b"pitboss ")
