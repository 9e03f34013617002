"""Refusals when dealing or turning cards: not due, or not from the committed stack."""

from typing import Final

import pytest

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.handlers import handle

from .round_scenes import EVERY, HOLES, Scene, at
from .tables import (
    CCP,
    DEE,
    FLO,
    METHODS,
    METHODS_IN_TURN,
    RET,
    STUD,
    THB,
    bet_alike,
    seated_table,
    stacked_shoe,
)

SETTLES: Final = {RET: "11.I", CCP: "11.I", THB: "11.I(3)", STUD: "11.D"}
FIRST_TURNED: Final = {
    RET: "the Left and Right cards",
    CCP: "the Left and Right cards",
    THB: "the dealer's cards",
    STUD: "the third card of each hand",
}
DEALS: Final = {RET: "8.D", CCP: "8.D", THB: "8.D", STUD: "8.D"}
NEEDS_THE_STACK: Final[dict[str, c.Command]] = {
    "to deal": c.Deal(round=1),
    "to turn": c.TurnOver(round=1),
    "to show": c.TurnOver(round=1),
    "to spin": c.SpinWheel(round=1),
    "to settle": c.Settle(round=1),
    "to close": c.CloseRound(round=1),
    "void": c.CloseRound(round=1),
}
"""What cannot be done without the sealed stack."""


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_a_card_before_betting_is_closed(method: str) -> None:
    game, order, submission = METHODS[method]
    table = seated_table(game, submission={"table": submission})
    bet_alike(table, 1)
    scene = Scene(game, table.state, table.shoe)
    scene.refuses(DEE, c.Deal(round=1), "bets are still open", {game: order.no_more_bets})


@EVERY
def test_a_card_that_is_not_due(game: str) -> None:
    for moment, words in (
        ("asked", "no card can be dealt now: seat 1 has to decide"),
        ("Bob is asked", "no card can be dealt now: seat 2 has to decide"),
        ("to turn", f"no card can be dealt now: turn over {FIRST_TURNED[game]} first"),
        ("to settle", "all cards of this round have been dealt"),
        ("to close", "all cards of this round have been dealt"),
    ):
        at(game, moment).refuses(DEE, c.Deal(round=1), words, DEALS)


@EVERY
def test_a_card_that_is_not_to_be_turned(game: str) -> None:
    for moment, waits in (
        ("bets are open", ""),
        ("to deal", ": deal the next cards first"),
        ("asked", ": seat 1 has to decide"),
        ("to close", ""),
        ("void", ""),
    ):
        words = f"no card can be turned over now{waits}"
        at(game, moment).refuses(DEE, c.TurnOver(round=1), words, "ROUND-1")
    scene = at(game, "to settle")
    scene.refuses(DEE, c.TurnOver(round=1), "no card can be turned over now", SETTLES)


CASES: Final = [
    (game, moment)
    for game in (RET, CCP, THB, STUD)
    for moment in NEEDS_THE_STACK
    if game == CCP or moment not in ("to show", "to spin")
]


@pytest.mark.parametrize(("game", "moment"), CASES)
def test_without_a_stack(game: str, moment: str) -> None:
    """Without its key a round can only be voided; its close records the gap."""
    scene = at(game, moment)._replace(shoe=None)
    if moment in ("void", "to close"):
        lost_round = handle(scene.state, DEE, NEEDS_THE_STACK[moment], None)
        assert [type(event) for event in lost_round] == [e.SeedLost, e.RoundClosed]
        return
    words = "the seed of this round is unavailable: void the round"
    scene.refuses(DEE, NEEDS_THE_STACK[moment], words, "FAIR-5")


@pytest.mark.parametrize(("game", "moment"), CASES)
def test_another_stack(game: str, moment: str) -> None:
    """Other cards under the same seed, or the same cards under another seed."""
    scene = at(game, moment)
    assert scene.state.rules is not None
    assert scene.shoe is not None
    others = [
        stacked_shoe(scene.state.rules, HOLES),
        type(scene.shoe)(bytes([1] * 32), scene.shoe.cards, scene.shoe.salts),
    ]
    for other in others:
        words = "this stack is not the one that the house committed to"
        scene._replace(shoe=other).refuses(DEE, NEEDS_THE_STACK[moment], words, "FAIR-5")


def test_a_void_round_whose_bonus_is_settled_needs_the_stack() -> None:
    scene = at(THB, "asked").after((DEE, c.Propose(c.VoidRound(1, "face up", "bonus"))))
    approval = c.Approve(scene.state.proposed)
    scene._replace(shoe=None).refuses(FLO, approval, "is unavailable", "FAIR-5")
    assert scene.allows(FLO, approval)


@EVERY
def test_a_plain_void_needs_no_stack(game: str) -> None:
    """A house that lost its key returns every wager."""
    scene = at(game, "asked").after((DEE, c.Propose(c.VoidRound(1, "the key is lost"))))
    assert scene._replace(shoe=None).allows(FLO, c.Approve(scene.state.proposed))
