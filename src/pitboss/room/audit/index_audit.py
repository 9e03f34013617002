"""The audit of the index: its rows must be those that follow from the lines.

Rows are compared as a whole, by the sum of their hashes for each stream and table, so that an index
of any size needs little memory. A wrong row harms no money: the index can be built again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from pitboss.room.audit.checks import Findings
from pitboss.room.store import sql
from pitboss.room.store.interface import BACK_OFFICE, DayRow, IndexRows, Stream
from pitboss.room.store.opening import AuditableStore, BlockingReader
from pitboss.room.table_index import TableIndexer, shared_changes
from pitboss.table import LogEntry
from pitboss.table.ledger import Balances, Posting

MODULUS: Final = 1 << 256
_STREAM_COLUMN: Final = {
    table: (*columns.key, *columns.values).index("stream")
    for table, columns in sql.INDEX_TABLES.items()
}
_TABLES_BY_STATEMENT: Final = {
    sql.INSERT_ROUND: "rounds",
    sql.INSERT_HISTORY: "history",
    sql.INSERT_DAY: "days",
    sql.INSERT_OPENING: "openings",
}


class Digest(Struct):
    """How many rows there are, and the sum of their hashes."""

    rows: int = 0
    total: int = 0

    def add(self, table: str, row: Iterable[object]) -> None:
        """Add a row."""
        self.rows += 1
        self.total = (self.total + int(sql.row_hash(table, *row), 16)) % MODULUS


Digests = defaultdict[tuple[str, str], Digest]
"""Digests by stream and table."""


class IndexAudit:
    """The index that follows from the lines of one stream."""

    def __init__(self, stream: str, digests: Digests) -> None:
        self._stream, self._digests = stream, digests
        self._indexer = TableIndexer(stream)
        self._last_day = ""
        self._flows: dict[tuple[str, str], int] = {}
        """What the stream moved to shared accounts, by account and day."""

    def add_table_entry(self, entry: LogEntry, balances: Balances) -> None:
        """Add the next line of a table, with the balances before it."""
        self._add_rows(self._indexer.add_entries([entry], balances))
        self._add_flows(shared_changes([entry]))

    def add_back_office_line(self, version: int, at: str, postings: Iterable[Posting]) -> None:
        """Add the next line of the back office."""
        day = at[:10]
        if day != self._last_day:
            self._last_day = day
            self._add_rows(IndexRows(days=[DayRow(day, version)]))
        for posting in postings:
            self._add_flows({(posting.source, day): -int(posting.cents)})
            self._add_flows({(posting.target, day): int(posting.cents)})

    def finish(self) -> None:
        """Add the rows of shared accounts, which are known only now."""
        totals: dict[str, int] = {}
        for (account, day), change in sorted(self._flows.items()):
            totals[account] = totals.get(account, 0) + change
            row = (account, self._stream, day, totals[account])
            self._digests[self._stream, "account_days"].add("account_days", row)

    def _add_rows(self, index: IndexRows) -> None:
        for statement, row in sql.index_rows(self._stream, index):
            table = _TABLES_BY_STATEMENT[statement]
            self._digests[self._stream, table].add(table, row)

    def _add_flows(self, changes: Mapping[tuple[str, str], int]) -> None:
        for key, change in changes.items():
            self._flows[key] = self._flows.get(key, 0) + change


def check_index(
    reader: BlockingReader, expected: Digests, streams: Iterable[Stream], findings: Findings
) -> None:
    """Compare the stored index of these streams with the expected one."""
    if not isinstance(reader.store, AuditableStore):
        return
    stored: Digests = defaultdict(Digest)
    for table, row in reader.iterate(reader.store.index_rows()):
        stored[str(row[_STREAM_COLUMN[table]]), table].add(table, row)
    names = {stream.id for stream in streams if not reader.has_grown(stream)}
    for stream, table in sorted(expected.keys() | stored.keys()):
        if stream in names and expected[stream, table] != stored[stream, table]:
            findings.add(
                "" if stream == BACK_OFFICE else stream,
                0,
                f"the index {table} does not match the log; no money is affected: stop the room "
                "and run `pitboss reindex`, and its next start builds the index again",
            )
