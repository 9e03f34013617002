"""Confidence bands: the deviation of the win, by table and for the pit."""

from fractions import Fraction
from math import sqrt

import pytest

from pitboss.lab.solution import solve
from pitboss.room.reports.bands import MIN_ROUNDS, WinBands, deviation_of_sum, root_above, win_bands
from pitboss.room.reports.lab_edges import LabEdge, lab_edges
from pitboss.room.reports.period import ALL_TIME, day_period
from pitboss.room.reports.pit import pit_report
from pitboss.room.reports.shift import ShiftReport, shift_report
from pitboss.submission.rules import Rules
from pitboss.table import Table
from pitboss.table.state import rules_for_submission
from tests.table.tables import CCP, MACHINE, REQUIRED, STUD, bet_and_lock, finish, seated_table

from .day_logs import days_in_log, table_days

ROUNDS = 3


def play_rounds(game: str, *seats: int, **sides: int) -> Table:
    table = seated_table(game, submission=MACHINE)
    for _ in range(ROUNDS):
        bet_and_lock(table, *seats, **sides)
        finish(table)
    return table


def unit_edges(rules: Rules) -> dict[str, LabEdge]:
    """Return edges under which every wager has the standard deviation of its stake."""
    first, *others = rules.edge_of
    edges = dict.fromkeys(others, LabEdge(Fraction(1, 30), Fraction()))
    sides = {side.key: LabEdge(Fraction(1, 10), Fraction(1)) for side in rules.sides}
    return {first: LabEdge(Fraction(1, 30), Fraction(1)), **edges, **sides}


def bands_of(sheet: ShiftReport) -> WinBands:
    assert sheet.bands is not None
    return sheet.bands


def test_deviation_of_one_hand_per_round_is_the_labs() -> None:
    """With one hand and no side wager nothing is estimated: rounds are independent."""
    table = play_rounds(STUD, 1)
    sheet = shift_report("t", "T", table.log, ALL_TIME, lab_edges())
    unit = next(w.handle // w.made for w in sheet.wagers if w.wager == REQUIRED[STUD][0])
    solution = solve(rules_for_submission(STUD, MACHINE))
    deviation = solution.main.standard_deviation * unit * sqrt(ROUNDS)
    assert deviation <= bands_of(sheet).standard_deviation <= deviation + 1.01


def test_hands_and_wagers_of_a_round_count_as_if_they_moved_together() -> None:
    table = play_rounds(CCP, 1, 2, 4, bonus_spin=500)
    sheet = shift_report("t", "T", table.log, ALL_TIME, unit_edges)
    unit = next(w.handle // w.made for w in sheet.wagers if w.wager == "ante_across")
    bonus = next(w.handle // w.made for w in sheet.wagers if w.wager == "bonus_spin")
    expected = root_above(Fraction(ROUNDS * (3 * unit + 3 * bonus) ** 2))
    assert 0 <= bands_of(sheet).standard_deviation - expected < 1


def test_void_rounds_add_nothing() -> None:
    log, _ = table_days(STUD)
    whole = shift_report("t", "T", log, ALL_TIME, unit_edges)
    days = [shift_report("t", "T", log, day_period(d), unit_edges) for d in days_in_log(log)]
    # No round of these days goes on past midnight, so the variances add up.
    parts = deviation_of_sum(bands_of(day).standard_deviation for day in days if day.bands)
    assert whole.voids
    assert abs(parts - bands_of(whole).standard_deviation) <= 2


def test_bands_are_around_the_theoretical_win() -> None:
    bands = win_bands(900, Fraction(201, 2), 400, MIN_ROUNDS)
    assert bands == WinBands(400, 2.0, -684, 885, -930, 1131, is_outside=False)
    assert bands is not None
    assert bands.low_99 < bands.low_95 < bands.high_95 < bands.high_99


@pytest.mark.parametrize(("win", "is_outside"), [(1131, False), (1132, True), (-931, True)])
def test_result_is_outside_only_beyond_99_percent(win: int, is_outside: bool) -> None:
    bands = win_bands(win, Fraction(201, 2), 400, MIN_ROUNDS)
    assert bands is not None
    assert bands.is_outside is is_outside
    few = win_bands(win, Fraction(201, 2), 400, MIN_ROUNDS - 1)
    assert few is not None
    assert not few.is_outside


def test_no_band_without_figures_or_wagers() -> None:
    assert win_bands(900, None, 400, MIN_ROUNDS) is None
    assert win_bands(0, Fraction(0), 0, 0) is None
    log, _ = table_days(STUD)
    assert shift_report("t", "T", log, ALL_TIME).bands is None


def test_root_is_never_too_small() -> None:
    for value in (Fraction(0), Fraction(2), Fraction(1, 3), Fraction(49), Fraction(10**12, 7)):
        assert value <= root_above(value) ** 2 <= value + Fraction(4, 10**6) * (value + 1)


def test_other_required_wagers_are_covered_by_the_main_game() -> None:
    """Let It Ride quotes its edge by one of three wagers, two of which may be taken down."""
    table = play_rounds("let-it-ride", 1)
    sheet = shift_report("t", "T", table.log, ALL_TIME, unit_edges)
    assert (sheet.not_known, sheet.theoretical is None) == ((), False)
    assert {w.wager for w in sheet.wagers if w.edge is None} >= {"bet_1", "bet_2"}


def test_pit_adds_up_tables() -> None:
    sheets = [
        shift_report(game, game, table_days(game)[0], ALL_TIME, unit_edges) for game in (STUD, CCP)
    ]
    pit = pit_report(sheets, ALL_TIME)
    assert (pit.tables, pit.rounds) == (2, sum(sheet.rounds for sheet in sheets))
    assert pit.win == sheets[0].win + sheets[1].win
    assert pit.theoretical == sum(Fraction(sheet.theoretical or 0) for sheet in sheets)
    assert pit.hold_of_handle == Fraction(pit.win, pit.handle)
    assert pit.bands is not None
    deviations = [bands_of(sheet).standard_deviation for sheet in sheets]
    assert max(deviations) < pit.bands.standard_deviation < sum(deviations)
    unknown = shift_report("x", "X", table_days(STUD)[0], ALL_TIME)
    partly = pit_report([*sheets, unknown], ALL_TIME)
    assert (partly.theoretical, partly.bands, partly.not_known) == (None, None, ("x",))
