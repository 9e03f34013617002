"""Machines that break, jam or report a wrong number of cards, in all four books."""

from typing import Final

import pytest

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from tests.filings import filing

from .hand_dealt_table import (
    BY_HAND,
    RESHUFFLING,
    TWO_DECKS,
    do_tasks,
    play_round_of_ann,
    prepare_decks,
    upcoming_task,
)
from .log_queries import assert_refused, events_of
from .shared_irregularities import round_after_deals
from .tables import DEE, MACHINE, Json, current_round, dealing, seated_table

OTHERWISE: Final[dict[Device, tuple[Json, Json]]] = {
    Device.SHUFFLER: (MACHINE, BY_HAND),
    Device.SHOE: (dealing("automated shoe"), dealing("manual shoe")),
}
"""For each machine, a table that uses it, and another method."""


def check_broken_machine_is_marked(game: str, device: Device, mark: Mark, clause: str) -> None:
    """Check that a broken machine must be marked before play continues by another method."""
    submission, another = OTHERWISE[device]
    table = seated_table(game, submission=submission, automation=Automation.CARE & ~Automation.MARK)
    dealer = table.dealer("Dee")
    dealer.report(Kind.DEVICE_DOWN, device=device)
    assert str(table.instruction) == (
        f"dealer: cover the {device}, or put an out-of-order sign on it [{clause}]"
    )
    assert_refused(table, DEE, c.OpenRound(), clause)
    assert_refused(table, DEE, c.Propose(filing(game, another)), clause)
    dealer.mark_device(device, mark)
    assert events_of(table, e.DeviceMarked) == [e.DeviceMarked(device, mark)]
    dealer.propose(filing(game, another))
    table.floorperson("Flo").approve(table.state.proposed)
    play_round_of_ann(table)


def check_broken_machine_is_not_used(game: str, device: Device, clause: str) -> None:
    """Check that a machine is not used until it works again, marked or not."""
    submission, _ = OTHERWISE[device]
    table = seated_table(game, submission=submission)
    table.dealer("Dee").report(Kind.DEVICE_DOWN, device=device)
    assert [item.mark for item in events_of(table, e.DeviceMarked)] == [Mark.COVER]
    assert_refused(table, DEE, c.OpenRound(), clause)
    table.floorperson("Flo").restore_device(device)
    play_round_of_ann(table)


def check_miscounted_deck_is_replaced(game: str) -> None:
    """Check that a deck is replaced at once when a counting shuffler finds too few cards."""
    table = seated_table(game, submission=dealing("manual shoe", "automated counting"))
    play_round_of_ann(table)
    table.dealer("Dee").report(Kind.COUNTER_WRONG)
    assert events_of(table, e.DeckRemoved) == [e.DeckRemoved(1, 1, Kind.COUNTER_WRONG.description)]
    play_round_of_ann(table)
    assert current_round(table).deck == 2
    silent = seated_table(game, submission=MACHINE)
    with pytest.raises(Refused, match="does not count"):
        silent.dealer("Dee").report(Kind.COUNTER_WRONG)


def check_floor_rules_on_count(game: str) -> None:
    """Check that the floor decides on the deck where a reshuffling shoe lifts the clause."""
    for ruling, deck in ((Ruling.VOID, 2), (Ruling.GO_ON, 1)):
        table = seated_table(game, submission=RESHUFFLING)
        play_round_of_ann(table)
        table.dealer("Dee").report(Kind.COUNTER_WRONG)
        assert not events_of(table, e.DeckRemoved)
        assert_refused(table, DEE, c.OpenRound(), "ROUND-3")
        table.floorperson("Flo").rule(ruling, "the display flickers")
        play_round_of_ann(table)
        assert current_round(table).deck == deck


def jam_shuffler(game: str, deals: int) -> Table:
    """Jam the shuffler on one deck while a round is dealt from the other, and report it."""
    table = round_after_deals(game, deals, TWO_DECKS)
    table.automation = Automation.NOTHING
    table.dealer("Dee").report(Kind.SHUFFLER_JAM, deck=2)
    return table


def check_both_decks_are_shuffled(table: Table) -> None:
    """Check that cards in the machine and dealt cards are both shuffled before the next round."""
    assert upcoming_task(table, 1) is upcoming_task(table, 2) is Task.SHUFFLE
    do_tasks(table, Task.SHUFFLE)
    assert not table.can_open_round()
    do_tasks(table, Task.SHUFFLE, slot=2)
    prepare_decks(table)
    table.dealer("Dee").open_round()
