"""Sitting down, buying in, cashing out and leaving: what is refused."""

from collections.abc import Mapping
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table.state import encode_state
from tests.filings import filing

from .round_scenes import ANN, BOB, CY, DAN, EVERY, GUS, MOMENTS, Scene, at, has
from .tables import CCP, DEE, FLO, RET, STUD, THB, antes, bet_alike, seated_table

SEATED: Final = {RET: "7.B(1)", CCP: "7.B(1)", THB: "7.C", STUD: "7.B"}
CHIPS: Final = dict.fromkeys((RET, CCP, THB, STUD), "7.A")
LEAVING: Final = {RET: "7.B(3)", CCP: "7.B(3)", THB: "7.C(2)", STUD: "7.B(2)"}
BOXES: Final = {RET: "2.A(1)", CCP: "2.A(1)", THB: "7.H", STUD: "7.F"}
NO_SEATS: Final = (0, 7, -1, 10**30, True, 1.0, "1", None, (1,))
NO_SUMS: Final = (0, -500, 10**12 + 1, 10**30, True, 500.0, "500", None)


@EVERY
@pytest.mark.parametrize("seat", NO_SEATS)
def test_a_seat_that_the_table_does_not_have(game: str, seat: int) -> None:
    scene = at(game, "asked")
    scene.refuses(GUS, c.TakeSeat(seat), ": seats are numbered 1 to 6", SEATED)
    scene.refuses(ANN, c.Leave(seat), "invalid seat", SEATED)
    scene.refuses(ANN, c.PlaceWagers(seat, {}, round=1), "invalid seat", SEATED)
    scene.refuses(ANN, c.TakeBack(seat, round=1), "invalid seat", SEATED)
    scene.refuses(ANN, c.Decide(seat, "fold", round=1), "invalid seat", SEATED)
    scene.refuses(DEE, c.WalkedOff(seat, round=1), "invalid seat", SEATED)
    scene.refuses(DEE, c.FreeSeat(seat), ": seats are numbered 1 to 6", SEATED)
    scene.refuses(DEE, c.AnswerForAbsent(seat, round=1), "invalid seat", SEATED)
    scene.refuses(FLO, c.RuleOnAbsent(seat, lost=True, round=1), "invalid seat", SEATED)
    scene = at(game, "to settle")
    scene.refuses(FLO, c.ValidateJackpot(seat, round=1), "invalid seat", SEATED)


@EVERY
@pytest.mark.parametrize("name", ["ann", "ANN", "A nn", "\uff21nn"])
def test_nobody_sits_down_twice_under_two_spellings(game: str, name: str) -> None:
    other = Person(name, Role.PLAYER)
    at(game, "no round").refuses(
        other, c.TakeSeat(6), "is already seated here under another", "SEC-3"
    )


@EVERY
@pytest.mark.parametrize("moment", ["no round", "bets are down", "asked", "closed"])
def test_a_taken_seat(game: str, moment: str) -> None:
    for by in (GUS, ANN, DAN):
        at(game, moment).refuses(by, c.TakeSeat(1), "seat 1 is taken", SEATED)


@EVERY
@pytest.mark.parametrize("name", ["", "  ", "Ann ", "x" * 41, "Ann\nBob", "\x00", "\u202eAnn"])
def test_an_unreadable_name(game: str, name: str) -> None:
    scene = at(game, "no round")
    scene.refuses(Person(name, Role.PLAYER), c.TakeSeat(6), ": use 1 to 40 printable", "SEC-4")


@EVERY
def test_a_second_seat_where_one_is_allowed(game: str) -> None:
    scene = at(game, "no round")
    scene.refuses(ANN, c.TakeSeat(3), "'Ann' plays 2 positions, but may play 1", BOXES)


def boxes(number: int, seats: Mapping[int, str]) -> Scene:
    """Return a table with this box limit, and players with several boxes."""
    submission = {"table": {"boxes_per_player": number, "shuffler": "automated"}}
    return Scene(STUD, seated_table(STUD, submission=submission, seats=seats).state, None)


def test_boxes_that_are_not_adjacent() -> None:
    scene = boxes(2, {2: "Ann", 5: "Bob"})
    for seat in (4, 6):
        scene.refuses(ANN, c.TakeSeat(seat), f"'Ann' are not adjacent: [2, {seat}]", BOXES)
    both = scene.after((ANN, c.TakeSeat(3)))
    both.refuses(ANN, c.TakeSeat(1), "'Ann' plays 3 positions, but may play 2", BOXES)


def test_boxes_that_would_become_separated() -> None:
    """By leaving one, by betting only on others, or by taking a bet back."""
    scene = boxes(3, {1: "Ann", 2: "Ann", 3: "Ann"})
    words = "the positions of 'Ann' are not adjacent: [1, 3]"
    scene.refuses(ANN, c.Leave(2), words, BOXES)
    for by in (DEE, FLO):
        scene.refuses(by, c.FreeSeat(2), words, BOXES)
    table = scene.table()
    bet_alike(table, 1)
    one_scene = Scene(STUD, table.state, table.shoe)
    one_scene.refuses(ANN, c.PlaceWagers(3, antes(STUD), round=1), words, BOXES)
    every = one_scene.after(*((ANN, c.PlaceWagers(n, antes(STUD), round=1)) for n in (2, 3)))
    every.refuses(ANN, c.TakeBack(2, round=1), words, BOXES)
    every.refuses(ANN, c.Leave(2), words, BOXES)


def test_rules_that_allow_fewer_boxes_than_somebody_holds() -> None:
    scene = boxes(2, {1: "Ann", 2: "Ann"})
    words = "'Ann' plays 2 positions, but may play 1"
    scene.refuses(DEE, c.Propose(filing(STUD)), words, BOXES)


@EVERY
@pytest.mark.parametrize("moment", ["bets are open", "asked"])
def test_another_player_s_seat(game: str, moment: str) -> None:
    scene = at(game, moment)
    for seat, occupancy in ((1, "taken by another player"), (6, "empty")):
        for by in (BOB, GUS):
            words = f"'{by.name}' is not in seat {seat}, which is {occupancy}"
            scene.refuses(by, c.PlaceWagers(seat, {}, round=1), words, SEATED)
            scene.refuses(by, c.TakeBack(seat, round=1), words, SEATED)
            scene.refuses(by, c.Decide(seat, "fold", round=1), words, SEATED)
            scene.refuses(by, c.Leave(seat), words, SEATED)


@EVERY
def test_a_person_without_a_seat_has_no_chips(game: str) -> None:
    scene = at(game, "no round")
    scene.refuses(GUS, c.BuyIn(500), "'Gus' has no seat at this table", SEATED)
    scene.refuses(GUS, c.CashOut(), "there are no chips to cash out", "LEDG-1")
    scene.refuses(GUS, c.CashOut(500), "'Gus' has $0 in chips, not $5", "LEDG-1")


@EVERY
@pytest.mark.parametrize("cents", NO_SUMS)
def test_a_buy_in_that_is_not_an_amount(game: str, cents: int) -> None:
    at(game, "no round").refuses(ANN, c.BuyIn(cents), "the buy-in is", CHIPS)


@EVERY
def test_a_buy_in_that_no_chip_makes(game: str) -> None:
    at(game, "no round").refuses(
        ANN,
        c.BuyIn(550),
        "the buy-in is $5.50, but must be a multiple of the smallest chip, $1",
        CHIPS,
    )


@EVERY
@pytest.mark.parametrize("cents", [0, -1, True, 1.0, "1", -(10**30)])
def test_a_cash_out_that_is_not_an_amount(game: str, cents: int) -> None:
    at(game, "no round").refuses(
        ANN, c.CashOut(cents), "must be a whole number of 1 or more", "LEDG-1"
    )


@EVERY
@pytest.mark.parametrize("moment", ["no round", "bets are down", "asked"])
def test_a_cash_out_above_the_chips(game: str, moment: str) -> None:
    """Chips on the layout are not part of the stack."""
    scene = at(game, moment)
    chips = scene.state.chips("Ann")
    assert scene.allows(ANN, c.CashOut(chips))
    scene.refuses(ANN, c.CashOut(chips + 1), "'Ann' has", "LEDG-1")
    scene.refuses(ANN, c.CashOut(10**30), "'Ann' has", "LEDG-1")
    broke = scene.after((ANN, c.CashOut()))
    broke.refuses(ANN, c.CashOut(), "there are no chips to cash out", "LEDG-1")


@EVERY
@pytest.mark.parametrize("moment", ["to deal", "asked", "to settle", "to close", "void"])
def test_a_player_who_already_left(game: str, moment: str) -> None:
    """This holds whoever reported it first or reports it again."""
    progress = c.WalkedOff(4, round=1)
    for by, says in ((CY, c.Leave(4)), (DEE, progress), (FLO, progress)):
        scene_left = at(game, moment).after((by, says))
        for other in (DEE, FLO):
            scene_left.refuses(other, progress, "the player in seat 4 has already left", "ROUND-1")
        if by is CY:
            scene_left.refuses(CY, says, "the player in seat 4 has already left", "ROUND-1")
        else:  # a report is one person's word; the player's own is final
            assert not scene_left.after((CY, c.Leave(4))).round.reported


@EVERY
@pytest.mark.parametrize("moment", ["to deal", "asked", "to settle", "to close", "void"])
def test_nobody_walks_off_without_a_wager(game: str, moment: str) -> None:
    """Dan has no bet, so he simply leaves; seat 6 is empty."""
    for seat in (5, 6):
        for by in (DEE, FLO):
            words = f"seat {seat} has no wager in this round"
            at(game, moment).refuses(by, c.WalkedOff(seat, round=1), words, LEAVING)


@EVERY
@pytest.mark.parametrize("moment", ["bets are open", "bets are down"])
def test_nobody_walks_off_while_bets_are_open(game: str, moment: str) -> None:
    """Wagers can still be taken back then."""
    for by in (DEE, FLO):
        progress = c.WalkedOff(1, round=1)
        words = "this is possible only after betting closes"
        at(game, moment).refuses(by, progress, words, "ROUND-1")


@EVERY
@pytest.mark.parametrize("moment", [*MOMENTS, "void"])
def test_walking_off_and_being_reported_are_possible_at_the_same_times(
    game: str, moment: str
) -> None:
    """Whenever a player with wagers could leave during a round, staff can report it.

    The log names the reporter, so that somebody else rules on it."""
    if not has(game, moment):
        return
    scene = at(game, moment)
    round_ = scene.state.round
    mid = round_ is not None and round_.phase not in (Phase.BETTING, Phase.CLOSED)
    for seat, player in ((1, ANN), (2, BOB), (4, CY)):
        progress = c.WalkedOff(seat, round=1)
        for by in (DEE, FLO):
            assert scene.allows(by, progress) is mid
            if mid:
                taken_seat, left = scene.after((by, progress)), scene.after((player, c.Leave(seat)))
                assert taken_seat.round.reported == {seat: by.name}
                alike = replace(taken_seat.state, round=replace(taken_seat.round, reported={}))
                assert encode_state(alike) == encode_state(left.state)
                assert seat in taken_seat.round.away
