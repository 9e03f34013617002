"""The stub paragraphs of chapters 8 to 10: what is left of the deck is put away or counted."""

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

from .dealer_rounds import call_off
from .hand_dealt_table import READY_FOR, RESHUFFLING, all_money, plays
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
"""The house looks after cards and machines, but people count the stub."""
WITHIN: Final = 5
"""Rounds, in all four books."""


def in_hand(game: str, method: str, **sides: int) -> Table:
    """A round of two whose last card is out."""
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
    """The places of the stack that were not dealt."""
    return current_round(table).order[current_round(table).dealt :]


def is_what_was_not_dealt(game: str, method: str) -> None:
    """There is a stub once every card of the round is out: all that nobody was dealt."""
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


def before_the_last_card(game: str, submission: Json) -> Table:
    """A round of two whose last cards are due."""
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


def instruction(game: str, method: str) -> str:
    """What the dealer is told to do with the stub, when the last cards are due."""
    table = before_the_last_card(game, READY_FOR[method])
    assert (table.instruction.who, table.instruction.step) == ("dealer", "Deal")
    first_part, _, then = table.instruction.what.partition("; then ")
    assert first_part.startswith("deal ")
    return f"{then} [{table.instruction.clause.split(', ')[-1]}]"


def is_done_with(game: str, method: str, clause: str, stub: str) -> None:
    """It leaves the shoe; then no card is dealt from it, to the end of the round."""
    # From the hand there is no shoe; Hold 'Em deals its last cards from the hand in any case.
    leaves = (
        "put the stub"
        if method == "hand" or (game, method) == (THB, "automated shoe")
        else ("take the stub out of the shoe and put it")
    )
    sentences = instruction(game, method)
    assert sentences.startswith(leaves)
    assert sentences.endswith(f"[{stub}]")
    table = in_hand(game, method)
    assert_refused(table, DEE, c.Deal(), clause)
    dealt = current_round(table).dealt
    finish(table)
    assert current_round(table).dealt == dealt


def goes_unseen(game: str, method: str) -> None:
    """Uncounted, it ends in the rack, and no card of it ever lay face up."""
    assert "in the rack unseen, unless it is counted" in instruction(game, method)
    counting = before_the_last_card(game, dealing(method, "automated counting"))
    assert counting.instruction.what.endswith("in the rack unseen")
    table = in_hand(game, method)
    left = stub(table)
    finish(table)
    ends_in_the_rack(table, left)
    assert not events_of(table, e.StubCounted)


def ends_in_the_rack(table: Table, left: tuple[int, ...]) -> None:
    """All of it in one piece, and unseen."""
    rack = current_round(table).rack
    at = rack.index(left[0])
    assert rack[at : at + len(left)] == left
    assert not set(left) & set(current_round(table).shown)


def counted_in_five(game: str, method: str, clause: str) -> None:
    """Four rounds without a count; of the fifth nothing is settled before it is made."""
    table = seated_table(game, submission=READY_FOR[method], automation=UNCOUNTED)
    for _ in range(WITHIN - 1):
        plays(table)
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
    plays(table)
    bet_and_lock(table, 1)
    assert table.state.day.uncounted == 2


def counted_after_a_void_round(game: str, method: str, clause: str) -> None:
    """If the fifth is void before, the deck is counted, before anything else is done with it."""
    table = seated_table(game, submission=READY_FOR[method], automation=UNCOUNTED)
    for _ in range(WITHIN):
        bet_and_lock(table, 1)
        call_off(table)
    assert (table.instruction.step, table.instruction.clause) == ("CountStub", clause)
    assert_refused(table, DEE, c.Perform(Task.SHUFFLE), clause)
    assert_refused(table, DEE, c.RemoveDeck(), clause)
    assert not table.can_open_round()
    table.dealer("Dee").count_stub(52)
    plays(table)
    assert_refused(table, DEE, c.CountStub(52), clause)


def the_house_counts(game: str, method: str) -> None:
    """Left to the house, every fifth stub is counted in its round; one that comes early counts."""
    table = seated_table(game, submission=READY_FOR[method])
    for _ in range(2 * WITHIN):
        plays(table)
    assert [item.round for item in events_of(table, e.StubCounted)] == [5, 10]
    early = in_hand(game, method)
    early.dealer("Dee").count_stub(len(stub(early)))
    assert early.state.day.uncounted == 0


def a_machine_counts(game: str, method: str) -> None:
    """With a shuffler that counts, no stub has to be counted."""
    table = seated_table(
        game, submission=dealing(method, "automated counting"), automation=UNCOUNTED
    )
    for _ in range(WITHIN + 1):
        plays(table)
    assert table.can_open_round()
    assert not events_of(table, e.StubCounted)


def the_shoe_keeps_it(game: str, clause: str) -> None:
    """In a shoe that reshuffles and counts by itself, nobody takes the stub out or counts it."""
    lift_table = last_deal(game)
    assert "stub" not in lift_table.what
    table = seated_table(game, submission=RESHUFFLING, automation=UNCOUNTED)
    for _ in range(WITHIN + 1):
        plays(table)
    assert_refused(table, DEE, c.CountStub(52), clause)
    assert not events_of(table, e.StubCounted)


def the_shoe_gives_it_up(game: str, clause: str) -> None:
    """With a shoe that reshuffles the stub is put away all the same, and may be counted."""
    told_so = last_deal(game)
    assert told_so.what.endswith("take the stub out of the shoe and put it in the rack unseen")
    assert told_so.clause.endswith(clause)
    table = seated_table(game, submission=RESHUFFLING, automation=UNCOUNTED)
    for _ in range(WITHIN + 1):
        plays(table)
    assert not events_of(table, e.StubCounted)
    bet_and_lock(table, 1)
    while current_round(table).step <= plan_round(table.rules).last_card_step:
        step(table)
    table.dealer("Dee").count_stub(len(stub(table)))
    assert events_of(table, e.StubCounted)


def last_deal(game: str) -> Instruction:
    """What the dealer is told with the last card from a shoe that reshuffles."""
    table = seated_table(game, submission=RESHUFFLING, automation=UNCOUNTED)
    bet_and_lock(table, 1)
    if current_round(table).phase is Phase.COUNTING:
        step(table)
    while current_round(table).step < plan_round(table.rules).last_card_step:
        step(table)
    return table.instruction


def waits_for_a_count(game: str, method: str) -> Table:
    """A table that waits for a count, because none was made in time."""
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


def face_down(game: str, method: str, clause: str) -> None:
    """The dealer counts, once, for everybody to see; no card is turned by it."""
    waiting = waits_for_a_count(game, method)
    assert waiting.instruction.what == "count the stub, face down on the layout"
    assert (waiting.instruction.who, waiting.instruction.clause) == ("dealer", clause)
    table = in_hand(game, method)
    left, before = len(stub(table)), current_round(table).shown
    for by in (FLO, player(table, 1)):
        assert_refused(table, by, c.CountStub(left), "SEC-4")
    table.dealer("Dee").count_stub(left)
    assert events_of(table, e.StubCounted) == [e.StubCounted(1, 1, left, left)]
    assert current_round(table).shown == before
    assert_refused(table, DEE, c.CountStub(left), clause)


def is_right(game: str, method: str) -> None:
    """With all 52 there, the stub goes unseen to the rack and the round to its end."""
    table = in_hand(game, method)
    left = stub(table)
    table.dealer("Dee").count_stub(len(left))
    assert not events_of(table, e.IncidentReported)
    finish(table)
    ends_in_the_rack(table, left)


def is_wrong(game: str, method: str) -> None:
    """The table stands still until somebody else has found out whether the deal went wrong."""
    table = in_hand(game, method)
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
    """The count was wrong, and this was found: every cent is where it was before the round."""
    fresh = seated_table(game, submission=READY_FOR[method], automation=UNCOUNTED)
    table = in_hand(game, method, **SIDES[game])
    table.dealer("Dee").count_stub(len(stub(table)) + 1)
    table.floorperson("Flo").rule(ruling, "it was looked into")
    (void,) = events_of(table, e.RoundVoided)
    assert clause in void.reason
    assert set(void.seats) == {1, 2}
    assert all_money(table) == all_money(fresh)
    table.automation = Automation.NOTHING
    step(table)
    assert current_round(table).phase is Phase.CLOSED
    return table


def misdealt(game: str, method: str, clause: str) -> None:
    """Misdealt: the round is void and the deck, which is whole, stays."""
    table = rule_on_stub(game, method, Ruling.MISDEALT, clause)
    assert table.state.day.decks[1].number == 1
    assert not events_of(table, e.DeckRemoved)


def not_misdealt(game: str, method: str, clause: str) -> None:
    """Not misdealt: the round is void and the deck gone; without another there is no round."""
    table = rule_on_stub(game, method, Ruling.NOT_MISDEALT, clause)
    assert [item.number for item in events_of(table, e.DeckRemoved)] == [1]
    assert not table.state.day.decks
    assert not table.can_open_round()
    table.automation = Automation.CARE
    table.dealer("Dee").receive_deck()
    plays(table)
    assert current_round(table).deck == 2
