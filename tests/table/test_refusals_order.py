"""Commands out of order, and commands meant for another round (ROUND-1, ROUND-2)."""

from typing import Final

import pytest

from pitboss.table import commands as c
from tests.filings import filing

from .round_scenes import ANN, COUNTED, EVERY, MOMENTS, at, has
from .tables import CCP, DEE, FLO, KEYS, RET, STUD, THB, antes

DUE: Final = {
    "nothing": "",
    "no rules": "",
    "no round": "open",
    "bets are open": "",
    "bets are down": "lock",
    "to count": "count",
    "to deal": "deal",
    "asked": "",
    "Bob is asked": "",
    "to turn": "turn",
    "second street": "",
    "to show": "turn",
    "to spin": "spin",
    "to settle": "settle",
    "hit": "verify",
    "jackpot": "",
    "to close": "close",
    "closed": "open",
    "void": "close",
}
"""The commands allowed at each moment: one or none."""
LACKS: Final = {
    RET: ("to show", "to spin"),
    CCP: (),
    THB: ("to count", "to show", "to spin", "hit", "jackpot"),
    STUD: ("to show", "to spin"),
}
"""Moments that the rounds of a game do not have."""


def dealers(game: str) -> dict[str, c.Command]:
    """Return the commands of a dealer."""
    return {
        "open": c.OpenRound(),
        "lock": c.NoMoreBets(round=1),
        "count": c.CountProgressives({COUNTED.get(game, "progressive"): 3}, round=1),
        "deal": c.Deal(round=1),
        "turn": c.TurnOver(round=1),
        "spin": c.SpinWheel(round=1),
        "settle": c.Settle(round=1),
        "verify": c.VerifyJackpot(2, round=1),
        "close": c.CloseRound(round=1),
        "answer": c.AnswerForAbsent(1, round=1),
    }


def test_every_moment_is_listed() -> None:
    assert set(DUE) == {*MOMENTS, "void"}
    for game in KEYS:
        assert LACKS[game] == tuple(moment for moment in DUE if not has(game, moment))


@pytest.mark.parametrize(
    ("game", "moment"),
    [(game, moment) for game in KEYS for moment in DUE if moment not in LACKS[game]],
)
def test_a_dealer_can_only_do_what_is_due(game: str, moment: str) -> None:
    scene = at(game, moment)
    allowed_names = {name for name, command in dealers(game).items() if scene.allows(DEE, command)}
    assert allowed_names == set(DUE[moment].split())


@EVERY
def test_a_table_that_is_not_open(game: str) -> None:
    scene = at(game, "nothing")
    for command in (c.OpenRound(), c.Deal(round=1)):
        scene.refuses(DEE, command, "no table is open", "ROUND-1")
    scene.refuses(ANN, c.TakeSeat(1), "no table is open", "ROUND-1")
    scene.refuses(DEE, c.FreeSeat(1), "no table is open", "ROUND-1")
    scene.refuses(FLO, c.Propose(c.FileSubmission({})), "no table is open", "ROUND-1")
    scene.refuses(FLO, c.Propose(c.VoidRound(1, "jam")), "no table is open", "ROUND-1")


@EVERY
def test_no_round_without_an_approved_submission(game: str) -> None:
    scene = at(game, "no rules")
    for by, command in (
        (DEE, c.OpenRound()),
        (ANN, c.TakeSeat(1)),
        (ANN, c.BuyIn(500)),
        (ANN, c.CashOut()),
        (DEE, c.Deal(round=1)),
        (FLO, c.FreeSeat(1)),
        (DEE, c.Propose(c.VoidRound(1, "jam"))),
    ):
        scene.refuses(by, command, "no submission has been approved", "ROUND-2")
    waiting = scene.after((DEE, c.Propose(filing(game))))
    waiting.refuses(DEE, c.OpenRound(), "no submission has been approved", "ROUND-2")


@EVERY
@pytest.mark.parametrize("moment", ["no round", "closed"])
def test_no_round_is_open(game: str, moment: str) -> None:
    scene = at(game, moment)
    for name, command in dealers(game).items():
        if name != "open":
            scene.refuses(DEE, command, "no round is open", "ROUND-1")
    scene.refuses(ANN, scene.bet(), "no round is open", "ROUND-1")
    scene.refuses(ANN, scene.decision(1, "fold", "flop"), "no round is open", "ROUND-1")
    scene.refuses(FLO, c.ValidateJackpot(2, round=1), "no round is open", "ROUND-1")
    scene.refuses(DEE, c.WalkedOff(1, round=1), "no round is open", "ROUND-1")
    scene.refuses(FLO, c.Propose(c.VoidRound(1, "jam")), "no round is open", "ROUND-1")


def of_round(number: int) -> list[tuple[str, c.Command]]:
    """Return every command that names a round, for this one."""
    return [
        ("dealer", c.NoMoreBets(round=number)),
        ("dealer", c.CountProgressives({}, round=number)),
        ("dealer", c.Deal(round=number)),
        ("dealer", c.TurnOver(round=number)),
        ("dealer", c.SpinWheel(round=number)),
        ("dealer", c.Settle(round=number)),
        ("dealer", c.CloseRound(round=number)),
        ("dealer", c.AnswerForAbsent(1, round=number)),
        ("dealer", c.WalkedOff(1, round=number)),
        ("floorperson", c.ValidateJackpot(2, round=number)),
        ("floorperson", c.RuleOnAbsent(1, lost=False, round=number)),
        ("player", c.PlaceWagers(1, {}, round=number)),
        ("player", c.TakeBack(1, round=number)),
        ("player", c.AddEntropy("seven", round=number)),
        ("player", c.Decide(1, "fold", round=number)),
    ]


@EVERY
@pytest.mark.parametrize("number", [0, 2, -1, 10**30, "1", None, (1,)])
def test_another_round(game: str, number: int) -> None:
    """The decision is late, or for a round that never existed."""
    who = {"dealer": DEE, "floorperson": FLO, "player": ANN}
    for moment in ("bets are down", "asked", "to settle"):
        scene = at(game, moment)
        for role, command in of_round(number):
            scene.refuses(who[role], command, "but round 1 is open", "ROUND-1")


@EVERY
def test_the_previous_round(game: str) -> None:
    """A command that was right a round ago is too late."""
    scene = at(game, "closed")._replace(shoe=at(game, "no round").shoe).after((DEE, c.OpenRound()))
    words = "this command is for round 1, but round 2 is open"
    scene.refuses(ANN, c.PlaceWagers(1, antes(game), round=1), words, "ROUND-1")
    scene.refuses(DEE, c.NoMoreBets(round=1), words, "ROUND-1")
    assert scene.allows(ANN, c.PlaceWagers(1, antes(game), round=2))


@EVERY
def test_a_round_is_still_open(game: str) -> None:
    for moment in ("bets are open", "asked", "to settle", "to close", "void"):
        at(game, moment).refuses(DEE, c.OpenRound(), "round 1 is still open", "ROUND-1")
