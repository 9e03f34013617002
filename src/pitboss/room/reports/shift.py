"""The sheet of one table for a day or a shift, from its events and what they moved."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.room.reports.floor import Floor
from pitboss.room.reports.matters import (
    Correction,
    Count,
    Incident,
    Jackpot,
    Matters,
    Merchandise,
    Ruling,
    Void,
)
from pitboss.room.reports.meters import MeterFigures, Meters
from pitboss.room.reports.period import Period
from pitboss.room.reports.wagers import Edges, WagerFigures, Wagers, unknown
from pitboss.table import Recorded
from pitboss.table import events as e
from pitboss.table.ledger import TRAY


class ShiftReport(Struct, frozen=True):
    """What a pit keeps of one table. Money in cents."""

    table: str
    title: str
    game: str
    start: str
    end: str
    rounds: int
    """Closed in this time, without those that were void."""
    hands: int
    """Seats that were settled."""
    drop: int
    """What players bought in for."""
    buy_ins: int
    """How many times."""
    cash_outs: int
    fills: int
    """Chips that came to the tray, the first ones not counted."""
    bank: int
    """Chips that the table was opened with."""
    counted_over: int
    """What counts of the tray found beyond the books."""
    handle: int
    payouts: int
    gifts: int
    """Envy and community pay, which no wager of the receiver was credited with."""
    corrected: int
    """What corrections gave to players beside."""
    win: int
    """Handle without payouts, gifts and corrections: what stayed in the tray."""
    hold_of_drop: Fraction | None
    hold_of_handle: Fraction | None
    theoretical: Fraction | None
    """What should have stayed by the lab's figures; none if one of them is not known."""
    not_known: tuple[str, ...]
    """Wagers whose edge the lab was not asked for."""
    jackpots_paid: int
    meter_difference: Fraction
    """Nothing, or the books of some meter are wrong."""
    tray: int
    """Chips in the tray in the end."""
    wagers: tuple[WagerFigures, ...]
    meters: tuple[MeterFigures, ...]
    jackpots: tuple[Jackpot, ...]
    merchandise: tuple[Merchandise, ...]
    incidents: tuple[Incident, ...]
    rulings: tuple[Ruling, ...]
    corrections: tuple[Correction, ...]
    voids: tuple[Void, ...]
    counts: tuple[Count, ...]
    example: bool = False
    """Whether the table was last played by an example filing."""


PARTS: Final[Mapping[str, type[Struct]]] = {
    "wagers": WagerFigures,
    "meters": MeterFigures,
    "jackpots": Jackpot,
    "merchandise": Merchandise,
    "incidents": Incident,
    "rulings": Ruling,
    "corrections": Correction,
    "voids": Void,
    "counts": Count,
}
"""The lists in a report, and what they list."""


def shift_report(
    table: str,
    title: str,
    recorded: Iterable[Recorded],
    period: Period,
    edges: Edges = unknown,
    founder: str = "",
) -> ShiftReport:
    """The sheet of a table, from all that ever happened there."""
    sheet = _Sheet(period, founder)
    for one in recorded:
        sheet.take(one)
    return sheet.report(table, title, edges)


class _Sheet:
    def __init__(self, period: Period, founder: str) -> None:
        self._period = period
        self._floor, self._wagers, self._matters = Floor(founder), Wagers(), Matters()
        self._meters = Meters(period)
        self._rounds = self._hands = self._drop = self._buy_ins = self._cash_outs = 0
        self._fills = self._bank = self._tray = 0
        self._void, self._settled = False, set[int]()

    def take(self, one: Recorded) -> None:
        """One event more."""
        at = one.at or ""
        self._floor.take(one)
        if self._period.after(at):
            return
        inside = self._period.holds(at)
        if isinstance(one.event, e.RoundOpened):
            self._void, self._settled = False, set()
        elif isinstance(one.event, e.RoundVoided):
            self._void = True
        self._meters.take(one)
        self._matters.take(one, self._floor, inside=inside)
        for moved in one.postings:
            self._tray += int(moved.cents) * ((moved.target == TRAY) - (moved.source == TRAY))
        if isinstance(one.event, e.BroughtForward):
            self._tray = int(one.event.balances.get(TRAY, 0))
        if inside:
            self._wagers.take(one, self._floor)
            self._count(one.event)

    def _count(self, event: e.Event) -> None:
        match event:
            case e.BoughtIn(cents=cents):
                self._drop += cents
                self._buy_ins += 1
            case e.CashedOut(cents=cents):
                self._cash_outs += cents
            case e.TrayFilled(cents=cents):
                self._fills += cents
            case e.TableOpened(bank=bank):
                self._bank += bank
            case e.RoundClosed():
                self._rounds += not self._void
            case e.SeatSettled(seat=seat):
                self._hands += seat not in self._settled  # a bonus may be settled before the hand
                self._settled.add(seat)
            case e.SettlementReversed(seat=seat):
                self._hands -= seat in self._settled
                self._settled.discard(seat)
            case _:
                pass

    def report(self, table: str, title: str, edges: Edges) -> ShiftReport:
        """What it comes to."""
        wagers, matters, meters = self._wagers.figures(edges), self._matters, self._meters.figures()
        handle = sum(one.handle for one in wagers)
        payouts = sum(one.payouts for one in wagers)
        corrected = sum(one.corrected for one in wagers)
        gifts = sum(self._wagers.gifts.values())
        win = handle - payouts - gifts - corrected
        known = [one.theoretical for one in wagers if one.theoretical is not None]
        return ShiftReport(
            table=table,
            title=title,
            game=self._floor.game,
            start=self._period.start,
            end=self._period.end,
            rounds=self._rounds,
            hands=self._hands,
            drop=self._drop,
            buy_ins=self._buy_ins,
            cash_outs=self._cash_outs,
            fills=self._fills,
            bank=self._bank,
            counted_over=sum(one.over for one in matters.counts),
            handle=handle,
            payouts=payouts,
            gifts=gifts,
            corrected=corrected,
            win=win,
            hold_of_drop=Fraction(win, self._drop) if self._drop else None,
            hold_of_handle=Fraction(win, handle) if handle else None,
            theoretical=sum(known, Fraction()) if len(known) == len(wagers) else None,
            not_known=tuple(sorted({one.wager for one in wagers if one.theoretical is None})),
            jackpots_paid=sum(one.paid for one in matters.jackpots),
            meter_difference=sum((abs(Fraction(one.difference)) for one in meters), Fraction()),
            tray=self._tray,
            wagers=wagers,
            meters=meters,
            jackpots=tuple(matters.jackpots),
            merchandise=tuple(matters.merchandise),
            incidents=tuple(matters.incidents),
            rulings=tuple(matters.rulings),
            corrections=tuple(matters.corrections),
            voids=tuple(matters.voids),
            counts=tuple(matters.counts),
            example=self._floor.example,
        )
