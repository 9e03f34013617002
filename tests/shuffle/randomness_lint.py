"""Find sources of randomness in a source text: generators, clocks and other entropy."""

import ast
from collections.abc import Iterator
from itertools import chain

BANNED = (
    "random", "numpy.random", "secrets",  # generators
    "os.urandom", "os.getrandom", "uuid",  # entropy from outside the one function that may get it
    "time", "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today",
    "datetime.date.today",  # clocks, which seed generators
    "importlib", "__import__",  # ways around all of these
)  # fmt: skip


def chance(source: str) -> list[str]:
    """Return the full names of all sources of randomness that a source text imports or uses."""
    nodes = list(ast.walk(ast.parse(source)))
    imported_names = dict(chain.from_iterable(map(_imported_names, nodes)))
    used_names = (
        _full(node, imported_names) for node in nodes if isinstance(node, ast.Attribute | ast.Name)
    )
    return sorted({name for name in chain(imported_names.values(), used_names) if _is_banned(name)})


def _imported_names(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Return the names that an import binds, each with its full name."""
    if isinstance(node, ast.Import):
        for item in node.names:
            yield item.asname or item.name, item.name
    elif isinstance(node, ast.ImportFrom) and not node.level:
        for item in node.names:
            yield item.asname or item.name, f"{node.module}.{item.name}"


def _full(node: ast.expr, imported_names: dict[str, str]) -> str:
    """Return ``np.random.rand`` as ``numpy.random.rand``; "" if it is not a dotted name."""
    if isinstance(node, ast.Attribute):
        front = _full(node.value, imported_names)
        return front and f"{front}.{node.attr}"
    return imported_names.get(node.id, node.id) if isinstance(node, ast.Name) else ""


def _is_banned(name: str) -> bool:
    return any(f"{name}.".startswith(f"{banned_name}.") for banned_name in BANNED)
