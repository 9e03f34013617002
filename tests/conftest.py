"""What holds for every test: the clauses it shows, the order, Hypothesis without a stopwatch."""

import os
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings

from pitboss.games import MARYLAND
from pitboss.games.clauses import clauses

# What the tests solve and compile stays apart from what their user did.
os.environ.setdefault("PITBOSS_CACHE", str(Path(__file__).parent.parent / ".cache"))


@pytest.fixture(scope="session")
def kernels() -> None:
    """The lab's kernels are compiled, so that no command says that it does so."""
    showdown = ("showdown", "showdown_exposure", "showdown_strategy")
    for name in ("cross", "cross_exposure", "duel", *showdown):
        import_module(f"pitboss.lab.kernels.{name}")


# Machines are noisy: a test fails for what it finds, never for how long it took.
settings.register_profile("pitboss", deadline=None, print_blob=True)
settings.load_profile("pitboss")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--clause", metavar="ID", help="run the tests that show a clause, such as 'CCP 12.A'"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every test carries the clauses that the map says it shows; slow tests come last."""
    shown: defaultdict[str, list[str]] = defaultdict(list)
    for game in MARYLAND.values():
        for clause in clauses(game.short):
            for test in clause.tests:
                shown[test].append(f"{game.short} {clause.id}")
    for item in items:
        for name in shown[item.nodeid.partition("[")[0]]:
            item.add_marker(pytest.mark.clause(name))
    wanted = config.getoption("--clause")
    if wanted:
        kept = [item for item in items if _shows(item, wanted)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


def _shows(item: pytest.Item, wanted: str) -> bool:
    return any(
        mark.args[0] == wanted or mark.args[0].startswith(f"{wanted}(")
        for mark in item.iter_markers("clause")
    )
