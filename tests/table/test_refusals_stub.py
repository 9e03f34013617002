"""Refusals of counting the stub, cutting again, and shuffling uncounted cards."""

from typing import Any, Final

import pytest

from pitboss.games.deck_tasks import Device, Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Phase
from pitboss.table import commands as c

from .dealer_rounds import (
    automation_without,
    do_due_steps,
    do_next_step,
    lock_round,
    play_round,
    play_until,
    void_and_close,
    void_uncounted_rounds,
)
from .deck_steps import (
    BY_HAND,
    COUNTING,
    RESHUFFLING,
    prepare_decks,
    scene_before,
    table_without_cards,
)
from .odd import NUMBERS, TEXTS
from .round_scenes import EVERY, at, scene_of
from .tables import (
    CCP,
    DEE,
    FLO,
    METHODS,
    METHODS_IN_TURN,
    RET,
    STUD,
    THB,
    current_round,
    dealing,
    seated_table,
)

STUB: Final = {
    RET: {"manual shoe": "8.E", "hand": "9.C", "automated shoe": "10.C"},
    CCP: {"manual shoe": "8.E", "hand": "9.C", "automated shoe": "10.C"},
    THB: {"manual shoe": "8.E", "hand": "9.C", "automated shoe": "10.C"},
    STUD: {"manual shoe": "8.D(4)", "hand": "9.D", "automated shoe": "10.D"},
}
"""The clause of each book for the stub count, by method."""
RECUT: Final = {RET: "5.E", CCP: "5.E", THB: "5.G", STUD: "5.G"}
UNCUT: Final = {RET: "5.C(1)", CCP: "5.C(1)", THB: "5.D(1)", STUD: "5.D(1)"}
LIFTED: Final = {RET: "5.H", CCP: "5.H", THB: "5.I", STUD: "5.I"}
NOT_NOW: Final = "this is possible only while hands are being played or hands are being settled"
OUT: Final = {RET: 11, CCP: 11, THB: 8 + 5 + 3, STUD: 11}
"""Cards that three players, the table and the rack get from the hand or a manual shoe."""


def counting(number: int = 52) -> c.CountStub:
    """Return a count for the first round."""
    return c.CountStub(number, round=1)


def by_shoe(game: str) -> dict[str, str]:
    """Return the clause for a manual shoe."""
    return {game: STUB[game]["manual shoe"]}


@pytest.mark.parametrize("method", METHODS_IN_TURN)
@pytest.mark.parametrize("cards", [*NUMBERS, 105])
def test_invalid_numbers_of_cards(method: str, cards: Any) -> None:  # noqa: ANN401
    """With two decks mixed there can be 104."""
    game, _, submission = METHODS[method]
    table = seated_table(game, submission={"table": submission})
    play_round(table)
    clause = {game: STUB[game][submission["dealing"]] if game in STUB else ""}
    progress = c.CountStub(cards, round=1)
    scene_of(table).refuses(DEE, progress, ", but must be 0 to 104", clause)


@pytest.mark.parametrize("game", [THB, STUD])
def test_a_shoe_that_keeps_and_counts_the_cards(game: str) -> None:
    """THB 10.I and 235 10.H lift the stub procedure; RET and CCP 10.B(3) stay."""
    table = seated_table(game, submission=RESHUFFLING)
    words = "the shoe counts the cards itself, so there is no stub to count"
    clause = {game: STUB[game]["automated shoe"]}
    scene_of(table).refuses(DEE, counting(), words, clause)
    play_until(lock_round(table), Phase.SETTLING)
    scene_of(table).refuses(DEE, counting(), words, clause)


@EVERY
def test_no_stub_while_cards_are_to_be_dealt(game: str) -> None:
    words = "cards are still to be dealt: count the stub after the last one"
    table = lock_round(seated_table(game))
    if current_round(table).phase is Phase.COUNTING:
        scene_of(table).refuses(DEE, counting(), NOT_NOW, "ROUND-1")
    play_until(table, due_is=c.Deal)
    while current_round(table).dealt < OUT[game]:
        scene_of(table).refuses(DEE, counting(), words, by_shoe(game))
        do_next_step(table)
    assert scene_of(table).allows(DEE, counting(52 - OUT[game]))


@EVERY
def test_no_stub_while_bets_are_open_or_the_round_is_over(game: str) -> None:
    for moment in ("bets are open", "to close", "void"):
        at(game, moment).refuses(DEE, counting(), NOT_NOW, "ROUND-1")


@EVERY
@pytest.mark.parametrize("number", [0, 2, -1, 10**30, "1", None, (1,), [], "\n"])
def test_a_stub_of_another_round(game: str, number: Any) -> None:  # noqa: ANN401
    progress = c.CountStub(41, round=number)
    at(game, "to settle").refuses(DEE, progress, "but round 1 is open", "ROUND-1")


@EVERY
def test_the_stub_is_racked_once_wagers_are_settled(game: str) -> None:
    """It is counted only once."""
    table = play_until(lock_round(seated_table(game)), Phase.SETTLING)
    table.dealer("Dee").count_stub(52 - OUT[game])
    once = scene_of(table)
    progress = counting(52 - OUT[game])
    once.refuses(DEE, progress, "the stub of this round has already been counted", by_shoe(game))
    table = play_until(lock_round(seated_table(game)), due_is=c.Settle)
    table.dealer("Dee").settle()
    while not current_round(table).results:
        do_next_step(table)
    words = "wagers have been settled: the stub is in the discard rack"
    scene_of(table).refuses(DEE, progress, words, by_shoe(game))


@EVERY
def test_between_rounds_only_the_deck_of_a_void_round_is_counted(game: str) -> None:
    words = "count the stub during a round, after the last card is dealt"
    table = seated_table(game, automation=automation_without(Automation.SHUFFLE))
    for scene in (
        at(game, "no round"),
        at(game, "closed"),
        scene_before(game, Task.INSPECT),
        scene_of(table_without_cards(game)),
        scene_of(play_round(do_due_steps(table))),
    ):
        scene.refuses(DEE, counting(), words, by_shoe(game))
    assert scene_of(void_uncounted_rounds(seated_table(game))).allows(DEE, counting())


@pytest.mark.parametrize("method", [m for m in METHODS_IN_TURN if "reshuffling" not in m])
def test_a_deck_not_counted_in_five_rounds_is_not_shuffled(method: str) -> None:
    game, _, submission = METHODS[method]
    table = seated_table(game, submission={"table": submission})
    table.automation = automation_without(Automation.SHUFFLE, Automation.STUB)
    progress = c.Perform(Task.SHUFFLE)
    for _ in range(5):
        void_and_close(lock_round(do_due_steps(table), (1,)))
        assert scene_of(table).allows(DEE, progress) is (current_round(table).number < 5)
    words = "the deck has not been counted for 5 rounds: count it first"
    clause = {game: STUB[game][submission["dealing"]] if game in STUB else ""}
    scene_of(table).refuses(DEE, progress, words, clause)
    for by in (DEE, FLO):
        scene_of(table).refuses(by, c.RemoveDeck(), words, clause)
    table.dealer("Dee").count_stub(52)
    assert scene_of(table).allows(DEE, progress)
    assert scene_of(table).allows(DEE, c.RemoveDeck())


@EVERY
def test_nothing_is_settled_before_a_due_count(game: str) -> None:
    table = seated_table(game, automation=automation_without(Automation.STUB))
    for _ in range(4):
        void_and_close(lock_round(table))
    play_until(lock_round(table), Phase.SETTLING, counts=False)
    words = "count the stub before settling any wager of this round"
    for progress in (c.Settle(round=5), c.Settle(every=True, round=5), c.SpinWheel(round=5)):
        scene_of(table).refuses(DEE, progress, words, by_shoe(game))


DOWN: Final = {RET: "13.E", CCP: "13.E", THB: "13.I", STUD: "13.H"}


@EVERY
def test_nothing_is_shuffled_by_a_broken_machine(game: str) -> None:
    scene = scene_before(game, Task.SHUFFLE)
    for mark in (False, True):
        table = scene.table()
        table.automation = Automation.NOTHING
        table.dealer("Dee").report(Kind.DEVICE_DOWN, device="shuffler")
        if mark:
            table.dealer("Dee").mark_device(Device.SHUFFLER)
        words = "the shuffler is out of order: get it working again, or file another method"
        scene_of(table).refuses(DEE, c.Perform(Task.SHUFFLE), words, DOWN)


# Cut again


@EVERY
def test_a_deck_that_was_not_cut_is_not_cut_again(game: str) -> None:
    progress = c.Recut("the cover card slipped", round=1)
    for submission, clauses in ((None, UNCUT), (COUNTING, UNCUT), (RESHUFFLING, LIFTED)):
        table = prepare_decks(table_without_cards(game, submission))
        table.dealer("Dee").open_round()
        scene_of(table).refuses(FLO, progress, "this stack was not cut", clauses)


@EVERY
def test_the_cut_stands_once_a_card_is_out(game: str) -> None:
    table = lock_round(seated_table(game, submission=BY_HAND))
    progress = c.Recut("the cover card slipped", round=1)
    assert scene_of(table).allows(FLO, progress)
    play_until(table, due_is=c.Deal)
    assert scene_of(table).allows(FLO, progress)
    table.dealer("Dee").deal()
    words = "a card has left the stack, so it can no longer be cut"
    while current_round(table).phase is Phase.PLAYING:
        scene_of(table).refuses(FLO, progress, words, RECUT)
        do_next_step(table)
    words = (
        "this is possible only while bets are open, progressive wagers are being counted or "
        "hands are being played"
    )
    scene_of(table).refuses(FLO, progress, words, "ROUND-1")


@EVERY
def test_only_a_cut_deck_in_place_is_cut_again(game: str) -> None:
    """Refused without a deck or before its first cut.

    Afterward it is possible before betting too."""
    progress = c.Recut("the cover card slipped", round=1)
    words = "no stack is ready to be cut again"
    scene_of(table_without_cards(game, BY_HAND)).refuses(FLO, progress, words, RECUT)
    for task in (Task.INSPECT, Task.SHUFFLE, Task.CUT):
        scene_before(game, task, BY_HAND).refuses(FLO, progress, words, RECUT)
    assert scene_before(game, Task.LOAD, BY_HAND).allows(FLO, progress)
    assert scene_of(prepare_decks(table_without_cards(game, BY_HAND))).allows(FLO, progress)


@EVERY
def test_no_cut_after_the_round(game: str) -> None:
    table = lock_round(seated_table(game, submission=BY_HAND))
    play_until(table, Phase.SETTLED)
    progress = c.Recut("the cover card slipped", round=1)
    words = (
        "this is possible only while bets are open, progressive wagers are being counted or "
        "hands are being played"
    )
    scene_of(table).refuses(FLO, progress, words, "ROUND-1")
    scene = scene_of(lock_round(seated_table(game, submission=BY_HAND)))
    for number in (0, 2, -1, 10**30, "1", None, (1,)):
        other = c.Recut("slipped", round=number)  # type: ignore[arg-type]
        scene.refuses(FLO, other, "but round 1 is open", "ROUND-1")
    proposal_command = c.Propose(c.VoidRound(1, "a fire alarm"))
    void = scene.after((DEE, proposal_command), (FLO, c.Approve(scene.state.proposed + 1)))
    void.refuses(FLO, progress, words, "ROUND-1")


@EVERY
@pytest.mark.parametrize("reason", [*TEXTS, "x" * 501])
def test_a_cut_without_a_reason(game: str, reason: Any) -> None:  # noqa: ANN401
    scene = scene_of(lock_round(seated_table(game, submission=dealing("manual shoe", "none"))))
    progress = c.Recut(reason, round=1)
    scene.refuses(FLO, progress, "give a reason of 1 to 500 printable characters", "ROUND-3")
