"""Irregularities and approvals at the console: every offered action works in its role."""

import pytest

from pitboss.console.actions import possible_actions
from pitboss.games import GAMES
from pitboss.games.incidents import IMMEDIATE_REMEDIES
from pitboss.table import commands as c
from pitboss.table.instructions import FLOOR
from pitboss.tui.dealer.dealer_session import DealerSession
from tests.tui.console_driver import dealer_session
from tests.tui.console_steps import (
    SUBMISSIONS,
    check_log,
    dealer_actions,
    find_action,
    floor_actions,
    incident_actions,
    next_step_action,
    player_actions,
    step,
    take,
    until,
)


@pytest.mark.parametrize("key", GAMES)
def test_each_irregularity_is_listed_with_its_consequences(key: str) -> None:
    """Every listed report is accepted, and any refusal is the table's own."""
    kinds_reported = set()
    session = dealer_session(key)
    session.open()
    for name in ("OpenRound", "Deal", "Decide"):
        until(session, name)
        for number, incident in enumerate(session.rules.incidents):
            offer = incident_actions(session)[number]
            assert offer.label.lower().startswith(incident.kind.description[:20].lower())
            assert incident.remedy.description[4:] in offer.detail
            if offer.refusal:
                assert offer.refusal.endswith("]")
                continue
            waits = incident.remedy not in IMMEDIATE_REMEDIES
            assert ("floorperson rules" in offer.detail) == waits
            take(session, offer, offer.variants[-1].label)
            kinds_reported.add(incident.kind)
            if waits:
                assert session.table.instruction.who == FLOOR
                ruling = possible_actions(floor_actions(session))[0]
                assert ruling.is_urgent
                take(session, ruling, answers={"reason": "it was seen"})
            assert session.table.state.day.incident is None
            until(session, name, rounds=session.tally.rounds + 3)
    assert len(kinds_reported) >= 6
    session.end()
    check_log(session)


def test_actions_for_the_floor_only() -> None:
    session = dealer_session("criss-cross")
    session.open()
    until(session, "NoMoreBets")
    take(
        session,
        find_action(floor_actions(session), "Order a new cut"),
        answers={"reason": "a player asks"},
    )
    assert "cut again" in session.sentences[-1]
    until(session, "Decide")
    take(session, find_action(floor_actions(session), "forfeits"), "seat 2: somebody else touched")
    assert session.table.state.round is not None
    assert 2 in session.table.state.round.forfeited
    take(
        session,
        find_action(floor_actions(session), "Disable Seat 1"),
        answers={"reason": "asked to"},
    )
    void = find_action(dealer_actions(session), "Propose voiding the round")
    take(session, void, answers={"reason": "two cards were face up"})
    number = session.table.state.proposed
    take(session, find_action(floor_actions(session), f"Reject proposal {number}"))
    assert session.table.state.has_open_round
    take(session, void, answers={"reason": "two cards were face up"})
    take(session, find_action(floor_actions(session), "Approve proposal"))
    until(session, "NoMoreBets")
    assert session.table.state.round is not None
    assert 1 not in session.table.state.round.wagers
    take(session, find_action(floor_actions(session), "Enable Seat 1"))
    session.end()
    check_log(session)


def test_a_player_walks_off_and_a_floorperson_rules() -> None:
    for way, is_lost in (("they are lost", True), ("they stand", False)):
        session = dealer_session("run-em-twice")
        session.open()
        until(session, "Decide")
        take(session, find_action(player_actions(session), "Seat 1: the player leaves"))
        ruling = possible_actions(floor_actions(session))[0]
        take(session, ruling, way)
        assert session.table.state.round is not None
        assert session.table.state.round.absent == {1: is_lost}
        until(session, "CloseRound")
        step(session)
        assert 1 not in session.table.state.seats
        take(session, find_action(player_actions(session), "Seat 1: a player sits down"))
        session.end()
        check_log(session)


def test_the_dealer_reports_that_a_player_has_walked_off() -> None:
    """It can be done once for a seat in the round; a floorperson rules on the wagers."""
    session = dealer_session("holdem-bonus")
    session.open()
    until(session, "NoMoreBets")
    assert not walked_off(session)
    until(session, "Decide")
    assert walked_off(session) == [f"Seat {seat} has walked off" for seat in (1, 2, 3)]
    take(session, find_action(dealer_actions(session), "Seat 1 has walked off"))
    assert session.sentences[-1] == "The player in seat 1 walks off."
    assert session.table.log[-1].by == session.dealer
    assert walked_off(session) == [f"Seat {seat} has walked off" for seat in (2, 3)]
    assert session.table.instruction.who == FLOOR
    take(session, possible_actions(floor_actions(session))[0], "they stand")
    until(session, "CloseRound")
    step(session)
    assert [*session.table.state.seats] == [2, 3]
    assert not walked_off(session)
    session.end()
    check_log(session)


def walked_off(session: DealerSession) -> list[str]:
    """Return the seats that the dealer can report."""
    return [
        possible_action.label
        for possible_action in possible_actions(dealer_actions(session))
        if "walked off" in possible_action.label
    ]


def test_the_dealer_frees_the_seat_of_an_absent_player() -> None:
    """Between rounds of anybody; in a round of who has not wagered; then another may sit down."""
    session = dealer_session("holdem-bonus")
    session.open()
    until(session, "OpenRound")
    assert seats_to_free(session) == [1, 2, 3]
    take(session, find_action(dealer_actions(session), "Free seat 2"))
    assert session.sentences[-2:] == ["Seat 2 cashes out $1,000.", "Seat 2 is free."]
    assert {item.by for item in session.table.log[-2:]} == {session.dealer}
    assert seats_to_free(session) == [1, 3]
    until(session, "NoMoreBets")
    assert seats_to_free(session) == []
    take(session, find_action(player_actions(session), "Seat 2: a player sits down"))
    assert seats_to_free(session) == [2]
    until(session, "Decide")
    take(session, find_action(dealer_actions(session), "Seat 1 has walked off"))
    assert seats_to_free(session) == [2]
    take(session, possible_actions(floor_actions(session))[0], "they stand")
    take(session, find_action(dealer_actions(session), "Free seat 2"))
    assert seats_to_free(session) == []
    until(session, "CloseRound")
    step(session)
    assert seats_to_free(session) == [*session.table.state.seats] == [3]
    session.end()
    check_log(session)


def seats_to_free(session: DealerSession) -> list[int]:
    """Return the seats that the dealer can free; only those are offered."""
    offers = [
        dealer_action
        for dealer_action in dealer_actions(session)
        if dealer_action.label.startswith("Free seat")
    ]
    assert not any(item.refusal for item in offers)
    return [int(item.label.split()[2].rstrip(":")) for item in offers]


def test_a_machine_breaks_is_marked_and_works_again() -> None:
    session = dealer_session("stud-235", SUBMISSIONS["counting"])
    session.open()
    until(session, "OpenRound")
    take(session, find_action(incident_actions(session), "A device cannot be used"), "shuffler")
    assert "cover the shuffler" in session.table.instruction.what
    take(session, find_action(dealer_actions(session), "Mark the shuffler"), "signed")
    take(session, find_action(floor_actions(session), "The shuffler works again"))
    until(session, "NoMoreBets")
    session.end()
    check_log(session)


def test_decks_arrive_leave_and_are_shuffled_again() -> None:
    session = dealer_session("holdem-bonus")
    session.open()
    until(session, "OpenRound")
    take(session, find_action(floor_actions(session), "Order a reshuffle"))
    assert session.table.instruction.what.startswith("shuffle")
    take(session, find_action(dealer_actions(session), "Remove the deck"))
    take(session, find_action(dealer_actions(session), "inspected and shuffled"))
    assert session.table.instruction.what.startswith("cut")
    until(session, "OpenRound")
    session.end()
    check_log(session)


def test_a_wrong_stub_count_is_ruled_on() -> None:
    session = dealer_session("criss-cross")
    session.open()
    until(session, "CountStub")
    offer = next_step_action(session)
    assert offer is not None
    assert session.run_action(offer, offer.variants[0], {"cards": 3})
    assert [
        x.label.split(", ")[1].split(":")[0] for x in possible_actions(floor_actions(session))[:3]
    ] == [
        "misdealt",
        "not misdealt",
        "dismissed",
    ]
    take(session, possible_actions(floor_actions(session))[1], answers={"reason": "a card is gone"})
    assert session.table.state.round is not None
    assert session.table.state.round.void
    assert not session.table.state.day.decks
    session.end()
    check_log(session)


def test_a_jackpot_is_validated_by_the_floorperson() -> None:
    """The wheel has only jackpots, so that the first pair wins the meter."""
    wheel = {"wagers": {"bonus_spin": {"wheel": [{"symbol": "jackpot", "stops": 1}]}}}
    session = dealer_session("criss-cross", wheel, seats=6)
    session.open()
    until(session, "ValidateJackpot")
    assert next_step_action(session) is None
    validates = possible_actions(floor_actions(session))[0]
    assert validates.is_urgent
    take(session, validates)
    until(session, "CloseRound")
    assert any("validates the win of seat" in sentence for sentence in session.sentences)
    session.end()
    check_log(session)


def test_a_payout_is_corrected_by_two_people() -> None:
    session = dealer_session("stud-235")
    session.open()
    until(session, "CloseRound")
    step(session)
    was = session.table.state.last[-1].results[2]["two_card"]
    credit = 500 if was.credit != 500 else 1000
    offer = find_action(dealer_actions(session), "Propose a corrected payout")
    take(session, offer, "seat 2, 2 Card Poker", {"cents": credit, "reason": "misread"})
    take(session, find_action(floor_actions(session), "Approve proposal"))
    assert session.table.state.last[-1].results[2]["two_card"].credit == credit
    session.end()
    check_log(session)


def test_a_hand_with_too_many_cards_is_found_when_it_is_turned_up() -> None:
    """Some hands are paid by then: they are reversed, and the console says so."""
    session = dealer_session("stud-235")
    session.open()
    until(session, "Settle")
    session.process(session.table.execute(c.Settle(every=False), session.dealer))
    round_ = session.table.state.round
    assert round_ is not None
    assert round_.settled == (3,)
    offer = find_action(incident_actions(session), "wrong number")
    assert "Settlements of this round are reversed." in offer.detail
    hands = ["the dealer or the community cards", "seat 1", "seat 2", "seat 3"]
    empty = [f"cards at seat {seat}, without a wager" for seat in (4, 5, 6)]
    assert [way.label for way in offer.variants] == [*hands, *empty]
    take(session, offer, "seat 2")
    ruling = possible_actions(floor_actions(session))[0]
    assert "Settlements of this round are reversed." in ruling.detail
    take(session, ruling, answers={"reason": "four cards"})
    until(session, "OpenRound")
    results = session.table.state.last[-1].results
    assert {result.outcome for result in results[3].values()} == {"void"}
    assert {result.outcome for seat in (1, 2) for result in results[seat].values()} == {"void"}
    session.end()
    check_log(session)


def test_a_shoe_jams_while_progressives_are_counted() -> None:
    session = dealer_session(
        "stud-235", {"table": {"dealing": "automated shoe", "shuffler": "automated"}}
    )
    session.open()
    until(session, "CountProgressives")
    take(session, find_action(incident_actions(session), "The dealing shoe jams"))
    take(session, possible_actions(floor_actions(session))[0], answers={"reason": "seen by all"})
    until(session, "OpenRound")
    assert session.table.state.last[-1].void.startswith("the dealing shoe jams")
    session.end()
    check_log(session)
