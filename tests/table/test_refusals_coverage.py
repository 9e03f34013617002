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
"""Files of rules whose refusals are tested beside what they allow."""


def modules() -> Iterator[ModuleType]:
    """The files beside this one."""
    for file in sorted([*HERE.glob("test_refusals_*.py"), *(HERE / name for name in ALSO)]):
        if file.name != Path(__file__).name:
            yield import_module(f"{__package__}.{file.stem}")


def calls(test: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """The arguments that pytest would call a test with."""
    marks = [m for m in getattr(test, "pytestmark", ()) if m.name == "parametrize"]
    for values in product(*(_cases(*mark.args) for mark in marks)):
        yield {name: value for case in values for name, value in case.items()}


def _cases(names: str | tuple[str, ...], values: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    if isinstance(names, str):
        return [{names: value} for value in values]
    return [dict(zip(names, value, strict=True)) for value in values]


def refusals() -> Iterator[tuple[Path, range, str]]:
    """Every ``raise Refused`` of the table: its file, its lines, what it says."""
    for file in sorted(DECIDING.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Raise) and "Refused(" in (code_text := ast.unparse(node)):
                yield file, range(node.lineno, (node.end_lineno or node.lineno) + 1), code_text


@pytest.mark.slow
def test_every_refusal_is_reached() -> None:
    """The tests of refusals are called once more, and where each refusal came from is noted."""
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
