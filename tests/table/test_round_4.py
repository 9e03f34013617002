"""ROUND-4: a deck past its time blocks the next deal, to the second."""

import pytest

from pitboss.errors import Refused
from pitboss.table import Automation, Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e

from .clocks import HOURS, NOON, Clock
from .dealer_rounds import automation_without, do_due_steps, do_next_step, lock_round, play_until
from .deck_steps import TWO
from .round_scenes import clause_or_rule
from .tables import (
    DEE,
    FLO,
    METHODS,
    METHODS_IN_TURN,
    PLAYERS,
    Json,
    antes,
    bet_alike,
    current_round,
)

CLAUSES = {"hand": "3.C(1)", "manual shoe": "3.C(2)", "automated shoe": "3.C(2)"}
"""The time limits, the same in each book."""
BY_PEOPLE = automation_without(Automation.DECKS)
BOOKS = {"run-em-twice": "RET", "criss-cross": "CCP", "holdem-bonus": "THB", "stud-235": "235"}


def table_with_clock(
    game: str, submission: Json, automation: Automation = Automation.CARE
) -> tuple[Table, Clock, int]:
    """Return a table with decks from noon, its clock, and the second at which they expire."""
    clock = Clock()
    table = Table.open(game, submission, practice="ROUND-4", clock=clock)
    for seat, name in PLAYERS.items():
        table.player(name).take_seat(seat)
        table.player(name).buy_in(1_000_00)
    table.automation = automation
    assert all(deck.received == NOON for deck in table.state.day.decks.values())
    return table, clock, NOON + 3600 * HOURS[submission["table"]["dealing"]]


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_the_next_round_is_blocked_to_the_second(method: str) -> None:
    game, _, submission = METHODS[method]
    table, clock, old = table_with_clock(game, {"table": submission}, BY_PEOPLE)
    dee = table.dealer("Dee")
    clause = clause_or_rule(game, CLAUSES[submission["dealing"]])
    clock.at = old - 1
    assert dee.can_open_round()
    for late in (old, old + 1, old + 86400):
        clock.at = late
        with pytest.raises(Refused) as refused:
            dee.open_round()
        assert refused.value.clause == clause
        hours = HOURS[submission["dealing"]]
        assert (
            refused.value.sentence
            == f"the deck has been in use for {hours} hours and must be changed"
        )
        assert f"remove the deck: it has been in use for {hours} hours" in str(refused.value)
    dee.remove_deck()
    assert not dee.can_open_round()
    dee.receive_deck()
    do_due_steps(table)
    dee.open_round()
    assert current_round(table).deck == 2
    assert table.state.day.decks[1].received == old + 86400


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_a_deck_that_expires_while_bets_are_open_is_not_dealt(method: str) -> None:
    """Two people void the round, and every chip is returned."""
    game, _, submission = METHODS[method]
    table, clock, old = table_with_clock(game, {"table": submission}, BY_PEOPLE)
    before = table.state.balances
    bet_alike(table, 1, 3)
    clock.at = old - 1
    assert table.dealer("Dee").can_no_more_bets()
    clock.at = old
    with pytest.raises(Refused) as refused:
        table.dealer("Dee").no_more_bets()
    assert refused.value.clause == clause_or_rule(game, CLAUSES[submission["dealing"]])
    assert table.instruction.step == "Propose"
    table.dealer("Dee").propose(c.VoidRound(1, "the deck has been in use too long"))
    assert not table.floorperson("Dee").can_approve(table.state.proposed)
    table.floorperson("Flo").approve(table.state.proposed)
    table.dealer("Dee").close_round()
    assert table.state.balances == before
    assert not table.dealer("Dee").can_open_round()


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_a_round_that_was_locked_in_time_is_finished(method: str) -> None:
    game, _, submission = METHODS[method]
    table, clock, old = table_with_clock(game, {"table": submission}, BY_PEOPLE)
    bet_alike(table, 1, 3)
    clock.at = old - 1
    table.dealer("Dee").no_more_bets()
    clock.at = old + 3600
    play_until(table, Phase.CLOSED)
    assert not current_round(table).void
    assert not table.dealer("Dee").can_open_round()


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_the_house_replaces_it_in_time(method: str) -> None:
    """It does so not a second early."""
    game, _, submission = METHODS[method]
    table, clock, old = table_with_clock(game, {"table": submission})
    clock.at = old - 1
    bet_alike(table, 1)
    assert current_round(table).deck == 1
    clock.at = old
    table.player("Bob").place_wagers(2, antes(game))
    assert current_round(table).void == "the deck has been in use too long"
    assert table.state.chips("Ann") == table.state.chips("Bob") == 1_000_00
    table.dealer("Dee").close_round()
    table.dealer("Dee").open_round()
    assert current_round(table).deck == 2
    removals = [item.event for item in table.log if isinstance(item.event, e.DeckRemoved)]
    assert removals == [e.DeckRemoved(1, 1, "taken off the table")]


@pytest.mark.parametrize("game", BOOKS)
def test_a_refused_command_changes_nothing(game: str) -> None:
    """Otherwise a log kept from the events returned by `say` would miss the house's steps."""
    table, clock, old = table_with_clock(game, TWO)
    bet_alike(table, 1)
    clock.at = old
    before = table.state
    with pytest.raises(Refused):
        table.dealer("Dee").no_more_bets()
    assert table.state == before


@pytest.mark.parametrize("game", BOOKS)
def test_can_agrees_with_execution(game: str) -> None:
    """This also holds when the house has to replace the deck first."""
    table, clock, old = table_with_clock(game, TWO)
    dee = table.dealer("Dee")
    clock.at = old
    assert not dee.can_open_round()
    with pytest.raises(Refused, match="has been in use"):
        dee.open_round()
    assert any(isinstance(item.event, e.DeckReceived) for item in table.tick())
    assert dee.can_open_round()
    dee.open_round()


def test_time_does_not_run_back() -> None:
    """An earlier time is not accepted."""
    table, clock, old = table_with_clock(
        "stud-235", {"table": {"dealing": "hand", "shuffler": "automated"}}
    )
    clock.at = old - 1
    table.dealer("Dee").open_round()
    table.player("Ann").place_wagers(1, antes("stud-235"))
    table.dealer("Dee").no_more_bets()
    assert table.state.day.at == old - 1
    play_until(table, Phase.CLOSED)
    table.execute(c.OpenRound(at=NOON), DEE)
    assert table.state.day.at == old - 1
    assert current_round(table).number == 2


@pytest.mark.parametrize("game", BOOKS)
def test_each_of_two_decks_has_its_own_time_limit(game: str) -> None:
    """A deck that arrived an hour later stays an hour longer; either of them blocks the deal."""
    table, clock, old = table_with_clock(game, TWO, BY_PEOPLE)
    dee = table.dealer("Dee")
    clock.at = NOON + 3600
    dee.remove_deck(2)
    dee.receive_deck()
    do_due_steps(table)
    dee.open_round()
    assert current_round(table).deck == 1
    table.player("Ann").place_wagers(1, antes(game))
    clock.at = old - 1
    dee.no_more_bets()
    play_until(table, Phase.CLOSED)
    do_due_steps(table)
    assert dee.can_open_round()  # with the other deck
    clock.at = old
    with pytest.raises(Refused, match="deck 1 has been in use for 8 hours and must be changed"):
        dee.open_round()
    dee.remove_deck(1)
    dee.receive_deck()
    do_due_steps(table)
    clock.at = old + 3599
    dee.open_round()
    assert current_round(table).deck == 3  # the second was removed, the third is in its place
    table.execute(c.Propose(c.VoidRound(2, "nobody bets")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    dee.close_round()
    clock.at = old + 3600
    with pytest.raises(Refused, match="deck 2 has been in use for 8 hours and must be changed"):
        dee.open_round()


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_the_remaining_time_is_exact_to_the_second(method: str) -> None:
    """At any moment of a round the table reports when the deck will block the next deal."""
    game, _, submission = METHODS[method]
    table, clock, old = table_with_clock(game, {"table": submission}, BY_PEOPLE)
    lock_round(table)
    while current_round(table).phase is not Phase.CLOSED:
        (result,) = [item for item in table.instruction.ahead if item.at is not None]
        assert result.at == old
        assert result.clause == clause_or_rule(game, CLAUSES[submission["dealing"]])
        do_next_step(table)
    clock.at = old
    assert [item.at for item in table.instruction.ahead if "in use for" in item.why] == [None]


def test_the_house_brings_a_deck_with_an_unused_id() -> None:
    """Whatever IDs people have used, an automated table never stops for lack of one."""
    table = Table.open("criss-cross", practice="by itself")
    table.automation = Automation.NOTHING
    table.dealer("Dee").remove_deck(1)
    table.dealer("Dee").receive_deck(id="d3", design="standard", color="blue")
    table.dealer("Dee").remove_deck(1)
    table.automation = Automation.EVERYTHING
    table.player("Ann").take_seat(1)
    assert table.state.day.decks[1].id == "D4"
