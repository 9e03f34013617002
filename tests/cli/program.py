"""Run the program as users do."""

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

from tests.cli.fork_server import Forks

# The lab sets NUMBA_CACHE_DIR for its own process; child processes choose their own.
OWN = {"COLUMNS", "NUMBA_CACHE_DIR"}
PLAIN = {key: value for key, value in os.environ.items() if key not in OWN}
PITBOSS = [sys.executable, "-m", "pitboss"]


def run(*arguments: str, stdin: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the program once with this standard input."""
    stdin_bytes = stdin.encode() if isinstance(stdin, str) else stdin
    return _forks().run(arguments, stdin_bytes)


def run_shell(script: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell script, in which the command `pitboss` is a run of the program."""
    return _forks().run_shell(script)


@cache
def _forks() -> Forks:
    return Forks(PLAIN)


def output_of(*arguments: str, stdin: str | bytes = b"") -> str:
    """Return the output of a run that must succeed."""
    process = run(*arguments, stdin=stdin)
    assert (process.returncode, process.stderr) == (0, b""), process
    return process.stdout.decode()


def printed_json(*arguments: str, stdin: str | bytes = b"") -> Any:  # noqa: ANN401
    return json.loads(output_of(*arguments, stdin=stdin))


def error_output(*arguments: str, stdin: str | bytes = b"") -> str:
    """Return the one-line error on standard error of a run that must fail with exit status 2."""
    process = run(*arguments, stdin=stdin)
    sentence = process.stderr.decode()
    assert (process.returncode, process.stdout) == (2, b""), process
    assert sentence.startswith("pitboss: "), sentence
    assert sentence.endswith((".\n", "?\n")), sentence
    assert "Traceback" not in sentence
    return sentence.removeprefix("pitboss: ").strip()
