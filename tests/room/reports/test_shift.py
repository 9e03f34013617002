"""Shift reports: their periods, their CSV files, and the lab's figures in them."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from rich.console import Console

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.incidents import Kind
from pitboss.lab import count_files
from pitboss.lab.solution import solve
from pitboss.room.reports.lab_edges import LabEdge, lab_edges
from pitboss.room.reports.period import ALL_TIME, Period, day_period, period_between
from pitboss.room.reports.rendering import records_csv, shift_text
from pitboss.room.reports.shift import ShiftReport, shift_report
from pitboss.submission.rules import Rules
from pitboss.table import LogEntry, Person, Role
from pitboss.table import events as e
from pitboss.table.ledger import TRAY
from pitboss.table.state import rules_for_submission
from tests.filings import own
from tests.table.merchandise import hands_over, won_a_boat
from tests.table.tables import CCP, MACHINE, RET, STUD, bet_and_lock, cross, finish, seated_table
from tests.table.test_prog_5 import RUNS

from .day_logs import days_in_log, posted_balances, table_days

SUMS = (
    *("rounds", "hands", "drop", "buy_ins", "cash_outs", "fills", "bank", "counted_over"),
    *("handle", "payouts", "gifts", "corrected", "win", "jackpots_paid"),
)
LISTS = ("jackpots", "merchandise", "incidents", "rulings", "corrections", "voids", "counts")


def sheet(log: tuple[LogEntry, ...], period: Period = ALL_TIME) -> ShiftReport:
    return shift_report("t", "Table", log, period)


@pytest.mark.parametrize("game", GAMES)
def test_win_is_the_tray_less_bank_fills_and_counts(game: str) -> None:
    log, state = table_days(game)
    result = sheet(log)
    assert not state.has_open_round
    assert result.tray == state.balances[TRAY]
    assert result.win == result.tray - result.bank - result.fills - result.counted_over
    assert result.win == sum(wager.win for wager in result.wagers) - result.gifts
    assert result.hold_of_handle == Fraction(result.win, result.handle)
    assert result.hold_of_drop == Fraction(result.win, result.drop)


@pytest.mark.parametrize("game", GAMES)
def test_drop_and_cash_outs_match_the_players_money(game: str) -> None:
    log, _ = table_days(game)
    result = sheet(log)
    brought = -sum(int(c) for a, c in posted_balances(game).items() if a.startswith("player:"))
    settled_outside = sum(
        int(p.cents) * (p.target.startswith("player:") - p.source.startswith("player:"))
        for item in log
        if isinstance(item.event, e.PayoutCorrected)
        for p in item.postings
    )
    assert result.drop - result.cash_outs - settled_outside == brought


@pytest.mark.parametrize("game", GAMES)
def test_prog_4_meters_close_with_no_difference(game: str) -> None:
    log, state = table_days(game)
    result = sheet(log)
    assert {item.meter for item in result.meters} == set(state.books)
    for item in result.meters:
        book = state.books[item.meter]
        assert (item.seeded, item.fed, item.corrected, item.paid) == (
            (book.seeded, book.fed, book.corrected, book.paid)
        )
        assert (item.shows, item.difference) == (state.meter_amount(item.meter), 0)
    assert result.meter_difference == 0


@pytest.mark.parametrize("game", GAMES)
def test_days_add_up(game: str) -> None:
    log, _ = table_days(game)
    whole = sheet(log)
    days = [sheet(log, day_period(day)) for day in days_in_log(log)]
    for name in SUMS:
        assert sum(getattr(item, name) for item in days) == getattr(whole, name), name
    for name in LISTS:
        rulings = [(item.at, item.line) for day in days for item in getattr(day, name)]
        assert rulings == [(item.at, item.line) for item in getattr(whole, name)], name
    for before, after in pairwise(days):
        meters_before = {item.meter: item.shows for item in before.meters}
        meters_after = {item.meter: item.opened for item in after.meters}
        assert (
            meters_after == dict.fromkeys(meters_after, 0) | meters_before
        )  # a new submission may add meters


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_listed_with_its_people(game: str) -> None:
    log, _ = table_days(game)
    result = sheet(log)
    events = Counter(type(item.event) for item in log)
    assert len(result.voids) == events[e.RoundVoided]
    assert len(result.corrections) == events[e.PayoutCorrected] + events[e.MeterCorrected]
    assert len(result.counts) == events[e.OpeningCounted] + events[e.ClosingCounted]
    assert len(result.incidents) == events[e.IncidentReported] + events[e.SeedLost]
    assert result.rounds == events[e.RoundClosed] - events[e.RoundVoided]
    for correction in result.corrections:
        assert correction.proposed_by
        assert correction.approved_by not in ("", correction.proposed_by)
        assert correction.reason
    for count in result.counts:
        assert count.confirmed_by not in ("", count.counted_by)
    for incident in result.incidents:
        assert bool(incident.ruling) == bool(incident.ruled_by)


def test_jackpot_is_reported_in_full() -> None:
    table = seated_table(RET, {1: "As Ks", 3: "4c 4d"}, RUNS, submission=MACHINE)
    bet_and_lock(table, 1, 3, progressive=100)
    finish(table)
    result = sheet(tuple(table.log))
    (hit,) = result.jackpots
    assert (hit.round, hit.seat, hit.player, hit.wager) == (1, 1, "Ann", "progressive")
    assert (hit.paid, hit.reseeded) == (result.jackpots_paid, 1_000_000)
    assert hit.validated_by
    (meter,) = result.meters
    assert (meter.paid, meter.difference) == (hit.paid, 0)


def test_report_says_that_its_rules_are_an_example() -> None:
    """ROUND-11: the rules are those of the last filing."""
    for submission, example in ((MACHINE, True), (own(STUD, MACHINE), False)):
        table = seated_table(STUD, submission=submission)
        result = sheet(tuple(table.log))
        assert result.example is example
        screen = Console(width=200, record=True, file=StringIO())
        screen.print(*shift_text(result))
        assert (", example filing" in screen.export_text()) is example


def test_an_exposed_card_is_named_by_place_and_position() -> None:
    """The report uses the same words as the console and the page of the table."""
    table = seated_table(CCP, {1: "8c 8d", 3: "4c 5d"}, cross("9h 3d 5s Jh As"), submission=MACHINE)
    bet_and_lock(table, 1, 3)
    table.dealer("Dee").deal()
    table.dealer("Dee").report(Kind.COMMUNITY_EXPOSED, card="top")
    (incident,) = sheet(tuple(table.log)).incidents
    assert incident.what == f"{Kind.COMMUNITY_EXPOSED.description} (Top)"
    assert table.view(Person("", Role.ONLOOKER)).incident == incident.what


def test_merchandise_is_reported_with_its_value() -> None:
    result = sheet(tuple(won_a_boat().log))
    (prize,) = result.merchandise
    assert (prize.round, prize.seat, prize.player, prize.wager) == (1, 1, "Ann", "bonus_spin")
    assert (prize.what, prize.value) == ("a boat", 1_234_500)
    assert result.win == result.tray - result.bank - result.fills
    output = StringIO()
    Console(file=output, width=160).print(*shift_text(result))
    words = " ".join(output.getvalue().split())  # the title is as wide as the table below it
    assert "Merchandise (handed over, or cash value paid)" in words
    assert "a boat" in words
    assert "cash value paid" in words


def test_delivered_merchandise() -> None:
    table = won_a_boat()
    hands_over(table)
    result = sheet(tuple(table.log))
    (prize,) = result.merchandise
    assert prize.handed_over == result.corrections[0].at
    assert (result.corrections[0].what, result.corrections[0].cents) == ("merchandise", -1_234_500)
    assert result.win == result.tray - result.bank - result.fills
    output = StringIO()
    Console(file=output, width=160).print(*shift_text(result))
    assert "handed over" in output.getvalue()


def test_theoretical_is_the_edge_of_each_wager_times_its_handle() -> None:
    log, _ = table_days("stud-235")

    def edges(rules: Rules) -> dict[str, LabEdge]:
        keys = [*(item.key for item in rules.required), *(side.key for side in rules.sides)]
        return dict.fromkeys(keys, LabEdge(Fraction(1, 30), Fraction(1)))

    result = shift_report("t", "Table", log, ALL_TIME, edges)
    raises = {"raise_three", "raise_five"}
    assert {wager.wager for wager in result.wagers if wager.edge is None} <= raises
    handle = sum(wager.handle for wager in result.wagers if wager.wager not in raises)
    assert result.theoretical == Fraction(handle, 30)
    assert result.not_known == ()
    unknown = sheet(log)
    assert unknown.theoretical is None
    assert not raises & set(unknown.not_known)


def test_an_empty_period_has_no_hold() -> None:
    log, state = table_days("stud-235")
    result = sheet(log, period_between("2000-01-01", "2000-01-02"))
    assert (result.drop, result.handle, result.rounds, result.win) == (0, 0, 0, 0)
    assert (result.hold_of_drop, result.hold_of_handle) == (None, None)
    assert result.theoretical == 0
    assert result.tray == 0
    later = sheet(log, period_between("2040-01-01", None))
    assert later.tray == state.balances[TRAY]
    assert {item.meter: item.opened for item in later.meters} == {
        name: state.meter_amount(name) for name in state.books
    }


def test_a_day_is_from_midnight_to_midnight() -> None:
    day = day_period("2026-11-16")
    assert day == Period("2026-11-16T00:00:00.000Z", "2026-11-17T00:00:00.000Z")
    assert day.contains("2026-11-16T00:00:00.000Z")
    assert day.contains("2026-11-16T23:59:59.999Z")
    assert not day.contains("2026-11-17T00:00:00.000Z")
    assert not day.contains("2026-11-15T23:59:59.999Z")
    assert str(day) == "2026-11-16"


def test_times_may_be_in_any_zone() -> None:
    result = period_between("2026-11-16T18:00", "2026-11-17T03:00+01:00")
    assert result == Period("2026-11-16T18:00:00.000Z", "2026-11-17T02:00:00.000Z")
    assert str(result) == "from 2026-11-16 18:00 to 2026-11-17 02:00"
    assert str(period_between("2026-11-16T18:00:07", None)) == "from 2026-11-16 18:00:07"
    assert str(ALL_TIME) == "from the beginning"
    assert ALL_TIME.contains("")


@pytest.mark.parametrize("day", ["", "today", "2026-13-01", "2026-02-30", "20261116", "9999-12-31"])
def test_an_invalid_day_is_refused(day: str) -> None:
    with pytest.raises(Refused, match="is not a date"):
        day_period(day)


@pytest.mark.parametrize("time", ["", "noon", "2026-11-16T25:00", "0001-01-01T00:00+10:00"])
def test_an_invalid_time_is_refused(time: str) -> None:
    with pytest.raises(Refused, match="is not a time"):
        period_between(time, None)


def test_end_before_start() -> None:
    with pytest.raises(Refused, match="must be after the start"):
        period_between("2026-11-16", "2026-11-16")


class Row(Struct, frozen=True):
    name: str
    cents: int | Fraction
    share: Fraction | None
    void: bool
    keys: tuple[str, ...] = ()


def test_every_field_has_its_column() -> None:
    rows = [
        Row("Ann", -500, Fraction(1, 3), void=True),
        Row('Bob "B", junior', Fraction(7, 3), None, void=False, keys=("a", "b")),
    ]
    text = records_csv(rows, Row, table="t")
    assert list(csv.DictReader(io.StringIO(text))) == [
        {"table": "t", "name": "Ann", "cents": "-500", "share": "1/3", "void": "true", "keys": ""},
        {
            "table": "t",
            "name": 'Bob "B", junior',
            "cents": "7/3",
            "share": "",
            "void": "false",
            "keys": "a b",
        },
    ]
    assert records_csv([], Row) == "name,cents,share,void,keys\n"


def test_no_name_is_evaluated_as_a_formula() -> None:
    for name in ("=1+1", "+1", "-1", "@SUM(A1)"):
        text = records_csv([Row(name, 1, None, void=False)], Row)
        assert text.splitlines()[1].startswith(f"'{name}")


SOLVED_GAMES = ("run-em-twice", "criss-cross", "stud-235")


@pytest.fixture
def _nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))


def edges(
    game: str, submission: Mapping[str, Any], *, is_solved: bool = False
) -> dict[str, Fraction]:
    figures = lab_edges(solve=is_solved)(rules_for_submission(game, submission))
    return {key: edge.house_edge for key, edge in figures.items()}


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.parametrize("game", SOLVED_GAMES)
def test_every_wager_of_a_known_game_has_its_edge(game: str) -> None:
    result = edges(game, {})
    rules = rules_for_submission(game, {})
    keys = {item.key for item in rules.required} | {item.key for item in rules.sides}
    assert result.keys() == keys
    assert all(0 < edge < 1 for edge in result.values())


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.parametrize("game", GAMES)
def test_slow_edges_are_left_out(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_files, "known_results", lambda _: None)
    assert edges(game, {}).keys() == {item.key for item in rules_for_submission(game, {}).sides}


@pytest.mark.usefixtures("_nothing_kept")
def test_edges_match_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    """The edges come from the shipped counts, a fresh solution, or a stored one."""
    table_edges = edges("stud-235", {})
    assert table_edges == edges("stud-235", {}, is_solved=True)
    monkeypatch.setattr(count_files, "known_results", lambda _: None)
    assert table_edges == edges("stud-235", {})
    solution = solve(rules_for_submission("stud-235", {}))
    assert {table_edges[wager.key] for wager in solution.rules.required} == {
        solution.main.house_edge
    }
    assert {key: table_edges[key] for key in solution.sides} == {
        key: side.house_edge for key, side in solution.sides.items()
    }
