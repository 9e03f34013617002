"""Machines that break, jam or find a wrong number of cards, in all four books."""

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

from .hand_dealt_table import BY_HAND, RESHUFFLING, TWO_DECKS, does, gets_ready, plays, upcoming
from .log_queries import assert_refused, events_of
from .shared_irregularities import dealing_to
from .tables import DEE, MACHINE, Json, current_round, dealing, seated_table

OTHERWISE: Final[dict[Device, tuple[Json, Json]]] = {
    Device.SHUFFLER: (MACHINE, BY_HAND),
    Device.SHOE: (dealing("automated shoe"), dealing("manual shoe")),
}
"""For each machine, a table that uses it, and another method."""


def marked_first(game: str, device: Device, mark: Mark, clause: str) -> None:
    """A broken machine is marked before the table plays on by another method, and not before."""
    submission, another = OTHERWISE[device]
    table = seated_table(game, submission=submission, automation=Automation.CARE & ~Automation.MARK)
    dealer = table.dealer("Dee")
    dealer.report(Kind.DEVICE_DOWN, device=device)
    assert str(table.instruction) == f"dealer: cover the {device}, or put a sign on it [{clause}]"
    assert_refused(table, DEE, c.OpenRound(), clause)
    assert_refused(table, DEE, c.Propose(filing(game, another)), clause)
    dealer.mark_device(device, mark)
    assert events_of(table, e.DeviceMarked) == [e.DeviceMarked(device, mark)]
    dealer.propose(filing(game, another))
    table.floorperson("Flo").approve(table.state.proposed)
    plays(table)


def not_used(game: str, device: Device, clause: str) -> None:
    """Marked or not, the machine itself is used only when it works again."""
    submission, _ = OTHERWISE[device]
    table = seated_table(game, submission=submission)
    table.dealer("Dee").report(Kind.DEVICE_DOWN, device=device)
    assert [item.mark for item in events_of(table, e.DeviceMarked)] == [Mark.COVER]
    assert_refused(table, DEE, c.OpenRound(), clause)
    table.floorperson("Flo").restore_device(device)
    plays(table)


def wrong_count(game: str) -> None:
    """A shuffler that counts finds too few cards: that deck is gone at once, and another comes."""
    table = seated_table(game, submission=dealing("manual shoe", "automated counting"))
    plays(table)
    table.dealer("Dee").report(Kind.COUNTER_WRONG)
    assert events_of(table, e.DeckRemoved) == [e.DeckRemoved(1, 1, Kind.COUNTER_WRONG.description)]
    plays(table)
    assert current_round(table).deck == 2
    silent = seated_table(game, submission=MACHINE)
    with pytest.raises(Refused, match="does not count"):
        silent.dealer("Dee").report(Kind.COUNTER_WRONG)


def the_floor_rules_on_its_count(game: str) -> None:
    """Where a shoe that reshuffles lifts the clause, a floorperson rules: the deck goes, or not."""
    for ruling, deck in ((Ruling.VOID, 2), (Ruling.GO_ON, 1)):
        table = seated_table(game, submission=RESHUFFLING)
        plays(table)
        table.dealer("Dee").report(Kind.COUNTER_WRONG)
        assert not events_of(table, e.DeckRemoved)
        assert_refused(table, DEE, c.OpenRound(), "ROUND-3")
        table.floorperson("Flo").rule(ruling, "the display flickers")
        plays(table)
        assert current_round(table).deck == deck


def jams(game: str, deals: int) -> Table:
    """While a round is dealt with one deck, the shuffler jams on the other; Dee says so."""
    table = dealing_to(game, deals, TWO_DECKS)
    table.automation = Automation.NOTHING
    table.dealer("Dee").report(Kind.SHUFFLER_JAM, deck=2)
    return table


def both_are_shuffled(table: Table) -> None:
    """What the machine held and what was dealt are both shuffled before there is another round."""
    assert upcoming(table, 1) is upcoming(table, 2) is Task.SHUFFLE
    does(table, Task.SHUFFLE)
    assert not table.can_open_round()
    does(table, Task.SHUFFLE, slot=2)
    gets_ready(table)
    table.dealer("Dee").open_round()
