"""The last lines of a table's log in sentences, and the countdown, for the console of its staff."""

from collections import deque
from collections.abc import AsyncIterator, Sequence
from math import ceil
from typing import Final, Literal, cast

from pitboss.console.console import LogSentence
from pitboss.console.event_sentences import event_sentences, upcoming_sentence
from pitboss.console.timers import Countdown
from pitboss.room.store.interface import Entry, Store
from pitboss.room.table_log import decode_entry
from pitboss.submission.rules import Rules
from pitboss.table import LogEntry, State
from pitboss.table.events import SubmissionApproved
from pitboss.table.state import rules_for_submission

LOG_SENTENCES: Final = 50
"""Sentences that a console shows."""
LOG_LINES: Final = 150
"""Lines that are read for them at first; some have no sentence."""


class ConsoleLog:
    """The last sentences of a table. Only new lines are read, however long the log is."""

    def __init__(self, store: Store, table: str) -> None:
        self._store, self._table = store, table
        self._version = 0
        self._sentences: deque[LogSentence] = deque(maxlen=LOG_SENTENCES)

    async def update(self, state: State) -> tuple[LogSentence, ...]:
        """Read the lines up to a committed state, and return the last sentences."""
        first_read = max(self._version, state.version - LOG_LINES)
        entries = [item async for item in self._read_entries(first_read, state.version)]
        # Another request may have read some of them meanwhile.
        self._add([item for item in entries if item.version > self._version], state)
        return tuple(self._sentences)

    async def _read_entries(self, after: int, last: int) -> AsyncIterator[Entry]:
        if after >= last:
            return
        async for page in self._store.entries(self._table, after):
            for entry in page:
                if entry.version <= last:
                    yield entry
            if page[-1].version >= last:
                return

    def _add(self, entries: Sequence[Entry], state: State) -> None:
        lines = [decode_entry(entry) for entry in entries]
        approved_later = sum(isinstance(line.event, SubmissionApproved) for line in lines)
        for line in lines:
            entry = LogEntry(line.n, line.event, line.by, (), line.at)
            approved_later -= isinstance(line.event, SubmissionApproved)
            rules = _rules_before(state, approved_later)
            texts = [*event_sentences(rules, entry)] if rules else []
            if text := upcoming_sentence(state, entry):
                texts.append(text)
            self._sentences += [
                LogSentence(line.n, line.at or "", line.by.name, text) for text in texts
            ]
        if lines:
            self._version = lines[-1].n


def _rules_before(state: State, approvals: int) -> Rules | None:
    """Return the rules that were in force before the last few approvals."""
    filings = state.filed[: len(state.filed) - approvals]
    return rules_for_submission(state.game, filings[-1].submission) if filings else None


def console_countdown(countdown: tuple[str, float] | None, now: float) -> Countdown | None:
    """Return the countdown of a table with the time at which it ends."""
    if countdown is None:
        return None
    waits_for = cast(Literal["bets", "answers", "opens"], countdown[0])
    return Countdown(waits_for, ceil(now + countdown[1]))
