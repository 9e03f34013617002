"""The office's stream: chain, the money that its events move, and who is what by its account."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.refusal import brief
from pitboss.room import office_events as e
from pitboss.room.audit.chain import Chain
from pitboss.room.audit.moved import Postings, Told, read
from pitboss.room.people.accounts import Account, money_of
from pitboss.room.store.rows import row_hash
from pitboss.room.store.shape import Entry
from pitboss.table.ledger import HOUSE, Posting
from pitboss.table.people import Person, spelt


class _Line(Struct):
    n: int
    prev: str
    by: Person
    event: e.OfficeEvent
    postings: tuple[Told, ...] = ()
    at: str = ""
    rows: Mapping[str, str] = {}


_decode = msgspec.json.Decoder(_Line).decode


class _Known(Struct):
    """What the log makes of somebody."""

    name: str
    guest: bool
    role: str
    closed: bool = False
    invited_by: str = ""
    tables: tuple[str, ...] | None = None


class OfficeAudit:
    """The office from its first line to its last."""

    def __init__(self, chain: Chain, entries: Iterator[Entry], postings: Postings) -> None:
        self.chain, self.postings = chain, postings
        self.founded: dict[str, int] = {}
        """Every table that was founded, with its line."""
        self.configured: dict[str, tuple[str, Mapping[str, Any]]] = {}
        """The title of every table, and how it is run."""
        self._entries = entries
        self._people: dict[str, _Known] = {}
        self._rows: dict[str, str] = {}
        """The hashes of rows, as the lines have them."""

    def run(self) -> None:
        """Go through all of it."""
        for entry in self._entries:
            self._take(entry)
        self.chain.end()
        self.postings.end(self.chain.head.version)

    def _take(self, entry: Entry) -> None:
        chain = self.chain
        chain.arrive(entry)
        try:
            line = _decode(entry.line)
            moved = read(line.postings)
        except (ValueError, RecursionError) as error:
            chain.broken(entry.version, f"it is no event of the office: {error}")
            self.postings.take(entry.version)
        else:
            chain.bind(entry, line.n, line.prev)
            chain.labelled(entry, line.at, line.by, type(line.event).__name__)
            self.postings.compare(entry.version, moved)
            if not _may_move(line.event, moved):
                chain.fault(entry.version, "the postings in it are not what its event moves")
            self._rows |= line.rows
            self._follow(entry.version, line.event)
        chain.go_on(entry)

    def _follow(self, version: int, event: e.OfficeEvent) -> None:
        match event:
            case e.AccountOpened(name=name, role=role, guest=guest, invited_by=invited_by):
                self._people[spelt(name)] = _Known(name, guest, role, invited_by=invited_by)
            case e.RoleChanged(name=name, role=role) if spelt(name) in self._people:
                self._people[spelt(name)].role = role
                self._people[spelt(name)].tables = None
            case e.DealerAssigned(name=name, tables=tables) if spelt(name) in self._people:
                self._people[spelt(name)].tables = tables
            case e.AccountClosed(name=name, closed=closed) if spelt(name) in self._people:
                self._people[spelt(name)].closed = closed
            case e.TableFounded(table=table, title=title, settings=settings):
                self.founded[table] = version
                self.configured[table] = title, settings
            case e.TableConfigured(table=table, title=title, settings=settings):
                self.configured[table] = title, settings
            case _:
                pass

    def check_rows(self, shelves: Mapping[str, Mapping[str, bytes]]) -> None:
        """Rows that only the office changes are what it wrote last."""
        kept = {
            f"{shelf}/{key}": row_hash("shelves", shelf, key, value)
            for shelf, rows in shelves.items()
            for key, value in rows.items()
        }
        for name, due in self._rows.items():
            if kept.get(name, "") != due:
                told = "is gone" if name not in kept else "is not what the log has of it"
                self.chain.fault(0, f"the row {brief(name)} {told}")

    def check_accounts(self, kept: Mapping[str, bytes]) -> None:
        """Whom the room takes for what must be in the log: nobody made himself a floorperson."""
        for key, value in kept.items():
            try:
                account = msgspec.json.decode(value, type=Account)
            except msgspec.MsgspecError as error:
                self.chain.fault(0, f"the account {brief(key)} cannot be read: {error}")
                continue
            known = self._people.get(key)
            if known is None:
                self.chain.fault(0, f"the account {brief(account.name)} was never opened")
            elif (known.name, known.guest) != (account.name, account.guest):
                told = f"is not what was opened for {brief(known.name)}"
                self.chain.fault(0, f"the account {brief(account.name)} {told}")
            elif known.role != account.part:
                told = f"is that of a {account.part}, but the log made it a {known.role}'s"
                self.chain.fault(0, f"the account {brief(account.name)} {told}")
            elif known.closed != bool(account.closed):
                told = "is closed, but not" if account.closed else "is open, but closed"
                self.chain.fault(0, f"the account {brief(account.name)} {told} in the log")
            elif known.invited_by != account.invited_by:
                told = f"says that {brief(account.invited_by)} invited it, which is not in the log"
                self.chain.fault(0, f"the account {brief(account.name)} {told}")
            elif account.tables and known.tables != account.tables:
                told = "works at tables that the log does not assign it to"
                self.chain.fault(0, f"the account {brief(account.name)} {told}")
        for key in self._people.keys() - kept.keys():
            self.chain.fault(0, f"the account {brief(key)} was opened and is missing")


def _may_move(event: e.OfficeEvent, moved: tuple[Posting, ...]) -> bool:
    """Whether this event can have moved this: the house gives chips, and to nobody else."""
    match event:
        case e.ChipsGranted(name=name, cents=cents):
            return [(p.source, p.target, p.cents) for p in moved] == [
                (HOUSE, money_of(name), cents)
            ]
        case e.AccountOpened(name=name):
            return all((p.source, p.target) == (HOUSE, money_of(name)) for p in moved)
        case _:
            return not moved
