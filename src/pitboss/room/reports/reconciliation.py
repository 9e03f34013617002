"""The reconciliation of a day (PROG-4): whether the books of every table and account balance.

Three records must agree: the events, their postings, and the balances. For every account the
opening balance and all postings of the day give the closing balance, which must be the one in the
database. Escrow is empty between rounds, the tray gains exactly what the house won on the wagers
of a round, meters add up, and the sum of all balances is zero.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.room.audit.checks import split_account, store_account
from pitboss.room.reports.period import Period
from pitboss.room.reports.shift import MeterBooks, MeterFigures
from pitboss.room.store.interface import StoredPosting
from pitboss.room.table_index import own_balances
from pitboss.table import LogEntry, State
from pitboss.table import events as e
from pitboss.table.ledger import TRAY, Balances, Cents, normalize_cents

ESCROW: Final = "escrow:"
METER: Final = "meter:"
OTHER_TRAY_EVENTS: Final = (
    e.TableOpened,
    e.TrayFilled,
    e.ChipsTransferred,
    e.OpeningCounted,
    e.ClosingCounted,
    e.PayoutCorrected,
)
"""Events that move chips to or from the tray, other than the wagers of the round."""


class AccountDay(Struct, frozen=True):
    """One account over a day."""

    account: str
    opening: Cents
    received: Cents
    given: Cents
    closing: Cents
    """The balance at the end of the day according to the postings."""
    held: Cents
    """The balance at the end of the day according to the database."""
    difference: Cents


class Break(Struct, frozen=True):
    """Something that does not add up."""

    stream: str
    """The table or the back office; empty if it concerns the room as a whole."""
    sentence: str
    line: int = 0

    def __str__(self) -> str:
        where = f"{self.stream}, line {self.line}" if self.line else self.stream
        return f"{where}: {self.sentence}" if where else self.sentence


class StreamDay(Struct, frozen=True):
    """One table, or the back office, over a day."""

    stream: str
    title: str
    rounds: int
    """Rounds that were closed on this day."""
    lines: int
    accounts: tuple[AccountDay, ...]
    meters: tuple[MeterFigures, ...]


class Reconciliation(Struct, frozen=True):
    """The reconciliation of one day for the whole room."""

    day: str
    streams: tuple[StreamDay, ...]
    players: tuple[AccountDay, ...]
    """Accounts of people, which are shared by all tables."""
    total: Cents
    """The sum of all balances, which must be 0."""
    difference: Cents
    """The sum of the absolute differences of all accounts and meters."""
    breaks: tuple[Break, ...]

    @property
    def closes(self) -> bool:
        """Whether everything adds up."""
        return not self.breaks


class _Sums(Struct):
    opening: Cents = 0
    inflow: Cents = 0
    outflow: Cents = 0
    later: Cents = 0


class StreamBook:
    """The postings of one stream, with the events that caused them."""

    def __init__(
        self,
        stream: str,
        period: Period,
        accounts: "defaultdict[str, _Sums]",
        start: State | None = None,
    ) -> None:
        """Begin with the state ``start`` before the day, or with the first line of the stream."""
        self.stream, self.rounds, self.lines = stream, 0, 0
        self.breaks: list[Break] = []
        self.meters = MeterBooks(period, start)
        self._period, self._accounts = period, accounts
        self._escrow: defaultdict[str, Cents] = defaultdict(int)
        self._tray: Cents = 0
        """What the tray gained in the open round according to the postings."""
        self._wager_win = 0
        """What the house won on its wagers according to the events."""
        self._is_round_open = False

    def add_line(
        self, at: str, postings: Iterable[StoredPosting], entry: LogEntry | None = None
    ) -> None:
        """Add a line: the postings that the store has for it and, at a table, its event."""
        event = entry.event if entry else None
        if isinstance(event, e.RoundOpened):
            self._is_round_open, self._tray, self._wager_win = True, 0, 0
        for posting in postings:
            self._add_posting(at, posting, in_tray=not isinstance(event, OTHER_TRAY_EVENTS))
        self.lines += self._period.contains(at)
        if entry is not None:
            self.meters.add_event(entry)
            self._add_settlement(entry.event)
            if isinstance(event, e.RoundClosed):
                self._close_round(at, entry.number, event.round)

    def _add_posting(self, at: str, posting: StoredPosting, *, in_tray: bool) -> None:
        for account, cents in ((posting.source, -posting.cents), (posting.target, posting.cents)):
            sums = self._accounts[store_account(self.stream, account)]
            if self._period.starts_after(at):
                sums.opening += cents
            elif self._period.ends_before(at):
                sums.later += cents
            elif cents > 0:
                sums.inflow += cents
            else:
                sums.outflow -= cents
            if account.startswith(ESCROW):
                self._escrow[account] += cents
            elif account == TRAY and in_tray and self._is_round_open:
                self._tray += cents

    def _add_settlement(self, event: e.Event) -> None:
        match event:
            case e.SeatSettled(wagers=wagers):
                self._wager_win += sum(wager.stake - wager.credit for wager in wagers.values())
            case e.SettlementReversed(wagers=wagers, gifts=gifts):
                self._wager_win -= sum(wager.stake - wager.credit for wager in wagers.values())
                self._wager_win += sum(gifts.values())
            case e.RoundVoided(seats=seats):
                self._wager_win += sum(
                    r.stake - r.credit for w in seats.values() for r in w.values()
                )
            case e.GiftsPaid(to=to):
                self._wager_win -= sum(to.values())
            case _:
                pass

    def _close_round(self, at: str, line: int, number: int) -> None:
        self._is_round_open = False
        if not self._period.contains(at):
            return
        self.rounds += 1
        for account, cents in self._escrow.items():
            if cents:
                self._add_break(
                    line,
                    f"{account} still holds {normalize_cents(cents)} cents "
                    f"when round {number} closes",
                )
        if self._tray != self._wager_win:
            self._add_break(
                line,
                f"the house won {self._wager_win} cents on the wagers of round {number}, "
                f"but the tray gained {normalize_cents(self._tray)}",
            )

    def _add_break(self, line: int, sentence: str) -> None:
        self.breaks.append(Break(self.stream, sentence, line))


class DayBooks:
    """All streams of a room over one day.

    Either every line of every stream is added, or only those from a state shortly before the day
    up to its end. Then the index tells the balances at the end of the day, and ``shared_balances``
    has what each account that streams share held at its start, and how it has changed since its
    end.
    """

    def __init__(
        self,
        day: Period,
        balances: Mapping[str, Cents],
        shared_balances: Mapping[str, tuple[Cents, Cents]] | None = None,
    ) -> None:
        self.day, self._balances = day, balances
        self._shared_balances = shared_balances
        self._accounts: defaultdict[str, _Sums] = defaultdict(_Sums)
        self._closings: dict[str, Cents] = {}
        """Balances at the end of the day, where they are not the current ones."""
        self._closed_streams: set[str] = set()
        self._books: dict[str, tuple[str, StreamBook]] = {}

    def open_book(
        self, stream: str, title: str, start: State | None = None, closing: Balances | None = None
    ) -> StreamBook:
        """Add a stream and return its book, to be filled line by line.

        ``start`` is the state before the first of these lines, ``closing`` the balances of the
        stream's own accounts after the day if there are later lines.
        """
        if start is not None:
            for account, cents in own_balances(start.balances).items():
                self._accounts[store_account(stream, account)].opening = cents
        if closing is not None:
            self._closed_streams.add(stream)
            for account, cents in closing.items():
                self._closings[store_account(stream, account)] = cents
        book = StreamBook(stream, self.day, self._accounts, start)
        self._books[stream] = (title, book)
        return book

    def reconcile(self, date: str) -> Reconciliation:
        """Compare postings, events and balances of the day."""
        for account in (*self._balances, *self._closings, *(self._shared_balances or ())):
            self._accounts[account]  # adds it: an account without any posting is a break too
        days = {
            account: self._account_day(account, sums) for account, sums in self._accounts.items()
        }
        streams, breaks, remaining = [], [], dict(days)
        for stream, (title, book) in self._books.items():
            own = {a: days[a] for a in sorted(days) if split_account(a)[0] == stream}
            for account in own:
                remaining.pop(account)
            meters = book.meters.figures(
                {
                    a.removeprefix(f"{stream}/{METER}"): account_day.held
                    for a, account_day in own.items()
                }
            )
            breaks += [*book.breaks, *_find_breaks(stream, own.values(), meters)]
            sums = (book.rounds, book.lines, tuple(own.values()), meters)
            streams.append(StreamDay(stream, title, *sums))
        players = tuple(remaining[account] for account in sorted(remaining))
        breaks += _find_breaks("", players, ())
        total = normalize_cents(sum(self._balances.values()))
        if total:
            breaks.append(Break("", f"all accounts together hold {total} cents instead of 0"))
        difference = sum((abs(Fraction(a.difference)) for a in days.values()), Fraction())
        difference += sum(
            (abs(Fraction(m.difference)) for s in streams for m in s.meters), Fraction()
        )
        return Reconciliation(
            date, tuple(streams), players, total, normalize_cents(difference), tuple(breaks)
        )

    def _account_day(self, account: str, sums: _Sums) -> AccountDay:
        stream, name = split_account(account)
        opening, balance = sums.opening, self._balances.get(account, 0) - sums.later
        if self._shared_balances is not None and not stream:
            opening, later = self._shared_balances.get(account, (0, 0))
            balance = self._balances.get(account, 0) - later
        elif stream in self._closed_streams:
            balance = self._closings.get(account, 0)
        closing = opening + sums.inflow - sums.outflow
        amounts = (opening, sums.inflow, sums.outflow, closing, balance, closing - balance)
        return AccountDay(name, *(normalize_cents(Fraction(amount)) for amount in amounts))


def _find_breaks(
    stream: str, accounts: Iterable[AccountDay], meters: Iterable[MeterFigures]
) -> Iterator[Break]:
    for day in accounts:
        if day.difference:
            yield Break(
                stream, f"{day.account} should hold {day.closing} cents but holds {day.held}"
            )
    for meter in meters:
        if meter.difference:
            yield Break(stream, f"the meter {meter.meter} is off by {meter.difference} cents")
