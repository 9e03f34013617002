"""The audit of the back office: its hash chain, its postings, and everybody's role."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.errors import short_repr
from pitboss.room import back_office_events as e
from pitboss.room.audit.checks import Chain, LinePosting, StoredPostings, decode_postings
from pitboss.room.people.accounts import Account, money_account
from pitboss.room.store.interface import Entry
from pitboss.room.store.statements import row_hash
from pitboss.table.ledger import HOUSE, Posting
from pitboss.table.people import Person, normalize_name


class _BackOfficeLine(Struct):
    n: int
    prev: str
    by: Person
    event: e.BackOfficeEvent
    postings: tuple[LinePosting, ...] = ()
    at: str = ""
    rows: Mapping[str, str] = {}


_decode = msgspec.json.Decoder(_BackOfficeLine).decode


class _KnownAccount(Struct):
    """An account as the events of the back office describe it."""

    name: str
    guest: bool
    role: str
    closed: bool = False
    invited_by: str = ""
    tables: tuple[str, ...] | None = None


class BackOfficeAudit:
    """The audit of the back office's stream."""

    def __init__(self, chain: Chain, entries: Iterator[Entry], postings: StoredPostings) -> None:
        self.chain, self.postings = chain, postings
        self.created_tables: dict[str, int] = {}
        """Every table that was created, with its line."""
        self.table_settings: dict[str, tuple[str, Mapping[str, Any]]] = {}
        """The title and settings of every table."""
        self._entries = entries
        self._people: dict[str, _KnownAccount] = {}
        self._rows: dict[str, str] = {}
        """The last hash of every row, according to the log."""

    def run(self) -> None:
        """Audit every line."""
        for entry in self._entries:
            self._audit_entry(entry)
        self.chain.finish()
        self.postings.end(self.chain.head.version)

    def _audit_entry(self, entry: Entry) -> None:
        chain = self.chain
        chain.accept_entry(entry)
        try:
            line = _decode(entry.line)
            postings = decode_postings(line.postings)
        except (ValueError, RecursionError) as error:
            chain.break_at(entry.version, f"it is not a back-office event: {error}")
            self.postings.take_line(entry.version)
        else:
            chain.check_links(entry, line.n, line.prev)
            chain.check_columns(entry, line.at, line.by, type(line.event).__name__)
            self.postings.compare(entry.version, postings)
            if not _may_move(line.event, postings):
                chain.add_finding(entry.version, "its postings do not match its event")
            self._rows |= line.rows
            self._apply_event(entry.version, line.event)
        chain.advance(entry)

    def _apply_event(self, version: int, event: e.BackOfficeEvent) -> None:
        match event:
            case e.AccountOpened(name=name, role=role, guest=guest, invited_by=invited_by):
                self._people[normalize_name(name)] = _KnownAccount(
                    name, guest, role, invited_by=invited_by
                )
            case e.RoleChanged(name=name, role=role) if normalize_name(name) in self._people:
                self._people[normalize_name(name)].role = role
                self._people[normalize_name(name)].tables = None
            case e.DealerAssigned(name=name, tables=tables) if normalize_name(name) in self._people:
                self._people[normalize_name(name)].tables = tables
            case e.AccountClosed(name=name, closed=closed) if normalize_name(name) in self._people:
                self._people[normalize_name(name)].closed = closed
            case e.TableFounded(table=table, title=title, settings=settings):
                self.created_tables[table] = version
                self.table_settings[table] = title, settings
            case _:
                pass

    def check_rows(self, collections: Mapping[str, Mapping[str, bytes]]) -> None:
        """Check that rows which only the back office writes match the log."""
        hashes = {
            f"{shelf}/{key}": row_hash("shelves", shelf, key, value)
            for shelf, rows in collections.items()
            for key, value in rows.items()
        }
        for name, expected_hash in self._rows.items():
            if hashes.get(name, "") != expected_hash:
                fault = "does not match the log" if name in hashes else "is missing"
                self.chain.add_finding(0, f"the row {short_repr(name)} {fault}")

    def check_accounts(self, rows: Mapping[str, bytes]) -> None:
        """Check that accounts match the log, so that nobody gains a role without an event."""
        for key, value in rows.items():
            try:
                account = msgspec.json.decode(value, type=Account)
            except msgspec.MsgspecError as error:
                self.chain.add_finding(0, f"the account {short_repr(key)} cannot be read: {error}")
                continue
            fault = _account_fault(account, self._people.get(key))
            if fault:
                self.chain.add_finding(0, f"the account {short_repr(account.name)} {fault}")
        for key in self._people.keys() - rows.keys():
            self.chain.add_finding(0, f"the account {short_repr(key)} was opened but is missing")


def _account_fault(account: Account, known: _KnownAccount | None) -> str:
    """Return how an account differs from the log; empty if it does not."""
    if known is None:
        return "was never opened"
    if (known.name, known.guest) != (account.name, account.guest):
        return f"does not match the account opened for {short_repr(known.name)}"
    if known.role != account.part:
        return f"has the role {account.part}, but the log says {known.role}"
    if known.closed != bool(account.closed):
        return f"is {'closed but open' if account.closed else 'open but closed'} in the log"
    if known.invited_by != account.invited_by:
        return f"names {short_repr(account.invited_by)} as its inviter, which differs from the log"
    if account.tables and known.tables != account.tables:
        return "is assigned to tables that differ from the log"
    return ""


def _may_move(event: e.BackOfficeEvent, postings: tuple[Posting, ...]) -> bool:
    """Return whether an event can have these postings: only grants of chips move money."""
    match event:
        case e.ChipsGranted(name=name, cents=cents):
            return [(p.source, p.target, p.cents) for p in postings] == [
                (HOUSE, money_account(name), cents)
            ]
        case e.AccountOpened(name=name):
            return all((p.source, p.target) == (HOUSE, money_account(name)) for p in postings)
        case _:
            return not postings
