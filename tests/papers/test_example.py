"""ROUND-11: every paper made from the built-in example is marked as an example; no other is."""

from collections.abc import Callable
from io import StringIO
from typing import Any, Final

import msgspec
import pytest
from rich.console import Console

from pitboss.games import GAMES
from pitboss.papers.layout import draw_layout
from pitboss.papers.par_sheet.html_page import par_sheet_html
from pitboss.papers.par_sheet.pdf import typst_source
from pitboss.papers.par_sheet.sections import par_sheet_json
from pitboss.papers.par_sheet.sheet import build_par_sheet
from pitboss.papers.rules_card.card import RulesCard, build_rules_card
from pitboss.papers.rules_card.html_page import rules_card_html
from pitboss.papers.rules_card.rich_text import rules_card_text
from tests.filings import own
from tests.rotation import with_games


def printed_card(card: RulesCard) -> str:
    console = Console(width=100, record=True, file=StringIO())
    console.print(rules_card_text(card))
    return console.export_text()


PAPERS: Final[dict[str, Callable[[RulesCard], str]]] = {
    "terminal": printed_card,
    "page": rules_card_html,
    "layout": draw_layout,
    "json": lambda card: msgspec.json.encode(card).decode(),
}


def says(paper: str, card: RulesCard) -> bool:
    text = PAPERS[paper](card)
    if paper == "json":
        return bool(msgspec.json.decode(text)["example"])
    return "(example)" in text.lower()


@pytest.mark.parametrize(("game", "paper"), with_games(PAPERS))
def test_a_card_of_the_example_is_marked(game: str, paper: str) -> None:
    result = GAMES[game]
    changes: tuple[dict[str, Any], ...] = ({}, {"operator": "Grand Casino"})
    for submission in changes:
        assert says(paper, build_rules_card(result, submission))
    assert not says(paper, build_rules_card(result, own(game)))


@pytest.mark.parametrize("example", [True, False])
def test_a_par_sheet_of_the_example_is_marked(example: bool) -> None:
    game = "stud-235"
    sheet = build_par_sheet(GAMES[game], {} if example else own(game), date="2026-10-02")
    assert ("(example)" in par_sheet_html(sheet)) is example
    assert ("(example)" in typst_source(sheet)) is example
    assert par_sheet_json(sheet)["example"] is example
