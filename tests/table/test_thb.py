# ruff: noqa: N802 - a test is called by its clause
"""Texas Hold 'Em Bonus at the live table: wagers, dealing, burns, folds, settlement, the rack."""

from itertools import pairwise
from typing import Final

import pytest

from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

from . import shared_dealing, shared_play, shared_wagering
from .log_queries import assert_refused, events_of, hand_seen, round_view, showdown_order
from .round_reconstruction import (
    check_reconstruction_instruction,
    disputed_round,
    lies_together,
    settles_again,
)
from .tables import (
    DEE,
    METHODS,
    THB,
    answer,
    antes,
    bet,
    current_round,
    dealing,
    seated_table,
    stay,
    step,
    until_asked,
)

BETWEEN: Final = ["burn", "flop flop flop", "burn", "turn", "burn", "river"]


def test_thb_7_A() -> None:
    """Wagers are chips on their spots."""
    shared_wagering.check_wagers_are_chips_on_spots(THB, "THB 7.A")


def test_thb_7_B() -> None:
    """Money that is not chips yet makes no bet, whatever is said."""
    table = seated_table(THB, seats={1: "Ann"})
    gus = Person("Gus", Role.PLAYER)
    table.execute(c.TakeSeat(2), gus)
    bet(table, {1: antes(THB)})
    assert_refused(table, gus, c.PlaceWagers(2, antes(THB)), "LEDG-1")
    table.execute(c.BuyIn(500), gus)
    table.execute(c.PlaceWagers(2, antes(THB)), gus)
    assert current_round(table).wagers[2] == antes(THB)
    assert table.state.chips("Gus") == 0


def test_thb_7_C() -> None:
    """Only seated players bet."""
    shared_wagering.check_only_seated_players_bet(THB, "THB 7.C")


def test_thb_7_C_1() -> None:
    """A player who walks off keeps the seat until the round is over."""
    shared_wagering.check_seat_is_kept(THB)


def test_thb_7_C_2() -> None:
    """A floorperson rules on the wagers of a player who walked off."""
    shared_wagering.check_both_rulings(THB, "THB 7.C(2)")


def test_thb_7_D() -> None:
    """Bets are made before the call."""
    shared_wagering.check_bets_before_call(THB, "THB 7.D")


def test_thb_7_E() -> None:
    """Bets cannot change after the call."""
    shared_wagering.check_no_change_after_call(THB, {THB: "7.E"})


def test_thb_8_C() -> None:
    """No card is dealt before the call."""
    shared_dealing.check_call(THB, "manual shoe", "THB 8.C")


def test_thb_8_D() -> None:
    """One card at a time to each player from seat 1 on and to the dealer, then with burns."""
    assert shared_dealing.dealing_steps(THB, "manual shoe", 4, 1) == [
        "1.first 4.first", "dealer", "1.second 4.second", "dealer", *BETWEEN,
    ]  # fmt: skip


def test_thb_9_B_1() -> None:
    """From the hand, no card is dealt before the call."""
    shared_dealing.check_call(THB, "hand", "THB 9.B(1)")


def test_thb_9_B() -> None:
    """Dealing from the hand follows the order of a manual shoe."""
    assert shared_dealing.dealing_steps(THB, "hand", 4, 1) == [
        "1.first 4.first", "dealer", "1.second 4.second", "dealer", *BETWEEN,
    ]  # fmt: skip


def test_thb_10_A_2() -> None:
    """From an automated shoe, no stack is dealt before the call."""
    shared_dealing.check_call(THB, "automated shoe", "THB 10.A(2)")


def test_thb_10_B() -> None:
    """Stacks of two from seat 1 on, one to the dealer, then with burns."""
    assert shared_dealing.dealing_steps(THB, "automated shoe", 4, 1) == [
        "1.first 1.second 4.first 4.second", "dealer dealer", *BETWEEN,
    ]  # fmt: skip


def test_thb_10_B_4() -> None:
    """When the dealer's stack is out, the rest leaves the shoe and is dealt from the hand."""
    table = seated_table(THB, submission=dealing("automated shoe"))
    bet(table, {1: antes(THB)})
    table.dealer("Dee").no_more_bets()
    step(table)
    what, _, then = table.instruction.what.partition("; then ")
    assert what == "deal 2 cards face down under a cover card: Dealer"
    assert then == "take the remaining cards out of the shoe to deal them from the hand"
    assert table.instruction.clause == "THB 10.B(3), 10.B(4)"


def test_thb_10_I() -> None:
    """A reshuffling shoe gives the community cards first, and nothing is burnt."""
    assert shared_dealing.dealing_steps(
        THB, "automated shoe", 4, 1, shuffler="automated reshuffling"
    ) == [
        "flop flop flop turn river", "1.first 1.second 4.first 4.second", "dealer dealer",
    ]  # fmt: skip


@pytest.mark.parametrize("method", [name for name in METHODS if name.startswith(THB)])
def test_thb_10_I_2(method: str) -> None:
    """However they were dealt, community cards are turned when chapter 11 says."""
    game, _, submission = METHODS[method]
    assert shared_play.face_up_cards_by_street(game, {"table": submission}) == {
        "flop": "",
        "turn": "flop",
        "river": "flop turn",
        "at the end": "flop turn river dealer",
    }


def test_thb_11_B() -> None:
    """Players decide in order from seat 1, while cards stay face down."""
    shared_play.check_decision_order(THB, "flop", "turn", "river")
    shared_play.check_cards_stay_face_down(THB)


def test_thb_11_C_2() -> None:
    """A fold brings the ante into the tray, and leaves the Bonus where it is."""
    shared_play.check_fold_collects_wagers(shared_play.fold_seat_two(THB), "ante")
    shared_play.check_fold_collects_wagers(shared_play.fold_seat_two(THB, bonus=100), "ante")


def test_thb_11_C_3() -> None:
    """With a Bonus the folded hand stays, face down, until the Bonus is settled."""
    table = shared_play.fold_seat_two(THB, bonus=100)
    assert hand_seen(table, 2).cards == ("??", "??")
    shared_play.check_folded_hand_stays(table, "bonus")


def test_thb_11_C_4() -> None:
    """Without one it goes to the rack at once, and nobody sees it."""
    shared_play.check_folded_hand_is_racked(shared_play.fold_seat_two(THB))


@pytest.mark.parametrize("place", ["flop", "turn", "river"])
def test_thb_11_D_1(place: str) -> None:
    """One card is burnt before flop, turn and river, once everybody has answered."""
    table = seated_table(THB)
    bet(table, {1: antes(THB), 2: antes(THB)})
    table.dealer("Dee").no_more_bets()
    while until_asked(table) is not None:
        if round_view(table).street == place:
            before = current_round(table).rack
            answer(table, "bet")
            assert current_round(table).rack == before, "everybody answers first"
            answer(table, "bet")
            assert table.instruction.what == "burn a card"
            table.dealer("Dee").deal()
            burnt = current_round(table).rack[len(before) :]
            assert len(burnt) == 1
            assert not set(burnt) & set(current_round(table).shown)
            assert place not in round_view(table).cards
        else:
            answer(table, "bet")


CARDS_OF: Final = {"flop": 3, "turn": 1, "river": 1}
UP_BY: Final = {"flop": "11.D", "turn": "11.F", "river": "11.H"}
FROM: Final = {"manual shoe": "8.D(4)", "hand": "9.B(5)", "automated shoe": "10.B(5)"}


@pytest.mark.parametrize("method", FROM)
@pytest.mark.parametrize("place", CARDS_OF)
def test_thb_11_D_2(place: str, method: str) -> None:
    """Flop, turn and river are laid down face up by the dealer, in one step with its clause."""
    table = seated_table(THB, submission=dealing(method))
    bet(table, {1: antes(THB), 2: antes(THB)})
    table.dealer("Dee").no_more_bets()
    while (
        table.instruction.what != "burn a card"
        or table.instruction.clause != f"THB {UP_BY[place]}(1)"
    ):
        assert place not in round_view(table).cards
        if until_asked(table) is not None:
            answer(table, "bet")
    table.dealer("Dee").deal()
    many, clause = CARDS_OF[place], f"THB {UP_BY[place]}(2)"
    cards = "a card" if many == 1 else f"{many} cards"
    assert table.instruction.what.startswith(f"deal {cards} face up: {place.title()}")
    assert table.instruction.clause == (f"{clause}, {FROM[method]}" if place == "river" else clause)
    assert not table.dealer("Dee").can_turn_over()
    deal_events, turn_events = table.dealer("Dee").deal()
    assert deal_events.by == turn_events.by == DEE
    assert isinstance(deal_events.event, e.CardsDealt)
    assert isinstance(turn_events.event, e.CardsTurned)
    assert [card.position for card in turn_events.event.cards] == [*deal_events.event.positions]
    assert len(round_view(table).cards[place]) == many
    assert "??" not in round_view(table).cards[place]
    assert place != "river" or table.dealer("Dee").can_turn_over()


def test_thb_11_D_2_automated() -> None:
    """A house that deals, and turns nothing, lays them face up; the dealer's cards wait."""
    table = seated_table(THB)
    table.automation = Automation.EVERYTHING & ~Automation.TURN
    bet(table, {1: antes(THB)})
    table.dealer("Dee").no_more_bets()
    for place in CARDS_OF:
        assert place not in round_view(table).cards
        table.player("Ann").decide(1, "bet")
        assert "??" not in round_view(table).cards[place]
    assert table.instruction.step == "TurnOver"
    assert round_view(table).cards["dealer"] == ("??", "??")


def test_thb_11_D_2_seen_before() -> None:
    """A card that was seen too early is not turned again, and the turn is dealt all the same."""
    table = seated_table(THB)
    bet(table, {1: antes(THB)})
    table.dealer("Dee").no_more_bets()
    until_asked(table)
    answer(table, "bet")
    until_asked(table)
    answer(table, "bet")
    table.dealer("Dee").deal()
    table.dealer("Dee").report(Kind.DRAWN_EXPOSED)
    table.floorperson("Flo").rule(Ruling.GO_ON, "everybody saw it")
    deal_events, turn_events = table.dealer("Dee").deal()
    assert isinstance(deal_events.event, e.CardsDealt)
    assert deal_events.event.to == ("turn",)
    assert turn_events.event == e.CardsTurned(1, ())
    assert "??" not in round_view(table).cards["turn"]
    assert until_asked(table) == 1


def test_thb_8_D_2() -> None:
    """The dealer's cards lie under a cover card, and it is taken off when they are turned."""
    for method, clause in (("manual shoe", "8.D(2)"), ("hand", "9.B(3)"), ("automated shoe", "")):
        table = seated_table(THB, submission=dealing(method))
        bet(table, {1: antes(THB)})
        table.dealer("Dee").no_more_bets()
        table.dealer("Dee").deal()
        out = "; then take the remaining cards out of the shoe "
        cards, then = ("a card", "") if clause else ("2 cards", out)
        words = f"deal {cards} face down under a cover card: Dealer{then}"
        assert table.instruction.what.startswith(words)
        assert table.instruction.clause == f"THB {clause or '10.B(3), 10.B(4)'}"


def test_thb_11_E_1() -> None:
    """Turn and river are asked of those alone who placed a Flop wager."""
    table = seated_table(THB)
    bet(table, {seat: antes(THB) for seat in (1, 2, 5)})
    table.dealer("Dee").no_more_bets()
    answer(table, "bet", "fold", "bet", "check", "bet", "bet", "check")
    assert until_asked(table) is None
    assert [(item.street, item.seat) for item in events_of(table, e.Decided)] == [
        ("flop", 1), ("flop", 2), ("flop", 5),
        ("turn", 1), ("turn", 5), ("river", 1), ("river", 5),
    ]  # fmt: skip


def test_thb_11_I_1() -> None:
    """The dealer's cards lie face down to the last answer, and are up before any hand is."""
    table = seated_table(THB)
    bet(table, {1: antes(THB)})
    table.dealer("Dee").no_more_bets()
    while until_asked(table) is not None:
        for viewer in (Person("Ann", Role.PLAYER), DEE):
            assert round_view(table, viewer).cards["dealer"] == ("??", "??")
        answer(table, "bet")
    *_, (river, dealers) = pairwise(events_of(table, e.CardsTurned))
    assert (len(river.cards), len(dealers.cards)) == (1, 2), "a step of its own"
    assert "??" not in round_view(table).cards["dealer"]
    assert hand_seen(table, 1).cards == ("??", "??")


def test_thb_11_I_1_cover_card() -> None:
    """The dealer is told to take off the cover card and turn the two cards over."""
    table = seated_table(THB)
    bet(table, {1: antes(THB)})
    table.dealer("Dee").no_more_bets()
    sentences = list[str]()
    while current_round(table).phase is not Phase.SETTLING:
        if current_round(table).turn is None:
            sentences += [str(table.instruction)] * (table.instruction.step == "TurnOver")
            step(table)
        else:
            answer(table, "bet")
    assert sentences == [
        "dealer: remove the cover card and turn over the dealer's cards [THB 11.I(1)]"
    ]


@pytest.mark.parametrize("method", [name for name in METHODS if name.startswith(THB)])
def test_thb_11_I_1_by_itself(method: str) -> None:
    """After the river, in every way of dealing, the cover card goes and both are turned over."""
    game, _, submission = METHODS[method]
    table = seated_table(game, submission={"table": submission}, automation=Automation.CARE)
    bet(table, {1: antes(THB)})
    table.dealer("Dee").no_more_bets()
    before = ""
    while table.instruction.clause != "THB 11.I(1)":
        before = table.instruction.clause.partition(",")[0]
        if table.instruction.step == "Decide":
            answer(table, "bet")
        else:
            step(table)
    assert before == "THB 11.H(2)"
    assert table.instruction.what == "remove the cover card and turn over the dealer's cards"


def test_thb_11_I_3() -> None:
    """From seat 6 to seat 1, each hand turned up and settled before the next one is.

    Seat 5 folded beside a Bonus and is settled in its turn; seat 3 folded and is never shown.
    """
    table = seated_table(THB)
    bonus = {2: {"bonus": 100}, 5: {"bonus": 100}}
    bet(table, {seat: antes(THB, **bonus.get(seat, {})) for seat in (1, 2, 3, 5, 6)})
    table.dealer("Dee").no_more_bets()
    answer(table, "bet", "bet", "fold", "fold", "bet")
    stay(table)
    shared_play.settle_one_by_one(table)
    assert showdown_order(table) == [
        "turned 6", "settled 6", "turned 5", "settled 5", "settled 3",
        "turned 2", "settled 2", "turned 1", "settled 1",
    ]  # fmt: skip


def test_thb_11_I_3_a() -> None:
    """Face down until its turn, and face up for everybody then."""
    table = seated_table(THB, {1: "Kh Qs", 2: "9c 9d"})
    bet(table, {1: antes(THB), 2: antes(THB)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    assert [hand_seen(table, seat).cards for seat in (1, 2)] == [("??", "??")] * 2
    table.dealer("Dee").settle()
    assert [hand_seen(table, seat).cards for seat in (1, 2)] == [("??", "??"), ("9c", "9d")]
    table.dealer("Dee").settle()
    assert hand_seen(table, 1).cards == ("Kh", "Qs")


@pytest.mark.parametrize("method", [name for name in METHODS if name.startswith(THB)])
def test_thb_11_J(method: str) -> None:
    """Rack and log allow every hand to be reconstructed, with the same settlement."""
    table = disputed_round(method)
    lies_together(table)
    settles_again(table)
    check_reconstruction_instruction(THB, "THB 11.J")
