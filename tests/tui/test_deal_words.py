"""Texts of the console: people, wagers and meters by name, nothing cut off."""

import re

import pytest

from pitboss.table import LogEntry, Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.tui.dealer.dealer_actions import dealer_actions
from pitboss.tui.dealer.event_sentences import event_sentences
from pitboss.tui.dealer.floor_actions import floor_actions
from pitboss.tui.dealer.screen import blockers_line
from tests.rotation import with_games
from tests.tui.console_driver import desk_of
from tests.tui.console_steps import SUBMISSIONS, find_action, step, take, until

PART = re.compile(
    r"Stub within \d rounds|Deck( \d)? until \d\d:\d\d( \(\d h \d\d min\))?", re.ASCII
)
MARIE = Person("Marie", Role.FLOORPERSON)


def test_who_did_a_step_is_told() -> None:
    desk = desk_of("criss-cross")
    desk.open()
    until(desk, "OpenRound")
    assert "Done by Dealer: look every card over for damage." in desk.sentences
    assert "Done by Floorperson: confirm the inspection of the cards." in desk.sentences
    assert "Dealer cuts the stack: 20 cards go to the bottom." in desk.sentences
    assert not any(sentence.startswith("Done:") for sentence in desk.sentences)


def test_how_cards_are_laid_is_told() -> None:
    """Face up what lies open, under a cover card what the dealer has."""
    desk = desk_of("holdem-bonus")
    desk.open()
    until(desk, "TurnOver")
    assert "Dealt face down under a cover card: Dealer." in desk.sentences
    flop = desk.sentences.index("Dealt face up: Flop, 3 cards.")
    assert re.fullmatch(r"Face up: (\S{2,3} ){2}\S{2,3}\.", desk.sentences[flop + 1])
    assert "Dealt face up: River." in desk.sentences


def test_a_wager_is_called_by_its_label() -> None:
    desk = desk_of("criss-cross")
    desk.open()
    until(desk, "CloseRound")
    step(desk)
    offer = find_action(dealer_actions(desk), "Propose a corrected payout")
    take(desk, offer, "Ante Across", {"cents": 7_77, "reason": "misread"})
    sentence = [desk.sentences[-1], find_action(floor_actions(desk), "Approve proposal").label]
    sentence.append(find_action(dealer_actions(desk), "Withdraw proposal").label)
    for words in sentence:
        assert "on Ante Across in round 1 because misread" in words
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
        (sentence,) = event_sentences(rules, LogEntry(1, event, MARIE, ()))
        assert words in sentence


@pytest.mark.parametrize(("key", "method"), with_games(SUBMISSIONS))
def test_what_is_ahead_is_whole_words_in_any_width(key: str, method: str) -> None:
    desk = desk_of(key, SUBMISSIONS[method])
    desk.open()
    until(desk, "OpenRound")
    scene, two = desk.screen_state(), desk.rules.table.decks == 2
    decks = ["Deck 1", "Deck 2"] if two else ["Deck"]
    for width in range(8, 120):
        line = blockers_line(scene, width).plain
        assert len(line) == width
        assert all(PART.fullmatch(part) for part in line.strip().split("  ")[1:]), line
    parts = blockers_line(scene, 120).plain.strip().split("  ")[1:]
    assert [part.split(" until ")[0] for part in parts if "until" in part] == decks
    assert ("Stub within 5 rounds" in parts) == (method != "counting")
