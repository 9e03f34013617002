"""Chapter 7, shared by the four books: who bets, how, until when, and who walks off."""

from collections.abc import Mapping
from typing import Final

import pytest

from pitboss.errors import Refused
from pitboss.table import Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.ledger import escrow_account, stack_account

from .log_queries import assert_refused, events_of, money_moved, player
from .round_scenes import SIDES, scenes
from .tables import (
    DEE,
    FLO,
    REQUIRED,
    STAYS,
    answer,
    antes,
    bet,
    bet_alike,
    bet_and_lock,
    current_round,
    finish,
    seated_table,
    step,
    until_asked,
)

GUS: Final = Person("Gus", Role.PLAYER)


def check_wagers_are_chips_on_spots(game: str, clause: str) -> None:
    """Check that every wager is chips on its own spot, and cannot be made otherwise."""
    table = seated_table(game)
    wagers = antes(game, **SIDES[game])
    bet(table, {1: wagers})
    assert current_round(table).wagers == {1: wagers}
    onto = [(stack_account("Ann"), escrow_account(1), cents) for cents in wagers.values()]
    assert money_moved(table, e.WagersPlaced) == onto
    assert table.state.balances[escrow_account(1)] == sum(wagers.values())
    for key, cents in (("no such spot", 500), (REQUIRED[game][0], 550), (REQUIRED[game][0], 0)):
        wrong = c.PlaceWagers(2, antes(game) | {key: cents})
        assert_refused(table, player(table, 2), wrong, clause)


def check_only_seated_players_bet(game: str, clause: str) -> None:
    """Check that nobody bets without a seat, or at another player's seat."""
    table = seated_table(game, seats={1: "Ann", 2: "Bob"})
    bet(table, {})
    assert_refused(table, GUS, c.PlaceWagers(3, antes(game)), clause)
    assert_refused(table, GUS, c.BuyIn(10_000), clause)
    assert_refused(table, player(table, 2), c.PlaceWagers(1, antes(game)), clause)
    for command in (c.TakeSeat(3), c.BuyIn(10_000), c.PlaceWagers(3, antes(game))):
        table.execute(command, GUS)
    assert set(current_round(table).wagers) == {3}


def check_seat_is_kept(game: str) -> None:
    """Check that a player who walks off during a round keeps the seat until it is over."""
    table = seated_table(game)
    bet_and_lock(table, 1, 2)
    until_asked(table)
    table.player("Ann").leave(1)
    step(table)
    while current_round(table).phase is not Phase.CLOSED:
        assert table.state.seats[1] == "Ann"
        with pytest.raises(Refused, match="seat 1 is taken"):
            table.execute(c.TakeSeat(1), GUS)
        if current_round(table).turn == 2:
            answer(table, STAYS[game])
        else:
            step(table)
    assert 1 not in table.state.seats
    table.execute(c.TakeSeat(1), GUS)


def check_walk_off(game: str, clause: str, *, is_lost: bool) -> Table:
    """Check that after Bob walks off, only a floorperson rules on his wagers; play continues."""
    table = seated_table(game, {1: "2c 7d", 2: "9c 9d"})
    bet_and_lock(table, 1, 2, **SIDES[game])
    answer(table, STAYS[game])
    table.player("Bob").leave(2)
    assert (
        table.instruction.what
        == "the player in seat 2 left: rule whether the wagers are lost or stand"
    )
    assert (table.instruction.who, table.instruction.clause) == ("floorperson", clause)
    assert_refused(table, player(table, 2), c.Decide(2, STAYS[game], first_street(table)), clause)
    assert_refused(table, DEE, c.AnswerForAbsent(2), clause)
    assert_refused(table, DEE, c.RuleOnAbsent(2, is_lost), "SEC-4")
    table.execute(c.RuleOnAbsent(2, is_lost), FLO)
    assert events_of(table, e.AbsentRuled) == [e.AbsentRuled(1, 2, is_lost, "Flo")]
    while until_asked(table) is not None:
        if current_round(table).turn == 2:
            step(table)
        else:
            answer(table, STAYS[game])
    assert not current_round(table).raises[2], "nothing more is staked"
    finish(table)
    return table


def first_street(table: Table) -> str:
    """Return the first street of a game."""
    return table.rules.streets[0].name


def check_both_rulings(game: str, clause: str) -> None:
    """Check both rulings: Bob loses everything, or his wagers stand and are settled."""
    lost_round = current_round(check_walk_off(game, clause, is_lost=True))
    assert lost_round.decisions[2] == ()
    assert set(lost_round.results[2]) == set(antes(game, **SIDES[game]))
    assert {result.outcome for result in lost_round.results[2].values()} == {"lose"}
    stand = current_round(check_walk_off(game, clause, is_lost=False))
    assert len(stand.decisions[2]) >= 1
    assert "win" in {result.outcome for result in stand.results[2].values()}


def check_bets_before_call(game: str, clause: str) -> None:
    """Check that wagers can be made, increased and withdrawn until the call."""
    table = seated_table(game)
    bet_alike(table, 1, 2, **SIDES[game])
    table.player("Ann").place_wagers(1, antes(game))
    table.player("Bob").take_back(2)
    table.player("Cy").place_wagers(3, antes(game))
    before = {1: antes(game, 1000, **SIDES[game]), 3: antes(game)}
    assert current_round(table).wagers == before
    assert_refused(table, player(table, 2), c.TakeBack(2), clause)
    table.dealer("Dee").no_more_bets()
    assert current_round(table).wagers == before
    assert current_round(table).players == {1: "Ann", 3: "Cy"}


def check_no_change_after_call(game: str, clause: Mapping[str, str]) -> None:
    """Check that after the call wagers cannot change; only decisions add stakes."""
    after = [s for s in scenes(game) if s.state.round and s.round.players]
    staked: Mapping[int, Mapping[str, int]] = {}
    for scene in after:
        assert scene.round.wagers == after[0].round.wagers
        for seat, raises in staked.items():
            assert raises.items() <= scene.round.raises[seat].items()
        staked = scene.round.raises
        if scene.round.phase is Phase.CLOSED:
            continue
        for seat, who in ((1, "Ann"), (5, "Dan")):
            by = Person(who, Role.PLAYER)
            words = "betting is closed: wagers can no longer be changed"
            scene.refuses(by, c.PlaceWagers(seat, antes(game), round=1), words, clause)
            scene.refuses(by, c.TakeBack(seat, round=1), words, clause)
    assert staked[2]
