"""A player leaves after the last decision: a ruling is possible until settlement."""

from typing import Final

import pytest

from pitboss.table import Automation, Phase, Table, next_step
from pitboss.table import commands as c
from pitboss.table import events as e

from .dealer_rounds import do_next_step, lock_round, play_until, settle_all_but_last
from .round_scenes import ANN, BOB, CY, EVERY, METERED, SEATS, at, scene_of
from .tables import CCP, DEE, FLO, RET, STUD, THB, current_round, seated_table

LEAVING: Final = {RET: "7.B(3)", CCP: "7.B(3)", THB: "7.C(2)", STUD: "7.B(2)"}
LEFT: Final = "the player in seat {} has left: a floorperson must first rule on the wagers"
LOST: Final = pytest.mark.parametrize("is_lost", [True, False])


def to_settle(game: str) -> Table:
    """Return a round with all decisions made by Ann, Bob and Cy in seats 1, 2 and 4."""
    return play_until(lock_round(seated_table(game, seats=SEATS)), due_is=c.Settle)


def end(table: Table) -> Table:
    """Play the round to its end."""
    while current_round(table).phase is not Phase.CLOSED:
        do_next_step(table)
    return table


@EVERY
def test_a_ruling_is_due_before_settlement(game: str) -> None:
    """The floorperson sees seat and clause, starting with the last seat."""
    table = to_settle(game)
    table.player("Ann").leave(1)
    table.dealer("Dee").walked_off(4)
    for seat in (4, 1):
        outcome = next_step(table.state)
        assert outcome is not None
        assert outcome.command == c.RuleOnAbsent(seat, False, round=1)
        assert outcome.flag is (Automation.ABSENT if seat == 1 else None)  # a report by a person
        assert table.instruction.who == "floorperson"
        assert table.instruction.seat == seat
        what = f"the player in seat {seat} left: rule whether the wagers are lost or stand"
        assert table.instruction.what == what
        assert table.instruction.clause.split()[1] == LEAVING[game]
        table.execute(c.RuleOnAbsent(seat, True), FLO)
    assert isinstance(next_step(table.state).command, c.Settle)  # type: ignore[union-attr]


@EVERY
def test_the_seat_is_not_settled_before_the_ruling(game: str) -> None:
    """Seats before it are settled, by whatever command."""
    scene = scene_of(to_settle(game)).after((CY, c.Leave(4)))
    for every in (True, False):
        scene.refuses(DEE, c.Settle(every, round=1), LEFT.format(4), LEAVING)
    table = to_settle(game)
    table.player("Bob").leave(2)
    before = len(table.log)
    table.dealer("Dee").settle(every=True)
    settled_events = [x.event for x in table.log[before:] if isinstance(x.event, e.SeatSettled)]
    assert [event.seat for event in settled_events] == [4]
    scene_of(table).refuses(DEE, c.Settle(every=True, round=1), LEFT.format(2), LEAVING)
    for is_lost in (True, False):
        assert scene_of(table).allows(FLO, c.RuleOnAbsent(2, is_lost, round=1))


@EVERY
@LOST
def test_the_ruling_affects_one_seat_only(game: str, *, is_lost: bool) -> None:
    """The other seats get the same as without it."""
    stay_table = end(to_settle(game))
    table = to_settle(game)
    table.player("Ann").leave(1)
    table.execute(c.RuleOnAbsent(1, is_lost), FLO)
    up = [at for at in current_round(table).holes[1] if at in current_round(table).shown]
    end(table)
    assert 1 not in table.state.seats
    results, would = current_round(table).results, current_round(stay_table).results
    assert {seat: results[seat] for seat in (2, 4)} == {seat: would[seat] for seat in (2, 4)}
    if is_lost:
        assert {(item.outcome, item.credit) for item in results[1].values()} == {("lose", 0)}
        assert results[1].keys() == would[1].keys()
        assert up == [
            at for at in current_round(table).holes[1] if at in current_round(table).shown
        ]
    else:
        assert results[1] == would[1]


@pytest.mark.parametrize("game", [RET, CCP])
def test_an_earlier_bonus_settlement_stands(game: str) -> None:
    """It was paid before the player left."""
    table = to_settle(game)
    while 1 not in current_round(table).results:
        table.dealer("Dee").settle()
    first = dict(current_round(table).results[1])
    table.player("Ann").leave(1)
    table.execute(c.RuleOnAbsent(1, True), FLO)
    end(table)
    results = current_round(table).results[1]
    assert first.items() <= results.items()
    assert {item.outcome for key, item in results.items() if key not in first} == {"lose"}


@EVERY
def test_a_settled_player_may_leave(game: str) -> None:
    """There is nothing to rule on, and the round continues."""
    table = settle_all_but_last(lock_round(seated_table(game, seats=SEATS)))
    table.player("Cy").leave(4)
    assert not isinstance(next_step(table.state).command, c.RuleOnAbsent)  # type: ignore[union-attr]
    words = "seat 4 is already settled, or being settled"
    scene_of(table).refuses(FLO, c.RuleOnAbsent(4, True, round=1), words, LEAVING)
    end(table)
    assert 4 not in table.state.seats


@METERED
def test_a_hit_jackpot_counts_as_being_settled(game: str) -> None:
    """It is validated and paid even if the player has left."""
    scene = at(game, "jackpot").after((BOB, c.Leave(2)))
    assert scene.round.hit == 2
    words = "seat 2 is already settled, or being settled"
    scene.refuses(FLO, c.RuleOnAbsent(2, True, round=1), words, LEAVING)
    assert isinstance(next_step(scene.state).command, c.ValidateJackpot)  # type: ignore[union-attr]
    over = current_round(end(scene.table()))
    assert any(result.outcome == "win" for result in over.results[2].values())


def test_the_wheel_waits_for_the_ruling() -> None:
    """If the wagers stand, the wheel is spun for the absent player; otherwise it is not."""
    scene = at(CCP, "to spin").after((BOB, c.Leave(2)))
    scene.refuses(DEE, c.SpinWheel(round=1), LEFT.format(2), LEAVING)
    stands = scene.after((FLO, c.RuleOnAbsent(2, False, round=1)))
    assert stands.allows(DEE, c.SpinWheel(round=1))
    scene_after_loss = scene.after((FLO, c.RuleOnAbsent(2, True, round=1)))
    assert not scene_after_loss.round.wheel or 2 not in scene_after_loss.round.wheel
    scene_after_loss.refuses(DEE, c.SpinWheel(round=1), "no seat has a spin left", {CCP: "11.I"})
    over = current_round(end(scene_after_loss.table()))
    assert 2 not in over.spins
    assert over.results[2]["bonus_spin"].outcome == "lose"
    spun = stands.after((DEE, c.SpinWheel(round=1)))
    words = "a floorperson has already ruled on seat 2"
    spun.refuses(FLO, c.RuleOnAbsent(2, True, round=1), words, LEAVING)


@EVERY
def test_an_automated_house_rules_in_the_player_s_favor(game: str) -> None:
    table = to_settle(game)
    table.automation |= Automation.ABSENT
    progress = table.player("Ann").leave(1)
    assert [item.event for item in progress][1:2] == [
        e.AbsentRuled(1, 1, False, "house floorperson")
    ]


@EVERY
def test_the_ruling_waits_until_settlement(game: str) -> None:
    """With no decision left, it is not due while the last cards are turned."""
    table = lock_round(seated_table(game))
    streets = len(table.rules.streets)
    while len(current_round(table).decisions[1]) < streets:
        do_next_step(table)
    table.execute(c.Leave(1), ANN)
    play_until(table, Phase.SETTLING)
    assert current_round(table).absent == {}
    assert next_step(table.state).command == c.RuleOnAbsent(1, False, round=1)  # type: ignore[union-attr]
