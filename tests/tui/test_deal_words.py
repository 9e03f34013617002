"""What the console says: who did it, wagers and meters by their names, nothing cut short."""

import re

import pytest

from pitboss.table import Person, Recorded, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.tui.console.due_block import ahead_line
from pitboss.tui.console.floor import floor_offers
from pitboss.tui.console.others import dealer_offers
from pitboss.tui.console.told import told
from tests.rotation import with_games
from tests.tui.dealing import desk_of
from tests.tui.desks import SUBMISSIONS, offered, step, take, until

PART = re.compile(
    r"Stub within \d rounds|Deck( \d)? until \d\d:\d\d( \(\d h \d\d min\))?", re.ASCII
)
MARIE = Person("Marie", Role.FLOORPERSON)


def test_who_did_a_step_is_told() -> None:
    desk = desk_of("criss-cross")
    desk.open()
    until(desk, "OpenRound")
    assert "Done by Dealer: look every card over for damage." in desk.told
    assert "Done by Floorperson: confirm the inspection of the cards." in desk.told
    assert "The stack is cut by Dealer: 20 cards went to the bottom." in desk.told
    assert not any(said.startswith("Done:") for said in desk.told)


def test_how_cards_are_laid_is_told() -> None:
    """Face up what lies open, under a cover card what the dealer has."""
    desk = desk_of("holdem-bonus")
    desk.open()
    until(desk, "TurnOver")
    assert "Dealt face down under a cover card: Dealer." in desk.told
    flop = desk.told.index("Dealt face up: Flop, 3 cards.")
    assert re.fullmatch(r"Face up: (\S{2,3} ){2}\S{2,3}\.", desk.told[flop + 1])
    assert "Dealt face up: River." in desk.told


def test_a_wager_is_called_by_its_label() -> None:
    desk = desk_of("criss-cross")
    desk.open()
    until(desk, "CloseRound")
    step(desk)
    offer = offered(dealer_offers(desk), "Propose another payout")
    take(desk, offer, "Ante Across", {"cents": 7_77, "reason": "misread"})
    said = [desk.told[-1], offered(floor_offers(desk), "Approve proposal").words]
    said.append(offered(dealer_offers(desk), "Take proposal").words)
    for words in said:
        assert "on Ante Across, because misread" in words
        assert "_" not in words


@pytest.mark.parametrize(
    ("key", "label"), [("criss-cross", "Bonus Spin"), ("run-em-twice", "Progressive")]
)
def test_a_meter_is_called_by_its_wager(key: str, label: str) -> None:
    rules = desk_of(key).rules
    for event, words in (
        (e.MeterCorrected("meter", "5", "a miscount"), f"The meter of {label} is corrected by 5"),
        (e.Proposed(2, c.CorrectMeter("meter", 5, "a miscount"), "Marie"), f"meter of {label}"),
    ):
        (said,) = told(rules, Recorded(1, event, MARIE, ()))
        assert words in said


@pytest.mark.parametrize(("key", "method"), with_games(SUBMISSIONS))
def test_what_is_ahead_is_whole_words_in_any_width(key: str, method: str) -> None:
    desk = desk_of(key, SUBMISSIONS[method])
    desk.open()
    until(desk, "OpenRound")
    scene, two = desk.scene(), desk.rules.table.decks == 2
    decks = ["Deck 1", "Deck 2"] if two else ["Deck"]
    for width in range(8, 120):
        line = ahead_line(scene, width).plain
        assert len(line) == width
        assert all(PART.fullmatch(part) for part in line.strip().split("  ")[1:]), line
    parts = ahead_line(scene, 120).plain.strip().split("  ")[1:]
    assert [part.split(" until ")[0] for part in parts if "until" in part] == decks
    assert ("Stub within 5 rounds" in parts) == (method != "counting")
