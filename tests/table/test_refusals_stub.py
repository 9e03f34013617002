"""Counting the stub, cutting again, shuffling what was not counted: what is refused."""

from typing import Any, Final

import pytest

from pitboss.games.deck_tasks import Device, Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Phase
from pitboss.table import commands as c

from .dealer_rounds import (
    call_off,
    caring_without,
    go_on,
    lock_round,
    prepare,
    until,
    void_uncounted,
    whole,
)
from .deck_steps import BY_HAND, COUNTING, RESHUFFLING, bare, before, ready
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
"""Where each book has the stub counted, by method."""
RECUT: Final = {RET: "5.E", CCP: "5.E", THB: "5.G", STUD: "5.G"}
UNCUT: Final = {RET: "5.C(1)", CCP: "5.C(1)", THB: "5.D(1)", STUD: "5.D(1)"}
LIFTED: Final = {RET: "5.H", CCP: "5.H", THB: "5.I", STUD: "5.I"}
OUT: Final = {RET: 11, CCP: 11, THB: 8 + 5 + 3, STUD: 11}
"""Cards that three players, the table and the rack get from the hand or a manual shoe."""


def counting(number: int = 52) -> c.CountStub:
    """A count of the first round."""
    return c.CountStub(number, round=1)


def by_shoe(game: str) -> dict[str, str]:
    """The clause for a manual shoe."""
    return {game: STUB[game]["manual shoe"]}


@pytest.mark.parametrize("method", METHODS_IN_TURN)
@pytest.mark.parametrize("cards", [*NUMBERS, 105])
def test_what_is_no_number_of_cards(method: str, cards: Any) -> None:  # noqa: ANN401
    """Of two decks that were mixed there can be 104."""
    game, _, submission = METHODS[method]
    table = seated_table(game, submission={"table": submission})
    whole(table)
    clause = {game: STUB[game][submission["dealing"]] if game in STUB else ""}
    progress = c.CountStub(cards, round=1)
    scene_of(table).refuses(DEE, progress, "invalid number of cards", clause)


@pytest.mark.parametrize("game", [THB, STUD])
def test_a_shoe_that_keeps_and_counts_the_cards_by_itself(game: str) -> None:
    """THB 10.I and 235 10.H lift the stub procedure; RET and CCP 10.B(3) stay."""
    table = seated_table(game, submission=RESHUFFLING)
    words = "the shoe keeps and counts the cards itself"
    clause = {game: STUB[game]["automated shoe"]}
    scene_of(table).refuses(DEE, counting(), words, clause)
    until(lock_round(table), Phase.SETTLING)
    scene_of(table).refuses(DEE, counting(), words, clause)


@EVERY
def test_no_stub_while_cards_are_to_be_dealt(game: str) -> None:
    words = "cards are still to be dealt: count the stub after the last one"
    table = lock_round(seated_table(game))
    if current_round(table).phase is Phase.COUNTING:
        progress = counting()
        words_before = (
            "not possible in the current phase of the round (progressive wagers are counted)"
        )
        scene_of(table).refuses(DEE, progress, words_before, "ROUND-1")
    until(table, due_is=c.Deal)
    while current_round(table).dealt < OUT[game]:
        scene_of(table).refuses(DEE, counting(), words, by_shoe(game))
        go_on(table)
    assert scene_of(table).allows(DEE, counting(52 - OUT[game]))


@EVERY
def test_no_stub_while_bets_are_open_or_the_round_is_over(game: str) -> None:
    for moment, phase in (
        ("bets are open", "bets are open"),
        ("to close", "everything is settled"),
        ("void", "the round is void"),
    ):
        progress = counting()
        at(game, moment).refuses(
            DEE, progress, f"not possible in the current phase of the round ({phase})", "ROUND-1"
        )


@EVERY
@pytest.mark.parametrize("number", [0, 2, -1, 10**30, "1", None, (1,), [], "\n"])
def test_a_stub_of_another_round(game: str, number: Any) -> None:  # noqa: ANN401
    progress = c.CountStub(41, round=number)
    at(game, "to settle").refuses(DEE, progress, "but round 1 is open", "ROUND-1")


@EVERY
def test_a_stub_lies_in_the_rack_once_wagers_are_settled(game: str) -> None:
    """And it is counted once."""
    table = until(lock_round(seated_table(game)), Phase.SETTLING)
    table.dealer("Dee").count_stub(52 - OUT[game])
    once = scene_of(table)
    progress = counting(52 - OUT[game])
    once.refuses(DEE, progress, "the stub of this round has already been counted", by_shoe(game))
    table = until(lock_round(seated_table(game)), due_is=c.Settle)
    table.dealer("Dee").settle()
    while not current_round(table).results:
        go_on(table)
    words = "wagers have been settled: the stub is in the discard rack"
    scene_of(table).refuses(DEE, progress, words, by_shoe(game))


@EVERY
def test_between_rounds_no_deck_is_counted_but_that_of_a_void_round(game: str) -> None:
    words = "count the stub during a round, after the last card is dealt"
    table = seated_table(game, automation=caring_without(Automation.SHUFFLE))
    for scene in (
        at(game, "no round"),
        at(game, "closed"),
        before(game, Task.INSPECT),
        scene_of(bare(game)),
        scene_of(whole(prepare(table))),
    ):
        scene.refuses(DEE, counting(), words, by_shoe(game))
    assert scene_of(void_uncounted(seated_table(game))).allows(DEE, counting())


@pytest.mark.parametrize("method", [m for m in METHODS_IN_TURN if "reshuffling" not in m])
def test_what_was_not_counted_in_five_rounds_is_not_shuffled(method: str) -> None:
    game, _, submission = METHODS[method]
    table = seated_table(game, submission={"table": submission})
    table.automation = caring_without(Automation.SHUFFLE, Automation.STUB)
    progress = c.Perform(Task.SHUFFLE)
    for _ in range(5):
        call_off(lock_round(prepare(table), (1,)))
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
def test_nothing_is_settled_before_the_count_that_is_due(game: str) -> None:
    table = seated_table(game, automation=caring_without(Automation.STUB))
    for _ in range(4):
        call_off(lock_round(table))
    until(lock_round(table), Phase.SETTLING, counts=False)
    words = "count the stub before settling any wager of this round"
    for progress in (c.Settle(round=5), c.Settle(every=True, round=5), c.SpinWheel(round=5)):
        scene_of(table).refuses(DEE, progress, words, by_shoe(game))


DOWN: Final = {RET: "13.E", CCP: "13.E", THB: "13.I", STUD: "13.H"}


@EVERY
def test_nothing_is_shuffled_by_a_broken_machine(game: str) -> None:
    scene = before(game, Task.SHUFFLE)
    for mark in (False, True):
        table = scene.table()
        table.automation = Automation.NOTHING
        table.dealer("Dee").report(Kind.DEVICE_DOWN, device="shuffler")
        if mark:
            table.dealer("Dee").mark_device(Device.SHUFFLER)
        progress = c.Perform(Task.SHUFFLE)
        scene_of(table).refuses(DEE, progress, "the shuffler cannot be used", DOWN)


# Cut again


@EVERY
def test_what_was_not_cut_is_not_cut_again(game: str) -> None:
    progress = c.Recut("the cover card slipped", round=1)
    for submission, clauses in ((None, UNCUT), (COUNTING, UNCUT), (RESHUFFLING, LIFTED)):
        table = ready(bare(game, submission))
        table.dealer("Dee").open_round()
        scene_of(table).refuses(FLO, progress, "this stack was not cut", clauses)


@EVERY
def test_the_cut_stands_once_a_card_is_out(game: str) -> None:
    table = lock_round(seated_table(game, submission=BY_HAND))
    progress = c.Recut("the cover card slipped", round=1)
    assert scene_of(table).allows(FLO, progress)
    until(table, due_is=c.Deal)
    assert scene_of(table).allows(FLO, progress)
    table.dealer("Dee").deal()
    words = "a card is already out: the stack can no longer be cut"
    while current_round(table).phase is Phase.PLAYING:
        scene_of(table).refuses(FLO, progress, words, RECUT)
        go_on(table)
    scene_of(table).refuses(
        FLO,
        progress,
        "not possible in the current phase of the round (hands are settled)",
        "ROUND-1",
    )


@EVERY
def test_what_is_not_there_is_not_cut_again(game: str) -> None:
    """No deck, or one that was not cut yet; once it was, it may be, also before bets are open."""
    progress = c.Recut("the cover card slipped", round=1)
    words = "no stack is ready to be cut again"
    scene_of(bare(game, BY_HAND)).refuses(FLO, progress, words, RECUT)
    for task in (Task.INSPECT, Task.SHUFFLE, Task.CUT):
        before(game, task, BY_HAND).refuses(FLO, progress, words, RECUT)
    assert before(game, Task.LOAD, BY_HAND).allows(FLO, progress)
    assert scene_of(ready(bare(game, BY_HAND))).allows(FLO, progress)


@EVERY
def test_no_cut_after_the_round(game: str) -> None:
    table = lock_round(seated_table(game, submission=BY_HAND))
    until(table, Phase.SETTLED)
    progress = c.Recut("the cover card slipped", round=1)
    words = "not possible in the current phase of the round (everything is settled)"
    scene_of(table).refuses(FLO, progress, words, "ROUND-1")
    scene = scene_of(lock_round(seated_table(game, submission=BY_HAND)))
    for number in (0, 2, -1, 10**30, "1", None, (1,)):
        other = c.Recut("slipped", round=number)  # type: ignore[arg-type]
        scene.refuses(FLO, other, "but round 1 is open", "ROUND-1")
    proposal_command = c.Propose(c.VoidRound(1, "a fire alarm"))
    void = scene.after((DEE, proposal_command), (FLO, c.Approve(scene.state.proposed + 1)))
    void.refuses(
        FLO,
        progress,
        "not possible in the current phase of the round (the round is void)",
        "ROUND-1",
    )


@EVERY
@pytest.mark.parametrize("reason", [*TEXTS, "x" * 501])
def test_a_cut_without_a_reason(game: str, reason: Any) -> None:  # noqa: ANN401
    scene = scene_of(lock_round(seated_table(game, submission=dealing("manual shoe", "none"))))
    progress = c.Recut(reason, round=1)
    scene.refuses(FLO, progress, "give a reason of 1 to 500 printable characters", "ROUND-3")
