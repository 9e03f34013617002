"""Refused decisions."""

from typing import Final

import pytest

from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER, Person, Role

from .dealer_rounds import fold_ann
from .round_scenes import ANN, BOB, CROSSES, CY, DAN, EVERY, Scene, at, has, scene_of
from .tables import (
    CCP,
    DEE,
    FLO,
    KEYS,
    RET,
    STAYS,
    STUD,
    THB,
    bet_and_lock,
    seated_table,
    until_asked,
)

FIRST: Final = {RET: "run_1", CCP: "across", THB: "flop", STUD: "raise_three"}
SECOND: Final = {RET: "run_2", CCP: "down", THB: "turn", STUD: "raise_five"}
ASKS: Final = {RET: "11.B", CCP: "11.B", THB: "11.B", STUD: "11.B(1)"}
ASKS_AGAIN: Final = {RET: "11.D", CCP: "11.D", THB: "11.E", STUD: "11.B(1)#2"}
LEAVING: Final = {RET: "7.B(3)", CCP: "7.B(3)", THB: "7.C(2)", STUD: "7.B(2)"}
CHIPS: Final = dict.fromkeys(KEYS, "7.A")


@EVERY
@pytest.mark.parametrize(
    "moment", ["bets are down", "to deal", "to turn", "to settle", "to close", "void"]
)
def test_nobody_is_asked(game: str, moment: str) -> None:
    scene = at(game, moment)
    progress = scene.decision(2, STAYS[game], FIRST[game])
    scene.refuses(BOB, progress, "no player has a decision to make now", "ROUND-1")


@EVERY
def test_out_of_turn(game: str) -> None:
    scene = at(game, "asked")
    for by, seat in ((BOB, 2), (CY, 4)):
        progress = scene.decision(seat, STAYS[game], FIRST[game])
        words = f"it is seat 1's turn to decide, not seat {seat}'s"
        scene.refuses(by, progress, words, ASKS)
    progress = scene.decision(5, STAYS[game], FIRST[game])
    scene.refuses(DAN, progress, "seat 5 has no wager in this round", ASKS)


@EVERY
def test_twice(game: str) -> None:
    scene = at(game, "Bob is asked")
    progress = scene.decision(1, STAYS[game], FIRST[game])
    words = "it is seat 2's turn to decide, not seat 1's" if game == STUD else "seat 1 has folded"
    scene.refuses(ANN, progress, words, ASKS)


@pytest.mark.parametrize("game", [RET, CCP, THB])
def test_after_a_fold(game: str) -> None:
    scene = at(game, "second street")
    for street in (FIRST[game], SECOND[game]):
        progress = scene.decision(1, STAYS[game], street)
        scene.refuses(ANN, progress, "seat 1 has folded", ASKS_AGAIN)


@EVERY
@pytest.mark.parametrize("street", ["", "x" * 500, "river bed", "a\nb"])
def test_a_stale_street(game: str, street: str) -> None:
    scene = at(game, "second street")
    words = f"but the open decision is on '{SECOND[game]}'"
    for other in (FIRST[game], street):
        scene.refuses(BOB, scene.decision(2, STAYS[game], other), words, ASKS_AGAIN)
    early = at(game, "asked").decision(1, STAYS[game], SECOND[game])
    words = f"street is '{SECOND[game]}', but the open decision is on '{FIRST[game]}'"
    at(game, "asked").refuses(ANN, early, words, ASKS)


@EVERY
@pytest.mark.parametrize(
    "decision", ["", "4x", "0x", "all in", "x" * 500, "a\nb", 0, -1, 500, 10**30, True, 1.5, None]
)
def test_invalid_decisions(game: str, decision: str | int) -> None:
    scene = at(game, "asked")
    progress = scene.decision(1, decision, FIRST[game])
    scene.refuses(ANN, progress, "is not a decision on", ASKS)


@pytest.mark.parametrize(("game", "word"), [(STUD, "fold"), (THB, "check"), (RET, "check")])
def test_a_decision_of_another_street_or_game(game: str, word: str) -> None:
    scene = at(game, "asked")
    words = f"'{word}' is not a decision"
    scene.refuses(ANN, scene.decision(1, word, FIRST[game]), words, ASKS)


def any_amount(game: str) -> Scene:
    """Return a table where seat 1 decides, and may bet any amount of one to three antes."""
    table = seated_table(game, submission={"readings": {"raise_amounts": "any"}})
    bet_and_lock(table, 1)
    until_asked(table)
    return Scene(game, table.state, table.shoe)


@CROSSES
def test_an_impossible_amount_in_between(game: str) -> None:
    scene = any_amount(game)
    for cents in (499, 1501, 0, -500, 10**30):
        progress = scene.decision(1, cents, FIRST[game])
        scene.refuses(ANN, progress, f"is {cents} cents, but must be 500 to 1500", ASKS)
    for cents in (550, 1499):
        progress = scene.decision(1, cents, FIRST[game])
        scene.refuses(ANN, progress, "but must be a multiple of the smallest chip, $1", CHIPS)
    for answer_ in (True, 700.0, "4x"):
        progress = scene.decision(1, answer_, FIRST[game])  # type: ignore[arg-type]
        scene.refuses(ANN, progress, "is not a decision on", ASKS)
    for cents in (500, 700, 1500):
        assert scene.allows(ANN, scene.decision(1, cents, FIRST[game]))


@EVERY
def test_more_than_the_chips(game: str) -> None:
    scene = at(game, "Bob is asked")
    short = scene.after((BOB, c.CashOut(scene.state.chips("Bob") - 499)))
    progress = scene.decision(2, STAYS[game], FIRST[game])
    stake = "$10" if game == THB else "$5"
    words = f"the raise is {stake}, but the player has $4.99 in chips"
    short.refuses(BOB, progress, words, "LEDG-1")
    if game != STUD:
        assert short.allows(BOB, scene.decision(2, "fold", FIRST[game]))


@EVERY
def test_a_player_who_left_does_not_decide(game: str) -> None:
    """Nor does one whose time ran out; one who was only reported is present and may decide."""
    report_scene = at(game, "asked").after((DEE, c.WalkedOff(1, round=1)))
    scene_answered = report_scene.after((ANN, report_scene.decision(1, STAYS[game], FIRST[game])))
    assert not scene_answered.round.away
    for by, command in ((ANN, c.Leave(1)), (HOUSE_DEALER, c.WalkedOff(1, round=1))):
        scene = at(game, "asked").after((by, command))
        progress = scene.decision(1, STAYS[game], FIRST[game])
        scene.refuses(ANN, progress, "the player in seat 1 has left the table", LEAVING)


@EVERY
def test_a_ruling_on_a_player_who_is_present(game: str) -> None:
    scene = at(game, "asked")
    for seat in (1, 2, 5, 6):
        ruling = c.RuleOnAbsent(seat, lost=True, round=1)
        scene.refuses(FLO, ruling, f"the player in seat {seat} has not left", LEAVING)


@EVERY
@pytest.mark.parametrize("name", ["Flo", "flo", "F lo"])
def test_sec_3_the_person_who_reports_an_absent_player_does_not_rule_on_it(
    game: str, name: str
) -> None:
    scene = at(game, "asked").after((FLO, c.WalkedOff(4)))
    ruling, words = c.RuleOnAbsent(4, lost=True, round=1), "somebody else must rule on it"
    scene.refuses(Person(name, Role.FLOORPERSON), ruling, words, "SEC-3")
    assert scene.allows(Person("Fay", Role.FLOORPERSON), ruling)


@EVERY
def test_a_ruling_that_is_neither_yes_nor_no(game: str) -> None:
    for is_lost in ("no", 1, None):
        ruling = c.RuleOnAbsent(4, is_lost, round=1)  # type: ignore[arg-type]
        at(game, "asked").refuses(FLO, ruling, "lost must be true or false", LEAVING)


@EVERY
def test_a_second_ruling(game: str) -> None:
    scene = at(game, "asked").after((CY, c.Leave(4)))
    for is_lost in (True, False):
        scene_after_ruling = scene.after((FLO, c.RuleOnAbsent(4, is_lost, round=1)))
        for again in (True, False):
            ruling = c.RuleOnAbsent(4, again, round=1)
            scene_after_ruling.refuses(
                FLO, ruling, "a floorperson has already ruled on seat 4", LEAVING
            )


@EVERY
@pytest.mark.parametrize("moment", ["bets are down", "to close", "void"])
def test_a_ruling_at_another_time(game: str, moment: str) -> None:
    scene = at(game, moment)
    ruling = c.RuleOnAbsent(4, lost=True, round=1)
    words = (
        "this is possible only while progressive wagers are being counted, hands are being played "
        "or hands are being settled"
    )
    scene.refuses(FLO, ruling, words, "ROUND-1")


@EVERY
def test_a_ruling_on_a_player_with_nothing_left_to_lose(game: str) -> None:
    """The player folded without a side wager, forfeited, or is settled."""
    ruling = c.RuleOnAbsent(1, lost=True, round=1)
    words = "seat 1 has no wager left to rule on"
    if game != STUD:
        scene_left = scene_of(fold_ann(game)).after((ANN, c.Leave(1)))
        scene_left.refuses(FLO, ruling, words, LEAVING)
        scene_left_ = at(game, "Bob is asked").after((ANN, c.Leave(1)))
        assert scene_left_.allows(FLO, ruling)
    if game in (RET, CCP):
        forfeit = (FLO, c.Forfeit(1, "11.A(1)", round=1))
        scene_after_loss = at(game, "asked").after(forfeit, (ANN, c.Leave(1)))
        scene_after_loss.refuses(FLO, ruling, words, LEAVING)
    if has(game, "jackpot"):
        hit = at(game, "jackpot").after((BOB, c.Leave(2)))
        ruling = c.RuleOnAbsent(2, lost=True, round=1)
        hit.refuses(FLO, ruling, "seat 2 is already settled, or being settled", LEAVING)


@EVERY
def test_the_dealer_decides_only_for_wagers_that_stand(game: str) -> None:
    scene = at(game, "asked")
    words = "only the player in seat 1 can decide for that seat"
    reply = c.AnswerForAbsent(1, round=1)
    scene.refuses(DEE, reply, words, LEAVING)
    scene_left = scene.after((ANN, c.Leave(1)))
    scene_left.refuses(DEE, reply, words, LEAVING)
    scene_after_loss = scene_left.after((FLO, c.RuleOnAbsent(1, lost=True, round=1)))
    scene_after_loss.refuses(DEE, reply, words, LEAVING)
    stand = scene_left.after((FLO, c.RuleOnAbsent(1, lost=False, round=1)))
    assert stand.allows(DEE, reply)


@EVERY
def test_the_dealer_decides_in_turn(game: str) -> None:
    scene = at(game, "asked").after((CY, c.Leave(4)), (FLO, c.RuleOnAbsent(4, lost=False, round=1)))
    words = "it is seat 1's turn to decide, not seat 4's"
    scene.refuses(DEE, c.AnswerForAbsent(4, round=1), words, ASKS)
