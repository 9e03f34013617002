"""A wheel that only pays fixed sums, without meters or operator prizes."""

from pitboss.games.grammar import ByTable, Game, HandOf, Required, Side, Wheel, paytable, symbols
from pitboss.submission import complete_submission, resolve

GAME = Game(
    key="wheel-alone",
    name="Wheel Alone",
    story="Two cards, and a wheel.",
    hands=(HandOf("two", ("hole",), "your two cards"),),
    wagers=(
        Required("ante", "Ante", ByTable("two", paytable("pair   10 to 1"))),
        Side(
            "lucky",
            "Spin",
            Wheel(symbols("$500  $500\n$50  $50"), 500, {"$500": 1, "$50": 9}, top="$500"),
        ),
    ),
    streets=(),
)


def test_the_filing_names_no_meters() -> None:
    whole, faults = complete_submission(GAME, {})
    assert not faults
    assert "meters" not in whole["wagers"]["lucky"]
    assert resolve(GAME, whole).sides[0].pays.meters == ()
