"""ROUND-4: a deck past its time blocks the next deal, to the second."""

import pytest

from pitboss.errors import Refused
from pitboss.table import Automation, Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e

from .clocks import HOURS, NOON, Clock
from .dealer_rounds import caring_without, go_on, lock_round, prepare, until
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
"""The same in each book."""
BY_PEOPLE = caring_without(Automation.DECKS)
BOOKS = {"run-em-twice": "RET", "criss-cross": "CCP", "holdem-bonus": "THB", "stud-235": "235"}


def table_with_clock(
    game: str, submission: Json, automation: Automation = Automation.CARE
) -> tuple[Table, Clock, int]:
    """A table whose decks came at noon, its clock, and the second from which they are old."""
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
        assert f"take the deck off the table: it has been in use for {hours} hours" in str(
            refused.value
        )
    dee.remove_deck()
    assert not dee.can_open_round()
    dee.receive_deck()
    prepare(table)
    dee.open_round()
    assert current_round(table).deck == 2
    assert table.state.day.decks[1].received == old + 86400


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_a_deck_that_grows_too_old_while_bets_are_open_is_not_dealt(method: str) -> None:
    """The round is void by two people, and every chip goes back."""
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
    table.dealer("Dee").propose(c.VoidRound(1, "the deck is past its time"))
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
    until(table, Phase.CLOSED)
    assert not current_round(table).void
    assert not table.dealer("Dee").can_open_round()


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_the_house_changes_it_in_time(method: str) -> None:
    """Not a second before."""
    game, _, submission = METHODS[method]
    table, clock, old = table_with_clock(game, {"table": submission})
    clock.at = old - 1
    bet_alike(table, 1)
    assert current_round(table).deck == 1
    clock.at = old
    table.player("Bob").place_wagers(2, antes(game))
    assert current_round(table).void == "the deck is past its time"
    assert table.state.chips("Ann") == table.state.chips("Bob") == 1_000_00
    table.dealer("Dee").close_round()
    table.dealer("Dee").open_round()
    assert current_round(table).deck == 2
    removals = [item.event for item in table.log if isinstance(item.event, e.DeckRemoved)]
    assert removals == [e.DeckRemoved(1, 1, "taken off the table")]


@pytest.mark.parametrize("game", BOOKS)
def test_what_is_refused_has_changed_nothing(game: str) -> None:
    """Or who keeps the log by what `say` returns would miss what the house did meanwhile."""
    table, clock, old = table_with_clock(game, TWO)
    bet_alike(table, 1)
    clock.at = old
    before = table.state
    with pytest.raises(Refused):
        table.dealer("Dee").no_more_bets()
    assert table.state == before


@pytest.mark.parametrize("game", BOOKS)
def test_what_can_be_done_is_done_and_what_cannot_is_not(game: str) -> None:
    """`can` and the deed agree, also when the house has to change the deck first."""
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
    """Who tells an earlier time is not believed."""
    table, clock, old = table_with_clock(
        "stud-235", {"table": {"dealing": "hand", "shuffler": "automated"}}
    )
    clock.at = old - 1
    table.dealer("Dee").open_round()
    table.player("Ann").place_wagers(1, antes("stud-235"))
    table.dealer("Dee").no_more_bets()
    assert table.state.day.at == old - 1
    until(table, Phase.CLOSED)
    table.execute(c.OpenRound(at=NOON), DEE)
    assert table.state.day.at == old - 1
    assert current_round(table).number == 2


@pytest.mark.parametrize("game", BOOKS)
def test_each_of_two_decks_has_its_own_time(game: str) -> None:
    """One that came an hour later may stay an hour longer; either of them blocks the deal."""
    table, clock, old = table_with_clock(game, TWO, BY_PEOPLE)
    dee = table.dealer("Dee")
    clock.at = NOON + 3600
    dee.remove_deck(2)
    dee.receive_deck()
    prepare(table)
    dee.open_round()
    assert current_round(table).deck == 1
    table.player("Ann").place_wagers(1, antes(game))
    clock.at = old - 1
    dee.no_more_bets()
    until(table, Phase.CLOSED)
    prepare(table)
    assert dee.can_open_round()  # with the other deck
    clock.at = old
    with pytest.raises(Refused, match="deck 1 has been in use for 8 hours and must be changed"):
        dee.open_round()
    dee.remove_deck(1)
    dee.receive_deck()
    prepare(table)
    clock.at = old + 3599
    dee.open_round()
    assert current_round(table).deck == 3  # the second that came went, the third is in its place
    table.execute(c.Propose(c.VoidRound(2, "nobody bets")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    dee.close_round()
    clock.at = old + 3600
    with pytest.raises(Refused, match="deck 2 has been in use for 8 hours and must be changed"):
        dee.open_round()


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_what_lies_ahead_is_told_to_the_second(method: str) -> None:
    """At any moment of a round the duty says when the deck will block the next deal."""
    game, _, submission = METHODS[method]
    table, clock, old = table_with_clock(game, {"table": submission}, BY_PEOPLE)
    lock_round(table)
    while current_round(table).phase is not Phase.CLOSED:
        (result,) = [item for item in table.instruction.ahead if item.at is not None]
        assert result.at == old
        assert result.clause == clause_or_rule(game, CLAUSES[submission["dealing"]])
        go_on(table)
    clock.at = old
    assert [item.at for item in table.instruction.ahead if "in use for" in item.why] == [None]


def test_the_house_brings_a_deck_that_is_not_in_the_register() -> None:
    """Whatever ids people have used up: a table that runs by itself never stands still for it."""
    table = Table.open("criss-cross", practice="by itself")
    table.automation = Automation.NOTHING
    table.dealer("Dee").remove_deck(1)
    table.dealer("Dee").receive_deck(id="d3", design="standard", color="blue")
    table.dealer("Dee").remove_deck(1)
    table.automation = Automation.EVERYTHING
    table.player("Ann").take_seat(1)
    assert table.state.day.decks[1].id == "D4"
