"""Games of the library are short: nothing but the game stands in its file."""

from pathlib import Path

import pytest

from pitboss.games import library

FILES = sorted(Path(library.__file__).parent.glob("[a-z]*.py"))
MOST_LINES = 80


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_takes_at_most_80_lines(path: Path) -> None:
    assert len(FILES) == 5
    assert len(path.read_text().splitlines()) <= MOST_LINES
