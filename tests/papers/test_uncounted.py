"""A side wager that the lab cannot count says so in its own place, and takes nothing with it."""

import io
import json
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

import pytest
from msgspec import structs
from rich.console import Console

from pitboss.games import GAMES
from pitboss.games.grammar import (
    AllWin,
    AtLeast,
    Beats,
    Both,
    ByTable,
    Case,
    Cases,
    Game,
    HandOf,
    by_reading,
    paytable,
)
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.games.words import Side
from pitboss.lab.counts import count_file
from pitboss.lab.effects import effects
from pitboss.lab.sides import count_wagers
from pitboss.lab.solution import Solution, as_json, solve
from pitboss.lab.spins import folds
from pitboss.papers.par.html import par_page
from pitboss.papers.par.json import par_json
from pitboss.papers.par.sheet import ParSheet, par_sheet
from pitboss.papers.returns_csv import returns_csv
from pitboss.papers.solution_text import solution_text
from pitboss.papers.warnings import warnings
from pitboss.submission import completed, resolve
from tests.games.planting import pays, wager
from tests.papers.par.made import tables_of
from tests.papers.strict_html import StrictPage

STUD: Final = GAMES["stud-235"]
ENDED: Final = structs.replace(STUD, wagers=wager(STUD, "progressive", lives_after_fold=False))
"""235 Stud whose progressive would end with a fold."""
WHY: Final = "the lab cannot count Progressive: a fold ends it before all cards are seen"


@cache
def solution() -> Solution:
    return solve(resolve(ENDED))


@cache
def sheet() -> ParSheet:
    return par_sheet(ENDED, date="2026-01-31")


def test_the_other_figures_come_all_the_same() -> None:
    plain = solve(resolve(STUD))
    found = solution()
    assert found.main.ev == plain.main.ev
    assert found.sides == {"win_em_all": plain.sides["win_em_all"]}
    assert found.required == plain.required
    assert found.uncounted == {"progressive": WHY}
    assert plain.uncounted == {}


def test_json_has_the_error_in_the_entry_of_the_wager() -> None:
    found = json.loads(json.dumps(as_json(solution())))
    assert list(found["wagers"]) == [side.key for side in STUD.sides]
    assert found["wagers"]["progressive"] == {"error": WHY}
    assert found["wagers"]["win_em_all"]["ev"] == "-10877/124950"
    assert found["main"]["ev"] == "-28454/270725"


def text(game: Game, found: Solution, *, tables: bool = False) -> str:
    whole, _ = completed(game, {})
    console = Console(file=io.StringIO(), width=120)
    console.print(solution_text(game, found, whole, tables=tables))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("tables", [False, True])
def test_people_read_it_beside_the_figures(tables: bool) -> None:
    shown = text(ENDED, solution(), tables=tables)
    assert "Win'em All" in shown
    assert f"Not counted: {WHY}." in shown
    assert "Not counted" not in text(STUD, solve(resolve(STUD)), tables=tables)


def test_the_return_tables_leave_it_out() -> None:
    wagers = {line.partition(",")[0] for line in returns_csv(solution()).splitlines()[1:]}
    assert wagers == {"main", "win_em_all"}


def test_a_par_sheet_says_so() -> None:
    page = StrictPage(par_page(sheet()))
    words = " ".join(par_page(sheet()).split())
    assert not [x for x in page.faults if not x.startswith("<a href=#")]
    assert words.count(f"Not counted: {WHY}.") == 2  # beside the summary and the return tables
    (every,) = (x for x in tables_of(sheet()) if x.title == "Every wager")
    assert [row[0] for row in every.rows][-2:] == ["Win'em All", "Progressive"]
    assert set(every.rows[-1][1:]) == {"–"}
    found = json.loads(json.dumps(par_json(sheet())))
    assert found["wagers"]["progressive"] == {"error": WHY}
    assert set(found["volatility"]) == set(found["hold"]) == {"main", "win_em_all"}


def test_the_effect_of_a_reading_is_told_without_it() -> None:
    (asked,) = effects(ENDED)
    assert asked.id == "low_ace"
    assert {effect.choice for effect in asked.effects} == {"five-card", "all"}
    assert all("progressive" not in effect.wagers for effect in asked.effects)


def test_a_reading_that_decides_whether_it_can_be_counted() -> None:
    switched = by_reading("low_ace", {"five-card": True, "all": False})
    game = structs.replace(STUD, wagers=wager(STUD, "progressive", lives_after_fold=switched))
    for filed in ("five-card", "all"):
        (asked,) = effects(game, {"readings": {"low_ace": filed}})
        assert all("progressive" not in effect.wagers for effect in asked.effects)


def test_a_submission_is_checked_without_it() -> None:
    assert WHY in warnings(ENDED)
    assert WHY not in warnings(STUD)


PAIR: Final = paytable("(1)   pair of 10s or better   1 to 1", clause="12.C")
EVEN: Final = structs.replace(
    STUD, wagers=pays(STUD, "win_em_all", ByTable("five", PAIR, win=1, by="12.A"))
)
"""235 Stud with a side wager that pays even money."""


def test_a_side_wager_that_pays_even_money() -> None:
    """Of all hands of five cards, so many have a pair of tens to aces."""
    found = solve(resolve(EVEN))
    assert found.uncounted == {}
    pairs, hands = 5 * comb(4, 2) * comb(12, 3) * 4**3, comb(52, 5)
    assert found.sides["win_em_all"].ev == Fraction(2 * pairs, hands) - 1


UTH: Final = GAMES["ultimate-holdem"]
COMPARED: Final = structs.replace(
    UTH,
    hands=(*UTH.hands, HandOf("board", ("flop", "turn", "river"), "the five cards in common")),
    wagers=pays(
        UTH, "trips", Cases((Case(Both((Beats("player", "dealer"), AtLeast("board", "pair"))), 1),))
    ),
)
"""Ultimate Texas Hold 'Em with a side wager on three hands at once, which fits no shape."""


def test_a_side_wager_that_compares_hands() -> None:
    rules = resolve(COMPARED)
    counted, uncounted = count_wagers((rules, side) for side in rules.sides)
    assert counted == {}
    assert uncounted == {
        "trips": "Trips compares hands, and its 2,781,381,002,400 deals are too many to count one "
        "by one"
    }


def test_a_count_file_leaves_it_out() -> None:
    lines = count_file(COMPARED).splitlines()
    counted = {line.split(" | ")[0] for line in lines if line[:1] == "@"}
    assert counted
    assert not any("wager trips" in line for line in counted)


def test_wagers_that_must_win_together_where_the_lab_has_no_shape() -> None:
    pays = Cases((Case(AllWin(("ante",)), 3, "12.B", name="all win"),), by="12.B")
    together = Side("both", "Both", pays)
    rules = structs.replace(resolve(MISSISSIPPI_STUD), sides=(together,))
    counted, uncounted = count_wagers((rules, side) for side in rules.sides)
    assert counted == {}
    assert uncounted == {
        "both": "the lab has no figures for Both, since it cannot count wagers that must win "
        "together in this game"
    }


def test_a_spin_that_a_fold_ends_where_starting_hands_have_no_names() -> None:
    """The main game of such rules is solved card by card, and knows no AKs."""
    rules = resolve(GAMES["criss-cross"], {"readings": {"spin_after_fold": "lost"}})
    spin = next(side for side in rules.sides if side.key == "bonus_spin")
    folded = folds(structs.replace(solution().main, starts={}))
    counted, uncounted = count_wagers([(rules, spin)], folded=folded)
    assert counted == {}
    assert uncounted == {
        "bonus_spin": "the lab has no figures for Bonus Spin, since it cannot tell how often 22 is "
        "folded: it names no such starting hand"
    }
