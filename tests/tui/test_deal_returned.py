"""The console's screen during an irregularity, and after wagers are returned."""

import pytest

from pitboss.table import Phase
from pitboss.tui.dealer.dealer_session import DealerSession
from pitboss.tui.dealer.floor_actions import floor_actions, incident_actions
from pitboss.tui.dealer.screen import render_dealer_screen, seats_block
from tests.tui.console_driver import LARGE, SMALL, desk_of
from tests.tui.console_steps import check_log, find_action, step, take, until

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE])


def screen(desk: DealerSession, size: tuple[int, int]) -> list[str]:
    return [line.plain for line in render_dealer_screen(desk.screen_state(), *size)]


def row(desk: DealerSession, size: tuple[int, int], seat: int) -> str:
    """The line of a seat."""
    lines = [line.plain for line in seats_block(desk.screen_state(), size[0]).lines]
    return next(x for x in lines if x[:3].strip(" ▸") == str(seat))


@SIZES
def test_the_card_that_lies_open_is_named_while_the_floor_rules(size: tuple[int, int]) -> None:
    desk = desk_of("run-em-twice")
    desk.open()
    until(desk, "Decide")
    report = find_action(incident_actions(desk), "drawn in error and exposed")
    take(desk, report, "seat 3, second card")
    screen_text_ = " ".join(screen(desk, size)[:8]).replace(desk.table.instruction.clause, "")
    words = " ".join(screen_text_.split())
    assert "rule on incident 1, a card was drawn in error and exposed" in words
    assert "(seat 3, second card): void or go on" in words
    go_on = find_action(floor_actions(desk), "go on")
    assert go_on.prompts[0].initial.endswith("(seat 3, second card)")
    take(desk, go_on, answers={"reason": go_on.prompts[0].initial})
    desk.end()
    check_log(desk)


@SIZES
def test_a_side_wager_that_was_returned_is_on_the_screen(size: tuple[int, int]) -> None:
    desk = desk_of("criss-cross", seats=6)
    desk.open()
    wagers: dict[int, int] = {}
    while not wagers:
        until(desk, "Decide", rounds=desk.tally.rounds + 3)
        round_ = desk.table.state.round
        assert round_ is not None
        scene_ = round_.wagers.items()
        wagers = {seat: some["bonus_spin"] for seat, some in scene_ if "bonus_spin" in some}
        if not wagers:
            until(desk, "OpenRound", rounds=desk.tally.rounds + 3)
    seat = min(wagers)
    before = row(desk, size, seat)
    assert "back" not in before
    take(desk, find_action(incident_actions(desk), "The wheel fails"))
    take(desk, find_action(floor_actions(desk), "return"), answers={"reason": "it stands still"})
    for _ in range(3):  # also while the round goes on
        assert row(desk, size, seat).count("back") == 1
        others = [item for item in range(1, 7) if item not in wagers]
        assert all("back" not in row(desk, size, other) for other in others)
        step(desk)
    assert any("Bonus Spin is returned to seat" in sentence for sentence in desk.sentences)
    desk.end()
    check_log(desk)


def test_the_wagers_of_a_player_who_sits_out_are_not_shown_as_lying_there() -> None:
    desk = desk_of("run-em-twice")
    desk.open()
    until(desk, "Decide")
    take(desk, find_action(incident_actions(desk), "A player was skipped"), "seat 2")
    take(
        desk, find_action(floor_actions(desk), "by the book"), answers={"reason": "no cards there"}
    )
    assert desk.table.state.round is not None
    assert desk.table.state.round.phase is Phase.PLAYING
    screen_text_ = row(desk, LARGE, 2)
    assert "sits out" in screen_text_
    assert screen_text_.count("back") == len(desk.table.state.round.sat_out[2])
    desk.end()
    check_log(desk)
