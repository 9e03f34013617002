"""Run the tests of a clause in a process of their own, with a change planted.

The modules that are nobody's here (pytest, Hypothesis, msgspec) are imported once; each change
then gets a fork of that process, which imports the program anew.
"""

import importlib
import os
import pickle
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeVar

import pytest

from tests.clauses.mutations.planting import Mutation, plant

ROOT: Final = Path(__file__).parents[3]
T = TypeVar("T")
Outcome = Literal["killed", "survived", "broken", "hung"]
"""Broken: the tests could not be collected, which shows nothing about them."""
LONGEST: Final = 300
"""Seconds after which a run counts as hung."""


class Run(NamedTuple):
    """Some tests, and the change under which they are run; none for the program as it is."""

    mutation: Mutation | None
    tests: tuple[str, ...]


class Result(NamedTuple):
    """How the tests went."""

    outcome: Outcome
    output: str
    seconds: float


def in_fork(function: Callable[[], T]) -> T:
    """Call a function in a process of its own, and return what it returns."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        with suppress(BaseException):
            os.close(read)
            with os.fdopen(write, "wb") as pipe:
                pickle.dump(function(), pipe)
            status = 0
        os._exit(status)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    os.waitpid(pid, 0)
    if not data:
        raise RuntimeError("the process that prepares the run failed")
    value: T = pickle.loads(data)  # noqa: S301 - written by our own fork
    return value


def preload(modules: Iterable[str]) -> None:
    """Import what is not part of the program, so that no fork has to."""
    for name in modules:
        with suppress(ImportError):
            importlib.import_module(name)


def foreign_modules(tests: Sequence[str]) -> list[str]:
    """Collect the tests, and return the modules that this imported from elsewhere."""
    _send_output_to(Path(os.devnull))
    pytest.main(["--collect-only", "-q", *_options(), *tests])
    ours = ("pitboss", "tests", "__main__", "conftest")
    return [name for name in sys.modules if name.partition(".")[0] not in ours]


def run_all(runs: Sequence[Run], jobs: int) -> Iterator[tuple[int, Result]]:
    """Run the tests of each, some of them at a time; yield each result with its index."""
    waiting = list(enumerate(runs))[::-1]
    running: dict[int, tuple[int, Path, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < jobs:
                index, run = waiting.pop()
                output = Path(folder) / f"{index}.txt"
                running[_start(run, output)] = index, output, time.monotonic()
            pid, status = os.waitpid(-1, 0)
            index, output, start = running.pop(pid)
            yield index, Result(_outcome(status), output.read_text(), time.monotonic() - start)


def _outcome(status: int) -> Outcome:
    if os.WIFSIGNALED(status):
        return "hung" if os.WTERMSIG(status) == signal.SIGALRM else "broken"
    outcomes: dict[int, Outcome] = {
        pytest.ExitCode.OK: "survived",
        pytest.ExitCode.TESTS_FAILED: "killed",
    }
    return outcomes.get(os.WEXITSTATUS(status), "broken")


def _start(run: Run, output: Path) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    status = int(pytest.ExitCode.INTERNAL_ERROR)
    try:
        signal.alarm(LONGEST)
        _send_output_to(output)
        status = int(_run(run))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _run(run: Run) -> int:
    if run.mutation is not None:
        plant(run.mutation)
    return pytest.main([*_options(), "-x", "-q", *run.tests], plugins=[_Repeatable()])


def _options() -> list[str]:
    return [
        *("--rootdir", str(ROOT), "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist"),
        *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # plugins are preloaded
    ]


class _Repeatable:
    """Hypothesis tries the same examples in every run, and remembers none."""

    def pytest_sessionstart(self) -> None:
        from hypothesis import settings

        settings.register_profile(
            "mutations", settings.get_profile("pitboss"), database=None, derandomize=True
        )
        settings.load_profile("mutations")


def _send_output_to(path: Path) -> None:
    """Send all output of this process to a file."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(file, 1)
    os.dup2(file, 2)
