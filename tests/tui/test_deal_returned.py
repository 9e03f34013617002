"""The console's screen during an irregularity, and after wagers are returned."""

import pytest

from pitboss.table import Phase
from pitboss.tui.dealer.dealer_session import DealerSession
from pitboss.tui.dealer.screen import render_dealer_screen, seats_block
from tests.tui.console_driver import LARGE, SMALL, dealer_session
from tests.tui.console_steps import (
    check_log,
    find_action,
    floor_actions,
    incident_actions,
    step,
    take,
    until,
)

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE])


def screen(session: DealerSession, size: tuple[int, int]) -> list[str]:
    return [line.plain for line in render_dealer_screen(session.screen_state(), *size)]


def row(session: DealerSession, size: tuple[int, int], seat: int) -> str:
    """Return the line of a seat."""
    lines = [line.plain for line in seats_block(session.screen_state(), size[0]).lines]
    return next(x for x in lines if x[:3].strip(" ▸") == str(seat))


@SIZES
def test_the_exposed_card_is_named_while_the_floor_rules(size: tuple[int, int]) -> None:
    session = dealer_session("run-em-twice")
    session.open()
    until(session, "Decide")
    report = find_action(incident_actions(session), "drawn in error and exposed")
    take(session, report, "seat 3's second card")
    screen_text_ = " ".join(screen(session, size)[:8]).replace(session.table.instruction.clause, "")
    words = " ".join(screen_text_.split())
    assert "rule on incident 1: a card was drawn in error and exposed" in words
    assert "(seat 3's second card); choose void or go on" in words
    go_on = find_action(floor_actions(session), "go on")
    assert go_on.prompts[0].initial.endswith("(seat 3's second card)")
    take(session, go_on, answers={"reason": go_on.prompts[0].initial})
    session.end()
    check_log(session)


@SIZES
def test_a_side_wager_that_was_returned_is_on_the_screen(size: tuple[int, int]) -> None:
    session = dealer_session("criss-cross", seats=6)
    session.open()
    wagers: dict[int, int] = {}
    while not wagers:
        until(session, "Decide", rounds=session.tally.rounds + 3)
        round_ = session.table.state.round
        assert round_ is not None
        scene_ = round_.wagers.items()
        wagers = {seat: some["bonus_spin"] for seat, some in scene_ if "bonus_spin" in some}
        if not wagers:
            until(session, "OpenRound", rounds=session.tally.rounds + 3)
    seat = min(wagers)
    before = row(session, size, seat)
    assert "back" not in before
    take(session, find_action(incident_actions(session), "The wheel fails"))
    take(
        session,
        find_action(floor_actions(session), "return"),
        answers={"reason": "it stands still"},
    )
    for _ in range(3):  # also while the round goes on
        assert row(session, size, seat).count("back") == 1
        others = [item for item in range(1, 7) if item not in wagers]
        assert all("back" not in row(session, size, other) for other in others)
        step(session)
    assert any("Bonus Spin is returned to seat" in sentence for sentence in session.sentences)
    session.end()
    check_log(session)


def test_wagers_of_a_player_who_sits_out_are_not_shown_on_the_table() -> None:
    session = dealer_session("run-em-twice")
    session.open()
    until(session, "Decide")
    take(session, find_action(incident_actions(session), "A player was skipped"), "seat 2")
    take(
        session,
        find_action(floor_actions(session), "by the book"),
        answers={"reason": "no cards there"},
    )
    assert session.table.state.round is not None
    assert session.table.state.round.phase is Phase.PLAYING
    screen_text_ = row(session, LARGE, 2)
    assert "sits out" in screen_text_
    assert screen_text_.count("back") == len(session.table.state.round.sat_out[2])
    session.end()
    check_log(session)
