"""A table at a glance: what waits for the floor, and what is announced."""

import pytest
from msgspec.structs import replace

from pitboss.console.floor import DECK_WARNING_SECONDS, FloorTable, floor_table, next_change
from pitboss.games.incidents import Kind
from pitboss.money import dollars
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table.decks import deck_expires_at
from pitboss.table.state import MeterBook, require_rules
from tests.table.round_scenes import EVERY, METERED, MOMENTS, at, has
from tests.table.tables import DEE, FLO, RET, THB


def glance(state: State, now: int = 0, stop_reason: str = "") -> FloorTable:
    return floor_table("felt", "The felt", state, now, stop_reason)


def kinds(table: FloorTable) -> list[str]:
    return [matter.kind for matter in table.matters]


@EVERY
def test_every_moment_of_a_round_has_a_glance(game: str) -> None:
    for moment in MOMENTS:
        if has(game, moment):
            state = at(game, moment).state
            table = glance(state)
            assert (table.version, table.players) == (state.version, state.seats)
            assert table.phase or not state.has_open_round
            ids = [matter.id for matter in table.matters]
            assert len(ids) == len(set(ids))


@METERED
def test_prog_7_a_jackpot_waits_and_is_announced(game: str) -> None:
    table = glance(at(game, "jackpot").state)
    assert kinds(table) == ["jackpot"]
    assert table.matters[0].is_urgent
    assert table.matters[0].is_alert
    assert table.matters[0].by == "Dee"
    assert table.needs_somebody


def test_what_waits_for_a_decision_says_who_started_it() -> None:
    scene = at(THB, "asked")
    assert not glance(scene.state).needs_somebody
    scene = scene.after((DEE, c.Report(Kind.WRONG_NUMBER, round=scene.number)))
    assert kinds(glance(scene.state)) == ["ruling"]
    assert glance(scene.state).matters[0].by == "Dee"
    scene = at(THB, "asked").after((DEE, c.Propose(c.VoidRound(1, "a fire alarm"))))
    (matter,) = glance(scene.state).matters
    assert (matter.kind, matter.by, matter.is_alert) == ("approval", "Dee", False)
    assert "a fire alarm" in matter.text


def test_sec_3_a_count_is_not_shown_before_the_second_one() -> None:
    scene = at(THB, "no round")
    state = replace(scene.state, day=replace(scene.state.day, open=False))
    scene = scene._replace(state=state).after((DEE, c.Propose(c.OpeningCount(123_456_00))))
    table = glance(scene.state)
    assert [matter.text for matter in table.matters] == ["Approve a count of the tray"]
    assert table.tray is None
    assert "123" not in repr(table.matters)


def test_a_disabled_table_and_a_stopped_one_are_shown() -> None:
    scene = at(THB, "closed").after((FLO, c.Disable("table", "the felt is torn")))
    table = glance(scene.state, stop_reason="its disk is full")
    assert kinds(table) == ["stopped", "disabled"]
    assert table.matters[1].text == "The table is disabled: the felt is torn"


def test_round_4_an_old_deck_is_shown_before_and_announced_after_its_time() -> None:
    state = at(THB, "no round").state
    end = deck_expires_at(require_rules(state), state.day.decks[1])
    early = end - DECK_WARNING_SECONDS
    assert next_change(state, 0) == early
    assert next_change(state, early) == end
    assert next_change(state, end) is None
    assert kinds(glance(state, early - 1)) == []
    (soon,) = glance(state, early).matters
    (late,) = glance(state, end).matters
    assert (soon.kind, soon.is_alert, soon.at) == ("deck", False, end)
    assert (late.kind, late.is_alert) == ("deck", True)
    assert "too old" in late.text


def test_prog_3_a_meter_that_does_not_reconcile_is_announced() -> None:
    state = at(RET, "no round").state
    state = replace(state, books={**state.books, "meter": MeterBook(seeded=5)})
    matter = glance(state).matters[0]
    assert (matter.kind, matter.is_alert) == ("meter", True)
    difference = dollars(int(state.meter_amount("meter")) - 5)
    assert matter.text == f"The Progressive meter shows {difference} more than its books say"


@pytest.mark.parametrize("moment", ["nothing", "no rules"])
def test_a_table_without_rules_has_a_glance(moment: str) -> None:
    assert glance(at(THB, moment).state).minimum == 0
