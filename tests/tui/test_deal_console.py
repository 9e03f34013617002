"""The console without its screen: long days with every method, secrecy, names, sums."""

from io import StringIO

import pytest
from rich.console import Console

from pitboss.cards import card_text
from pitboss.console.actions import parse_cents, possible_actions
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.table import Automation
from pitboss.table import events as e
from pitboss.tui.dealer.day_summary import day_summary_json, day_summary_text
from pitboss.tui.dealer.dealer_session import DealerSession
from pitboss.tui.dealer.screen import render_dealer_screen
from tests.rotation import with_games
from tests.tui.console_driver import LARGE, SMALL, WHOLE, Clock, dealer_session
from tests.tui.console_steps import (
    SUBMISSIONS,
    all_offers,
    check_log,
    dealer_actions,
    find_action,
    floor_actions,
    incident_actions,
    next_step_action,
    step,
    take,
    until,
)


@pytest.mark.parametrize(("key", "method"), with_games(SUBMISSIONS))
def test_a_long_day_with_every_action(key: str, method: str) -> None:
    session, draw_count = dealer_session(key, SUBMISSIONS[method], seats=4), 0
    session.open()
    while session.tally.rounds < 5:
        step(session)
        scene = session.screen_state("do it")
        for width, height in (SMALL, LARGE, WHOLE) if draw_count % 9 == 0 else ():
            lines = render_dealer_screen(scene, width, height)
            assert len(lines) == height
            assert {line.cell_len for line in lines} == {width}
            assert "!" not in "".join(line.plain for line in lines)
        for offer in all_offers(session) if draw_count % 9 == 0 else ():
            assert offer.label[0].isupper() or offer.label[0].isdigit()
            assert offer.clause or offer.label == "All players leave" or not GAMES[key].short
            assert bool(offer.variants) or offer.refusal
            assert "!" not in offer.label + offer.detail + offer.refusal
        draw_count += 1
    session.end()
    check_log(session)
    assert len(session.sentences) > 100
    assert all(sentence[-1] == "." and "!" not in sentence for sentence in session.sentences)
    counts = [x for x in session.table.log if isinstance(x.event, e.StubCounted)]
    assert bool(counts) == (method != "counting")


@pytest.mark.parametrize("key", GAMES)
def test_the_dealer_sees_no_hidden_face(key: str) -> None:
    """Two shoes that differ in every hidden card look the same until a card is turned."""
    face_up_count = sum(place.face_up for place in GAMES[key].places)
    draw_count, faces = [], []
    for seed in ("one", "two"):
        session = dealer_session(key, seats=2, seed=seed)
        session.players._rng = dealer_session(key, seats=2, seed="same").players._rng
        session.open()
        until(session, "Decide")
        assert session.table.state.round is not None
        faces.append({*map(card_text, session.table.state.round.shown.values())})
        draw_count.append(
            "\n".join(
                line.plain for line in render_dealer_screen(session.screen_state("x"), *LARGE)
            )
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


def test_everything_is_left_to_the_house() -> None:
    session = dealer_session("criss-cross", automation=Automation.EVERYTHING)
    session.open()
    steps = 0
    while session.tally.rounds < 3:
        step(session)
        steps += 1
    assert steps < 3 * (2 + 3 * 3) + 2  # the bets, and the decisions of three players
    session.end()
    check_log(session)


def test_cards_are_gone_with_their_deck() -> None:
    session = dealer_session("criss-cross")
    session.open()
    until(session, "CountStub")
    assert "▚▞" in screen_text(session)
    offer = next_step_action(session)
    assert offer is not None
    assert session.run_action(offer, offer.variants[0], {"cards": 3})
    take(session, possible_actions(floor_actions(session))[1], answers={"reason": "a card is gone"})
    assert "is removed" in session.sentences[-1]
    for _ in range(2):  # the round is void, then closed
        assert session.table.state.round is not None
        screen = screen_text(session)
        assert "▚" not in screen
        assert not any(suit in screen.partition(" net")[2] for suit in "♠♥♦♣")
        assert "back" in screen  # the wagers, which belong to the players again
        step(session)
    until(session, "Decide")
    assert "▚▞" in screen_text(session)


def screen_text(session: DealerSession) -> str:
    """Return the screen from the table's cards on."""
    return "\n".join(line.plain for line in render_dealer_screen(session.screen_state("x"), *LARGE))


def test_cards_of_a_closed_round_are_gone_with_their_deck() -> None:
    session = dealer_session("holdem-bonus")
    session.open()
    until(session, "CloseRound")
    step(session)
    before = session.screen_state().round
    assert before is not None
    assert any(before.cards.values())
    take(session, find_action(dealer_actions(session), "Remove the deck"))
    after = session.screen_state().round
    assert after is not None
    assert not after.cards
    assert not any(seat.cards for seat in after.seats.values())


def test_the_seat_of_a_spin_is_pointed_at() -> None:
    """The text is the table's own, with nothing added by the console."""
    session = dealer_session("criss-cross", seats=6)
    session.open()
    until(session, "SpinWheel")
    instruction, offer = session.table.instruction, next_step_action(session)
    assert offer is not None
    assert offer.label == f"spin for seat {instruction.seat}"
    assert session.screen_state().instruction == instruction
    assert f"▸{instruction.seat} " in screen_text(session)


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
    other = dealer_session("criss-cross")
    with pytest.raises(Refused, match=words):
        DealerSession(other.game, other.rules, {}, dealer=dealer, floor=floor, clock=Clock())


def test_amounts_as_people_type_them() -> None:
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


def test_a_day_is_summarized() -> None:
    session = dealer_session("holdem-bonus")
    session.open()
    until(session, "Decide")
    take(session, find_action(incident_actions(session), "wrong number"), "seat 1")
    take(session, possible_actions(floor_actions(session))[0], answers={"reason": "seen"})
    until(session, "OpenRound")
    session.end()
    result = day_summary_json(session)
    assert (result["rounds"], result["void"], result["decks"]) == (1, 1, 1)
    assert result["incidents"] == {"wrong number": 1}
    assert (result["won"], result["tray_over"], result["closed"]) == (0, 0, False)
    assert (result["called_off"], result["staked"]) == (0, 0)
    screen = day_text(session)
    assert "rounds dealt    1, 1 of them void" in screen
    assert "irregularities  1 wrong number" in screen
    assert ", example filing" in screen
    assert "returned" in screen


def day_text(session: DealerSession) -> str:
    """Return the text of a day's summary."""
    screen = Console(width=80, record=True, file=StringIO())
    screen.print(day_summary_text(session))
    return screen.export_text()


def test_a_round_is_counted_when_it_is_dealt() -> None:
    """A round that was abandoned with open bets is void: nothing was staked in it."""
    session = dealer_session("holdem-bonus")
    session.open()
    until(session, "CloseRound")
    step(session)
    staked = day_summary_json(session)["staked"]
    assert isinstance(staked, int)
    assert staked > 0
    until(session, "NoMoreBets")
    session.end()
    result = day_summary_json(session)
    assert (result["rounds"], result["void"], result["called_off"]) == (1, 0, 1)
    assert result["staked"] == staked
    assert "rounds dealt    1; 1 more called off before the deal" in day_text(session)


@pytest.mark.parametrize(
    ("ruling", "kind"),
    [
        ("not misdealt", "stub not 52"),
        ("misdealt", "stub misdealt"),
        ("dismissed", "dismissed"),
    ],
)
def test_a_wrong_count_is_counted_by_its_ruling(ruling: str, kind: str) -> None:
    session = dealer_session("criss-cross")
    session.open()
    until(session, "CountStub")
    offer = next_step_action(session)
    assert offer is not None
    assert session.run_action(offer, offer.variants[0], {"cards": 3})
    assert day_summary_json(session)["incidents"] == {"the stub count is wrong": 1}
    ruling_action = next(
        floor_action
        for floor_action in floor_actions(session)
        if f", {ruling}:" in floor_action.label
    )
    take(session, ruling_action, answers={"reason": "seen"})
    assert day_summary_json(session)["incidents"] == {kind: 1}
    session.end()
    assert f"irregularities  1 {kind}" in day_text(session)
