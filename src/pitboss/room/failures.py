"""Failures of a room, reported in one place: a log line, a counter, and the room's health.

A failure that lasts is current until it is over; its beginning and its end are logged. No message
has a card, a seed, a token or a password in it; names of people are in the log only.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct

log: Final = logging.getLogger("pitboss.failures")
log.addHandler(logging.NullHandler())  # where nobody asked for logs, none are printed
MonotonicClock = Callable[[], float]


class FailureKind(StrEnum):
    """What kind of failure it is, as logs and metrics name it."""

    DISK_FULL = "disk_full"
    DISK_FAILED = "disk_failed"
    DATABASE_LOST = "database_lost"
    LOCK_LOST = "lock_lost"
    STORE_SLOW = "store_slow"
    STORE_UNAVAILABLE = "store_unavailable"
    STORE_DAMAGED = "store_damaged"
    COMMIT_UNCERTAIN = "commit_uncertain"
    TABLE_STOPPED = "table_stopped"
    SNAPSHOT_REFUSED = "snapshot_refused"
    ROW_UNREADABLE = "row_unreadable"


STORE_FAILURES: Final = (
    FailureKind.LOCK_LOST,
    FailureKind.DISK_FAILED,
    FailureKind.DISK_FULL,
    FailureKind.DATABASE_LOST,
    FailureKind.STORE_UNAVAILABLE,
    FailureKind.STORE_SLOW,
)
"""Nothing can be written while one of these lasts: the room is not ready. The gravest first."""


class Failure(Struct, frozen=True):
    """Something that is wrong now."""

    kind: FailureKind
    sentence: str
    """For anybody: it names no person."""
    where: str
    """The table or the row."""
    since: float


class Failures:
    """All that is wrong now, and counts of all that ever was. Stores report from their threads."""

    def __init__(self, monotonic: MonotonicClock = time.monotonic) -> None:
        self.counts: Counter[FailureKind] = Counter()
        self.recoveries: Counter[FailureKind] = Counter()
        self._current: dict[tuple[FailureKind, str], Failure] = {}
        self._logged_sentences: dict[tuple[FailureKind, str], set[str]] = {}
        """The sentences that were logged of each of them."""
        self._monotonic, self._lock = monotonic, threading.Lock()

    @property
    def current(self) -> tuple[Failure, ...]:
        """What is wrong now, the oldest first."""
        with self._lock:
            return tuple(self._current.values())

    def find(self, kind: FailureKind) -> Failure | None:
        """The current failure of a kind, if there is one that concerns the whole room."""
        return self._current.get((kind, ""))

    def age(self, failure: Failure) -> float:
        """Seconds for which a failure has lasted."""
        return self._monotonic() - failure.since

    def begin(self, kind: FailureKind, sentence: str, where: str = "") -> None:
        """Something is wrong from now on; it is told once, however often it is reported."""
        with self._lock:
            before = self._current.get((kind, where))
            since = before.since if before else self._monotonic()
            self._current[kind, where] = Failure(kind, sentence, where, since)
            progress = self._logged_sentences.setdefault((kind, where), set())
            if sentence in progress:
                return
            progress.add(sentence)
            self.counts[kind] += before is None
        log.error("%s", sentence, extra=_fields(kind, where))

    def end(self, kind: FailureKind, where: str = "") -> None:
        """It is over, if it was wrong."""
        with self._lock:
            over = self._current.pop((kind, where), None)
            self._logged_sentences.pop((kind, where), None)
            if over is None:
                return
            self.recoveries[kind] += 1
        seconds = round(self.age(over), 1)
        log.warning("recovered: %s", over.sentence, extra=_fields(kind, where, seconds=seconds))

    def note(self, kind: FailureKind, sentence: str, where: str = "") -> None:
        """Something went wrong and is over already."""
        with self._lock:
            self.counts[kind] += 1
        log.warning("%s", sentence, extra=_fields(kind, where))

    # What stores report

    def report_store_failure(self, kind: FailureKind, sentence: str, where: str = "") -> None:
        """The store, or a row of it, could not be read or written."""
        if kind is FailureKind.COMMIT_UNCERTAIN:
            self.note(kind, sentence)
        else:
            self.begin(kind, sentence, where)

    def report_store_success(self) -> None:
        """The store was written, or could be."""
        if self._current:  # for every commit: mostly there is nothing to do
            for kind in STORE_FAILURES:
                self.end(kind)


def _fields(kind: FailureKind, where: str, **more: float) -> dict[str, object]:
    """What stands beside the sentence of a log line, for programs."""
    named = {"failure": kind.value} | ({"where": where} if where else {})
    return {"fields": {**named, **more}}
