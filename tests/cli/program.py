"""Running the program as its users do."""

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

from tests.cli.forked import Forks

# The lab sets NUMBA_CACHE_DIR for its own process: what is started here finds its own place.
OWN = {"COLUMNS", "NUMBA_CACHE_DIR"}
PLAIN = {key: value for key, value in os.environ.items() if key not in OWN}
PITBOSS = [sys.executable, "-m", "pitboss"]


def run(*arguments: str, given: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """One run of the program with this standard input."""
    sent = given.encode() if isinstance(given, str) else given
    return _forks().run(arguments, sent, patience=120)


@cache
def _forks() -> Forks:
    return Forks(PLAIN)


def printed(*arguments: str, given: str | bytes = b"") -> str:
    """What a run that goes well prints."""
    done = run(*arguments, given=given)
    assert (done.returncode, done.stderr) == (0, b""), done
    return done.stdout.decode()


def printed_json(*arguments: str, given: str | bytes = b"") -> Any:  # noqa: ANN401
    return json.loads(printed(*arguments, given=given))


def refused(*arguments: str, given: str | bytes = b"") -> str:
    """The sentence of a run that is refused: on standard error, alone, with exit status 2."""
    done = run(*arguments, given=given)
    sentence = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b""), done
    assert sentence.startswith("pitboss: "), sentence
    assert sentence.endswith((".\n", "?\n")), sentence
    assert "Traceback" not in sentence
    return sentence.removeprefix("pitboss: ").strip()
