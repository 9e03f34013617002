"""The stub clauses of chapters 8 to 10: the rest of the deck is put away or counted."""

from typing import Final

import pytest

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Task
from pitboss.table import Automation, Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.instructions import Instruction
from pitboss.table.round_plan import plan_round

from .dealer_rounds import void_and_close
from .hand_dealt_table import READY_FOR, RESHUFFLING, money_by_place, play_round_of_ann
from .log_queries import assert_refused, events_of, player
from .round_scenes import SIDES
from .tables import (
    DEE,
    FLO,
    STAYS,
    THB,
    Json,
    answer,
    bet_and_lock,
    current_round,
    dealing,
    finish,
    seated_table,
    step,
)

UNCOUNTED: Final = Automation.CARE & ~Automation.STUB
"""The house handles cards and machines, but people count the stub."""
WITHIN: Final = 5
"""Rounds between stub counts, in all four books."""


def deal_all_cards(game: str, method: str, **sides: int) -> Table:
    """Return a round of two players with all cards dealt."""
    table = seated_table(game, submission=READY_FOR[method], automation=UNCOUNTED)
    bet_and_lock(table, 1, 2, **sides)
    if current_round(table).phase is Phase.COUNTING:
        step(table)
    while current_round(table).step <= plan_round(table.rules).last_card_step:
        if current_round(table).turn is None:
            step(table)
        else:
            answer(table, STAYS[game])
    return table


def stub(table: Table) -> tuple[int, ...]:
    """Return the positions of the stack that were not dealt."""
    return current_round(table).order[current_round(table).dealt :]


def check_stub_is_what_was_not_dealt(game: str, method: str) -> None:
    """Check that after the last card, the stub is everything that was not dealt."""
    table = seated_table(game, submission=READY_FOR[method], automation=UNCOUNTED)
    bet_and_lock(table, 1, 2, 5)
    while current_round(table).step <= plan_round(table.rules).last_card_step:
        left = len(stub(table))
        with pytest.raises(Refused, match="count the stub after the last one"):
            table.dealer("Dee").count_stub(left)
        step(table)
    hole_positions = [at for hand in current_round(table).holes.values() for at in hand]
    lie = [at for places in current_round(table).table.values() for at in places]
    assert sorted((*hole_positions, *lie, *stub(table))) == list(range(52))
    table.dealer("Dee").count_stub(52 - 5 - 3 * 2)


def deal_up_to_last_cards(game: str, submission: Json) -> Table:
    """Return a round of two players before its last cards."""
    table = seated_table(game, submission=submission, automation=UNCOUNTED)
    bet_and_lock(table, 1, 2)
    while current_round(table).step < plan_round(table.rules).last_card_step:
        if current_round(table).turn is None:
            step(table)
        else:
            answer(table, STAYS[game])
    while current_round(table).turn is not None:
        answer(table, STAYS[game])
    return table


def stub_instruction(game: str, method: str) -> str:
    """Return the dealer's instruction about the stub when the last cards are due."""
    table = deal_up_to_last_cards(game, READY_FOR[method])
    assert (table.instruction.who, table.instruction.step) == ("dealer", "Deal")
    first_part, _, then = table.instruction.what.partition("; then ")
    assert first_part.startswith("deal ")
    return f"{then} [{table.instruction.clause.split(', ')[-1]}]"


def check_stub_is_put_away(game: str, method: str, clause: str, stub: str) -> None:
    """Check that the stub leaves the shoe, and no card of it is dealt in the round."""
    # From the hand there is no shoe; Hold 'em always deals its last cards from the hand.
    leaves = (
        "put the stub"
        if method == "hand" or (game, method) == (THB, "automated shoe")
        else ("take the stub out of the shoe and put it")
    )
    sentences = stub_instruction(game, method)
    assert sentences.startswith(leaves)
    assert sentences.endswith(f"[{stub}]")
    table = deal_all_cards(game, method)
    assert_refused(table, DEE, c.Deal(), clause)
    dealt = current_round(table).dealt
    finish(table)
    assert current_round(table).dealt == dealt


def check_stub_is_not_seen(game: str, method: str) -> None:
    """Check that an uncounted stub goes to the rack without any card face up."""
    assert "in the discard rack without exposing it, unless you count it" in stub_instruction(
        game, method
    )
    counting = deal_up_to_last_cards(game, dealing(method, "automated counting"))
    assert counting.instruction.what.endswith("in the discard rack without exposing it")
    table = deal_all_cards(game, method)
    left = stub(table)
    finish(table)
    check_stub_is_racked(table, left)
    assert not events_of(table, e.StubCounted)


def check_stub_is_racked(table: Table, left: tuple[int, ...]) -> None:
    """Check that the stub is in the rack in one piece, unseen."""
    rack = current_round(table).rack
    at = rack.index(left[0])
    assert rack[at : at + len(left)] == left
    assert not set(left) & set(current_round(table).shown)


def check_stub_is_counted_in_five_rounds(game: str, method: str, clause: str) -> None:
    """Check that after four rounds without a count, the fifth is not settled before it."""
    table = seated_table(game, submission=READY_FOR[method], automation=UNCOUNTED)
    for _ in range(WITHIN - 1):
        play_round_of_ann(table)
    assert not events_of(table, e.StubCounted)
    bet_and_lock(table, 1)
    dealer = table.dealer("Dee")
    while current_round(table).phase is not Phase.SETTLING:
        if current_round(table).turn is not None:
            answer(table, STAYS[game])
        elif dealer.can_turn_over():
            dealer.turn_over()
        else:
            dealer.deal()
    assert (table.instruction.step, table.instruction.clause) == ("CountStub", clause)
    assert_refused(table, DEE, c.Settle(), clause)
    dealer.count_stub(len(stub(table)))
    finish(table)
    play_round_of_ann(table)
    bet_and_lock(table, 1)
    assert table.state.day.uncounted == 2


def check_deck_is_counted_after_void_round(game: str, method: str, clause: str) -> None:
    """Check that if the fifth round is void, the deck is counted before anything else."""
    table = seated_table(game, submission=READY_FOR[method], automation=UNCOUNTED)
    for _ in range(WITHIN):
        bet_and_lock(table, 1)
        void_and_close(table)
    assert (table.instruction.step, table.instruction.clause) == ("CountStub", clause)
    assert_refused(table, DEE, c.Perform(Task.SHUFFLE), clause)
    assert_refused(table, DEE, c.RemoveDeck(), clause)
    assert not table.can_open_round()
    table.dealer("Dee").count_stub(52)
    play_round_of_ann(table)
    assert_refused(table, DEE, c.CountStub(52), clause)


def check_house_counts(game: str, method: str) -> None:
    """Check that the house counts every fifth stub, and that an earlier count resets this."""
    table = seated_table(game, submission=READY_FOR[method])
    for _ in range(2 * WITHIN):
        play_round_of_ann(table)
    assert [item.round for item in events_of(table, e.StubCounted)] == [5, 10]
    early = deal_all_cards(game, method)
    early.dealer("Dee").count_stub(len(stub(early)))
    assert early.state.day.uncounted == 0


def check_counting_machine_is_enough(game: str, method: str) -> None:
    """Check that with a counting shuffler, no stub has to be counted."""
    table = seated_table(
        game, submission=dealing(method, "automated counting"), automation=UNCOUNTED
    )
    for _ in range(WITHIN + 1):
        play_round_of_ann(table)
    assert table.can_open_round()
    assert not events_of(table, e.StubCounted)


def check_shoe_keeps_stub(game: str, clause: str) -> None:
    """Check that a shoe that reshuffles and counts keeps its stub."""
    lift_table = last_deal_instruction(game)
    assert "stub" not in lift_table.what
    table = seated_table(game, submission=RESHUFFLING, automation=UNCOUNTED)
    for _ in range(WITHIN + 1):
        play_round_of_ann(table)
    assert_refused(table, DEE, c.CountStub(52), clause)
    assert not events_of(table, e.StubCounted)


def check_shoe_gives_up_stub(game: str, clause: str) -> None:
    """Check that with a reshuffling shoe the stub is put away, and may be counted."""
    was_announced = last_deal_instruction(game)
    assert was_announced.what.endswith(
        "take the stub out of the shoe and put it in the discard rack without exposing it"
    )
    assert was_announced.clause.endswith(clause)
    table = seated_table(game, submission=RESHUFFLING, automation=UNCOUNTED)
    for _ in range(WITHIN + 1):
        play_round_of_ann(table)
    assert not events_of(table, e.StubCounted)
    bet_and_lock(table, 1)
    while current_round(table).step <= plan_round(table.rules).last_card_step:
        step(table)
    table.dealer("Dee").count_stub(len(stub(table)))
    assert events_of(table, e.StubCounted)


def last_deal_instruction(game: str) -> Instruction:
    """Return the dealer's instruction with the last card from a reshuffling shoe."""
    table = seated_table(game, submission=RESHUFFLING, automation=UNCOUNTED)
    bet_and_lock(table, 1)
    if current_round(table).phase is Phase.COUNTING:
        step(table)
    while current_round(table).step < plan_round(table.rules).last_card_step:
        step(table)
    return table.instruction


def table_awaiting_count(game: str, method: str) -> Table:
    """Return a table that waits for an overdue count."""
    table = seated_table(game, submission=READY_FOR[method], automation=UNCOUNTED)
    for _ in range(WITHIN):
        bet_and_lock(table, 1)
        while (
            current_round(table).phase is not Phase.CLOSED and table.instruction.step != "CountStub"
        ):
            if current_round(table).turn is None:
                step(table)
            else:
                answer(table, STAYS[game])
    assert table.instruction.step == "CountStub"
    return table


def check_count_turns_no_card(game: str, method: str, clause: str) -> None:
    """Check that the dealer counts once, publicly, without turning a card."""
    waiting = table_awaiting_count(game, method)
    assert waiting.instruction.what == "count the stub, face down on the layout"
    assert (waiting.instruction.who, waiting.instruction.clause) == ("dealer", clause)
    table = deal_all_cards(game, method)
    left, before = len(stub(table)), current_round(table).shown
    for by in (FLO, player(table, 1)):
        assert_refused(table, by, c.CountStub(left), "SEC-4")
    table.dealer("Dee").count_stub(left)
    assert events_of(table, e.StubCounted) == [e.StubCounted(1, 1, left, left)]
    assert current_round(table).shown == before
    assert_refused(table, DEE, c.CountStub(left), clause)


def check_right_count(game: str, method: str) -> None:
    """Check that with 52 cards the stub is racked unseen and the round is finished."""
    table = deal_all_cards(game, method)
    left = stub(table)
    table.dealer("Dee").count_stub(len(left))
    assert not events_of(table, e.IncidentReported)
    finish(table)
    check_stub_is_racked(table, left)


def check_wrong_count(game: str, method: str) -> None:
    """Check that the table stops until somebody else has ruled on the cause."""
    table = deal_all_cards(game, method)
    left = len(stub(table))
    table.dealer("Dee").count_stub(left - 1)
    result = c.Rule(Ruling.MISDEALT, "seat 2 has three")
    for command in (c.TurnOver(), c.Settle(), c.CloseRound(), c.CountStub(left)):
        assert_refused(table, DEE, command, "ROUND-3")
    assert_refused(table, DEE, result, "SEC-4")
    assert_refused(table, Person("Dee", Role.FLOORPERSON), result, "SEC-3")
    for ruling in (Ruling.VOID, Ruling.GO_ON, Ruling.BY_THE_BOOK):
        assert_refused(table, FLO, c.Rule(ruling, "so it is"), "ROUND-3")
    table.floorperson("Flo").rule(Ruling.DISMISSED, "two cards stuck together")
    table.dealer("Dee").count_stub(left)
    finish(table)


def rule_on_stub(game: str, method: str, ruling: Ruling, clause: str) -> Table:
    """Rule on a wrong count, and check that the money is as before the round."""
    fresh = seated_table(game, submission=READY_FOR[method], automation=UNCOUNTED)
    table = deal_all_cards(game, method, **SIDES[game])
    table.dealer("Dee").count_stub(len(stub(table)) + 1)
    table.floorperson("Flo").rule(ruling, "it was looked into")
    (void,) = events_of(table, e.RoundVoided)
    assert clause in void.reason
    assert set(void.seats) == {1, 2}
    assert money_by_place(table) == money_by_place(fresh)
    table.automation = Automation.NOTHING
    step(table)
    assert current_round(table).phase is Phase.CLOSED
    return table


def check_misdeal(game: str, method: str, clause: str) -> None:
    """Check that a misdeal voids the round and keeps the complete deck."""
    table = rule_on_stub(game, method, Ruling.MISDEALT, clause)
    assert table.state.day.decks[1].number == 1
    assert not events_of(table, e.DeckRemoved)


def check_wrong_count_without_misdeal(game: str, method: str, clause: str) -> None:
    """Check that otherwise the round is void and the deck removed; another one is needed."""
    table = rule_on_stub(game, method, Ruling.NOT_MISDEALT, clause)
    assert [item.number for item in events_of(table, e.DeckRemoved)] == [1]
    assert not table.state.day.decks
    assert not table.can_open_round()
    table.automation = Automation.CARE
    table.dealer("Dee").receive_deck()
    play_round_of_ann(table)
    assert current_round(table).deck == 2
