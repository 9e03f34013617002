"""Irregularities and approvals at the console: every offered action works for its role."""

import pytest

from pitboss.games import GAMES
from pitboss.games.incidents import IMMEDIATE_REMEDIES
from pitboss.table import commands as c
from pitboss.table.instructions import FLOOR
from pitboss.tui.dealer.dealer_actions import dealer_actions, next_step_action, player_actions
from pitboss.tui.dealer.dealer_session import DealerSession, possible_actions
from pitboss.tui.dealer.floor_actions import floor_actions, incident_actions
from tests.tui.console_driver import desk_of
from tests.tui.console_steps import SUBMISSIONS, check_log, find_action, step, take, until


@pytest.mark.parametrize("key", GAMES)
def test_each_irregularity_is_listed_with_what_it_causes(key: str) -> None:
    """Whatever the list says can be reported is taken, and a refusal is the table's own."""
    kinds_reported = set()
    desk = desk_of(key)
    desk.open()
    for name in ("OpenRound", "Deal", "Decide"):
        until(desk, name)
        for number, incident in enumerate(desk.rules.incidents):
            offer = incident_actions(desk)[number]
            assert offer.label.lower().startswith(incident.kind.description[:20].lower())
            assert incident.remedy.description[4:] in offer.detail
            if offer.refusal:
                assert offer.refusal.endswith("]")
                continue
            waits = incident.remedy not in IMMEDIATE_REMEDIES
            assert ("floorperson rules" in offer.detail) == waits
            take(desk, offer, offer.variants[-1].label)
            kinds_reported.add(incident.kind)
            if waits:
                assert desk.table.instruction.who == FLOOR
                ruling = possible_actions(floor_actions(desk))[0]
                assert ruling.is_urgent
                take(desk, ruling, answers={"reason": "it was seen"})
            assert desk.table.state.day.incident is None
            until(desk, name, rounds=desk.tally.rounds + 3)
    assert len(kinds_reported) >= 6
    desk.end()
    check_log(desk)


def test_what_only_the_floor_does() -> None:
    desk = desk_of("criss-cross")
    desk.open()
    until(desk, "NoMoreBets")
    take(
        desk,
        find_action(floor_actions(desk), "Order a new cut"),
        answers={"reason": "a player asks"},
    )
    assert "cut again" in desk.sentences[-1]
    until(desk, "Decide")
    take(desk, find_action(floor_actions(desk), "forfeits"), "seat 2: somebody else touched")
    assert desk.table.state.round is not None
    assert 2 in desk.table.state.round.forfeited
    take(desk, find_action(floor_actions(desk), "Disable Seat 1"), answers={"reason": "asked to"})
    void = find_action(dealer_actions(desk), "Propose voiding the round")
    take(desk, void, answers={"reason": "two cards were face up"})
    number = desk.table.state.proposed
    take(desk, find_action(floor_actions(desk), f"Reject proposal {number}"))
    assert desk.table.state.has_open_round
    take(desk, void, answers={"reason": "two cards were face up"})
    take(desk, find_action(floor_actions(desk), "Approve proposal"))
    until(desk, "NoMoreBets")
    assert desk.table.state.round is not None
    assert 1 not in desk.table.state.round.wagers
    take(desk, find_action(floor_actions(desk), "Enable Seat 1"))
    desk.end()
    check_log(desk)


def test_a_player_walks_off_and_a_floorperson_rules() -> None:
    for way, is_lost in (("they are lost", True), ("they stand", False)):
        desk = desk_of("run-em-twice")
        desk.open()
        until(desk, "Decide")
        take(desk, find_action(player_actions(desk), "Seat 1: the player leaves"))
        ruling = possible_actions(floor_actions(desk))[0]
        take(desk, ruling, way)
        assert desk.table.state.round is not None
        assert desk.table.state.round.absent == {1: is_lost}
        until(desk, "CloseRound")
        step(desk)
        assert 1 not in desk.table.state.seats
        take(desk, find_action(player_actions(desk), "Seat 1: a player sits down"))
        desk.end()
        check_log(desk)


def test_the_dealer_says_that_a_player_has_walked_off() -> None:
    """Of a seat that plays this round, once; a floorperson rules on the wagers."""
    desk = desk_of("holdem-bonus")
    desk.open()
    until(desk, "NoMoreBets")
    assert not walked_off(desk)
    until(desk, "Decide")
    assert walked_off(desk) == [f"Seat {seat} has walked off" for seat in (1, 2, 3)]
    take(desk, find_action(dealer_actions(desk), "Seat 1 has walked off"))
    assert desk.sentences[-1] == "The player in seat 1 walks off."
    assert desk.table.log[-1].by == desk.dealer
    assert walked_off(desk) == [f"Seat {seat} has walked off" for seat in (2, 3)]
    assert desk.table.instruction.who == FLOOR
    take(desk, possible_actions(floor_actions(desk))[0], "they stand")
    until(desk, "CloseRound")
    step(desk)
    assert [*desk.table.state.seats] == [2, 3]
    assert not walked_off(desk)
    desk.end()
    check_log(desk)


def walked_off(desk: DealerSession) -> list[str]:
    """Of whom the dealer can say it."""
    return [
        possible_action.label
        for possible_action in possible_actions(dealer_actions(desk))
        if "walked off" in possible_action.label
    ]


def test_the_dealer_frees_the_seat_of_a_player_who_is_not_there() -> None:
    """Between rounds of anybody; in a round of who has not wagered; then another may sit down."""
    desk = desk_of("holdem-bonus")
    desk.open()
    until(desk, "OpenRound")
    assert seats_to_free(desk) == [1, 2, 3]
    take(desk, find_action(dealer_actions(desk), "Free seat 2"))
    assert desk.sentences[-2:] == ["Seat 2 cashes out $1,000.", "Seat 2 is free."]
    assert {item.by for item in desk.table.log[-2:]} == {desk.dealer}
    assert seats_to_free(desk) == [1, 3]
    until(desk, "NoMoreBets")
    assert seats_to_free(desk) == []
    take(desk, find_action(player_actions(desk), "Seat 2: a player sits down"))
    assert seats_to_free(desk) == [2]
    until(desk, "Decide")
    take(desk, find_action(dealer_actions(desk), "Seat 1 has walked off"))
    assert seats_to_free(desk) == [2]
    take(desk, possible_actions(floor_actions(desk))[0], "they stand")
    take(desk, find_action(dealer_actions(desk), "Free seat 2"))
    assert seats_to_free(desk) == []
    until(desk, "CloseRound")
    step(desk)
    assert seats_to_free(desk) == [*desk.table.state.seats] == [3]
    desk.end()
    check_log(desk)


def seats_to_free(desk: DealerSession) -> list[int]:
    """The seats that the dealer can free; none is offered that cannot be."""
    offers = [
        dealer_action
        for dealer_action in dealer_actions(desk)
        if dealer_action.label.startswith("Free seat")
    ]
    assert not any(item.refusal for item in offers)
    return [int(item.label.split()[2].rstrip(":")) for item in offers]


def test_a_machine_breaks_is_marked_and_works_again() -> None:
    desk = desk_of("stud-235", SUBMISSIONS["counting"])
    desk.open()
    until(desk, "OpenRound")
    take(desk, find_action(incident_actions(desk), "A device cannot be used"), "shuffler")
    assert "cover the shuffler" in desk.table.instruction.what
    take(desk, find_action(dealer_actions(desk), "Mark the shuffler"), "signed")
    take(desk, find_action(floor_actions(desk), "The shuffler works again"))
    until(desk, "NoMoreBets")
    desk.end()
    check_log(desk)


def test_decks_come_and_go_and_are_shuffled_again() -> None:
    desk = desk_of("holdem-bonus")
    desk.open()
    until(desk, "OpenRound")
    take(desk, find_action(floor_actions(desk), "Order a reshuffle"))
    assert desk.table.instruction.what.startswith("shuffle")
    take(desk, find_action(dealer_actions(desk), "Remove the deck"))
    take(desk, find_action(dealer_actions(desk), "inspected and shuffled"))
    assert desk.table.instruction.what.startswith("cut")
    until(desk, "OpenRound")
    desk.end()
    check_log(desk)


def test_a_wrong_stub_count_is_ruled_on() -> None:
    desk = desk_of("criss-cross")
    desk.open()
    until(desk, "CountStub")
    offer = next_step_action(desk)
    assert offer is not None
    assert desk.run_action(offer.variants[0].run, {"cards": 3})
    assert [
        x.label.split(", ")[1].split(":")[0] for x in possible_actions(floor_actions(desk))[:3]
    ] == [
        "misdealt",
        "not misdealt",
        "dismissed",
    ]
    take(desk, possible_actions(floor_actions(desk))[1], answers={"reason": "a card is gone"})
    assert desk.table.state.round is not None
    assert desk.table.state.round.void
    assert not desk.table.state.day.decks
    desk.end()
    check_log(desk)


def test_a_jackpot_is_validated_by_the_floorperson() -> None:
    """On a wheel whose every stop is the jackpot the first pair wins the meter."""
    wheel = {"wagers": {"bonus_spin": {"wheel": [{"symbol": "jackpot", "stops": 1}]}}}
    desk = desk_of("criss-cross", wheel, seats=6)
    desk.open()
    until(desk, "ValidateJackpot")
    assert next_step_action(desk) is None
    validates = possible_actions(floor_actions(desk))[0]
    assert validates.is_urgent
    take(desk, validates)
    until(desk, "CloseRound")
    assert any("validates the win of seat" in sentence for sentence in desk.sentences)
    desk.end()
    check_log(desk)


def test_a_payout_is_corrected_by_two_people() -> None:
    desk = desk_of("stud-235")
    desk.open()
    until(desk, "CloseRound")
    step(desk)
    was = desk.table.state.last[-1].results[2]["two_card"]
    credit = 500 if was.credit != 500 else 1000
    offer = find_action(dealer_actions(desk), "Propose a corrected payout")
    take(desk, offer, "seat 2, 2 Card Poker", {"cents": credit, "reason": "misread"})
    take(desk, find_action(floor_actions(desk), "Approve proposal"))
    assert desk.table.state.last[-1].results[2]["two_card"].credit == credit
    desk.end()
    check_log(desk)


def test_a_hand_with_too_many_cards_is_found_when_it_is_turned_up() -> None:
    """Some hands are paid by then: they are reversed, and the console says so."""
    desk = desk_of("stud-235")
    desk.open()
    until(desk, "Settle")
    desk.process(desk.table.execute(c.Settle(every=False), desk.dealer))
    round_ = desk.table.state.round
    assert round_ is not None
    assert round_.settled == (3,)
    offer = find_action(incident_actions(desk), "wrong number")
    assert "Settlements of this round are reversed." in offer.detail
    hands = ["the dealer or the community cards", "seat 1", "seat 2", "seat 3"]
    empty = [f"cards at seat {seat}, without a wager" for seat in (4, 5, 6)]
    assert [way.label for way in offer.variants] == [*hands, *empty]
    take(desk, offer, "seat 2")
    ruling = possible_actions(floor_actions(desk))[0]
    assert "Settlements of this round are reversed." in ruling.detail
    take(desk, ruling, answers={"reason": "four cards"})
    until(desk, "OpenRound")
    results = desk.table.state.last[-1].results
    assert {result.outcome for result in results[3].values()} == {"void"}
    assert {result.outcome for seat in (1, 2) for result in results[seat].values()} == {"void"}
    desk.end()
    check_log(desk)


def test_a_shoe_jams_while_progressives_are_counted() -> None:
    desk = desk_of("stud-235", {"table": {"dealing": "automated shoe", "shuffler": "automated"}})
    desk.open()
    until(desk, "CountProgressives")
    take(desk, find_action(incident_actions(desk), "The dealing shoe jams"))
    take(desk, possible_actions(floor_actions(desk))[0], answers={"reason": "seen by all"})
    until(desk, "OpenRound")
    assert desk.table.state.last[-1].void.startswith("the dealing shoe jams")
    desk.end()
    check_log(desk)
