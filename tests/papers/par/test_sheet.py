"""The figures of a par sheet are the lab's, and add up."""

from fractions import Fraction
from functools import partial
from math import sqrt

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.lab.main_game import solve_main
from pitboss.lab.solution import solution_json, solve
from pitboss.papers.par_sheet.html_page import par_sheet_html
from pitboss.papers.par_sheet.pdf import par_sheet_pdf
from pitboss.papers.par_sheet.sections import par_sheet_json
from pitboss.papers.par_sheet.sheet import (
    INDEX_FACTOR,
    MAX_PACE,
    build_par_sheet,
    format_cents,
    format_cents_column,
    format_decimal,
    format_one_in,
    format_probability,
    par_percent,
    wager_risks,
)
from pitboss.submission import resolve
from tests.papers.par.sample_sheets import DAY, listing_of, sheet_of, sound, tables_of, text_of
from tests.papers.strict_html import StrictPage
from tests.small_decks import deck_of_ranks

pytestmark = pytest.mark.usefixtures("kernels")

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def number(cell: str) -> float:
    return float(cell.replace("−", "-").replace(",", "").removesuffix("%"))


@EVERY_GAME
def test_the_returns_of_every_table_add_up_to_its_expectation(game: str) -> None:
    sheet = sheet_of(game)
    result = [*sheet.solution.sides.values(), *sheet.solution.required.values()]
    for side in [*result, *sheet.raises.values()]:
        assert sum((line.returns for line in side.lines), Fraction()) == side.ev
        assert sum(line.combinations for line in side.lines) == side.deals
    return_tables = [table for table in tables_of(sheet) if table.columns[-1][0] == "Return"]
    for table in (table for table in return_tables if table.total):
        assert table.total is not None
        returns = sum(number(row[-1]) for row in table.rows)
        assert returns == pytest.approx(number(table.total[-1]), abs=2e-6)
        names = [name for name, _ in table.columns]
        at = names.index("Combinations")
        assert sum(number(row[at]) for row in table.rows) == number(table.total[at])


@EVERY_GAME
def test_every_result_of_the_main_game_is_included(game: str) -> None:
    sheet = sheet_of(game)
    main = sheet.solution.main
    (table,) = (
        t for t in tables_of(sheet) if t.introduction == "The returns add up to the expectation."
    )
    assert [int(number(row[1])) for row in table.rows] == list(main.distribution.values())
    tail = next(t for t in tables_of(sheet) if t.title == "Rare wins")
    assert int(number(tail.rows[0][1])) == main.chance_of_sign(1) * main.deals
    assert int(number(tail.rows[-1][1])) == main.distribution[max(main.distribution)]


@EVERY_GAME
def test_volatility_and_hold_follow_from_edge_and_deviation(game: str) -> None:
    sheet = sheet_of(game)
    result = par_sheet_json(sheet)
    main, rules = sheet.solution.main, sheet.solution.rules
    index = INDEX_FACTOR * sqrt(main.variance) / main.required
    assert result["volatility"]["main"]["index"] == pytest.approx(index)
    low, high = result["volatility"]["main"]["bands"]["90"]["10000"]
    assert (low + high) / 2 == pytest.approx(float(main.house_edge))
    assert high - low == pytest.approx(2 * index / 100)
    stake = rules.table.minimum * main.required
    assert Fraction(result["hold"]["main"]["cents_an_hour"]) == stake * main.house_edge * 40
    assert [wager.key for wager in wager_risks(sheet.solution)] == ["main", *sheet.solution.sides]


@EVERY_GAME
def test_json_is_the_solution_without_timings(game: str) -> None:
    solution, result = solution_json(solve(resolve(GAMES[game]))), par_sheet_json(sheet_of(game))
    for changing in ("seconds", "seconds_all"):
        assert changing not in result
        del solution[changing]
    assert {key: result[key] for key in solution} == solution
    assert par_sheet_json(build_par_sheet(GAMES[game], {}, date=DAY)) == result


def test_another_submission_and_readings_are_solved() -> None:
    sheet = sheet_of("three boxes")
    assert str(sheet.solution.main.ev) == "-16106/270725"
    assert not sheet.is_default
    assert 'low_ace = "all"' in listing_of(sheet)
    assert {e.choice: e.change == 0 for e in sheet.questions[0].effects} == {
        "five-card": False,
        "all": True,
    }


def test_a_change_of_pay_changes_figures_tables_and_hash() -> None:
    plain = sheet_of("criss-cross")
    changes = ("five_card_bonus.flush=9", "across.flush=7")
    sheet = build_par_sheet(GAMES["criss-cross"], {}, changes=changes, date=DAY)
    assert str(sheet.solution.sides["five_card_bonus"].ev) == "-6059/162435"
    assert sheet.card.hash == sheet.solution.rules.hash != plain.card.hash
    across = next(wager for wager in sheet.card.wagers if wager.key == "across")
    assert {line.slug: line.odds for line in across.lines}["flush"] == 7
    assert sheet.raises["across"].ev < plain.raises["across"].ev == sheet.raises["down"].ev


def test_a_fifth_game_has_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short deck keeps the time of the generic solver to a second."""
    small = partial(solve_main, deck=deck_of_ranks("AKQJT"), cache=False)
    monkeypatch.setattr("pitboss.lab.solution.solve_main", lambda rules, **_: small(rules))
    sheet = build_par_sheet(MISSISSIPPI_STUD, {}, date=DAY)
    page = StrictPage(par_sheet_html(sheet))
    assert not sound(page)
    assert MISSISSIPPI_STUD.name in page.title
    assert str(sheet.solution.main.ev) in page.text
    assert "The first decision" in page.text
    assert str(sheet.solution.main.ev) in text_of(par_sheet_pdf(sheet))


@pytest.mark.parametrize("pace", [0, -1, MAX_PACE + 1])
def test_an_impossible_pace_is_refused(pace: int) -> None:
    with pytest.raises(Refused, match="rounds per hour is out of range"):
        build_par_sheet(GAMES["stud-235"], pace=pace, date=DAY)


def test_formats_of_figures() -> None:
    assert par_percent(Fraction(-1, 3)) == "−33.3333%"
    assert par_percent(Fraction(1, 3), 2, "+") == "+33.33%"
    assert format_decimal(-0.00000001, 4, "+") == "0.0000"
    assert format_decimal(1234.5, 2) == "1,234.50"
    assert format_decimal(-1234.5, 1) == "−1,234.5"
    assert format_probability(Fraction(4, 2598960)) == "0.0000015391"
    assert format_probability(Fraction(1, 10**11)) == "1.00000e-11"
    assert (
        format_one_in(Fraction(1, 649740)),
        format_one_in(Fraction(2, 5)),
        format_one_in(Fraction()),
    ) == (
        "1 in 649,740",
        "1 in 2.50",
        "never",
    )
    assert (format_cents(Fraction(-500)), format_cents(Fraction(1234567, 100))) == (
        "−$5",
        "$123.46",
    )
    assert (format_cents_column(-5), format_cents_column(100_000)) == ("−$0.05", "$1,000.00")
