# ruff: noqa: N802 - a test is called by its clause
"""235 Stud at the live table: wagers, the device, dealing, reveals, settlement, the rack."""

import pytest

from pitboss.table import Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.ledger import TRAY, stack_account

from . import shared_dealing, shared_play, shared_wagering
from .log_queries import (
    ONLOOKER,
    assert_refused,
    events_of,
    hand_seen,
    money_moved,
    player,
    round_view,
    showdown_order,
)
from .round_reconstruction import (
    check_reconstruction_instruction,
    disputed_round,
    lies_together,
    settles_again,
)
from .tables import (
    DEE,
    FLO,
    METHODS,
    STUD,
    answer,
    antes,
    bet,
    current_round,
    seated_table,
    stay,
    step,
    until_asked,
)

METERED = {"progressive": 100}


def test_235_2_C() -> None:
    """The Progressive is accepted at every seat if it is offered."""
    shared_dealing.check_device_accepts_wagers(STUD, "235 7.A")


def test_235_2_C_1() -> None:
    """Each seat shows whether its Progressive wager was accepted."""
    shared_dealing.check_device_shows_wagers(STUD)


@pytest.mark.parametrize("method", ["manual shoe", "hand", "automated shoe"])
def test_235_2_C_2(method: str) -> None:
    """After the call the device accepts no Progressive wager."""
    shared_dealing.check_device_locks_at_call(STUD, method, "235 2.C(2)")


def test_235_7_A() -> None:
    """Wagers are chips on their spots."""
    shared_wagering.check_wagers_are_chips_on_spots(STUD, "235 7.A")


def test_235_7_B() -> None:
    """Only seated players bet."""
    shared_wagering.check_only_seated_players_bet(STUD, "235 7.B")


def test_235_7_B_1() -> None:
    """A player who walks off keeps the seat until the round is over."""
    shared_wagering.check_seat_is_kept(STUD)


def test_235_7_B_2() -> None:
    """A floorperson rules on the wagers of a player who walked off."""
    shared_wagering.check_both_rulings(STUD, "235 7.B(2)")


def test_235_7_C() -> None:
    """Bets are made before the call."""
    shared_wagering.check_bets_before_call(STUD, "235 7.C")


def test_235_7_D() -> None:
    """Bets cannot change after the call."""
    shared_wagering.check_no_change_after_call(STUD, {STUD: "7.D"})


def test_235_7_E_3_a() -> None:
    """The Progressive comes after the three wagers, never before, and at one's own position."""
    table = seated_table(STUD)
    bet(table, {})
    ann = player(table, 1)
    assert_refused(table, ann, c.PlaceWagers(1, METERED), "235 7.E(1)")
    table.execute(c.PlaceWagers(1, antes(STUD)), ann)
    assert_refused(table, player(table, 2), c.PlaceWagers(1, METERED), "235 7.B")
    table.execute(c.PlaceWagers(1, METERED), ann)
    assert_refused(table, ann, c.TakeBack(1, tuple(antes(STUD))), "235 7.E(1)")
    assert current_round(table).wagers == {1: antes(STUD, progressive=100)}


def test_235_7_E_3_b() -> None:
    """While bets are open players are reminded to check that their Progressive was accepted."""
    reminder = "players check that their progressive wagers were accepted (7.E(3)(b))"
    table = seated_table(STUD)
    bet(table, {1: antes(STUD)})
    assert (table.instruction.step, reminder in table.instruction.what) == ("NoMoreBets", True)
    table.dealer("Dee").no_more_bets()
    assert reminder not in table.instruction.what
    without = seated_table(STUD, submission={"wagers": {"progressive": {"offered": False}}})
    bet(without, {1: antes(STUD)})
    assert (without.instruction.step, reminder in without.instruction.what) == ("NoMoreBets", False)


def test_235_8_C() -> None:
    """No card is dealt before the call."""
    shared_dealing.check_call(STUD, "manual shoe", "235 8.C")


def test_235_8_C_1() -> None:
    """The call locks out the Progressive."""
    shared_dealing.check_device_locks_at_call(STUD, "manual shoe", "235 2.C(2)")
    shared_dealing.check_call_locks_device(STUD, "manual shoe", "8.C(1)")


def test_235_8_C_2_a() -> None:
    """Progressive chips are collected before the first card."""
    shared_dealing.check_chips_are_collected(STUD, "manual shoe")


def test_235_8_C_2_b() -> None:
    """There must be as many chips as wagers accepted by the system."""
    shared_dealing.check_chips_are_counted(STUD, "manual shoe", "235 8.C(2)(b)")


def test_235_8_C_2_c() -> None:
    """Counted chips go to the tray."""
    shared_dealing.check_chips_go_to_tray(STUD, "manual shoe")


def test_235_8_D_2() -> None:
    """Card by card round the table from seat 1 on, with a community card after the first two."""
    assert shared_dealing.dealing_steps(STUD, "manual shoe", 6, 2, 1) == [
        "1.first 2.first 6.first",
        "community",
        "1.second 2.second 6.second",
        "community",
        "1.third 2.third 6.third",
    ]


def test_235_9_A_3() -> None:
    """The Progressive is locked out before dealing from the hand."""
    shared_dealing.check_device_locks_at_call(STUD, "hand", "235 2.C(2)")
    shared_dealing.check_call_locks_device(STUD, "hand", "9.A(3)")


def test_235_9_A_4_a() -> None:
    """Progressive chips are collected before the first card."""
    shared_dealing.check_chips_are_collected(STUD, "hand")


def test_235_9_A_4_b() -> None:
    """There must be as many chips as wagers accepted by the system."""
    shared_dealing.check_chips_are_counted(STUD, "hand", "235 9.A(4)(b)")


def test_235_9_A_4_c() -> None:
    """Counted chips go to the tray."""
    shared_dealing.check_chips_go_to_tray(STUD, "hand")


def test_235_9_B() -> None:
    """Dealing from the hand follows the order of a manual shoe."""
    assert shared_dealing.dealing_steps(STUD, "hand", 6, 2, 1) == [
        "1.first 2.first 6.first",
        "community",
        "1.second 2.second 6.second",
        "community",
        "1.third 2.third 6.third",
    ]


def test_235_10_A_1_a() -> None:
    """From an automated shoe, no stack is dealt before the call."""
    shared_dealing.check_call(STUD, "automated shoe", "235 10.A(1)(a)")


def test_235_10_A_1_b() -> None:
    """The Progressive is locked out before the first stack."""
    shared_dealing.check_device_locks_at_call(STUD, "automated shoe", "235 2.C(2)")
    for shuffler in ("automated", "automated reshuffling"):
        shared_dealing.check_call_locks_device(STUD, "automated shoe", "10.A(1)(b)", shuffler)


def test_235_10_A_1_c_i() -> None:
    """Progressive chips are collected before the first stack."""
    shared_dealing.check_chips_are_collected(STUD, "automated shoe")


def test_235_10_A_1_c_ii() -> None:
    """There must be as many chips as wagers accepted by the system."""
    shared_dealing.check_chips_are_counted(STUD, "automated shoe", "235 10.A(1)(c)(ii)")


def test_235_10_A_1_c_iii() -> None:
    """Counted chips go to the tray."""
    shared_dealing.check_chips_go_to_tray(STUD, "automated shoe")


def test_235_10_B() -> None:
    """Stacks of three from seat 1 on, then two community cards."""
    assert shared_dealing.dealing_steps(STUD, "automated shoe", 6, 2) == [
        "2.first 2.second 2.third 6.first 6.second 6.third",
        "community community",
    ]


def test_235_10_H() -> None:
    """A reshuffling shoe gives three community cards first, and one of them is discarded."""
    assert shared_dealing.dealing_steps(
        STUD, "automated shoe", 6, 2, shuffler="automated reshuffling"
    ) == [
        "community community",
        "discard",
        "2.first 2.second 2.third 6.first 6.second 6.third",
    ]


def test_235_11_B() -> None:
    """Questions go round from seat 1, and two cards of each hand lie face down meanwhile."""
    shared_play.check_decision_order(STUD, "raise_three", "raise_five")
    shared_play.check_cards_stay_face_down(STUD)


def test_235_11_B_2() -> None:
    """Nobody sees a third card, not even its player, until all have chosen; then everybody does."""
    table = seated_table(STUD, {1: "Kh Qs 2c", 2: "9c 9d 2d"})
    bet(table, {1: antes(STUD), 2: antes(STUD)})
    table.dealer("Dee").no_more_bets()
    until_asked(table)
    for word in ("check", "raise"):
        for viewer in (player(table, 1), player(table, 2), ONLOOKER, DEE):
            assert [hand_seen(table, seat, viewer).cards[2] for seat in (1, 2)] == ["??", "??"]
        answer(table, word)
    until_asked(table)
    for viewer in (player(table, 1), player(table, 2), ONLOOKER, DEE):
        assert [hand_seen(table, seat, viewer).cards[2] for seat in (1, 2)] == ["2c", "2d"]


def test_235_11_C() -> None:
    """After the last decision, and not before, hands lie face down and are left alone."""
    table = seated_table(STUD)
    bet(table, {seat: antes(STUD) for seat in (1, 4)})
    table.dealer("Dee").no_more_bets()
    reminders = {}
    while table.instruction.step != "Settle":
        if table.instruction.step == "Decide":
            answer(table, "check")
            continue
        if table.instruction.step == "TurnOver" and current_round(table).phase is Phase.PLAYING:
            what = "hands stay face down, and players may not touch them again (11.C)"
            reminders[table.instruction.clause] = what in table.instruction.what
        step(table)
    assert reminders == {"235 11.B(2)": False, "235 11.C(1)": True}


def test_235_11_C_1() -> None:
    """The community cards are turned when all have chosen twice."""
    assert shared_play.face_up_cards_by_street(STUD) == {
        "raise_three": "",
        "raise_five": "",
        "at the end": "community",
    }


def test_235_11_D() -> None:
    """Hands are turned up and settled one by one, from seat 6 to seat 1."""
    table = seated_table(STUD)
    bet(table, {seat: antes(STUD) for seat in (1, 2, 4, 6)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    shared_play.settle_one_by_one(table)
    assert showdown_order(table) == [
        f"{what} {seat}" for seat in (6, 4, 2, 1) for what in ("turned", "settled")
    ]


LOSES = {1: "9c 9d 4s", 4: "Kc Qd 3s", 6: "2c 7d Jh"}
"""Seat 6 has a losing hand."""


def test_235_11_D_1() -> None:
    """The dealer announces each player's five cards."""
    label = "your three cards and the two community cards"
    shared_play.check_announcements(STUD, LOSES, {"community": "9h 4d"}, label)


def test_235_11_D_2_a() -> None:
    """Losing chips and the hand are collected before the next seat is settled."""
    shared_play.check_losing_hand_is_racked(STUD, LOSES, {"community": "9h 4d"})


def jackpot(holes: dict[int, str], community: str, *wagers_made: int) -> Table:
    """All cards are out; these seats made the Progressive wager, and the last one is settled."""
    table = seated_table(STUD, holes, {"community": community})
    some = dict.fromkeys(wagers_made, METERED)
    bet(table, {seat: antes(STUD, **some.get(seat, {})) for seat in holes})
    table.dealer("Dee").no_more_bets()
    stay(table)
    step(table)
    return table


HOLES = {1: "2c 7d 4s", 2: "9c 9d 4h", 4: "Kc Qd 3s"}


def test_235_11_D_3() -> None:
    """A hand with the Progressive lies open until that wager is settled too; others are gone."""
    table = jackpot(HOLES, "9h 3d", 2)
    round_ = current_round(table)
    assert round_.hit == 2
    assert hand_seen(table, 2).cards == ("9c", "9d", "4h")
    assert set(round_.holes[4]) <= set(round_.rack)
    assert not set(round_.holes[2]) & set(round_.rack)
    table.dealer("Dee").verify_jackpot(2)
    table.floorperson("Flo").validate_jackpot(2)
    assert not set(round_.holes[2]) & set(current_round(table).rack)
    table.dealer("Dee").settle()
    assert current_round(table).rack[-3:] == round_.holes[2]
    assert current_round(table).results[2]["progressive"].credit == 900


def test_235_11_D_5_a() -> None:
    """Only a hand that wins is taken up; a losing one with the wager is settled as it is."""
    table = jackpot(HOLES, "9h 3d", 1, 2, 4)
    assert events_of(table, e.JackpotHit) == [e.JackpotHit(1, 2, "progressive", "Dee")]
    shared_play.settle_one_by_one(table)
    assert events_of(table, e.JackpotHit) == [e.JackpotHit(1, 2, "progressive", "Dee")]
    outcomes = {seat: current_round(table).results[seat]["progressive"].outcome for seat in HOLES}
    assert outcomes == {1: "lose", 2: "win", 4: "lose"}


def test_235_11_D_5_verified() -> None:
    """The dealer verifies hand and light before the floor validates; who did is on record."""
    table = jackpot(HOLES, "9h 3d", 2)
    clause = "235 11.D(5)(a)"
    assert str(table.instruction).startswith("dealer: verify seat 2's hand and wager, ")
    assert table.instruction.clause == clause
    assert_refused(table, FLO, c.ValidateJackpot(2), clause)
    assert_refused(table, FLO, c.VerifyJackpot(2), "SEC-4")
    assert_refused(table, DEE, c.VerifyJackpot(4), clause)
    table.dealer("Don").verify_jackpot(2)
    assert_refused(table, DEE, c.VerifyJackpot(2), clause)
    assert_refused(table, Person("Don", Role.FLOORPERSON), c.ValidateJackpot(2), "SEC-3")
    table.floorperson("Flo").validate_jackpot(2)
    assert events_of(table, e.JackpotVerified) == [e.JackpotVerified(1, 2, "Don")]


def test_235_11_D_5_b() -> None:
    """The light of that seat is on for everybody until the win is validated."""
    table = jackpot(HOLES, "9h 3d", 1, 2, 4)
    for viewer in (player(table, 1), player(table, 2), ONLOOKER, DEE, FLO):
        assert round_view(table, viewer).jackpot == 2
    table.dealer("Dee").verify_jackpot(2)
    assert round_view(table).jackpot == 2
    table.floorperson("Flo").validate_jackpot(2)
    assert round_view(table).jackpot is None


def test_235_11_D_5_c() -> None:
    """Nothing is paid before a floorperson, who did not start or verify it, has validated it."""
    table = jackpot(HOLES, "9h 3d", 2)
    assert_refused(table, DEE, c.Settle(), "235 11.D(5)(c)")
    table.dealer("Don").verify_jackpot(2)
    assert str(table.instruction) == (
        "floorperson: validate seat 2's progressive win [235 11.D(5)(c)]"
    )
    assert_refused(table, DEE, c.Settle(), "235 11.D(5)(c)")
    assert_refused(table, DEE, c.CloseRound(), "ROUND-1")
    assert_refused(table, DEE, c.ValidateJackpot(2), "SEC-4")
    assert_refused(table, FLO, c.ValidateJackpot(1), "235 11.D(5)(c)")
    for name in ("Dee", "Don"):
        assert_refused(table, Person(name, Role.FLOORPERSON), c.ValidateJackpot(2), "SEC-3")
    table.floorperson("Flo").validate_jackpot(2)
    assert events_of(table, e.JackpotValidated) == [e.JackpotValidated(1, 2, "Flo")]
    shared_play.settle_one_by_one(table)
    assert current_round(table).phase is Phase.SETTLED


def test_235_11_D_5_d_and_e() -> None:
    """A royal flush takes the meter, and then brings envy to the others who made the wager."""
    holes = {1: "2c 7d 4s", 2: "Ah Kh Qh", 4: "Kc Qd 3s", 5: "8c 8d 4c"}
    table = jackpot(holes, "Jh Th", 1, 2, 4)
    table.dealer("Dee").verify_jackpot(2)
    table.floorperson("Flo").validate_jackpot(2)
    table.dealer("Dee").settle()
    meter_reading = 10_000_00 + 3 * 10
    (settled_event,) = [item for item in events_of(table, e.SeatSettled) if item.seat == 2]
    assert settled_event.wagers["progressive"].credit == meter_reading
    assert [(hit.meter, hit.paid) for hit in settled_event.hits] == [("meter", meter_reading)]
    assert table.state.meter_amount("meter") == 10_000_00
    assert events_of(table, e.GiftsPaid) == [e.GiftsPaid(1, 2, "envy", {1: 1_000_00, 4: 1_000_00})]
    assert money_moved(table, e.GiftsPaid) == [
        (TRAY, stack_account("Dan"), 1_000_00),
        (TRAY, stack_account("Ann"), 1_000_00),
    ]


@pytest.mark.parametrize("method", [name for name in METHODS if name.startswith(STUD)])
def test_235_11_E(method: str) -> None:
    """Rack and log allow every hand to be reconstructed, with the same settlement."""
    table = disputed_round(method)
    lies_together(table)
    settles_again(table)
    check_reconstruction_instruction(STUD, "235 11.E")


def test_235_12_F_1() -> None:
    """Locked wagers add the filed share to each meter."""
    rates = {"mega": {"rate": "1/10"}, "major": {"rate": "1/4"}, "minor": {"rate": "1/20"}}
    submission = {"progressive": {"offered": True, "paytable": "D", "wager": 500, "meters": rates}}
    contributions = {"mega": 100, "major": 250, "minor": 50}
    shared_dealing.check_meters_are_fed(STUD, {"wagers": submission}, contributions)
