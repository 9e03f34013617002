"""Run all checks, then all tests; with arguments, only pytest.

./pitboss test                            everything that a change has to pass
./pitboss test -k envy                    tests by name
./pitboss test tests/test_cards.py -x     one file; paths start at the root
./pitboss test -m soak                    the tests that take too long to run every time
./pitboss test -m browser                 only the pages, in a real browser
./pitboss test --mutations --sample 200   break clauses; the tests that the map names must fail
./pitboss test -m "not soak" -n auto --cov    which lines the tests reach, at half the speed
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
COMPILE = "python -m pitboss.lab.kernels"
COMPILE_LOOPS = "python -m benchmarks.lab compile"
TYPES = "python -m tests.web.typescript"
BROWSER = "python -m tests.web.browser"
MUTATIONS = "python -m tests.clauses.mutations"
LINT = ["ruff check", "ruff format --check", "lint-imports"]
CHECKS = ["mypy", COMPILE, COMPILE_LOOPS, TYPES, *LINT, BROWSER]
# Keep the caches of the tests apart from the user's.
os.environ.setdefault("PITBOSS_CACHE", str(ROOT / ".cache"))
# The tests start hundreds of processes. Where Python cannot write bytecode next to the sources,
# each process would compile everything that it imports, so bytecode goes to the cache instead.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / ".cache" / "bytecode"))
# Many slow tests wait for a screen, a server or a browser, while the other tests compute. Both
# parts therefore run at the same time, each with one process per core; more than eight take longer
# to start than they save. They do not share processes, because the memory that slow tests hold
# slows down every test after them. Each process gets tests that follow each other, so that most
# fixtures and caches of a file are needed only once; a process that has finished takes tests from
# another. Every process collects tests by itself, so only files with slow tests or pages are
# collected for them. Examples of the whole API are generated during collection, so the first part,
# which runs none of them, leaves them out.
MOST = 8
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
SHARED = ["-n", str(min(CORES, MOST)), "--dist", "worksteal"]
QUICK = ["-m", "not slow and not soak and not browser", "--ignore=tests/room/http/test_schema.py"]
SLOW = ["-m", "(slow or browser) and not soak"]


def parts() -> dict[str, list[str]]:
    """Return the command for each part of the tests."""
    return {
        "tests": ["pytest", *SHARED, *QUICK],
        "slow tests and pages": ["pytest", *SHARED, *SLOW, *files_with_slow_tests()],
    }


def files_with_slow_tests() -> list[str]:
    """Return the files that may have slow tests or pages; tests/conftest.py enforces this."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if may_be_slow(file)]


def may_be_slow(file: Path) -> bool:
    """Return whether a file marks tests as slow, or is one of the page tests."""
    return file.parent == ROOT / "tests" / "web" or "mark.slow" in file.read_text(encoding="utf-8")


def command(line: str | list[str]) -> list[str]:
    """Return the words of a command line, with its program taken from the current environment."""
    program, *arguments = line.split() if isinstance(line, str) else line
    return [str(Path(sys.executable).with_name(program)), *arguments]


class CheckResult(NamedTuple):
    """Result of a check; its output is only shown if the check failed."""

    good: bool
    seconds: float
    said: str


def run_check(check: str) -> CheckResult:
    start = time.monotonic()
    process = subprocess.run(
        command(check), cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return CheckResult(process.returncode == 0, time.monotonic() - start, process.stdout)


def checks_failed() -> list[str]:
    """Run the checks in parallel and report the results in order."""
    failed = []
    with ThreadPoolExecutor(CORES) as pool:
        for check, result in zip(CHECKS, pool.map(run_check, CHECKS), strict=True):
            word = "ok" if result.good else "FAILED"
            print(f"{check:<30} {word:<6} {result.seconds:5.1f} s", flush=True)
            if not result.good:
                print(result.said, flush=True)
                failed.append(check)
    return failed


def parts_failed() -> list[str]:
    """Run all parts at the same time; show the output of each after that of the part before.

    The last line of each has the counts and the time.
    """
    with ExitStack() as stack:
        running = {}
        for part, line in parts().items():
            output = stack.enter_context(TemporaryFile("w+b"))
            process = subprocess.Popen(command(line), cwd=ROOT, stdout=output, stderr=output)
            running[part] = stack.enter_context(process), output
        failed = []
        for part, (process, output) in running.items():
            print(part, flush=True)
            if show_output(process, output):
                failed.append(part)
        return failed


def show_output(process: subprocess.Popen[bytes], output: IO[bytes]) -> int:
    """Show the output of a process up to its end, and return its exit status."""
    position, status = 0, None
    while status is None:
        status = process.poll()
        # The process writes at the end of the same open file.
        text = os.pread(output.fileno(), os.fstat(output.fileno()).st_size - position, position)
        position += len(text)
        sys.stdout.buffer.write(text)
        sys.stdout.flush()
        if status is None:
            time.sleep(0.2)
    return status


def main(arguments: list[str]) -> int:
    if arguments:
        first, *others = arguments
        program = [MUTATIONS, *others] if first == "--mutations" else ["pytest", *arguments]
        return subprocess.run([*command(program[0]), *program[1:]], cwd=ROOT).returncode
    failed = checks_failed()
    failed += parts_failed()
    if failed:
        print(f"\nFailed: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
