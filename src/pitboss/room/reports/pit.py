"""The totals of a whole pit over a period: the shift sheets of its tables, added up."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from pitboss.room.reports.bands import WinBands, deviation_of_sum, win_bands
from pitboss.room.reports.period import Period
from pitboss.room.reports.shift import ShiftReport


class PitReport(Struct, frozen=True):
    """The totals of all tables, in cents, and their sheets."""

    start: str
    end: str
    tables: int
    rounds: int
    hands: int
    drop: int
    cash_outs: int
    fills: int
    handle: int
    payouts: int
    gifts: int
    corrected: int
    win: int
    hold_of_drop: Fraction | None
    hold_of_handle: Fraction | None
    theoretical: Fraction | None
    """None if it is unknown at any table."""
    bands: WinBands | None
    """Tables are independent of each other, so their variances add up."""
    not_known: tuple[str, ...]
    """Tables whose theoretical win is unknown."""
    outside: tuple[str, ...]
    """Tables whose win is outside its 99% band."""
    jackpots_paid: int
    meter_difference: Fraction
    incidents: int
    voids: int
    corrections: int
    sheets: tuple[ShiftReport, ...]


def pit_report(sheets: Sequence[ShiftReport], period: Period) -> PitReport:
    """Return the totals of these sheets, which are all of the period."""

    def total(name: str) -> int:
        return sum(getattr(sheet, name) for sheet in sheets)

    win, drop, handle, rounds = map(total, ("win", "drop", "handle", "rounds"))
    theoreticals = [sheet.theoretical for sheet in sheets if sheet.theoretical is not None]
    theoretical = sum(theoreticals, Fraction()) if len(theoreticals) == len(sheets) else None
    deviation = deviation_of_sum(s.bands.standard_deviation for s in sheets if s.bands)
    return PitReport(
        start=period.start,
        end=period.end,
        tables=len(sheets),
        rounds=rounds,
        hands=total("hands"),
        drop=drop,
        cash_outs=total("cash_outs"),
        fills=total("fills"),
        handle=handle,
        payouts=total("payouts"),
        gifts=total("gifts"),
        corrected=total("corrected"),
        win=win,
        hold_of_drop=Fraction(win, drop) if drop else None,
        hold_of_handle=Fraction(win, handle) if handle else None,
        theoretical=theoretical,
        bands=win_bands(win, theoretical, deviation, rounds),
        not_known=tuple(sheet.table for sheet in sheets if sheet.theoretical is None),
        outside=tuple(s.table for s in sheets if s.bands and s.bands.is_outside),
        jackpots_paid=total("jackpots_paid"),
        meter_difference=sum((sheet.meter_difference for sheet in sheets), Fraction()),
        incidents=sum(len(sheet.incidents) for sheet in sheets),
        voids=sum(len(sheet.voids) for sheet in sheets),
        corrections=sum(len(sheet.corrections) for sheet in sheets),
        sheets=tuple(sheets),
    )
