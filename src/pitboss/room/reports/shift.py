"""The shift report of a table: drop, handle, win and hold against the lab's figures.

*Handle* is the sum of all stakes, without wagers that were taken back or returned by a void.
*Payouts* are everything that was paid to players, their own stakes included. *Win* is what the
house kept. House edges are those of optimal play, with a progressive's meters at their start and
no other players at the table; rules that the lab has not solved are solved only on request. The
*bands* say how far the win may be from that by chance.
Of the *meters*, seeds and contributions are read from the postings, payments and corrections from
the events; the difference from the balance of the postings shows whether the two agree.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.room.reports.bands import WinBands, win_bands
from pitboss.room.reports.lab_edges import Edges, no_edges
from pitboss.room.reports.period import Period
from pitboss.room.reports.pit_log import (
    ChipTransfer,
    Correction,
    Count,
    Incident,
    Jackpot,
    Merchandise,
    PitLog,
    Ruling,
    TableTracker,
    Void,
)
from pitboss.room.reports.wager_totals import WagerFigures, WagerTotals
from pitboss.table import LogEntry
from pitboss.table import events as e
from pitboss.table.ledger import TRAY, Cents, meter_account, normalize_cents
from pitboss.table.state import State

METER_PREFIX = meter_account("")


class MeterFigures(Struct, frozen=True):
    """One meter over a period."""

    meter: str
    opened: Cents
    """The amount at the start of the period."""
    seeded: Cents
    """What the house put in, as a start or reset amount."""
    fed: Cents
    """Contributions of wagers, without those that were returned."""
    corrected: Cents
    paid: Cents
    shows: Cents
    """The amount at the end of the period."""
    difference: Cents
    """How far the figures above are from adding up; 0 if the books are right."""


class _MeterBook(Struct):
    start: Cents = 0
    seeds: Cents = 0
    contributions: Cents = 0
    corrections: Cents = 0
    payments: Cents = 0
    balance: Cents = 0


class MeterBooks:
    """Totals of every meter of a table over a period."""

    def __init__(self, period: Period, start: State | None = None) -> None:
        """Begin with the state ``start`` before the period, or with an empty table."""
        self._period = period
        self._books = {
            name: _MeterBook(start=book.balance, balance=book.balance)
            for name, book in (start.books if start else {}).items()
        }

    def add_event(self, entry: LogEntry) -> None:
        """Add the next event after the start."""
        at = entry.at or ""
        if self._period.ends_before(at):
            return
        if isinstance(entry.event, e.BroughtForward):
            self._bring_forward(entry.event)
        inside = self._period.contains(at)
        for posting in entry.postings:
            name, cents = _meter_change(posting.source, posting.target, posting.cents)
            if not name:
                continue
            book = self._books.setdefault(name, _MeterBook())
            book.balance += cents
            if not inside:
                book.start += cents
            elif posting.why in ("start", "reset"):
                book.seeds += cents
            elif posting.why == "contribution":
                book.contributions += cents
        if inside:
            self._apply_event(entry.event)

    def _apply_event(self, event: e.Event) -> None:
        match event:
            case e.SeatSettled(hits=hits):
                for hit in hits:
                    self._books.setdefault(hit.meter, _MeterBook()).payments += hit.paid
            case e.SettlementReversed(hits=hits):
                for hit in hits:
                    self._books.setdefault(hit.meter, _MeterBook()).payments -= hit.paid
            case e.PayoutCorrected(meter=name, meter_change=cents) if name:
                self._books.setdefault(name, _MeterBook()).corrections += normalize_cents(
                    Fraction(cents)
                )
            case e.MeterCorrected(meter=name, cents=cents):
                self._books.setdefault(name, _MeterBook()).corrections += normalize_cents(
                    Fraction(cents)
                )
            case _:
                pass

    def _bring_forward(self, event: e.BroughtForward) -> None:
        for account, cents in event.balances.items():
            if account.startswith(METER_PREFIX):
                amount = normalize_cents(Fraction(cents))
                self._books[account.removeprefix(METER_PREFIX)] = _MeterBook(
                    start=amount, balance=amount
                )

    def figures(self, balances: Mapping[str, Cents] | None = None) -> tuple[MeterFigures, ...]:
        """Return the figures of every meter.

        ``balances`` are the amounts to compare with, if not those of the postings.
        """
        figures = []
        for name, book in sorted(self._books.items()):
            shows = normalize_cents(book.balance if balances is None else balances.get(name, 0))
            expected_balance = (
                book.start + book.seeds + book.contributions + book.corrections - book.payments
            )
            figures.append(
                MeterFigures(
                    name,
                    normalize_cents(book.start),
                    normalize_cents(book.seeds),
                    normalize_cents(book.contributions),
                    normalize_cents(book.corrections),
                    normalize_cents(book.payments),
                    shows,
                    normalize_cents(expected_balance - shows),
                )
            )
        return tuple(figures)


def current_figures(state: State) -> tuple[MeterFigures, ...]:
    """Return the figures of every meter since the table was opened, from the table's state."""
    return tuple(
        MeterFigures(
            name,
            0,
            normalize_cents(book.seeded),
            normalize_cents(book.fed),
            normalize_cents(book.corrected),
            normalize_cents(book.paid),
            normalize_cents(state.meter_amount(name)),
            normalize_cents(book.balance - state.meter_amount(name)),
        )
        for name, book in sorted(state.books.items())
    )


def _meter_change(source: str, target: str, cents: Cents) -> tuple[str, Cents]:
    """Return the meter that a posting changes, and by how much; ``""`` if it changes none."""
    if target.startswith(METER_PREFIX):
        return target.removeprefix(METER_PREFIX), cents
    if source.startswith(METER_PREFIX):
        return source.removeprefix(METER_PREFIX), -cents
    return "", 0


class ShiftReport(Struct, frozen=True):
    """The shift report of one table. Money is in cents."""

    table: str
    title: str
    game: str
    start: str
    end: str
    rounds: int
    """Rounds closed in this period, without void ones."""
    hands: int
    """Hands played: settled seats, round by round."""
    drop: int
    """The sum of all buy-ins."""
    buy_ins: int
    """How many buy-ins there were."""
    cash_outs: int
    fills: int
    """Chips added to the tray less those taken back, without the opening bank."""
    bank: int
    """Chips that the table was opened with."""
    counted_over: int
    """What tray counts found beyond the books; negative if chips were missing."""
    handle: int
    payouts: int
    gifts: int
    """Envy and community pay, which are not part of any wager's payout."""
    corrected: int
    """Sum of all corrections, in the players' favor."""
    win: int
    """Handle less payouts, gifts and corrections: what stayed in the tray."""
    hold_of_drop: Fraction | None
    hold_of_handle: Fraction | None
    theoretical: Fraction | None
    """The expected win by the lab's figures; None if the edge of any wager is unknown."""
    bands: WinBands | None
    """How far the win may be from that by chance; None if it is unknown or nothing was staked."""
    not_known: tuple[str, ...]
    """Wagers whose edge is unknown, because the lab was not asked to solve it."""
    jackpots_paid: int
    meter_difference: Fraction
    """The sum of the differences of all meters; 0 unless the books of a meter are wrong."""
    tray: int
    """Chips in the tray at the end of the period."""
    wagers: tuple[WagerFigures, ...]
    meters: tuple[MeterFigures, ...]
    jackpots: tuple[Jackpot, ...]
    merchandise: tuple[Merchandise, ...]
    incidents: tuple[Incident, ...]
    rulings: tuple[Ruling, ...]
    corrections: tuple[Correction, ...]
    voids: tuple[Void, ...]
    counts: tuple[Count, ...]
    transfers: tuple[ChipTransfer, ...]
    example: bool = False
    """Whether the last rules of the table came from an example filing."""


REPORT_LISTS: Final[Mapping[str, type[Struct]]] = {
    "wagers": WagerFigures,
    "meters": MeterFigures,
    "jackpots": Jackpot,
    "merchandise": Merchandise,
    "incidents": Incident,
    "rulings": Ruling,
    "corrections": Correction,
    "voids": Void,
    "counts": Count,
    "transfers": ChipTransfer,
}
"""The lists in a report, and the type of their items."""


def shift_report(
    table: str,
    title: str,
    log: Iterable[LogEntry],
    period: Period,
    edges: Edges = no_edges,
    creator: str = "",
    start: State | None = None,
) -> ShiftReport:
    """Return the shift report of a table.

    The log begins after the state ``start``, between two rounds and before the period, or is the
    whole log.
    """
    builder = _ShiftBuilder(period, creator, start or State())
    for entry in log:
        builder.add_event(entry)
    return builder.build(table, title, edges)


class _ShiftBuilder:
    """A shift report in the making, filled event by event."""

    def __init__(self, period: Period, creator: str, start: State) -> None:
        self._period = period
        self._tracker = TableTracker.from_state(start, creator)
        self._wagers, self._pit_log = WagerTotals(), PitLog()
        self._meters = MeterBooks(period, start)
        self._rounds = self._hands = self._drop = self._buy_ins = self._cash_outs = 0
        self._fills = self._bank = 0
        self._tray = int(start.balances.get(TRAY, 0))
        self._is_void, self._settled_seats = False, set[int]()

    def add_event(self, entry: LogEntry) -> None:
        """Add the next event of the log."""
        at = entry.at or ""
        self._tracker.add_event(entry)
        if self._period.ends_before(at):
            return
        inside = self._period.contains(at)
        if isinstance(entry.event, e.RoundOpened):
            self._is_void, self._settled_seats = False, set()
        elif isinstance(entry.event, e.RoundVoided):
            self._is_void = True
        self._meters.add_event(entry)
        self._pit_log.add_event(entry, self._tracker, in_period=inside)
        for posting in entry.postings:
            self._tray += int(posting.cents) * ((posting.target == TRAY) - (posting.source == TRAY))
        if isinstance(entry.event, e.BroughtForward):
            self._tray = int(entry.event.balances.get(TRAY, 0))
        if inside:
            self._wagers.add_event(entry, self._tracker)
            self._count_event(entry.event)

    def _count_event(self, event: e.Event) -> None:
        match event:
            case e.BoughtIn(cents=cents):
                self._drop += cents
                self._buy_ins += 1
            case e.CashedOut(cents=cents):
                self._cash_outs += cents
            case e.TrayFilled(cents=cents):
                self._fills += cents
            case e.ChipsTransferred():
                self._fills += event.change
            case e.TableOpened(bank=bank):
                self._bank += bank
            case e.RoundClosed():
                self._rounds += not self._is_void
            case e.SeatSettled(seat=seat):
                # A bonus may be settled before the rest of the hand: count the seat once.
                self._hands += seat not in self._settled_seats
                self._settled_seats.add(seat)
            case e.SettlementReversed(seat=seat):
                self._hands -= seat in self._settled_seats
                self._settled_seats.discard(seat)
            case _:
                pass

    def build(self, table: str, title: str, edges: Edges) -> ShiftReport:
        """Return the report of all events that were added."""
        wagers, meters = self._wagers.figures(edges), self._meters.figures()
        pit_log = self._pit_log
        handle = sum(wager.handle for wager in wagers)
        payouts = sum(wager.payouts for wager in wagers)
        corrections = sum(wager.corrected for wager in wagers)
        gifts = sum(self._wagers.gifts.values())
        win = handle - payouts - gifts - corrections
        theoretical = self._wagers.theoretical_win(edges)
        deviation = self._wagers.deviation(edges)
        return ShiftReport(
            table=table,
            title=title,
            game=self._tracker.game,
            start=self._period.start,
            end=self._period.end,
            rounds=self._rounds,
            hands=self._hands,
            drop=self._drop,
            buy_ins=self._buy_ins,
            cash_outs=self._cash_outs,
            fills=self._fills,
            bank=self._bank,
            counted_over=sum(count.over for count in pit_log.counts),
            handle=handle,
            payouts=payouts,
            gifts=gifts,
            corrected=corrections,
            win=win,
            hold_of_drop=Fraction(win, self._drop) if self._drop else None,
            hold_of_handle=Fraction(win, handle) if handle else None,
            theoretical=theoretical,
            bands=win_bands(win, theoretical, deviation, self._rounds),
            not_known=tuple(sorted({w.wager for w in wagers if w.theoretical is None})),
            jackpots_paid=sum(jackpot.paid for jackpot in pit_log.jackpots),
            meter_difference=sum((abs(Fraction(meter.difference)) for meter in meters), Fraction()),
            tray=self._tray,
            wagers=wagers,
            meters=meters,
            jackpots=tuple(pit_log.jackpots),
            merchandise=tuple(pit_log.merchandise),
            incidents=tuple(pit_log.incidents),
            rulings=tuple(pit_log.rulings),
            corrections=tuple(pit_log.corrections),
            voids=tuple(pit_log.voids),
            counts=tuple(pit_log.counts),
            transfers=tuple(pit_log.transfers),
            example=self._tracker.is_example_filing,
        )
