"""The audit of the index: its rows must be those that follow from the lines.

Rows are compared as a whole, by the sum of their hashes for each stream and table, so that an index
of any size needs little memory. A wrong row harms no money: the index can be built again.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from typing import Final

from msgspec import Struct

from pitboss.room.audit.checks import Findings
from pitboss.room.store import sql
from pitboss.room.store.interface import BACK_OFFICE, DayRow, IndexRows
from pitboss.room.store.opening import AuditableStore, StoreReader
from pitboss.room.table_index import TableIndexer
from pitboss.table import LogEntry, State
from pitboss.table.ledger import Balances, Posting, player_account

MODULUS: Final = 1 << 256
_PLAYER_PREFIX: Final = player_account("")
_STREAM_COLUMN: Final = {
    table: (*columns.key, *columns.values).index("stream")
    for table, columns in sql.INDEX_TABLES.items()
}
_TABLES_BY_STATEMENT: Final = {
    sql.INSERT_ROUND: "rounds",
    sql.INSERT_MARK: "round_marks",
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

    def encode(self) -> tuple[int, str]:
        """Return it as it is stored."""
        return self.rows, f"{self.total:x}"


Digests = defaultdict[tuple[str, str], Digest]
"""Digests by stream and table."""


class IndexPosition(Struct, frozen=True):
    """How far the index of a stream was computed, to continue from there."""

    digests: Mapping[str, tuple[int, str]]
    """Rows and sum of hashes by table, without the last day of shared accounts."""
    flow_day: str
    """The last day on which shared accounts moved."""
    flow_accounts: tuple[str, ...]
    """The accounts that moved on that day."""
    flow_totals: Mapping[str, int]
    """What the stream moved to shared accounts so far."""


class IndexAudit:
    """The index that follows from the lines of one stream."""

    def __init__(self, stream: str, digests: Digests) -> None:
        self._stream, self._digests = stream, digests
        self._indexer = TableIndexer(stream)
        self._last_day = ""
        self._flow_day, self._flow_accounts = "", set[str]()
        self._flow_totals: dict[str, int] = {}
        """What the stream moved to shared accounts, so far."""

    def position(self) -> IndexPosition:
        """Return how far the index was computed."""
        digests = {table: digest.encode() for (_, table), digest in self._digests.items()}
        accounts = tuple(sorted(self._flow_accounts))
        return IndexPosition(digests, self._flow_day, accounts, dict(self._flow_totals))

    def resume(self, position: IndexPosition, at: str, state: State | None) -> None:
        """Continue from a position, the time of its line, and for a table the state there."""
        for table, (rows, total) in position.digests.items():
            self._digests[self._stream, table] = Digest(rows, int(total, 16))
        self._last_day, self._flow_day = at[:10], position.flow_day
        self._flow_accounts = set(position.flow_accounts)
        self._flow_totals = dict(position.flow_totals)
        if state is not None:
            self._indexer = TableIndexer.from_state(self._stream, state, at)

    def add_table_entry(self, entry: LogEntry, balances: Balances) -> None:
        """Add the next line of a table, with the balances before it."""
        if self._indexer.is_relevant(entry):
            self._add_rows(self._indexer.add_entries([entry], balances))
        for posting in entry.postings:
            if posting.source.startswith(_PLAYER_PREFIX):
                self._add_flow(posting.source, (entry.at or "")[:10], -int(posting.cents))
            if posting.target.startswith(_PLAYER_PREFIX):
                self._add_flow(posting.target, (entry.at or "")[:10], int(posting.cents))

    def add_back_office_line(self, version: int, at: str, postings: Iterable[Posting]) -> None:
        """Add the next line of the back office."""
        day = at[:10]
        if day != self._last_day:
            self._last_day = day
            self._add_rows(IndexRows(days=[DayRow(day, version)]))
        for posting in postings:
            self._add_flow(posting.source, day, -int(posting.cents))
            self._add_flow(posting.target, day, int(posting.cents))

    def finish(self) -> None:
        """Add the rows of the last day on which shared accounts moved."""
        digest = self._digests[self._stream, "account_days"]
        for account in self._flow_accounts:
            row = (account, self._stream, self._flow_day, self._flow_totals[account])
            digest.add("account_days", row)
        self._flow_accounts.clear()

    def _add_rows(self, index: IndexRows) -> None:
        if not (index.rounds or index.marks or index.history or index.days):
            return  # as for most lines
        for statement, row in sql.index_rows(self._stream, index):
            table = _TABLES_BY_STATEMENT[statement]
            self._digests[self._stream, table].add(table, row)

    def _add_flow(self, account: str, day: str, change: int) -> None:
        if day != self._flow_day:
            self.finish()  # a day is complete once the next one begins
            self._flow_day = day
        self._flow_totals[account] = self._flow_totals.get(account, 0) + change
        self._flow_accounts.add(account)


def stored_digests(reader: StoreReader) -> Digests:
    """Return the digests of the stored index; nothing if the store cannot list it."""
    stored: Digests = defaultdict(Digest)
    if isinstance(reader.store, AuditableStore):
        for table, row in reader.iterate(reader.store.index_rows()):
            stored[str(row[_STREAM_COLUMN[table]]), table].add(table, row)
    return stored


def compare_index(
    stored: Digests, expected: Digests, streams: Container[str], findings: Findings
) -> None:
    """Compare the stored index of these streams with the expected one."""
    for stream, table in sorted(expected.keys() | stored.keys()):
        if stream in streams and expected[stream, table] != stored[stream, table]:
            findings.add(
                "" if stream == BACK_OFFICE else stream,
                0,
                f"the index {table} does not match the log; no money is affected: stop the room "
                "and run `pitboss reindex`, and its next start builds the index again",
            )
