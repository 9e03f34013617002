"""Test the fork server: if it dies, only one test fails."""

import os
import signal

import pytest

from tests.cli.fork_server import Forks
from tests.cli.program import PLAIN, run, run_shell


def test_a_dead_server_is_restarted() -> None:
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


def test_a_shell_script_runs_the_program() -> None:
    first = run("--version")
    process = run_shell(
        "pitboss --version | tr a-z A-Z; echo '{' | pitboss settle; pitboss such; echo $?"
    )
    assert process.returncode == 0
    assert process.stderr.startswith(b"pitboss: ")
    version, refusal, status = process.stdout.splitlines()
    assert version == first.stdout.strip().upper()
    assert refusal.startswith(b'{"error":')
    assert status == b"2"
    assert run("--version").stdout == first.stdout
