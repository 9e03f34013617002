"""Configure pytest for all tests: clause markers, test order, Hypothesis without deadlines."""

import gc
import os
from collections import defaultdict
from collections.abc import Generator
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings

from pitboss.games import MARYLAND
from pitboss.games.clauses import clauses
from tests.run import may_be_slow

# Keep the caches of the tests apart from the user's.
os.environ.setdefault("PITBOSS_CACHE", str(Path(__file__).parent.parent / ".cache"))


@pytest.fixture(scope="session")
def kernels() -> None:
    """Compile the lab's kernels up front, so that no command prints a message about compiling."""
    showdown = ("showdown", "showdown_exposure", "showdown_strategy")
    for name in ("cross", "cross_exposure", "duel", *showdown):
        import_module(f"pitboss.lab.kernels.{name}")


# Machines are noisy: a test may fail because of its result, never because it was slow.
settings.register_profile("pitboss", deadline=None, print_blob=True)
settings.load_profile("pitboss")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--clause", metavar="ID", help="run the tests that show a clause, such as 'CCP 12.A'"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep all that collection creates out of garbage collection: it stays until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark every test with the clauses that the map assigns to it, and run slow tests last."""
    clauses_by_test: defaultdict[str, list[str]] = defaultdict(list)
    for game in MARYLAND.values():
        for clause in clauses(game.short):
            for test in clause.tests:
                clauses_by_test[test].append(f"{game.short} {clause.id}")
    for item in items:
        for name in clauses_by_test[item.nodeid.partition("[")[0]]:
            item.add_marker(pytest.mark.clause(name))
    clause_ = config.getoption("--clause")
    if clause_:
        chosen_items = [item for item in items if _shows(item, clause_)]
        config.hook.pytest_deselected(
            items=[item for item in items if item not in set(chosen_items)]
        )
        items[:] = chosen_items
    slow = [item for item in items if item.get_closest_marker("slow")]
    for path in {item.path for item in slow}:
        if not may_be_slow(path):  # Otherwise a full run would not collect them.
            raise pytest.UsageError(
                f"{path}: mark its slow tests with pytest.mark.slow in the file"
            )
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


def _shows(item: pytest.Item, clause: str) -> bool:
    return any(
        mark.args[0] == clause or mark.args[0].startswith(f"{clause}(")
        for mark in item.iter_markers("clause")
    )
