"""The sheet of a table: it agrees with the chips, the meters and the events, whatever happened."""

from collections import Counter
from fractions import Fraction
from io import StringIO
from itertools import pairwise

import pytest
from rich.console import Console

from pitboss.games import GAMES
from pitboss.games.incidents import Kind
from pitboss.room.reports.period import EVER, Period, between, day_of
from pitboss.room.reports.printed import shift_text
from pitboss.room.reports.shift import ShiftReport, shift_report
from pitboss.submission.rules import Rules
from pitboss.table import Person, Recorded, Role
from pitboss.table import events as e
from pitboss.table.ledger import TRAY
from tests.filings import own
from tests.table.merchandise import hands_over, won_a_boat
from tests.table.tables import CCP, MACHINE, RET, STUD, cross, finish, locked, seated
from tests.table.test_prog_5 import RUNS

from .logs import days_at, days_of

SUMS = (
    *("rounds", "hands", "drop", "buy_ins", "cash_outs", "fills", "bank", "counted_over"),
    *("handle", "payouts", "gifts", "corrected", "win", "jackpots_paid"),
)
LISTS = ("jackpots", "merchandise", "incidents", "rulings", "corrections", "voids", "counts")


def sheet(log: tuple[Recorded, ...], period: Period = EVER) -> ShiftReport:
    return shift_report("t", "Table", log, period)


@pytest.mark.parametrize("game", GAMES)
def test_the_win_is_what_the_tray_holds_beyond_bank_fills_and_counts(game: str) -> None:
    log, state = days_at(game)
    found = sheet(log)
    assert not state.running
    assert found.tray == state.balances[TRAY]
    assert found.win == found.tray - found.bank - found.fills - found.counted_over
    assert found.win == sum(one.win for one in found.wagers) - found.gifts
    assert found.hold_of_handle == Fraction(found.win, found.handle)
    assert found.hold_of_drop == Fraction(found.win, found.drop)


@pytest.mark.parametrize("game", GAMES)
def test_drop_and_cash_outs_are_what_players_brought_and_took(game: str) -> None:
    log, state = days_at(game)
    found = sheet(log)
    brought = -sum(int(c) for a, c in state.balances.items() if a.startswith("player:"))
    settled_outside = sum(
        int(p.cents) * (p.target.startswith("player:") - p.source.startswith("player:"))
        for one in log
        if isinstance(one.event, e.PayoutCorrected)
        for p in one.postings
    )
    assert found.drop - found.cash_outs - settled_outside == brought


@pytest.mark.parametrize("game", GAMES)
def test_prog_4_meters_close_with_nothing_left(game: str) -> None:
    log, state = days_at(game)
    found = sheet(log)
    assert {one.meter for one in found.meters} == set(state.books)
    for one in found.meters:
        book = state.books[one.meter]
        assert (one.seeded, one.fed, one.corrected, one.paid) == (
            (book.seeded, book.fed, book.corrected, book.paid)
        )
        assert (one.shows, one.difference) == (state.shows(one.meter), 0)
    assert found.meter_difference == 0


@pytest.mark.parametrize("game", GAMES)
def test_days_add_up(game: str) -> None:
    log, _ = days_at(game)
    whole = sheet(log)
    days = [sheet(log, day_of(day)) for day in days_of(log)]
    for name in SUMS:
        assert sum(getattr(one, name) for one in days) == getattr(whole, name), name
    for name in LISTS:
        told = [(one.at, one.line) for day in days for one in getattr(day, name)]
        assert told == [(one.at, one.line) for one in getattr(whole, name)], name
    for before, after in pairwise(days):
        shown = {one.meter: one.shows for one in before.meters}
        assert {one.meter: one.opened for one in after.meters} == shown


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_listed_with_who_is_behind_it(game: str) -> None:
    log, _ = days_at(game)
    found = sheet(log)
    events = Counter(type(one.event) for one in log)
    assert len(found.voids) == events[e.RoundVoided]
    assert len(found.corrections) == events[e.PayoutCorrected] + events[e.MeterCorrected]
    assert len(found.counts) == events[e.OpeningCounted] + events[e.ClosingCounted]
    assert len(found.incidents) == events[e.IncidentReported] + events[e.SeedLost]
    assert found.rounds == events[e.RoundClosed] - events[e.RoundVoided]
    for one in found.corrections:
        assert one.proposed_by
        assert one.approved_by not in ("", one.proposed_by)
        assert one.reason
    for count in found.counts:
        assert count.confirmed_by not in ("", count.counted_by)
    for incident in found.incidents:
        assert bool(incident.ruling) == bool(incident.ruled_by)


def test_a_jackpot_is_told_with_all_that_matters() -> None:
    table = seated(RET, {1: "As Ks", 3: "4c 4d"}, RUNS, submission=MACHINE)
    locked(table, 1, 3, progressive=100)
    finish(table)
    found = sheet(tuple(table.log))
    (hit,) = found.jackpots
    assert (hit.round, hit.seat, hit.player, hit.wager) == (1, 1, "Ann", "progressive")
    assert (hit.paid, hit.reseeded) == (found.jackpots_paid, 1_000_000)
    assert hit.validated_by
    (meter,) = found.meters
    assert (meter.paid, meter.difference) == (hit.paid, 0)


def test_a_sheet_says_that_its_rules_are_an_example() -> None:
    """ROUND-11: those of the last filing."""
    for submission, example in ((MACHINE, True), (own(STUD, MACHINE), False)):
        table = seated(STUD, submission=submission)
        found = sheet(tuple(table.log))
        assert found.example is example
        screen = Console(width=200, record=True, file=StringIO())
        screen.print(*shift_text(found))
        assert (", example filing" in screen.export_text()) is example


def test_an_exposed_card_is_named_by_place_and_position() -> None:
    """In the words of the console and the page of the table."""
    table = seated(CCP, {1: "8c 8d", 3: "4c 5d"}, cross("9h 3d 5s Jh As"), submission=MACHINE)
    locked(table, 1, 3)
    table.dealer("Dee").deal()
    table.dealer("Dee").report(Kind.COMMUNITY_EXPOSED, card="top")
    (incident,) = sheet(tuple(table.log)).incidents
    assert incident.what == f"{Kind.COMMUNITY_EXPOSED.words} (Top)"
    assert table.view(Person("", Role.ONLOOKER)).incident == incident.what


def test_merchandise_is_told_with_its_value() -> None:
    found = sheet(tuple(won_a_boat().log))
    (won,) = found.merchandise
    assert (won.round, won.seat, won.player, won.wager) == (1, 1, "Ann", "bonus_spin")
    assert (won.what, won.value) == ("a boat", 1_234_500)
    assert found.win == found.tray - found.bank - found.fills
    printed = StringIO()
    Console(file=printed, width=160).print(*shift_text(found))
    words = " ".join(printed.getvalue().split())  # a title is as wide as its table
    assert "Merchandise, handed over or paid as its value" in words
    assert "a boat" in words
    assert "paid as its value" in words


def test_merchandise_that_was_handed_over() -> None:
    table = won_a_boat()
    hands_over(table)
    found = sheet(tuple(table.log))
    (won,) = found.merchandise
    assert won.handed_over == found.corrections[0].at
    assert (found.corrections[0].what, found.corrections[0].cents) == ("merchandise", -1_234_500)
    assert found.win == found.tray - found.bank - found.fills
    printed = StringIO()
    Console(file=printed, width=160).print(*shift_text(found))
    assert "handed over" in printed.getvalue()


def test_theoretical_is_the_edge_of_each_wager_times_its_handle() -> None:
    log, _ = days_at("stud-235")

    def edges(rules: Rules) -> dict[str, Fraction]:
        keys = [*(one.key for one in rules.required), *(one.key for one in rules.sides)]
        return dict.fromkeys(keys, Fraction(1, 30))

    found = shift_report("t", "Table", log, EVER, edges)
    raises = {"raise_three", "raise_five"}
    assert {one.wager for one in found.wagers if one.edge is None} <= raises
    handle = sum(one.handle for one in found.wagers if one.wager not in raises)
    assert found.theoretical == Fraction(handle, 30)
    assert found.not_known == ()
    unknown = sheet(log)
    assert unknown.theoretical is None
    assert not raises & set(unknown.not_known)


def test_an_empty_period_has_no_hold() -> None:
    log, state = days_at("stud-235")
    found = sheet(log, between("2000-01-01", "2000-01-02"))
    assert (found.drop, found.handle, found.rounds, found.win) == (0, 0, 0, 0)
    assert (found.hold_of_drop, found.hold_of_handle) == (None, None)
    assert found.theoretical == 0
    assert found.tray == 0
    later = sheet(log, between("2040-01-01", None))
    assert later.tray == state.balances[TRAY]
    assert {one.meter: one.opened for one in later.meters} == {
        name: state.shows(name) for name in state.books
    }
