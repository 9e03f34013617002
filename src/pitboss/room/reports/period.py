"""The period that a report covers: a day in UTC, or from one time to another."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.table.table import utc_text

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class Period(Struct, frozen=True):
    """The time from ``start`` up to, but not including, ``end``; unbounded where one is empty.

    Both are written as in the log, so that they compare as text.
    """

    start: str = ""
    end: str = ""

    def starts_after(self, at: str) -> bool:
        """Return whether the time ``at`` is before this period."""
        return at < self.start

    def ends_before(self, at: str) -> bool:
        """Return whether the time ``at`` is after this period."""
        return bool(self.end) and at >= self.end

    def contains(self, at: str) -> bool:
        """Return whether the time ``at`` is in this period."""
        return not self.starts_after(at) and not self.ends_before(at)

    def __str__(self) -> str:
        if self.start and self.end and self == day_period(self.start[:10]):
            return self.start[:10]
        start = f"from {_short_time(self.start)}" if self.start else "from the beginning"
        return f"{start} to {_short_time(self.end)}" if self.end else start


ALL_TIME: Final = Period()


def day_period(text: str) -> Period:
    """Return the period of a day such as ``2026-11-16``, from midnight to midnight in UTC."""
    try:
        if not _DAY.fullmatch(text):
            raise ValueError
        start = datetime.fromisoformat(text).replace(tzinfo=UTC)
        end = start + timedelta(days=1)
    except (ValueError, OverflowError):
        raise Refused(
            f"{short_repr(text)} is not a date: write it as YYYY-MM-DD, for example 2026-11-16"
        ) from None
    return Period(utc_text(start), utc_text(end))


def period_between(start: str | None, end: str | None) -> Period:
    """Return the period from one time to another; times without a zone are in UTC."""
    period = Period(_parse_time(start), _parse_time(end))
    if period.start and period.end and period.end <= period.start:
        raise Refused(f"the end {short_repr(end)} must be after the start {short_repr(start)}")
    return period


def requested_period(day: str | None, start: str | None, end: str | None) -> Period | None:
    """Return the period of a day or between two times; None if neither was requested."""
    if day is not None and (start is not None or end is not None):
        raise Refused("give a day or times (from, to), not both")
    if day is not None:
        return day_period(day)
    return None if start is None and end is None else period_between(start, end)


def _parse_time(text: str | None) -> str:
    if text is None:
        return ""
    try:
        at = datetime.fromisoformat(text)
        return utc_text(at if at.tzinfo else at.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise Refused(
            f"{short_repr(text)} is not a time: write it as YYYY-MM-DDTHH:MM, "
            "for example 2026-11-16T18:00"
        ) from None


def _short_time(moment: str) -> str:
    """Format a time to the minute, or to the second if it has seconds."""
    return moment[: 16 if moment[16:19] == ":00" else 19].replace("T", " ")
