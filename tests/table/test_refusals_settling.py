"""Wheel, jackpots, settlement and the close of a round: what is refused."""

from typing import Final

import pytest

from pitboss.table import Person, Role
from pitboss.table import commands as c

from .round_scenes import EVERY, METERED, at
from .tables import CCP, DEE, FLO, RET, STUD, THB

SETTLES: Final = {RET: "11.I", CCP: "11.I", THB: "11.I(3)", STUD: "11.D"}
VALIDATES: Final = {RET: "PROG-7", CCP: "PROG-7", THB: "PROG-7", STUD: "235 11.D(5)(c)"}
"""Where the book requires no floorperson for validation, a house rule does."""
VERIFIES: Final = VALIDATES | {RET: "RET 11.J", STUD: "235 11.D(5)(a)"}


@EVERY
def test_nobody_has_a_spin(game: str) -> None:
    scene = at(game, "to settle")
    scene.refuses(DEE, c.SpinWheel(round=1), "no seat has a spin left", SETTLES)
    for moment in ("bets are down", "asked", "to close"):
        words = "this is possible only while hands are being settled"
        at(game, moment).refuses(DEE, c.SpinWheel(round=1), words, "ROUND-1")


def test_a_spin_before_the_pair_is_face_up() -> None:
    at(CCP, "to show").refuses(DEE, c.SpinWheel(round=1), "no seat has a spin left", SETTLES)


def test_hands_are_settled_after_the_spins() -> None:
    for moment in ("to show", "to spin"):
        for every in (True, False):
            progress = c.Settle(every, round=1)
            words = "spin the wheel before settling hands"
            at(CCP, moment).refuses(DEE, progress, words, SETTLES)


@METERED
def test_a_jackpot_that_is_not_validated(game: str) -> None:
    for every in (True, False):
        progress = c.Settle(every, round=1)
        words = "seat 2's jackpot must be validated first"
        at(game, "jackpot").refuses(DEE, progress, words, VALIDATES[game])


@EVERY
@pytest.mark.parametrize("seat", [1, 4, 5, 6])
def test_no_jackpot_to_validate(game: str, seat: int) -> None:
    progress = c.ValidateJackpot(seat, round=1)
    words = f"seat {seat} has no jackpot to validate"
    at(game, "to settle").refuses(FLO, progress, words, VALIDATES[game])
    if game != THB:
        at(game, "jackpot").refuses(FLO, progress, words, VALIDATES[game])


@METERED
def test_a_jackpot_is_validated_once_and_in_time(game: str) -> None:
    progress = c.ValidateJackpot(2, round=1)
    scene = at(game, "jackpot")
    again = scene.after((FLO, progress))
    again.refuses(FLO, progress, "seat 2 has no jackpot to validate", VALIDATES[game])
    for moment in ("bets are down", "asked", "to close"):
        words = "this is possible only while hands are being settled"
        at(game, moment).refuses(FLO, progress, words, "ROUND-1")


@METERED
def test_a_win_is_verified_before_it_is_validated(game: str) -> None:
    scene = at(game, "hit")
    progress = c.VerifyJackpot(2, round=1)
    words = "a dealer must first verify seat 2's win"
    clause = VERIFIES[game]
    scene.refuses(FLO, c.ValidateJackpot(2, round=1), words, clause)
    words = "seat 1 has no jackpot to verify"
    scene.refuses(DEE, c.VerifyJackpot(1, round=1), words, clause)
    scene.after((DEE, progress)).refuses(DEE, progress, "'Dee' has already verified it", clause)


@METERED
def test_the_person_who_started_the_payment_does_not_validate_it(game: str) -> None:
    scene = at(game, "jackpot")
    both = Person(DEE.name, Role.FLOORPERSON)
    progress = c.ValidateJackpot(2, round=1)
    scene.refuses(both, progress, "somebody else must validate it", "SEC-3")
    assert scene.allows(FLO, progress)


@EVERY
@pytest.mark.parametrize("moment", ["bets are open", "to deal", "asked", "to turn", "to settle"])
def test_a_round_that_is_not_settled_stays_open(game: str, moment: str) -> None:
    scene = at(game, moment)
    words = "the round cannot be closed before every hand is settled"
    scene.refuses(DEE, c.CloseRound(round=1), words, "ROUND-1")


@EVERY
@pytest.mark.parametrize("moment", ["bets are open", "to deal", "asked", "to close", "void"])
def test_settling_at_another_time(game: str, moment: str) -> None:
    scene = at(game, moment)
    words = "this is possible only while hands are being settled"
    scene.refuses(DEE, c.Settle(round=1), words, "ROUND-1")
