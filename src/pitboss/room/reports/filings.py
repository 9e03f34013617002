"""What was filed at a table: every submission, who put it up, and what became of it."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.refusal import Refused
from pitboss.room.reports.lines import heard
from pitboss.room.store.shape import Store
from pitboss.table import Recorded
from pitboss.table import events as e
from pitboss.table.commands import FileSubmission
from pitboss.table.filing import rules_of

KINDS: Final = frozenset(
    one.__name__
    for one in (
        e.TableOpened,
        e.Proposed,
        e.Approved,
        e.Rejected,
        e.SubmissionApproved,
        e.FilingLapsed,
    )
)
"""The events that are read; all others are passed over by their names."""


class Status(StrEnum):
    """What became of a submission."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    """And takes effect after the round."""
    LAPSED = "lapsed"
    """It could not take effect."""
    IN_FORCE = "in force"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"


class Filing(Struct, frozen=True):
    """A submission that was put up at a table."""

    number: int
    """Of the proposal, by which it is approved or rejected."""
    status: Status
    rules: str
    """The hash of the rules that follow from it; empty if this program knows of none."""
    proposed_by: str
    proposed_at: str
    approved_by: str
    approved_at: str
    rejected_by: str
    rejected_at: str
    superseded_by: int | None
    """The number of the one that took its place."""
    superseded_at: str
    line: int
    """Where it was put up."""
    submission: Mapping[str, Any]
    """As it was put up; once it was approved, with every key filled in."""
    proposer_invited_by: tuple[str, ...] = ()
    """Who invited whoever put it up, who invited that one, and so on."""
    approver_invited_by: tuple[str, ...] = ()
    after_round: bool = False
    """Whether it could be approved in mid-round, to take effect after that round…"""
    in_force_at: str = ""
    """…and when it did…"""
    lapsed: str = ""
    """…or why it could not."""
    changes: tuple[str, ...] = ()
    """What it would change, in sentences, as long as it waits."""


class Filings:
    """Follows the log of a table. What was read once is not read again."""

    def __init__(self, table: str) -> None:
        self._table, self._version = table, 0
        self._game, self._approved, self._in_force = "", 0, 0
        self._found: dict[int, Filing] = {}
        self._one_at_a_time = asyncio.Lock()

    async def read_on(self, store: Store, head: int) -> Mapping[int, Filing]:
        """All of them by number, as they stood when the log was so long."""
        async with self._one_at_a_time:
            async for entries in store.lines(self._table, self._version):
                for entry in entries:
                    if entry.version > head:
                        return dict(self._found)
                    if entry.kind in KINDS:
                        self.take(heard(self._table, entry))
                    self._version = entry.version
            return dict(self._found)

    def take(self, one: Recorded) -> None:
        """One event more."""
        at = one.at or ""
        match one.event:
            case e.TableOpened(game=game):
                self._game = game
            case e.Proposed(number=number, matter=FileSubmission() as matter, by=by):
                rules, after = self._rules(matter.submission), matter.after_round
                told = (number, Status.PROPOSED, rules, by, at, "", "", "", "", None, "")
                self._found[number] = Filing(
                    *told, one.number, matter.submission, after_round=after
                )
            case e.Rejected(number=number, by=by):
                self._change(number, status=Status.REJECTED, rejected_by=by, rejected_at=at)
            case e.Approved(number=number, by=by) if number in self._found:
                self._approved = number
                self._change(number, status=Status.APPROVED, approved_by=by, approved_at=at)
            case e.FilingLapsed(number=number, reason=reason):
                self._change(number, status=Status.LAPSED, lapsed=reason.value)
            case e.SubmissionApproved(submission=submission, rules=rules):
                number = self._approved
                self._change(
                    self._in_force,
                    status=Status.SUPERSEDED,
                    superseded_by=number,
                    superseded_at=at,
                )
                self._change(
                    number,
                    status=Status.IN_FORCE,
                    rules=rules,
                    in_force_at=at,
                    submission=submission,
                )
                self._in_force = number
            case _:
                pass

    def _change(self, number: int, **changes: object) -> None:
        if number in self._found:  # a proposal of something else is not ours
            self._found[number] = replace(self._found[number], **changes)

    def _rules(self, submission: Mapping[str, Any]) -> str:
        with suppress(Refused):  # filed under another program
            return rules_of(self._game, submission).hash
        return ""
