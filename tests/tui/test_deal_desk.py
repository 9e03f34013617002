"""The console without its screen: long days with every method, secrecy, names, sums."""

from io import StringIO

import pytest
from rich.console import Console

from pitboss.cards import card_text
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.table import Automation
from pitboss.table import events as e
from pitboss.tui.dealer.day_summary import day_summary_json, day_summary_text
from pitboss.tui.dealer.dealer_actions import dealer_actions, next_step_action
from pitboss.tui.dealer.dealer_session import DealerSession, parse_cents, possible_actions
from pitboss.tui.dealer.floor_actions import floor_actions, incident_actions
from pitboss.tui.dealer.screen import render_dealer_screen
from tests.rotation import with_games
from tests.tui.console_driver import LARGE, SMALL, WHOLE, Clock, desk_of
from tests.tui.console_steps import (
    SUBMISSIONS,
    all_offers,
    check_log,
    find_action,
    step,
    take,
    until,
)


@pytest.mark.parametrize(("key", "method"), with_games(SUBMISSIONS))
def test_a_long_day_and_all_it_offers(key: str, method: str) -> None:
    desk, draw_count = desk_of(key, SUBMISSIONS[method], seats=4), 0
    desk.open()
    while desk.tally.rounds < 7:
        step(desk)
        scene = desk.screen_state("do it")
        for width, height in (SMALL, LARGE, WHOLE) if draw_count % 9 == 0 else ():
            lines = render_dealer_screen(scene, width, height)
            assert len(lines) == height
            assert {line.cell_len for line in lines} == {width}
            assert "!" not in "".join(line.plain for line in lines)
        for offer in all_offers(desk) if draw_count % 9 == 0 else ():
            assert offer.label[0].isupper() or offer.label[0].isdigit()
            assert offer.clause or offer.label == "All players leave" or not GAMES[key].short
            assert bool(offer.variants) or offer.refusal
            assert "!" not in offer.label + offer.detail + offer.refusal
        draw_count += 1
    desk.end()
    check_log(desk)
    assert len(desk.sentences) > 100
    assert all(sentence[-1] == "." and "!" not in sentence for sentence in desk.sentences)
    counts = [x for x in desk.table.log if isinstance(x.event, e.StubCounted)]
    assert bool(counts) == (method != "counting")


@pytest.mark.parametrize("key", GAMES)
def test_the_dealer_sees_no_hidden_face(key: str) -> None:
    """Two shoes that differ in every hidden card give the same picture until a card is turned."""
    face_up_count = sum(place.face_up for place in GAMES[key].places)
    draw_count, faces = [], []
    for seed in ("one", "two"):
        desk = desk_of(key, seats=2, seed=seed)
        desk.players._rng = desk_of(key, seats=2, seed="same").players._rng
        desk.open()
        until(desk, "Decide")
        assert desk.table.state.round is not None
        faces.append({*map(card_text, desk.table.state.round.shown.values())})
        draw_count.append(
            "\n".join(line.plain for line in render_dealer_screen(desk.screen_state("x"), *LARGE))
        )
    assert [len(some) for some in faces] == [face_up_count, face_up_count]
    if not face_up_count:
        assert draw_count[0] == draw_count[1]
    hidden_counts = [
        len([line for line in picture.split("\n") if "▚" in line]) for picture in draw_count
    ]
    assert hidden_counts[0] == hidden_counts[1]
    for picture, some in zip(draw_count, faces, strict=True):
        assert sum(picture.count(suit) for suit in "♠♥♦♣") <= 4 * len(some)  # on a large card


def test_everything_left_to_the_house() -> None:
    desk = desk_of("criss-cross", automation=Automation.EVERYTHING)
    desk.open()
    steps = 0
    while desk.tally.rounds < 3:
        step(desk)
        steps += 1
    assert steps < 3 * (2 + 3 * 3) + 2  # the bets, and the questions to three players
    desk.end()
    check_log(desk)


def test_cards_are_gone_with_their_deck() -> None:
    desk = desk_of("criss-cross")
    desk.open()
    until(desk, "CountStub")
    assert "▚▞" in screen_text(desk)
    offer = next_step_action(desk)
    assert offer is not None
    assert desk.run_action(offer.variants[0].run, {"cards": 3})
    take(desk, possible_actions(floor_actions(desk))[1], answers={"reason": "a card is gone"})
    assert "is removed" in desk.sentences[-1]
    for _ in range(2):  # the round is void, then closed
        assert desk.table.state.round is not None
        screen = screen_text(desk)
        assert "▚" not in screen
        assert not any(suit in screen.partition(" net")[2] for suit in "♠♥♦♣")
        assert "back" in screen  # the wagers, which are the players' again
        step(desk)
    until(desk, "Decide")
    assert "▚▞" in screen_text(desk)


def screen_text(desk: DealerSession) -> str:
    """The screen from the table's cards on."""
    return "\n".join(line.plain for line in render_dealer_screen(desk.screen_state("x"), *LARGE))


def test_cards_of_a_closed_round_are_gone_with_their_deck() -> None:
    desk = desk_of("holdem-bonus")
    desk.open()
    until(desk, "CloseRound")
    step(desk)
    before = desk.screen_state().round
    assert before is not None
    assert any(before.cards.values())
    take(desk, find_action(dealer_actions(desk), "Remove the deck"))
    after = desk.screen_state().round
    assert after is not None
    assert not after.cards
    assert not any(seat.cards for seat in after.seats.values())


def test_the_seat_of_a_spin_is_pointed_at() -> None:
    """As the table itself says it, with nothing added by the console."""
    desk = desk_of("criss-cross", seats=6)
    desk.open()
    until(desk, "SpinWheel")
    duty, offer = desk.table.instruction, next_step_action(desk)
    assert offer is not None
    assert offer.label == f"spin for seat {duty.seat}"
    assert desk.screen_state().instruction == duty
    assert f"▸{duty.seat} " in screen_text(desk)


@pytest.mark.parametrize(
    ("dealer", "floor", "words"),
    [
        ("Ann", "ann", "different names"),
        ("Seat 1", "Flo", "cannot be a staff name"),
        ("house dealer", "Flo", "cannot be a staff name"),
        ("", "Flo", "cannot be a staff name"),
        ("Dan", " ", "cannot be a staff name"),
    ],
)
def test_names_of_people(dealer: str, floor: str, words: str) -> None:
    other = desk_of("criss-cross")
    with pytest.raises(Refused, match=words):
        DealerSession(other.game, other.rules, {}, dealer=dealer, floor=floor, clock=Clock())


def test_sums_as_people_type_them() -> None:
    assert [parse_cents(x) for x in ("5", "$5", "1,250.50", "0", "12.5")] == [
        500,
        500,
        125050,
        0,
        1250,
    ]
    for wrong in ("", "-5", "five", "1.234", "$", "9" * 20, "٣"):
        with pytest.raises(Refused):
            parse_cents(wrong)


def test_a_day_is_summed_up() -> None:
    desk = desk_of("holdem-bonus")
    desk.open()
    until(desk, "Decide")
    take(desk, find_action(incident_actions(desk), "wrong number"), "seat 1")
    take(desk, possible_actions(floor_actions(desk))[0], answers={"reason": "seen"})
    until(desk, "OpenRound")
    desk.end()
    result = day_summary_json(desk)
    assert (result["rounds"], result["void"], result["decks"]) == (1, 1, 1)
    assert result["incidents"] == {"wrong number": 1}
    assert (result["won"], result["tray_over"], result["closed"]) == (0, 0, False)
    assert (result["called_off"], result["staked"]) == (0, 0)
    screen = day_text(desk)
    assert "rounds dealt    1, 1 of them void" in screen
    assert "irregularities  1 wrong number" in screen
    assert ", example filing" in screen
    assert "returned" in screen


def day_text(desk: DealerSession) -> str:
    """What a day came to, as it is read."""
    screen = Console(width=80, record=True, file=StringIO())
    screen.print(day_summary_text(desk))
    return screen.export_text()


def test_a_round_is_counted_when_it_is_dealt() -> None:
    """One that was given up with the bets open is called off: nothing was staked in it."""
    desk = desk_of("holdem-bonus")
    desk.open()
    until(desk, "CloseRound")
    step(desk)
    staked = day_summary_json(desk)["staked"]
    assert isinstance(staked, int)
    assert staked > 0
    until(desk, "NoMoreBets")
    desk.end()
    result = day_summary_json(desk)
    assert (result["rounds"], result["void"], result["called_off"]) == (1, 0, 1)
    assert result["staked"] == staked
    assert "rounds dealt    1; 1 more called off before the deal" in day_text(desk)


@pytest.mark.parametrize(
    ("ruling", "kind"),
    [
        ("not misdealt", "stub not 52"),
        ("misdealt", "stub misdealt"),
        ("dismissed", "dismissed"),
    ],
)
def test_a_wrong_count_is_what_it_was_found_to_be(ruling: str, kind: str) -> None:
    desk = desk_of("criss-cross")
    desk.open()
    until(desk, "CountStub")
    offer = next_step_action(desk)
    assert offer is not None
    assert desk.run_action(offer.variants[0].run, {"cards": 3})
    assert day_summary_json(desk)["incidents"] == {"the stub count is wrong": 1}
    ruling_action = next(
        floor_action for floor_action in floor_actions(desk) if f", {ruling}:" in floor_action.label
    )
    take(desk, ruling_action, answers={"reason": "seen"})
    assert day_summary_json(desk)["incidents"] == {kind: 1}
    desk.end()
    assert f"irregularities  1 {kind}" in day_text(desk)
