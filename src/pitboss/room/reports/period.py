"""The time that a report is about: a day in UTC, or from one moment to another."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from pitboss.refusal import Refused, brief
from pitboss.table.table import utc

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class Period(Struct, frozen=True):
    """From a moment up to another, which is not in it any more; open where there is none."""

    start: str = ""
    end: str = ""
    """Both as the log writes them, so that they are compared as texts."""

    def before(self, at: str) -> bool:
        """Whether something happened before it."""
        return at < self.start

    def after(self, at: str) -> bool:
        """Whether something happened after it."""
        return bool(self.end) and at >= self.end

    def holds(self, at: str) -> bool:
        """Whether something happened in it."""
        return not self.before(at) and not self.after(at)

    def __str__(self) -> str:
        if self.start and self.end and self == day_of(self.start[:10]):
            return self.start[:10]
        start = f"from {_short(self.start)}" if self.start else "from the beginning"
        return f"{start} to {_short(self.end)}" if self.end else start


EVER: Final = Period()


def day_of(text: str) -> Period:
    """A day, such as ``2026-11-16``, from midnight to midnight in UTC."""
    try:
        if not _DAY.fullmatch(text):
            raise ValueError
        start = datetime.fromisoformat(text).replace(tzinfo=UTC)
        end = start + timedelta(days=1)
    except (ValueError, OverflowError):
        raise Refused(f"{brief(text)} is no day: write it like 2026-11-16") from None
    return Period(utc(start), utc(end))


def between(start: str | None, end: str | None) -> Period:
    """From a time to a time; one without a zone is in UTC."""
    found = Period(_moment(start), _moment(end))
    if found.start and found.end and found.end <= found.start:
        raise Refused(f"the end {brief(end)} is not after the start {brief(start)}")
    return found


def asked(day: str | None, start: str | None, end: str | None) -> Period | None:
    """A day, or a time, or neither: then whoever is asked chooses one."""
    if day is not None and (start is not None or end is not None):
        raise Refused("name a day, or times from and to")
    if day is not None:
        return day_of(day)
    return None if start is None and end is None else between(start, end)


def _moment(text: str | None) -> str:
    if text is None:
        return ""
    try:
        at = datetime.fromisoformat(text)
        return utc(at if at.tzinfo else at.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise Refused(f"{brief(text)} is no time: write it like 2026-11-16T18:00") from None


def _short(moment: str) -> str:
    """For people: to the second, and to the minute where that is all."""
    return moment[: 16 if moment[16:19] == ":00" else 19].replace("T", " ")
