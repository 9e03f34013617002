"""The meters of a table: where their money came from, where it went, and whether it adds up.

Seeds and contributions are read from the postings, payments and corrections from the events; the
difference from the balance of the postings shows whether the two agree.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from pitboss.room.reports.period import Period
from pitboss.table import LogEntry
from pitboss.table import events as e
from pitboss.table.ledger import Cents, meter_account, normalize_cents
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
    opened: Cents = 0
    seeded: Cents = 0
    fed: Cents = 0
    corrected: Cents = 0
    paid: Cents = 0
    shows: Cents = 0


class MeterBooks:
    """Totals of every meter of a table over a period."""

    def __init__(self, period: Period) -> None:
        self._period = period
        self._books: dict[str, _MeterBook] = {}

    def add_event(self, entry: LogEntry) -> None:
        """Add the next event; start with the first one of the table."""
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
            book.shows += cents
            if not inside:
                book.opened += cents
            elif posting.why in ("start", "reset"):
                book.seeded += cents
            elif posting.why == "contribution":
                book.fed += cents
        if inside:
            self._apply_event(entry.event)

    def _apply_event(self, event: e.Event) -> None:
        match event:
            case e.SeatSettled(hits=hits):
                for hit in hits:
                    self._books.setdefault(hit.meter, _MeterBook()).paid += hit.paid
            case e.SettlementReversed(hits=hits):
                for hit in hits:
                    self._books.setdefault(hit.meter, _MeterBook()).paid -= hit.paid
            case e.PayoutCorrected(meter=name, meter_change=cents) if name:
                self._books.setdefault(name, _MeterBook()).corrected += normalize_cents(
                    Fraction(cents)
                )
            case e.MeterCorrected(meter=name, cents=cents):
                self._books.setdefault(name, _MeterBook()).corrected += normalize_cents(
                    Fraction(cents)
                )
            case _:
                pass

    def _bring_forward(self, event: e.BroughtForward) -> None:
        for account, cents in event.balances.items():
            if account.startswith(METER_PREFIX):
                amount = normalize_cents(Fraction(cents))
                self._books[account.removeprefix(METER_PREFIX)] = _MeterBook(
                    opened=amount, shows=amount
                )

    def figures(self, balances: Mapping[str, Cents] | None = None) -> tuple[MeterFigures, ...]:
        """Return the figures of every meter.

        ``balances`` are the amounts to compare with, if not those of the postings.
        """
        figures = []
        for name, book in sorted(self._books.items()):
            shows = normalize_cents(book.shows if balances is None else balances.get(name, 0))
            expected = book.opened + book.seeded + book.fed + book.corrected - book.paid
            figures.append(
                MeterFigures(
                    name,
                    normalize_cents(book.opened),
                    normalize_cents(book.seeded),
                    normalize_cents(book.fed),
                    normalize_cents(book.corrected),
                    normalize_cents(book.paid),
                    shows,
                    normalize_cents(expected - shows),
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
