"""Wheel, jackpots, settlement and the close of a round: what is refused."""

from typing import Final

import pytest

from pitboss.table import Person, Role
from pitboss.table import commands as c

from .scenes import EVERY, METERED, at
from .tables import CCP, DEE, FLO, RET, STUD, THB

SETTLES: Final = {RET: "11.I", CCP: "11.I", THB: "11.I(3)", STUD: "11.D"}
VALIDATES: Final = {RET: "PROG-7", CCP: "PROG-7", THB: "PROG-7", STUD: "235 11.D(5)(c)"}
"""Where the book does not say that a floorperson validates, the house does."""
VERIFIES: Final = VALIDATES | {RET: "RET 11.J", STUD: "235 11.D(5)(a)"}


@EVERY
def test_nobody_has_a_spin(game: str) -> None:
    scene = at(game, "to settle")
    scene.refuses(DEE, c.SpinWheel(round=1), "nobody has a spin to make", SETTLES)
    for moment in ("bets are down", "asked", "to close"):
        scene = at(game, moment)
        words = f"it is not the time: {scene.round.phase.value}"
        scene.refuses(DEE, c.SpinWheel(round=1), words, "ROUND-1")


def test_a_spin_before_the_pair_lies_open() -> None:
    at(CCP, "to show").refuses(DEE, c.SpinWheel(round=1), "nobody has a spin", SETTLES)


def test_hands_are_settled_after_the_wheel() -> None:
    for moment in ("to show", "to spin"):
        for every in (True, False):
            told = c.Settle(every, round=1)
            words = "the wheel is spun before hands are settled"
            at(CCP, moment).refuses(DEE, told, words, SETTLES)


@METERED
def test_a_jackpot_that_is_not_validated(game: str) -> None:
    for every in (True, False):
        told = c.Settle(every, round=1)
        words = "the jackpot of seat 2 is not validated"
        at(game, "jackpot").refuses(DEE, told, words, VALIDATES[game])


@EVERY
@pytest.mark.parametrize("seat", [1, 4, 5, 6])
def test_no_jackpot_to_validate(game: str, seat: int) -> None:
    told = c.ValidateJackpot(seat, round=1)
    words = f"seat {seat} has no jackpot to validate"
    at(game, "to settle").refuses(FLO, told, words, VALIDATES[game])
    if game != THB:
        at(game, "jackpot").refuses(FLO, told, words, VALIDATES[game])


@METERED
def test_a_jackpot_is_validated_once_and_in_its_time(game: str) -> None:
    told = c.ValidateJackpot(2, round=1)
    scene = at(game, "jackpot")
    again = scene.after((FLO, told))
    again.refuses(FLO, told, "seat 2 has no jackpot to validate", VALIDATES[game])
    for moment in ("bets are down", "asked", "to close"):
        at(game, moment).refuses(FLO, told, "it is not the time", "ROUND-1")


@METERED
def test_a_win_is_verified_before_it_is_validated(game: str) -> None:
    scene = at(game, "hit")
    told = c.VerifyJackpot(2, round=1)
    words = "first a dealer verifies the win of seat 2"
    clause = VERIFIES[game]
    scene.refuses(FLO, c.ValidateJackpot(2, round=1), words, clause)
    words = "seat 1 has no jackpot to verify"
    scene.refuses(DEE, c.VerifyJackpot(1, round=1), words, clause)
    scene.after((DEE, told)).refuses(DEE, told, "'Dee' has verified it already", clause)


@METERED
def test_who_started_the_payment_does_not_validate_it(game: str) -> None:
    scene = at(game, "jackpot")
    both = Person(DEE.name, Role.FLOORPERSON)
    told = c.ValidateJackpot(2, round=1)
    scene.refuses(both, told, "somebody else validates it", "SEC-3")
    assert scene.allows(FLO, told)


@EVERY
@pytest.mark.parametrize("moment", ["bets are open", "to deal", "asked", "to turn", "to settle"])
def test_a_round_that_is_not_settled_stays_open(game: str, moment: str) -> None:
    scene = at(game, moment)
    words = f"the round is not settled: {scene.round.phase.value}"
    scene.refuses(DEE, c.CloseRound(round=1), words, "ROUND-1")


@EVERY
@pytest.mark.parametrize("moment", ["bets are open", "to deal", "asked", "to close", "void"])
def test_settling_at_another_time(game: str, moment: str) -> None:
    scene = at(game, moment)
    words = f"it is not the time: {scene.round.phase.value}"
    scene.refuses(DEE, c.Settle(round=1), words, "ROUND-1")
