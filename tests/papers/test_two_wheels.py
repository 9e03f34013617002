"""A game with two wheels: every paper shows each of them by itself."""

from typing import Final

from msgspec.structs import replace
from rich.console import Console

from pitboss.games.criss_cross import CRISS_CROSS, SPINS
from pitboss.games.words import Side
from pitboss.papers.card import rules_card
from pitboss.papers.card_page import card_page
from pitboss.papers.card_text import card_text
from pitboss.papers.felt_tables import panels
from pitboss.papers.filing import filing
from pitboss.papers.tables import shown_wheels

GAME: Final = replace(
    CRISS_CROSS,
    wagers=(*CRISS_CROSS.wagers, Side("second_spin", "Second Spin", SPINS["A"], "7.E(2)(b)")),
    layout=replace(
        CRISS_CROSS.layout,
        seat="""
            five_card_bonus   second_spin   bonus_spin
            across            middle        down
            ante_across       .             ante_down
        """,
    ),
)
ONE: Final = {"wagers": {"second_spin": {"wheel": [{"symbol": "$11", "stops": 7}]}}}
TITLES: Final = ["The wheel of Bonus Spin, table D", "The wheel of Second Spin"]


def test_each_wheel_has_its_own_stops() -> None:
    bonus, second = shown_wheels(rules_card(GAME, ONE))
    assert (bonus.total, second.total) == (1000, 7)
    assert [stop.symbol for stop in second.stops] == ["$11"]
    assert "$11" not in [stop.symbol for stop in bonus.stops]


def test_every_paper_shows_both() -> None:
    card = rules_card(GAME, ONE)
    console = Console(width=200)
    with console.capture() as printed:
        console.print(card_text(card))
    for paper in (" ".join(printed.get().split()), card_page(card)):
        assert f"{TITLES[0]}, 1,000 stops" in paper
        assert f"{TITLES[1]}, 7 stops" in paper
    sections = {section.title: section for section in filing(GAME, ONE).sections}
    assert [sections[title].note for title in TITLES] == ["1,000 stops in all.", "7 stops in all."]
    felt = {panel.title: panel for panel in panels(card)}
    assert felt["Bonus Spin"].lines != felt["Second Spin"].lines
    assert felt["Second Spin"].prizes == ("$11",)
