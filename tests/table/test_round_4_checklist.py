"""ROUND-4: the physical checklist is signed before the first round of the day."""

import pytest

from pitboss.games import GAMES
from pitboss.table import Automation, Table, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from tests.filings import filing

from .log_queries import assert_refused, events_of
from .round_scenes import scene_of
from .tables import DEE, FLO, KEYS, dealing

BOOKS = {"run-em-twice": "RET", "criss-cross": "CCP", "holdem-bonus": "THB", "stud-235": "235"}
EVERY = pytest.mark.parametrize("game", KEYS)
ITEMS = {
    "run-em-twice": ("2.C(1)", "2.C(2)", "12.C", "3.A(1)", "3.A(2)", "8.A"),
    "criss-cross": ("2.C(1)", "2.C(2)", "12.B", "3.A(1)", "3.A(2)", "8.A"),
    "holdem-bonus": ("2.C(1)", "2.C(2)", "2.B(7)(b)", "3.A(2)", "3.A(3)", "8.A"),
    "stud-235": ("2.D", "2.F", "2.B(9)", "3.A(1)", "3.A(2)", "8.A"),
}
"""Boxes, rack, signs, backs, cover cards and the place of the shoe."""


def counted_table(game: str, submission: dict[str, object] | None = None) -> Table:
    """Return a table whose tray two people have counted, with nothing else done."""
    table = Table(practice="a morning", automation=Automation.NOTHING)
    table.floorperson("Flo").open_table("table 7", game, 50_000_00)
    table.dealer("Dee").propose(filing(game, submission))
    table.floorperson("Flo").approve(1)
    table.dealer("Dee").propose(c.OpeningCount(50_000_00))
    table.floorperson("Flo").approve(2, 50_000_00)
    return table


def items(table: Table) -> tuple[str, ...]:
    step = next_step(table.state)
    assert step is not None
    assert isinstance(step.command, c.SignChecklist)
    return step.command.items


@EVERY
def test_it_is_signed_before_the_first_round(game: str) -> None:
    """A person with a name signs it item by item; until then no round is opened."""
    table = counted_table(game)
    assert any("checklist is not signed" in item.why for item in table.instruction.ahead)
    every = items(table)
    assert every == ITEMS[game]
    book = BOOKS[game]
    for missing in every:
        left = tuple(item for item in every if item != missing)
        assert_refused(table, DEE, c.SignChecklist(left), f"{book} {missing}")
    assert_refused(table, DEE, c.SignChecklist((*every, "99.Z")), "ROUND-4")
    table.dealer("Dee").sign_checklist(every)
    assert events_of(table, e.ChecklistSigned) == [e.ChecklistSigned(every, "Dee")]
    assert table.state.day.signed == "Dee"
    assert_refused(table, FLO, c.SignChecklist(every), "ROUND-4")
    assert not any("checklist" in item.why for item in table.instruction.ahead)


@EVERY
def test_it_has_what_this_table_has(game: str) -> None:
    """There is a shoe only where one is used, and two backs only with two decks."""
    by_machine = counted_table(game, {"table": {**dealing("automated shoe")["table"], "decks": 2}})
    assert items(by_machine) == (*ITEMS[game][:-1], "3.B(2)")
    words = {item.clause: item.words for item in GAMES[game].procedures.deck.checklist}
    assert all(words[clause] in by_machine.instruction.what for clause in items(by_machine))


@EVERY
def test_the_house_signs_where_it_opens_the_table(game: str) -> None:
    table = Table.open(game, practice="by itself")
    (signing,) = events_of(table, e.ChecklistSigned)
    assert signing.by == "house dealer"
    assert not scene_of(table).allows(DEE, c.SignChecklist(signing.items))


def test_another_day_another_signature() -> None:
    table = counted_table("criss-cross")
    table.dealer("Dee").sign_checklist(items(table))
    table.dealer("Dee").propose(c.ClosingCount(50_000_00))
    table.floorperson("Flo").approve(3, 50_000_00)
    assert table.state.day.signed == ""
    table.dealer("Dee").propose(c.OpeningCount(50_000_00))
    table.floorperson("Flo").approve(4, 50_000_00)
    assert items(table)


def test_new_rules_with_more_to_look_at() -> None:
    """A second deck has a back of its own; without additional items the signature stands."""
    table = counted_table("criss-cross")
    first = items(table)
    table.dealer("Dee").sign_checklist(first)
    table.dealer("Dee").propose(filing("criss-cross", {"table": {"maximum": 10_000}}))
    table.floorperson("Flo").approve(3)
    assert table.state.day.signed == "Dee"
    two = {"table": {"shuffler": "automated", "decks": 2}}
    table.dealer("Dee").propose(filing("criss-cross", two))
    table.floorperson("Flo").approve(4)
    assert table.state.day.signed == ""
    assert {*items(table)} == {*first, "3.B(2)"}
