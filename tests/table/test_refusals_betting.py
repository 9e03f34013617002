"""Opening the betting, adding to the shuffle, closing the betting, counting: what is refused."""

from collections.abc import Mapping
from typing import Final

import pytest

from pitboss.games.deck_tasks import Task
from pitboss.table import commands as c
from tests.filings import filing

from .deck_steps import BY_HAND, prepare_decks, scene_before, table_without_cards
from .round_scenes import ANN, COUNTED, DAN, EVERY, GUS, METERED, SIDES, Scene, at, scene_of
from .tables import (
    CCP,
    DEE,
    FLO,
    KEYS,
    METHODS,
    METHODS_IN_TURN,
    RET,
    STUD,
    THB,
    Json,
    bet_alike,
    dealing,
    seated_table,
)

SEATED: Final = {RET: "7.B(1)", CCP: "7.B(1)", THB: "7.C", STUD: "7.B"}
CUT: Final = {RET: "5.D", CCP: "5.D", THB: "5.F", STUD: "5.F"}
UNCUT: Final = {RET: "5.C(1)", CCP: "5.C(1)", THB: "5.D(1)", STUD: "5.D(1)"}
LIFTED: Final = {RET: "5.H", CCP: "5.H", THB: "5.I", STUD: "5.I"}
LOADED: Final = {"manual shoe": "8.B", "hand": "9.A(2)", "automated shoe": "10.A(1)"}
"""Where a stack goes in each dealing method; the same in each book."""


def bets_of(game: str, submission: Json, **sides: int) -> Scene:
    """Return a table where seat 1 has bet, under these rules."""
    table = seated_table(game, submission=submission)
    bet_alike(table, 1, **sides)
    return scene_of(table)


@EVERY
def test_no_round_while_a_submission_waits(game: str) -> None:
    for moment in ("no round", "closed"):
        scene = at(game, moment).after((DEE, c.Propose(filing(game))))
        scene.refuses(DEE, c.OpenRound(), "a submission is waiting for approval", "PROG-1")
        number = scene.state.proposed
        assert scene.after((FLO, c.Reject(number))).allows(DEE, c.OpenRound())


@EVERY
def test_no_round_without_a_stack(game: str) -> None:
    scene = at(game, "no round")._replace(shoe=None)
    scene.refuses(DEE, c.OpenRound(), "there is no shuffled stack to commit to", "FAIR-5")


@EVERY
@pytest.mark.parametrize("practice", [None, 1, "yes", []])
def test_a_round_is_practice_or_not(game: str, practice: bool) -> None:
    scene = at(game, "no round")
    scene.refuses(DEE, c.OpenRound(practice), "practice must be true or false", "FAIR-5")


@METERED
@pytest.mark.parametrize("chips", [None, "x", 5, [("progressive", 1)]])
def test_what_is_counted_is_counted_by_wager(game: str, chips: Mapping[str, int]) -> None:
    clause = {RET: "RET 8.C(3)", CCP: "PROG-6", STUD: "235 8.C(2)(b)"}[game]
    count = c.CountProgressives(chips, round=1)
    at(game, "to count").refuses(
        DEE, count, "chips must be an object with a count for each wager", clause
    )


@EVERY
def test_who_may_add_to_the_shuffle(game: str) -> None:
    scene = at(game, "bets are open")
    entropy_command = c.AddEntropy("seven", round=1)
    scene.refuses(GUS, entropy_command, "'Gus' has no seat at this table", SEATED)
    once = scene.after((ANN, entropy_command))
    once.refuses(ANN, entropy_command, "'Ann' has already contributed to this shuffle", "FAIR-5")
    assert once.allows(DAN, entropy_command)


@EVERY
@pytest.mark.parametrize("text", ["", "x" * 257, "a\nb", "\x00", "\ud800", "\u202e"])
def test_what_cannot_be_added_to_the_shuffle(game: str, text: str) -> None:
    scene = at(game, "bets are open")
    words = "entropy must be text of 1 to 256 printable characters"
    scene.refuses(ANN, c.AddEntropy(text, round=1), words, "FAIR-5")


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_betting_is_closed_once_and_only_if_somebody_bet(method: str) -> None:
    game, order, table = METHODS[method]
    clause = {game: order.no_more_bets}
    scene = bets_of(game, {"table": table})
    lock = c.NoMoreBets(round=1)
    closed_scene = scene.after((DEE, lock))
    closed_scene.refuses(DEE, lock, "betting is already closed", clause)
    empty = scene.after((ANN, c.TakeBack(1, round=1)))
    empty.refuses(DEE, lock, "nobody has placed a wager", clause)


@EVERY
@pytest.mark.parametrize("cut", [0, 9, 43, 52, -10, 10**30, True, 10.0, "10", None, [10], {}])
def test_a_cut_out_of_range(game: str, cut: int) -> None:
    """At least ten cards from the top by the book, and ten from the bottom by our ruling."""
    scene = scene_before(game, Task.CUT, BY_HAND)
    wrong = c.Perform(Task.CUT, cards=cut)
    deep = type(cut) is int and cut > 42
    words = "cards must be 10 to 42 for this cut, not"
    scene.refuses(DEE, wrong, words, "RULINGS Cuts" if deep else CUT)
    assert all(scene.allows(DEE, c.Perform(Task.CUT, cards=cut)) for cut in (10, 26, 42))


@EVERY
@pytest.mark.parametrize(
    ("method", "shuffler"),
    [
        ("manual shoe", "automated"),
        ("manual shoe", "automated counting"),
        ("hand", "automated"),
        ("automated shoe", "automated reshuffling"),
    ],
)
def test_a_deck_that_a_machine_shuffled_is_not_cut(game: str, method: str, shuffler: str) -> None:
    submission = dealing(method, shuffler)
    stacked_scene = scene_before(game, Task.LOAD, submission)
    loaded_scene = scene_of(prepare_decks(table_without_cards(game, submission)))
    for cut in (1, 10, 26, -1, True):
        progress = c.Perform(Task.CUT, cards=cut)
        first = "do this first: put the stack in place for dealing"
        stacked_scene.refuses(DEE, progress, first, {game: LOADED[method]})
        clause = {game: LIFTED[game]} if shuffler == "automated reshuffling" else UNCUT
        loaded_scene.refuses(DEE, progress, "cards shuffled by a machine are not cut", clause)
    stack = at(game, "bets are open").shoe
    assert loaded_scene._replace(shoe=stack).allows(DEE, c.OpenRound())


COUNTS: Final = {
    (RET, "manual shoe"): "RET 8.C(3)",
    (RET, "hand"): "RET 9.A(5)(b)",
    (RET, "automated shoe"): "RET 10.A(2)(b)(ii)",
    (CCP, "manual shoe"): "PROG-6",
    (CCP, "hand"): "PROG-6",
    (CCP, "automated shoe"): "PROG-6",
    (STUD, "manual shoe"): "235 8.C(2)(b)",
    (STUD, "hand"): "235 9.A(4)(b)",
    (STUD, "automated shoe"): "235 10.A(1)(c)(ii)",
}
"""Criss Cross does not mention a count, so the house rule applies."""


@pytest.mark.parametrize(("game", "method"), COUNTS)
def test_a_wrong_count_and_a_deal_before_the_count(game: str, method: str) -> None:
    """One progressive wager was accepted, so only one chip is right."""
    key, clause = COUNTED[game], COUNTS[game, method]
    label = {"progressive": "Progressive", "bonus_spin": "Bonus Spin"}[key]
    scene = bets_of(game, dealing(method), **{key: SIDES[game][key]})
    scene = scene.after((DEE, c.NoMoreBets(round=1)))
    wrong: list[Mapping[str, int]] = [{}, {key: 0}, {key: 2}, {key: -1}, {"other": 1}]
    wrong += [{key: 1, "other": 1}, {key: 10**30}]
    for chips in wrong:
        words = f"but the system accepted 1 {label}: count again before dealing"
        scene.refuses(DEE, c.CountProgressives(chips, round=1), words, clause)
    scene.refuses(
        DEE, c.Deal(round=1), "count the progressive wagers before dealing the first", clause
    )
    assert scene.allows(DEE, c.CountProgressives({key: 1}, round=1))


@METERED
def test_a_count_when_nothing_is_to_be_counted(game: str) -> None:
    """Either betting is open, or the chips are already counted."""
    count = c.CountProgressives({COUNTED[game]: 3}, round=1)
    words = "this is possible only while progressive wagers are being counted"
    for moment in ("bets are down", "to deal"):
        at(game, moment).refuses(DEE, count, words, "ROUND-1")


@pytest.mark.parametrize("game", KEYS)
def test_no_count_without_a_progressive_wager(game: str) -> None:
    scene = bets_of(game, dealing("manual shoe")).after((DEE, c.NoMoreBets(round=1)))
    empty = c.CountProgressives({}, round=1)
    words = "this is possible only while progressive wagers are being counted"
    scene.refuses(DEE, empty, words, "ROUND-1")
    assert scene.allows(DEE, c.Deal(round=1))
