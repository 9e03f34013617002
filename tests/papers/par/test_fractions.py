"""A par sheet of a game whose largest win is not a whole number of antes."""

from pitboss.games.grammar import ByTable, Game, HandOf, Required, paytable
from pitboss.papers.par_sheet.html_page import par_sheet_html
from pitboss.papers.par_sheet.sheet import build_par_sheet

from .sample_sheets import DAY

GAME = Game(
    key="three-to-two",
    name="Three to Two",
    story="Two cards, paid at once.",
    hands=(HandOf("two", ("hole",), "your two cards"),),
    wagers=(Required("ante", "Ante", ByTable("two", paytable("pair   3 to 2"))),),
    streets=(),
)


def test_the_largest_win_is_written_as_a_fraction() -> None:
    assert "Wins 3/2" in par_sheet_html(build_par_sheet(GAME, {}, date=DAY))
