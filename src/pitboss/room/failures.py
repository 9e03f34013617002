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
    """The kind of a failure, as logs and metrics name it."""

    DISK_FULL = "disk_full"
    DISK_FAILED = "disk_failed"
    DATABASE_LOST = "database_lost"
    LOCK_LOST = "lock_lost"
    LEASE_LOST = "lease_lost"
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
"""Failures during which nothing can be written and the room is not ready; the gravest first."""


class Failure(Struct, frozen=True):
    """A failure that lasts."""

    kind: FailureKind
    sentence: str
    """What happened, without names of people."""
    where: str
    """The table or row that it concerns; empty for the whole room."""
    since: float


class Failures:
    """The current failures, and counts of all failures. Threads of the store report here, too."""

    def __init__(self, monotonic: MonotonicClock = time.monotonic) -> None:
        self.counts: Counter[FailureKind] = Counter()
        self.recoveries: Counter[FailureKind] = Counter()
        self._current: dict[tuple[FailureKind, str], Failure] = {}
        self._logged_sentences: dict[tuple[FailureKind, str], set[str]] = {}
        """The sentences already logged about each current failure."""
        self._monotonic, self._lock = monotonic, threading.Lock()

    @property
    def current(self) -> tuple[Failure, ...]:
        """The current failures, oldest first."""
        with self._lock:
            return tuple(self._current.values())

    def find(self, kind: FailureKind) -> Failure | None:
        """Return the current failure of a kind that concerns the whole room, if there is one."""
        return self._current.get((kind, ""))

    def age(self, failure: Failure) -> float:
        """Return for how many seconds a failure has lasted."""
        return self._monotonic() - failure.since

    def begin(self, kind: FailureKind, sentence: str, where: str = "") -> None:
        """Begin a failure; the same sentence is logged once, however often it is reported."""
        with self._lock:
            current = self._current.get((kind, where))
            since = current.since if current else self._monotonic()
            self._current[kind, where] = Failure(kind, sentence, where, since)
            logged_sentences = self._logged_sentences.setdefault((kind, where), set())
            if sentence in logged_sentences:
                return
            logged_sentences.add(sentence)
            self.counts[kind] += current is None
        log.error("%s", sentence, extra=_fields(kind, where))

    def end(self, kind: FailureKind, where: str = "") -> None:
        """End a failure, if it is current."""
        with self._lock:
            failure = self._current.pop((kind, where), None)
            self._logged_sentences.pop((kind, where), None)
            if failure is None:
                return
            self.recoveries[kind] += 1
        seconds = round(self.age(failure), 1)
        log.warning("recovered: %s", failure.sentence, extra=_fields(kind, where, seconds=seconds))

    def note(self, kind: FailureKind, sentence: str, where: str = "") -> None:
        """Count and log a failure that does not last."""
        with self._lock:
            self.counts[kind] += 1
        log.warning("%s", sentence, extra=_fields(kind, where))

    # What stores report

    def report_store_failure(self, kind: FailureKind, sentence: str, where: str = "") -> None:
        """Report that the store, or a row of it, could not be read or written."""
        if kind is FailureKind.COMMIT_UNCERTAIN:
            self.note(kind, sentence)
        else:
            self.begin(kind, sentence, where)

    def report_store_success(self) -> None:
        """Report that the store can be written."""
        if self._current:  # called at every commit, so usually there is nothing to do
            for kind in STORE_FAILURES:
                self.end(kind)


def _fields(kind: FailureKind, where: str, **details: float) -> dict[str, object]:
    """Return the fields of a log line, for programs."""
    location = {"where": where} if where else {}
    return {"fields": {"failure": kind.value, **location, **details}}
