"""Every refusal of the table is reached by a test."""

import ast
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

import pitboss.table.handlers

from .round_scenes import REACHED

HERE: Final = Path(__file__).parent
DECIDING: Final = Path(pitboss.table.handlers.__file__).parent


ALSO: Final = (
    "test_after_round.py",
    "test_round_3.py",
    "test_round_3_devices.py",
    "test_round_10.py",
)
"""Files that also test what is refused, next to what is allowed."""


def modules() -> Iterator[ModuleType]:
    """Return the test modules in this folder."""
    for file in sorted([*HERE.glob("test_refusals_*.py"), *(HERE / name for name in ALSO)]):
        if file.name != Path(__file__).name:
            yield import_module(f"{__package__}.{file.stem}")


def calls(test: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """Return the arguments with which pytest would call a test."""
    marks = [m for m in getattr(test, "pytestmark", ()) if m.name == "parametrize"]
    for values in product(*(_cases(*mark.args) for mark in marks)):
        yield {name: value for case in values for name, value in case.items()}


def _cases(names: str | tuple[str, ...], values: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    if isinstance(names, str):
        return [{names: value} for value in values]
    return [dict(zip(names, value, strict=True)) for value in values]


def refusals() -> Iterator[tuple[Path, range, str]]:
    """Return every ``raise Refused`` of the table: file, lines, message."""
    for file in sorted(DECIDING.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Raise) and "Refused(" in (code_text := ast.unparse(node)):
                yield file, range(node.lineno, (node.end_lineno or node.lineno) + 1), code_text


@pytest.mark.slow
def test_every_refusal_is_covered() -> None:
    """The tests of refusals run once more while the source of each refusal is recorded."""
    REACHED.clear()
    for module in modules():
        for name, test in vars(module).items():
            if name.startswith("test_"):
                for arguments in calls(test):
                    test(**arguments)
    refusal_lines = list(refusals())
    untested_lines = [
        f"{file.name}:{lines.start} {code_text}"
        for file, lines, code_text in refusal_lines
        if not any((file, line) in REACHED for line in lines)
    ]
    assert untested_lines == []
    assert len(refusal_lines) > 50
