"""The filings of a table: every submission, who proposed it, and its status."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.room.reports.store_reports import decode_recorded
from pitboss.room.store.interface import Store
from pitboss.table import LogEntry
from pitboss.table import events as e
from pitboss.table.commands import FileSubmission
from pitboss.table.state import rules_for_submission

EVENT_KINDS: Final = tuple(
    event_class.__name__
    for event_class in (
        e.TableOpened,
        e.Proposed,
        e.Approved,
        e.Rejected,
        e.SubmissionApproved,
        e.FilingLapsed,
    )
)
"""Names of the events that are read."""


class FilingStatus(StrEnum):
    """The status of a submission."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    """Approved mid-round, and not in force before the round is closed."""
    LAPSED = "lapsed"
    """Approved, but it could not take effect."""
    IN_FORCE = "in force"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"


class Filing(Struct, frozen=True):
    """A submission that was proposed at a table."""

    number: int
    """The number of the proposal."""
    status: FilingStatus
    rules: str
    """The hash of its rules; empty if this version of the program cannot resolve them."""
    proposed_by: str
    proposed_at: str
    approved_by: str
    approved_at: str
    rejected_by: str
    rejected_at: str
    superseded_by: int | None
    """The number of the filing that replaced it."""
    superseded_at: str
    line: int
    """The line of the proposal in the table's log."""
    submission: Mapping[str, Any]
    """The submission as proposed; once it is in force, with every key filled in."""
    proposer_invited_by: tuple[str, ...] = ()
    """Who invited the proposer, who invited that person, and so on."""
    approver_invited_by: tuple[str, ...] = ()
    after_round: bool = False
    """Whether it may be approved mid-round, to take effect after that round."""
    in_force_at: str = ""
    """When it took effect."""
    lapsed: str = ""
    """Why it could not take effect."""
    changes: tuple[str, ...] = ()
    """What it would change, one sentence each, while it awaits approval."""


class FilingHistory:
    """The filings of one table, read from its log; each line is read once."""

    def __init__(self, table: str) -> None:
        self._table, self._version = table, 0
        self._game, self._last_approved, self._in_force = "", 0, 0
        self._filings: dict[int, Filing] = {}
        self._lock = asyncio.Lock()

    async def update(self, store: Store, head: int) -> Mapping[int, Filing]:
        """Return all filings by number, as of version ``head`` of the log."""
        async with self._lock:
            async for entries in store.entries_of_kinds(self._table, EVENT_KINDS, self._version):
                for line in entries:
                    if line.version > head:
                        return dict(self._filings)
                    self.add_event(decode_recorded(self._table, line))
                    self._version = line.version
            return dict(self._filings)

    def add_event(self, entry: LogEntry) -> None:
        """Add the next event of the log."""
        at = entry.at or ""
        match entry.event:
            case e.TableOpened(game=game):
                self._game = game
            case e.Proposed(number=number, matter=FileSubmission() as matter, by=by):
                self._filings[number] = Filing(
                    number=number,
                    status=FilingStatus.PROPOSED,
                    rules=self._rules_hash(matter.submission),
                    proposed_by=by,
                    proposed_at=at,
                    approved_by="",
                    approved_at="",
                    rejected_by="",
                    rejected_at="",
                    superseded_by=None,
                    superseded_at="",
                    line=entry.number,
                    submission=matter.submission,
                    after_round=matter.after_round,
                )
            case e.Rejected(number=number, by=by):
                self._change(number, status=FilingStatus.REJECTED, rejected_by=by, rejected_at=at)
            case e.Approved(number=number, by=by) if number in self._filings:
                self._last_approved = number
                self._change(number, status=FilingStatus.APPROVED, approved_by=by, approved_at=at)
            case e.FilingLapsed(number=number, reason=reason):
                self._change(number, status=FilingStatus.LAPSED, lapsed=reason.sentence)
            case e.SubmissionApproved(submission=submission, rules=rules):
                number = self._last_approved
                self._change(
                    self._in_force,
                    status=FilingStatus.SUPERSEDED,
                    superseded_by=number,
                    superseded_at=at,
                )
                self._change(
                    number,
                    status=FilingStatus.IN_FORCE,
                    rules=rules,
                    in_force_at=at,
                    submission=submission,
                )
                self._in_force = number
            case _:
                pass

    def _change(self, number: int, **changes: object) -> None:
        if number in self._filings:  # other proposals are numbered in the same sequence
            self._filings[number] = replace(self._filings[number], **changes)

    def _rules_hash(self, submission: Mapping[str, Any]) -> str:
        with suppress(Refused):  # filed under another version of the program
            return rules_for_submission(self._game, submission).hash
        return ""
