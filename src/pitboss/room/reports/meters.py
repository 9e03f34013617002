"""The meters of a table: where their money came from and went, and that nothing is left over.

What was put in and fed is read from the postings, what was paid and corrected from the events; so
the difference to what the postings come to says whether the two tell the same story.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from pitboss.room.reports.period import Period
from pitboss.table import Recorded
from pitboss.table import events as e
from pitboss.table.ledger import Cents, exact, meter
from pitboss.table.state import State

PREFIX = meter("")


class MeterFigures(Struct, frozen=True):
    """One meter over a period."""

    meter: str
    opened: Cents
    """What it showed at the start…"""
    seeded: Cents
    """…what the house put in, as its start or reset…"""
    fed: Cents
    """…what wagers added, without those that went back…"""
    corrected: Cents
    paid: Cents
    shows: Cents
    """…and what it showed in the end."""
    difference: Cents
    """Nothing, if all of that is true."""


class _Book(Struct):
    opened: Cents = 0
    seeded: Cents = 0
    fed: Cents = 0
    corrected: Cents = 0
    paid: Cents = 0
    shows: Cents = 0


class Meters:
    """Keeps their books."""

    def __init__(self, period: Period) -> None:
        self._period = period
        self._books: dict[str, _Book] = {}

    def take(self, one: Recorded) -> None:
        """One event more, from the first that the table had."""
        at = one.at or ""
        if self._period.after(at):
            return
        if isinstance(one.event, e.BroughtForward):
            self._bring_forward(one.event)
        inside = self._period.holds(at)
        for moved in one.postings:
            name, cents = _of_meter(moved.source, moved.target, moved.cents)
            if not name:
                continue
            book = self._books.setdefault(name, _Book())
            book.shows += cents
            if not inside:
                book.opened += cents
            elif moved.why in ("start", "reset"):
                book.seeded += cents
            elif moved.why == "contribution":
                book.fed += cents
        if inside:
            self._said(one.event)

    def _said(self, event: e.Event) -> None:
        match event:
            case e.SeatSettled(hits=hits):
                for hit in hits:
                    self._books.setdefault(hit.meter, _Book()).paid += hit.paid
            case e.SettlementReversed(hits=hits):
                for hit in hits:
                    self._books.setdefault(hit.meter, _Book()).paid -= hit.paid
            case e.PayoutCorrected(meter=name, meter_change=cents) if name:
                self._books.setdefault(name, _Book()).corrected += exact(Fraction(cents))
            case e.MeterCorrected(meter=name, cents=cents):
                self._books.setdefault(name, _Book()).corrected += exact(Fraction(cents))
            case _:
                pass

    def _bring_forward(self, event: e.BroughtForward) -> None:
        for account, cents in event.balances.items():
            if account.startswith(PREFIX):
                shown = exact(Fraction(cents))
                self._books[account.removeprefix(PREFIX)] = _Book(opened=shown, shows=shown)

    def figures(self, shown: Mapping[str, Cents] | None = None) -> tuple[MeterFigures, ...]:
        """Every meter; ``shown`` is what the meters show by another book than the postings."""
        found = []
        for name, book in sorted(self._books.items()):
            shows = exact(book.shows if shown is None else shown.get(name, 0))
            due = book.opened + book.seeded + book.fed + book.corrected - book.paid
            found.append(
                MeterFigures(
                    name,
                    exact(book.opened),
                    exact(book.seeded),
                    exact(book.fed),
                    exact(book.corrected),
                    exact(book.paid),
                    shows,
                    exact(due - shows),
                )
            )
        return tuple(found)


def standing(state: State) -> tuple[MeterFigures, ...]:
    """Every meter since its table was opened, by the books that the table itself keeps."""
    return tuple(
        MeterFigures(
            name,
            0,
            exact(book.seeded),
            exact(book.fed),
            exact(book.corrected),
            exact(book.paid),
            exact(state.shows(name)),
            exact(book.shows - state.shows(name)),
        )
        for name, book in sorted(state.books.items())
    )


def _of_meter(source: str, target: str, cents: Cents) -> tuple[str, Cents]:
    if target.startswith(PREFIX):
        return target.removeprefix(PREFIX), cents
    if source.startswith(PREFIX):
        return source.removeprefix(PREFIX), -cents
    return "", 0
