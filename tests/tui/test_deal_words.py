"""Texts of the console: people, wagers and meters by name, nothing truncated."""

import re

import pytest

from pitboss.console.event_sentences import event_sentences
from pitboss.table import LogEntry, Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.tui.dealer.screen import blockers_line
from tests.rotation import with_games
from tests.tui.console_driver import dealer_session
from tests.tui.console_steps import (
    SUBMISSIONS,
    dealer_actions,
    find_action,
    floor_actions,
    step,
    take,
    until,
)

PART = re.compile(
    r"Stub within \d rounds|Deck( \d)? until \d\d:\d\d( \(\d h \d\d min\))?", re.ASCII
)
MARIE = Person("Marie", Role.FLOORPERSON)


def test_who_did_a_step_is_reported() -> None:
    session = dealer_session("criss-cross")
    session.open()
    until(session, "OpenRound")
    assert "Done by Dealer: look every card over for damage." in session.sentences
    assert "Done by Floorperson: confirm the inspection of the cards." in session.sentences
    assert "Dealer cuts the stack: 20 cards go to the bottom." in session.sentences
    assert not any(sentence.startswith("Done:") for sentence in session.sentences)


def test_the_instruction_says_how_cards_are_laid() -> None:
    """Face-up cards are announced as such, and so is the dealer's cover card."""
    session = dealer_session("holdem-bonus")
    session.open()
    until(session, "TurnOver")
    assert "Dealt face down under a cover card: Dealer." in session.sentences
    flop = session.sentences.index("Dealt face up: Flop, 3 cards.")
    assert re.fullmatch(r"Face up: (\S{2,3} ){2}\S{2,3}\.", session.sentences[flop + 1])
    assert "Dealt face up: River." in session.sentences


def test_a_wager_is_called_by_its_label() -> None:
    session = dealer_session("criss-cross")
    session.open()
    until(session, "CloseRound")
    step(session)
    offer = find_action(dealer_actions(session), "Propose a corrected payout")
    take(session, offer, "Ante Across", {"cents": 7_77, "reason": "misread"})
    sentence = [
        session.sentences[-1],
        find_action(floor_actions(session), "Approve proposal").label,
    ]
    sentence.append(find_action(dealer_actions(session), "Withdraw proposal").label)
    for words in sentence:
        assert "on Ante Across in round 1: misread" in words
        assert "_" not in words


@pytest.mark.parametrize(
    ("key", "label"), [("criss-cross", "Bonus Spin"), ("run-em-twice", "Progressive")]
)
def test_a_meter_is_called_by_its_wager(key: str, label: str) -> None:
    rules = dealer_session(key).rules
    for event, words in (
        (e.MeterCorrected("meter", "5", "a miscount"), f"The {label} meter is corrected by 5"),
        (e.Proposed(2, c.CorrectMeter("meter", 5, "a miscount"), "Marie"), f"{label} meter"),
    ):
        (sentence,) = event_sentences(rules, LogEntry(1, event, MARIE, ()))
        assert words in sentence


@pytest.mark.parametrize(("key", "method"), with_games(SUBMISSIONS))
def test_the_outlook_has_whole_words_at_any_width(key: str, method: str) -> None:
    session = dealer_session(key, SUBMISSIONS[method])
    session.open()
    until(session, "OpenRound")
    scene, two = session.screen_state(), session.rules.table.decks == 2
    decks = ["Deck 1", "Deck 2"] if two else ["Deck"]
    for width in range(8, 120):
        line = blockers_line(scene, width).plain
        assert len(line) == width
        assert all(PART.fullmatch(part) for part in line.strip().split("  ")[1:]), line
    parts = blockers_line(scene, 120).plain.strip().split("  ")[1:]
    assert [part.split(" until ")[0] for part in parts if "until" in part] == decks
    assert ("Stub within 5 rounds" in parts) == (method != "counting")
