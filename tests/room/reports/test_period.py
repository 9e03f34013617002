"""The time that a report is about."""

import pytest

from pitboss.errors import Refused
from pitboss.room.reports.period import ALL_TIME, Period, day_period, period_between


def test_a_day_is_from_midnight_to_midnight() -> None:
    day = day_period("2026-11-16")
    assert day == Period("2026-11-16T00:00:00.000Z", "2026-11-17T00:00:00.000Z")
    assert day.contains("2026-11-16T00:00:00.000Z")
    assert day.contains("2026-11-16T23:59:59.999Z")
    assert not day.contains("2026-11-17T00:00:00.000Z")
    assert not day.contains("2026-11-15T23:59:59.999Z")
    assert str(day) == "2026-11-16"


def test_times_are_taken_in_any_zone() -> None:
    result = period_between("2026-11-16T18:00", "2026-11-17T03:00+01:00")
    assert result == Period("2026-11-16T18:00:00.000Z", "2026-11-17T02:00:00.000Z")
    assert str(result) == "from 2026-11-16 18:00 to 2026-11-17 02:00"
    assert str(period_between("2026-11-16T18:00:07", None)) == "from 2026-11-16 18:00:07"
    assert str(ALL_TIME) == "from the beginning"
    assert ALL_TIME.contains("")


@pytest.mark.parametrize("day", ["", "today", "2026-13-01", "2026-02-30", "20261116", "9999-12-31"])
def test_what_is_no_day(day: str) -> None:
    with pytest.raises(Refused, match="is not a date"):
        day_period(day)


@pytest.mark.parametrize("time", ["", "noon", "2026-11-16T25:00", "0001-01-01T00:00+10:00"])
def test_what_is_no_time(time: str) -> None:
    with pytest.raises(Refused, match="is not a time"):
        period_between(time, None)


def test_an_end_before_its_start() -> None:
    with pytest.raises(Refused, match="must be after the start"):
        period_between("2026-11-16", "2026-11-16")
