"""Papers of a game with two wheels show each wheel separately."""

from typing import Final

from msgspec.structs import replace
from rich.console import Console

from pitboss.games.game_parts import Side
from pitboss.games.maryland.criss_cross import CRISS_CROSS, SPINS
from pitboss.papers.filing.document import build_filing
from pitboss.papers.layout import pay_panels
from pitboss.papers.rules_card.card import build_rules_card, card_wheels
from pitboss.papers.rules_card.html_page import rules_card_html
from pitboss.papers.rules_card.rich_text import rules_card_text

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
TITLES: Final = ["Bonus Spin wheel, paytable D", "Second Spin wheel"]


def test_each_wheel_has_its_own_stops() -> None:
    bonus, second = card_wheels(build_rules_card(GAME, ONE))
    assert (bonus.total, second.total) == (1000, 7)
    assert [stop.symbol for stop in second.stops] == ["$11"]
    assert "$11" not in [stop.symbol for stop in bonus.stops]


def test_every_paper_shows_both() -> None:
    card = build_rules_card(GAME, ONE)
    console = Console(width=200)
    with console.capture() as capture:
        console.print(rules_card_text(card))
    for paper in (" ".join(capture.get().split()), rules_card_html(card)):
        assert f"{TITLES[0]}, 1,000 stops" in paper
        assert f"{TITLES[1]}, 7 stops" in paper
    sections = {section.title: section for section in build_filing(GAME, ONE).sections}
    assert [sections[title].note for title in TITLES] == ["1,000 stops in all.", "7 stops in all."]
    felt = {panel.title: panel for panel in pay_panels(card)}
    assert felt["Bonus Spin"].lines != felt["Second Spin"].lines
    assert felt["Second Spin"].prizes == ("$11",)
