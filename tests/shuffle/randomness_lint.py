"""Find sources of randomness in a source text: generators, clocks and other entropy."""

import ast
from collections.abc import Iterator
from itertools import chain

BANNED = (
    "random", "numpy.random", "secrets",  # generators
    "os.urandom", "os.getrandom", "uuid",  # entropy past the one place that takes it
    "time", "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today",
    "datetime.date.today",  # clocks, which seed generators
    "importlib", "__import__",  # a way round all of these
)  # fmt: skip


def chance(source: str) -> list[str]:
    """The full names of what a source text imports or uses of it."""
    nodes = list(ast.walk(ast.parse(source)))
    imported_names = dict(chain.from_iterable(map(_imported_names, nodes)))
    used_names = (
        _full(node, imported_names) for node in nodes if isinstance(node, ast.Attribute | ast.Name)
    )
    return sorted({name for name in chain(imported_names.values(), used_names) if _is_banned(name)})


def _imported_names(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that an import makes, each with what it stands for."""
    if isinstance(node, ast.Import):
        for item in node.names:
            yield item.asname or item.name, item.name
    elif isinstance(node, ast.ImportFrom) and not node.level:
        for item in node.names:
            yield item.asname or item.name, f"{node.module}.{item.name}"


def _full(node: ast.expr, imported_names: dict[str, str]) -> str:
    """``np.random.rand`` as ``numpy.random.rand``; nothing for what is not a name with dots."""
    if isinstance(node, ast.Attribute):
        front = _full(node.value, imported_names)
        return front and f"{front}.{node.attr}"
    return imported_names.get(node.id, node.id) if isinstance(node, ast.Name) else ""


def _is_banned(name: str) -> bool:
    return any(f"{name}.".startswith(f"{banned_name}.") for banned_name in BANNED)
