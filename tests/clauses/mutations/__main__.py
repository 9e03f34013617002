"""Break clauses one by one, and check that the tests mapped to them fail.

./pitboss test --mutations                      every covered clause
./pitboss test --mutations --sample 200         so many of them, picked at random
./pitboss test --mutations --clause "CCP 12.D"  a clause and everything below it
"""

import argparse
import os
import random
import sys
import time
from typing import Final

from tests.clauses.mutations.patching import Mutation
from tests.clauses.mutations.runner import (
    Outcome,
    Run,
    foreign_modules,
    in_fork,
    preload,
    run_all,
)
from tests.clauses.mutations.survivors import ACCEPTED

ENOUGH: Final = 95
"""The percentage of clauses that must be detected…"""
LARGE: Final = 100
"""…if at least this many were broken, so that a percentage is meaningful."""

Catalog = list[tuple[str, tuple[str, ...], tuple[Mutation, ...]]]
Results = dict[str, list[tuple[str, Outcome]]]


def main(arguments: list[str]) -> int:
    """Run the check and print the score; return the exit status."""
    options = _parse_arguments(arguments)
    catalog = _pick(in_fork(_list_clauses), options)
    if not catalog:
        print("No covered clause matches.")
        return 2
    print(f"{len(catalog)} clauses, seed {options.seed}", flush=True)
    tests = tuple(dict.fromkeys(test for _, tests, _ in catalog for test in tests))
    preload(in_fork(lambda: foreign_modules(tests)))
    if not _sound(tests):
        return 1
    results = _results(catalog, options.jobs, verbose=options.verbose)
    return _report(catalog, results)


def _parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./pitboss test --mutations", description=__doc__)
    parser.add_argument("--sample", type=int, metavar="N", help="pick so many clauses at random")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), metavar="S")
    parser.add_argument("--clause", action="append", metavar="ID", help="such as 'CCP 12.A'")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J")
    parser.add_argument("--verbose", action="store_true", help="show what the tests printed")
    return parser.parse_args(arguments)


def _list_clauses() -> Catalog:
    from tests.clauses.mutations.catalog import entries

    return [tuple(entry) for entry in entries()]  # type: ignore[misc]


def _pick(catalog: Catalog, options: argparse.Namespace) -> Catalog:
    if options.clause:
        catalog = [
            entry
            for entry in catalog
            if any(entry[0] == item or entry[0].startswith(f"{item}(") for item in options.clause)
        ]
    if options.sample and options.sample < len(catalog):
        sample = set(
            random.Random(options.seed).sample([clause for clause, _, _ in catalog], options.sample)
        )
        catalog = [entry for entry in catalog if entry[0] in sample]
    return catalog


def _sound(tests: tuple[str, ...]) -> bool:
    """Return whether every test passes without a change; otherwise a failure would mean nothing."""
    ((_, result),) = run_all([Run(None, {"": tests})], 1)
    if result.outcomes[""] != "survived":
        print(f"The tests fail without any change:\n{result.output}")
    return result.outcomes[""] == "survived"


def _results(catalog: Catalog, jobs: int, *, verbose: bool) -> Results:
    """Return by clause the name of each mutation and the result of the tests under it."""
    runs = _runs(catalog)
    results: Results = {clause: [] for clause, _, _ in catalog}
    start = time.monotonic()
    kill_count = total = 0
    for number_done, (run, result) in enumerate(run_all(runs, jobs), start=1):
        name = run.mutation.name if run.mutation else ""
        for clause, outcome in result.outcomes.items():
            results[clause].append((name, outcome))
            total += 1
            kill_count += outcome == "killed"
            if outcome != "killed":
                print(f"{_clear()}{outcome}: {clause}: {name}", flush=True)
        if verbose or "broken" in result.outcomes.values():
            print(result.output, flush=True)
        line = (
            f"{number_done} of {len(runs)} changes, seen by {kill_count} of {total} sets of tests, "
            f"{time.monotonic() - start:.0f} s"
        )
        if sys.stdout.isatty():
            print(f"{_clear()}{line}", end="", flush=True)
        elif number_done % 50 == 0 or number_done == len(runs):
            print(line, flush=True)
    print(_clear(), end="")
    return results


def _runs(catalog: Catalog) -> list[Run]:
    """Return one run per change, with the tests of every clause that it breaks."""
    tests_by_mutation: dict[Mutation, dict[str, tuple[str, ...]]] = {}
    for clause, tests, mutations in catalog:
        for mutation in mutations:
            tests_by_mutation.setdefault(mutation, {})[clause] = tests
    return [Run(mutation, tests) for mutation, tests in tests_by_mutation.items()]


def _clear() -> str:
    return "\r\x1b[K" if sys.stdout.isatty() else ""


def _report(catalog: Catalog, results: Results) -> int:
    alive = [
        clause
        for clause, _, _ in catalog
        if not results[clause] or any(outcome != "killed" for _, outcome in results[clause])
    ]
    score = 100 * (len(catalog) - len(alive)) / len(catalog)
    print(f"{len(catalog) - len(alive)} of {len(catalog)} clauses killed: {score:.1f}%")
    failed = len(catalog) >= LARGE and score < ENOUGH
    for clause in alive:
        reason = ACCEPTED.get(clause)
        failed |= reason is None
        names = ", ".join(n for n, outcome in results[clause] if outcome != "killed")
        print(
            f"  {clause} ({names or 'no change'}): {reason or 'SURVIVES, and no reason is given'}"
        )
    for clause, _, _ in catalog:
        if clause in ACCEPTED and clause not in alive:
            failed = True
            print(f"  {clause} is killed now: take it off the list of accepted survivors")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
