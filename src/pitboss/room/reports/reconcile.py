"""The books of a day, gone through (PROG-4): everything is accounted for, and nothing is left over.

Three records must tell the same story: the events, the postings beside them, and the balances. For
every account the day's opening balance and all that moved give the closing one, and that must be
what the database itself has. Chips on the layout are none between rounds, a round leaves in the
tray just what its wagers came to, meters close, and all money together is nothing, as ever.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.room.audit.moved import in_store, of_stream
from pitboss.room.reports.meters import MeterFigures, Meters
from pitboss.room.reports.period import Period
from pitboss.room.store.shape import Moved
from pitboss.table import Recorded
from pitboss.table import events as e
from pitboss.table.ledger import TRAY, Cents, exact

ESCROW: Final = "escrow:"
METER: Final = "meter:"
OTHER_CHIPS: Final = (
    e.TableOpened,
    e.TrayFilled,
    e.OpeningCounted,
    e.ClosingCounted,
    e.PayoutCorrected,
)
"""What moves chips of the tray beside the wagers of the round."""


class AccountDay(Struct, frozen=True):
    """One account over a day."""

    account: str
    opening: Cents
    received: Cents
    given: Cents
    closing: Cents
    """What the postings come to at the end of the day…"""
    held: Cents
    """…and what the database had then, by its balance."""
    difference: Cents


class Break(Struct, frozen=True):
    """Something that does not add up."""

    stream: str
    """The table, or the office; empty where it is about all of them."""
    sentence: str
    line: int = 0

    def __str__(self) -> str:
        where = f"{self.stream}, line {self.line}" if self.line else self.stream
        return f"{where}: {self.sentence}" if where else self.sentence


class StreamDay(Struct, frozen=True):
    """One table, or the office."""

    stream: str
    title: str
    rounds: int
    """Closed on this day."""
    lines: int
    accounts: tuple[AccountDay, ...]
    meters: tuple[MeterFigures, ...]


class Reconciliation(Struct, frozen=True):
    """A day of the whole room."""

    day: str
    streams: tuple[StreamDay, ...]
    players: tuple[AccountDay, ...]
    """Accounts of people, which follow them from table to table."""
    total: Cents
    """All balances together."""
    difference: Cents
    """All differences, whichever way they go."""
    breaks: tuple[Break, ...]

    @property
    def closes(self) -> bool:
        """Whether everything adds up."""
        return not self.breaks


class _Sums(Struct):
    opening: Cents = 0
    received: Cents = 0
    given: Cents = 0
    later: Cents = 0


class StreamBook:
    """The postings of one stream, beside the events that caused them."""

    def __init__(self, stream: str, period: Period, accounts: "defaultdict[str, _Sums]") -> None:
        self.stream, self.rounds, self.lines = stream, 0, 0
        self.breaks: list[Break] = []
        self.meters = Meters(period)
        self._period, self._accounts = period, accounts
        self._escrow: defaultdict[str, Cents] = defaultdict(int)
        self._tray: Cents = 0
        """What the round on the table brought the tray, by postings…"""
        self._won = 0
        """…and by what its wagers came to."""
        self._open = False

    def take(self, at: str, moved: Iterable[Moved], one: Recorded | None = None) -> None:
        """A line: what the store has posted for it, and what a table recorded."""
        event = one.event if one else None
        if isinstance(event, e.RoundOpened):
            self._open, self._tray, self._won = True, 0, 0
        for posting in moved:
            self._post(at, posting, counts=not isinstance(event, OTHER_CHIPS))
        self.lines += self._period.holds(at)
        if one is not None:
            self.meters.take(one)
            self._settle(one.event)
            if isinstance(event, e.RoundClosed):
                self._close(at, one.number, event.round)

    def _post(self, at: str, posting: Moved, *, counts: bool) -> None:
        for account, cents in ((posting.source, -posting.cents), (posting.target, posting.cents)):
            sums = self._accounts[in_store(self.stream, account)]
            if self._period.before(at):
                sums.opening += cents
            elif self._period.after(at):
                sums.later += cents
            elif cents > 0:
                sums.received += cents
            else:
                sums.given -= cents
            if account.startswith(ESCROW):
                self._escrow[account] += cents
            elif account == TRAY and counts and self._open:
                self._tray += cents

    def _settle(self, event: e.Event) -> None:
        match event:
            case e.SeatSettled(wagers=wagers):
                self._won += sum(one.stake - one.credit for one in wagers.values())
            case e.SettlementReversed(wagers=wagers, gifts=gifts):
                self._won -= sum(one.stake - one.credit for one in wagers.values())
                self._won += sum(gifts.values())
            case e.RoundVoided(seats=seats):
                self._won += sum(r.stake - r.credit for w in seats.values() for r in w.values())
            case e.GiftsPaid(to=to):
                self._won -= sum(to.values())
            case _:
                pass

    def _close(self, at: str, line: int, number: int) -> None:
        self._open = False
        if not self._period.holds(at):
            return
        self.rounds += 1
        for account, cents in self._escrow.items():
            if cents:
                told = f"{account} still holds {exact(cents)} cents when round {number} closes"
                self.breaks.append(Break(self.stream, told, line))
        if self._tray != self._won:
            told = f"the wagers of round {number} came to {self._won} cents for the house"
            told = f"{told}, but the tray got {exact(self._tray)}"
            self.breaks.append(Break(self.stream, told, line))


class Books:
    """All streams of a room over one day."""

    def __init__(self, day: Period, balances: Mapping[str, Cents]) -> None:
        self.day, self._balances = day, balances
        self._accounts: defaultdict[str, _Sums] = defaultdict(_Sums)
        self._books: dict[str, tuple[str, StreamBook]] = {}

    def stream(self, stream: str, title: str) -> StreamBook:
        """The book of one more stream."""
        book = StreamBook(stream, self.day, self._accounts)
        self._books[stream] = (title, book)
        return book

    def close(self, name: str) -> Reconciliation:
        """What the day comes to."""
        for account in self._balances:
            self._accounts[account]  # one without any posting is a break as well
        days = {account: self._day(account, sums) for account, sums in self._accounts.items()}
        streams, breaks, left = [], [], dict(days)
        for stream, (title, book) in self._books.items():
            own = {a: days[a] for a in sorted(days) if of_stream(a)[0] == stream}
            for account in own:
                left.pop(account)
            meters = book.meters.figures(
                {a.removeprefix(f"{stream}/{METER}"): one.held for a, one in own.items()}
            )
            breaks += [*book.breaks, *_breaks(stream, own.values(), meters)]
            sums = (book.rounds, book.lines, tuple(own.values()), meters)
            streams.append(StreamDay(stream, title, *sums))
        players = tuple(left[account] for account in sorted(left))
        breaks += _breaks("", players, ())
        total = exact(sum(self._balances.values()))
        if total:
            breaks.append(Break("", f"all accounts together hold {total} cents, not nothing"))
        off = sum((abs(Fraction(one.difference)) for one in days.values()), Fraction())
        off += sum((abs(Fraction(m.difference)) for s in streams for m in s.meters), Fraction())
        return Reconciliation(name, tuple(streams), players, total, exact(off), tuple(breaks))

    def _day(self, account: str, sums: _Sums) -> AccountDay:
        closing = sums.opening + sums.received - sums.given
        held = self._balances.get(account, 0) - sums.later
        parts = (sums.opening, sums.received, sums.given, closing, held, closing - held)
        name = of_stream(account)[1]
        opening, received, given, closing, held, off = (exact(Fraction(one)) for one in parts)
        return AccountDay(name, opening, received, given, closing, held, off)


def _breaks(
    stream: str, accounts: Iterable[AccountDay], meters: Iterable[MeterFigures]
) -> Iterator[Break]:
    for one in accounts:
        if one.difference:
            told = f"{one.account} should hold {one.closing} cents, and holds {one.held}"
            yield Break(stream, told)
    for meter in meters:
        if meter.difference:
            yield Break(stream, f"the meter {meter.meter} is off by {meter.difference} cents")
