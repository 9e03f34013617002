"""Golden playthroughs: every dealing method, byte for byte as reviewed."""

import pytest

from pitboss.games import GAMES

from .playthrough_goals import WISHES
from .playthroughs import FILES, FOLDER, cards_in, play_shift, text_of
from .tables import METHODS

WRITE_AGAIN = "python -m tests.table.playthroughs writes them again"


def test_there_is_a_file_for_every_way_of_dealing_and_no_other() -> None:
    books = {method for method, (game, *_) in METHODS.items() if GAMES[game].short}
    others = {f"{game.key}, manual shoe" for game in GAMES.values() if not game.short}
    assert len(books) == 14
    assert {file.name for file in FOLDER.iterdir()} == {file.name for file in FILES.values()}
    assert set(WISHES) == books | others


@pytest.mark.parametrize("method", WISHES)
def test_a_shift_equals_its_reviewed_transcript(method: str) -> None:
    text = FILES[method].read_text(encoding="utf-8")
    assert text_of(method, cards_in(text)) == text, WRITE_AGAIN


@pytest.mark.parametrize("method", WISHES)
def test_every_playthrough_meets_its_goals(method: str) -> None:
    text = FILES[method].read_text(encoding="utf-8")
    assert WISHES[method].happens(play_shift(method, cards_in(text)).table), WRITE_AGAIN
    assert len(text.splitlines()) < 270
    assert max(map(len, text.splitlines())) <= 100
