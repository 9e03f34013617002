"""Definitions stay short, both in the library and for the Maryland rulebooks."""

from pathlib import Path

import pytest

from pitboss.games import library, maryland

FILES = sorted(Path(library.__file__).parent.glob("[a-z]*.py"))
MOST_LINES = 80
MARYLAND_LINES = 1_110
"""A third less than the 1,681 lines of the four definitions before 0.3."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_takes_at_most_80_lines(path: Path) -> None:
    assert len(FILES) == 5
    assert len(path.read_text().splitlines()) <= MOST_LINES


def test_the_maryland_definitions_stay_short() -> None:
    files = sorted(Path(maryland.__file__).parent.glob("[a-z]*.py"))
    assert len(files) == 5  # including their shared parts
    lines = [line for path in files for line in path.read_text().splitlines()]
    assert len(lines) <= MARYLAND_LINES
    assert max(map(len, lines)) <= 100
