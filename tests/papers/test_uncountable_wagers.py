"""A side wager that the lab cannot count is reported, and affects nothing else."""

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
from pitboss.lab.count_files import count_file
from pitboss.lab.reading_effects import solve_reading_effects
from pitboss.lab.side_returns import fold_chances, try_side_wagers
from pitboss.lab.solution import Solution, solution_json, solve
from pitboss.papers.filing.warnings import submission_warnings
from pitboss.papers.par_sheet.html_page import par_sheet_html
from pitboss.papers.par_sheet.sections import par_sheet_json
from pitboss.papers.par_sheet.sheet import ParSheet, build_par_sheet
from pitboss.papers.solution_report import returns_csv, solution_text
from pitboss.submission import complete_submission, resolve
from tests.games.faulty_games import pays, wager
from tests.papers.par.sample_sheets import tables_of
from tests.papers.strict_html import StrictPage

STUD: Final = GAMES["stud-235"]
CROSS: Final = GAMES["criss-cross"]
ENDED: Final = structs.replace(
    CROSS, wagers=wager(CROSS, "five_card_bonus", lives_after_fold=False)
)
"""Criss Cross whose Five Card Bonus ends with a fold, so that it has too many deals to count."""
WHY: Final = (
    "the lab has no fast count of Five Card Bonus, and its 84,284,272,800 deals are too many to "
    "count one by one"
)


@cache
def solution() -> Solution:
    return solve(resolve(ENDED))


@cache
def sheet() -> ParSheet:
    return build_par_sheet(ENDED, date="2026-01-31")


def test_other_figures_are_still_available() -> None:
    plain = solve(resolve(CROSS))
    result = solution()
    assert result.main.ev == plain.main.ev
    assert result.sides == {"bonus_spin": plain.sides["bonus_spin"]}
    assert result.required == plain.required
    assert result.uncounted == {"five_card_bonus": WHY}
    assert plain.uncounted == {}


def test_json_has_the_error_in_the_wager_s_entry() -> None:
    result = json.loads(json.dumps(solution_json(solution())))
    assert list(result["wagers"]) == [side.key for side in CROSS.sides]
    assert result["wagers"]["five_card_bonus"] == {"error": WHY}
    assert result["wagers"]["bonus_spin"]["ev"] == "-2337/8500"
    assert result["main"]["ev"] == "-579091/6689228"


def text(game: Game, result: Solution, *, tables: bool = False) -> str:
    whole, _ = complete_submission(game, {})
    console = Console(file=io.StringIO(), width=120)
    console.print(solution_text(game, result, whole, tables=tables))
    assert isinstance(console.file, io.StringIO)
    return " ".join(console.file.getvalue().split())


@pytest.mark.parametrize("tables", [False, True])
def test_text_output_has_the_error_next_to_the_figures(tables: bool) -> None:
    sheet_text = text(ENDED, solution(), tables=tables)
    assert "Bonus Spin" in sheet_text
    assert f"Not solved: {WHY}." in sheet_text
    assert "Not solved" not in text(CROSS, solve(resolve(CROSS)), tables=tables)


def test_the_return_tables_omit_the_wager() -> None:
    wagers = {line.partition(",")[0] for line in returns_csv(solution()).splitlines()[1:]}
    assert wagers == {"main", "bonus_spin"}


def test_a_par_sheet_reports_the_error() -> None:
    page = StrictPage(par_sheet_html(sheet()))
    words = " ".join(par_sheet_html(sheet()).split())
    assert not [x for x in page.faults if not x.startswith("<a href=#")]
    assert words.count(f"Not solved: {WHY}.") == 2  # besides summary and return tables
    (every,) = (x for x in tables_of(sheet()) if x.title == "Every wager")
    assert [row[0] for row in every.rows][-2:] == ["Bonus Spin", "Five Card Bonus"]
    assert set(every.rows[-1][1:]) == {"–"}
    result = json.loads(json.dumps(par_sheet_json(sheet())))
    assert result["wagers"]["five_card_bonus"] == {"error": WHY}
    assert set(result["volatility"]) == set(result["hold"]) == {"main", "bonus_spin"}


def test_the_effect_of_a_reading_is_reported_without_the_wager() -> None:
    reading = next(x for x in solve_reading_effects(ENDED) if x.id == "low_ace")
    assert {effect.choice for effect in reading.effects} == {"straight", "never"}
    assert all("five_card_bonus" not in effect.wagers for effect in reading.effects)


@pytest.mark.parametrize("method_name", ["straight", "never"])
def test_a_reading_that_determines_whether_the_wager_can_be_counted(method_name: str) -> None:
    low_ace_switch = by_reading("low_ace", {"straight": True, "never": False})
    game = structs.replace(
        CROSS, wagers=wager(CROSS, "five_card_bonus", lives_after_fold=low_ace_switch)
    )
    questions = solve_reading_effects(game, {"readings": {"low_ace": method_name}})
    reading = next(x for x in questions if x.id == "low_ace")
    assert all("five_card_bonus" not in effect.wagers for effect in reading.effects)


def test_a_submission_is_checked_without_the_wager() -> None:
    unchecked_note = "the return of Five Card Bonus was not checked, because it would take too long"
    assert unchecked_note in submission_warnings(ENDED)
    assert unchecked_note not in submission_warnings(CROSS)


PAIR: Final = paytable("(1)   pair of 10s or better   1 to 1", clause="12.C")
EVEN: Final = structs.replace(
    STUD, wagers=pays(STUD, "win_em_all", ByTable("five", PAIR, win=1, by="12.A"))
)
"""235 Stud with a side wager that pays even money."""


def test_a_side_wager_that_pays_even_money() -> None:
    """Compare with the number of five-card hands with a pair of tens to aces."""
    result = solve(resolve(EVEN))
    assert result.uncounted == {}
    pairs, hands = 5 * comb(4, 2) * comb(12, 3) * 4**3, comb(52, 5)
    assert result.sides["win_em_all"].ev == Fraction(2 * pairs, hands) - 1


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
    side_results, uncountable = try_side_wagers((rules, side) for side in rules.sides)
    assert side_results == {}
    assert uncountable == {
        "trips": "the lab has no fast count of Trips, and its 2,781,381,002,400 deals are too many "
        "to count one by one"
    }


def test_a_count_file_omits_the_wager() -> None:
    lines = count_file(COMPARED).splitlines()
    counted_lines = {line.split(" | ")[0] for line in lines if line[:1] == "@"}
    assert counted_lines
    assert not any("wager trips" in line for line in counted_lines)


def test_a_spin_that_a_fold_ends_where_starting_hands_have_no_names() -> None:
    """Such a main game is solved card by card, and has no names such as AKs."""
    rules = resolve(GAMES["criss-cross"], {"readings": {"spin_after_fold": "lost"}})
    spin = next(side for side in rules.sides if side.key == "bonus_spin")
    fold_shares = fold_chances(structs.replace(solution().main, starts={}))
    side_results, uncountable = try_side_wagers([(rules, spin)], fold_chance=fold_shares)
    assert side_results == {}
    assert uncountable == {"bonus_spin": WHY.replace("Five Card Bonus", "Bonus Spin")}
