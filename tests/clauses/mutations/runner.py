"""Run the tests of some clauses in a separate process, with a mutation applied.

Third-party modules (pytest, Hypothesis, msgspec) are imported once; each change then gets a fork of
that process, which imports the program afresh."""

import importlib
import os
import pickle
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeVar

import pytest

from tests.clauses.mutations.patching import Mutation, plant

ROOT: Final = Path(__file__).parents[3]
T = TypeVar("T")
Outcome = Literal["killed", "survived", "broken", "hung"]
"""Broken: the tests could not be collected, so their failure means nothing."""
LONGEST: Final = 120
"""Seconds after which a run counts as hung."""


class Run(NamedTuple):
    """A change (None for the unchanged program), and by clause the tests to run under it."""

    mutation: Mutation | None
    tests: Mapping[str, tuple[str, ...]]


class Result(NamedTuple):
    """The result of the tests of each clause, and their output."""

    outcomes: dict[str, Outcome]
    output: str
    seconds: float


def in_fork(function: Callable[[], T]) -> T:
    """Call a function in a separate process and return its result."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(read)
            with os.fdopen(write, "wb") as pipe:
                pickle.dump(function(), pipe)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    os.waitpid(pid, 0)
    if not data:
        raise RuntimeError("the process that prepares the run failed")
    value: T = pickle.loads(data)  # noqa: S301 - written by our own fork
    return value


def preload(modules: Iterable[str]) -> None:
    """Import modules that are not part of the program, so that no fork has to."""
    for name in modules:
        with suppress(ImportError):
            importlib.import_module(name)


def foreign_modules(tests: Sequence[str]) -> list[str]:
    """Collect the tests, and return the third-party modules that this imported."""
    _send_output_to(Path(os.devnull))
    pytest.main(["--collect-only", "-q", *_options(), *tests])
    ours = ("pitboss", "tests", "__main__", "conftest")
    return [name for name in sys.modules if name.partition(".")[0] not in ours]


def run_all(runs: Sequence[Run], jobs: int) -> Iterator[tuple[Run, Result]]:
    """Execute all runs, several at a time, and yield each with its result."""
    waiting = list(enumerate(runs))[::-1]
    running: dict[int, tuple[Run, Path, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < jobs:
                index, run = waiting.pop()
                output = Path(folder) / str(index)
                running[_start(run, output)] = run, output, time.monotonic()
            pid, status = os.waitpid(-1, 0)
            run, output, start = running.pop(pid)
            yield run, _result(run, status, output, time.monotonic() - start)


def _result(run: Run, status: int, output: Path, seconds: float) -> Result:
    failed_file = _failures(output)
    outcomes: dict[str, Outcome]
    if failed_file.exists():
        failed = set(failed_file.read_text().split("\n"))
        outcomes = {
            clause: "survived" if failed.isdisjoint(tests) else "killed"
            for clause, tests in run.tests.items()
        }
    else:
        hung = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM
        outcomes = dict.fromkeys(run.tests, "hung" if hung else "broken")
    return Result(outcomes, output.read_text(), seconds)


def _failures(output: Path) -> Path:
    return output.with_suffix(".failed")


def _start(run: Run, output: Path) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    try:
        signal.alarm(LONGEST)
        _send_output_to(output)
        _run(run, _failures(output))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _run(run: Run, failures: Path) -> None:
    if run.mutation is not None:
        plant(run.mutation)
    watch = _Watch(run.tests)
    tests = dict.fromkeys(test for some in run.tests.values() for test in some)
    pytest.main([*_options(), "-q", *tests], plugins=[watch])
    if watch.collected_ids and not watch.broken:
        failures.write_text("\n".join(sorted(watch.failed)))


def _options() -> list[str]:
    return [
        *("--rootdir", str(ROOT), "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist"),
        *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # Plugins are preloaded.
    ]


class _Watch:
    """Record which tests fail, and stop when every clause has a failing test.

    Hypothesis tries the same examples in every run and stores none."""

    def __init__(self, tests: Mapping[str, tuple[str, ...]]) -> None:
        self.alive = {clause: set(some) for clause, some in tests.items()}
        self.failed: set[str] = set()
        self.collected_ids = self.broken = False
        self.session: pytest.Session | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        from hypothesis import settings

        self.session = session
        settings.register_profile(
            "mutations", settings.get_profile("pitboss"), database=None, derandomize=True
        )
        settings.load_profile("mutations")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.broken |= report.failed

    def pytest_collection_finish(self) -> None:
        self.collected_ids = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.failed:
            return
        test = report.nodeid.partition("[")[0]
        self.failed.add(test)
        self.alive = {clause: some for clause, some in self.alive.items() if test not in some}
        if not self.alive and self.session is not None:
            self.session.shouldstop = "every clause has a test that fails"


def _send_output_to(path: Path) -> None:
    """Redirect all output of this process to a file."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(file, 1)
    os.dup2(file, 2)
