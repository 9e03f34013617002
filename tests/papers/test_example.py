"""ROUND-11: every paper made from the built-in example says that it is one; no other does."""

from collections.abc import Callable
from io import StringIO
from typing import Any, Final

import msgspec
import pytest
from rich.console import Console

from pitboss.games import GAMES
from pitboss.papers.card import Card, rules_card
from pitboss.papers.card_page import card_page
from pitboss.papers.card_text import card_text
from pitboss.papers.layout_svg import layout_svg
from pitboss.papers.par.html import par_page
from pitboss.papers.par.json import par_json
from pitboss.papers.par.sheet import par_sheet
from pitboss.papers.par.typst import typst_source
from tests.filings import own
from tests.rotation import with_games


def printed(card: Card) -> str:
    console = Console(width=100, record=True, file=StringIO())
    console.print(card_text(card))
    return console.export_text()


PAPERS: Final[dict[str, Callable[[Card], str]]] = {
    "terminal": printed,
    "page": card_page,
    "layout": layout_svg,
    "json": lambda card: msgspec.json.encode(card).decode(),
}


def says(paper: str, card: Card) -> bool:
    text = PAPERS[paper](card)
    if paper == "json":
        return bool(msgspec.json.decode(text)["example"])
    return "(example)" in text.lower()


@pytest.mark.parametrize(("game", "paper"), with_games(PAPERS))
def test_a_card_says_that_it_is_an_example(game: str, paper: str) -> None:
    found = GAMES[game]
    changes: tuple[dict[str, Any], ...] = ({}, {"operator": "Grand Casino"})
    for submission in changes:
        assert says(paper, rules_card(found, submission))
    assert not says(paper, rules_card(found, own(game)))


@pytest.mark.parametrize("example", [True, False])
def test_a_par_sheet_says_that_it_is_an_example(example: bool) -> None:
    game = "stud-235"
    sheet = par_sheet(GAMES[game], {} if example else own(game), date="2026-10-02")
    assert ("(example)" in par_page(sheet)) is example
    assert ("(example)" in typst_source(sheet)) is example
    assert par_json(sheet)["example"] is example
