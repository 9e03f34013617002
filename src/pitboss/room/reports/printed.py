"""Reports for people: a sheet of a table, a player's history, the books of a day."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.money import dollars
from pitboss.room.reports.matters import Correction, Count, Incident, Jackpot, Ruling, Void
from pitboss.room.reports.period import Period
from pitboss.room.reports.player import PlayerHistory
from pitboss.room.reports.reconcile import Reconciliation
from pitboss.room.reports.shift import ShiftReport
from pitboss.table.ledger import Cents

FIGURES: Final = frozenset(
    {"made", "handle", "payouts", "win", "edge", "theoretical"}  # wagers
    | {"before", "seeded", "fed", "corrected", "paid", "shows", "off_by"}  # meters
    | {"returned", "counted", "over", "staked", "credited", "net", "rounds", "lines", "moved"}
)
"""Columns of figures, which are set to the right."""
MOST_ROUNDS: Final = 50
"""Of a player's history on a screen; JSON and CSV have all."""


def sum_of(cents: Cents) -> str:
    """Money, with what is left of a cent."""
    whole = cents.numerator // cents.denominator
    rest = cents - whole
    return f"{dollars(whole)} + {rest}¢" if rest else dollars(whole)


def share(part: Fraction | None) -> str:
    """A share in percent."""
    return "–" if part is None else f"{float(part):.2%}".replace("-", "−")


def about(cents: Fraction | None) -> str:
    """Money to the nearest cent."""
    return "–" if cents is None else dollars(round(cents))


def shift_text(report: ShiftReport) -> Iterator[RenderableType]:
    """The sheet of one table."""
    yield Text(f"{report.title} ({report.table})", style="bold")
    period = Period(report.start, report.end)
    example = ", example filing" if report.example else ""
    yield Text(f"{report.game or 'not open yet'}, {period}, UTC{example}", style="dim")
    yield _grid(
        ("rounds", f"{report.rounds:,}", "hands", f"{report.hands:,}"),
        ("drop", dollars(report.drop), "cash-outs", dollars(report.cash_outs)),
        ("fills", dollars(report.fills), "tray in the end", dollars(report.tray)),
        ("handle", dollars(report.handle), "payouts", dollars(report.payouts)),
        ("envy, community", dollars(report.gifts), "corrections", dollars(report.corrected)),
        ("win", dollars(report.win), "theoretical", about(report.theoretical)),
        ("win / drop", share(report.hold_of_drop), "win / handle", share(report.hold_of_handle)),
        ("jackpots paid", dollars(report.jackpots_paid), "meters off by", _off(report)),
    )
    if report.not_known:
        wagers = ", ".join(report.not_known)
        yield Text(f"The lab was not asked for {wagers}: --solve has it solved.", style="dim")
    for part in _parts(report):
        if part.row_count:
            yield ""
            yield part
    yield ""


def _off(report: ShiftReport) -> str:
    return sum_of(report.meter_difference)


def _parts(report: ShiftReport) -> Iterator[Table]:
    yield _table(
        "Wagers",
        ("wager", "made", "handle", "payouts", "win", "edge", "theoretical"),
        [
            (
                one.label,
                f"{one.made:,}",
                dollars(one.handle),
                dollars(one.payouts + one.corrected),
                dollars(one.win),
                share(one.edge),
                about(one.theoretical if one.edge is not None else None),
            )
            for one in report.wagers
        ],
    )
    yield _table(
        "Meters",
        ("meter", "before", "seeded", "fed", "corrected", "paid", "shows", "off_by"),
        [
            (
                m.meter,
                *map(sum_of, (m.opened, m.seeded, m.fed, m.corrected, m.paid, m.shows)),
                sum_of(m.difference),
            )
            for m in report.meters
        ],
    )
    yield _table(
        "Jackpots",
        ("at", "round", "player", "meter", "paid", "verified by", "validated by"),
        [
            (
                *(_at(j.at), str(j.round), j.player, j.meter, dollars(j.paid)),
                *(j.verified_by, _second(j.validated_by, j)),
            )
            for j in report.jackpots
        ],
    )
    yield _table(
        "Merchandise, handed over or paid as its value",
        ("at", "round", "player", "what", "value", "handed over"),
        [
            (
                *(_at(m.at), str(m.round), m.player, m.what, dollars(m.value)),
                _at(m.handed_over) if m.handed_over else "paid as its value",
            )
            for m in report.merchandise
        ],
    )
    yield _table(
        "Incidents",
        ("at", "round", "what", "reported by", "ruling", "by"),
        [
            (
                *(_at(i.at), str(i.round or ""), i.what, i.reported_by, i.ruling),
                _second(i.ruled_by, i),
            )
            for i in report.incidents
        ],
    )
    yield _table(
        "Rulings",
        ("at", "round", "what", "player", "reason", "proposed or reported by", "by"),
        [
            (
                *(_at(r.at), str(r.round or ""), r.what, r.who, r.reason),
                *(r.started_by, _second(r.by, r)),
            )
            for r in report.rulings
        ],
    )
    yield _table(
        "Corrections",
        ("at", "of", "by", "reason", "proposed by", "approved by"),
        [
            (
                _at(c.at),
                f"round {c.round}, {c.player}, {c.key}" if c.round else f"meter {c.key}",
                sum_of(c.cents),
                c.reason,
                c.proposed_by,
                _second(c.approved_by, c),
            )
            for c in report.corrections
        ],
    )
    yield _table(
        "Voids",
        ("at", "round", "reason", "returned", "proposed by", "approved by"),
        [
            (
                *(_at(v.at), str(v.round), v.reason, dollars(v.returned)),
                *(v.proposed_by, _second(v.approved_by, v)),
            )
            for v in report.voids
        ],
    )
    yield _table(
        "Counts of the tray",
        ("at", "", "counted", "over", "counted by", "confirmed by"),
        [
            (
                *(_at(n.at), n.what, dollars(n.counted), dollars(n.over)),
                *(n.counted_by, _second(n.confirmed_by, n)),
            )
            for n in report.counts
        ],
    )


def history_text(history: PlayerHistory) -> Iterator[RenderableType]:
    """One player."""
    yield Text(history.player, style="bold")
    yield Text(f"{Period(history.start, history.end)}, UTC", style="dim")
    yield _grid(
        ("rounds", f"{history.rounds:,}", "net", dollars(history.net)),
        ("staked", dollars(history.staked), "credited", dollars(history.credited)),
        ("bought in", dollars(history.bought_in), "cashed out", dollars(history.cashed_out)),
        ("corrections", dollars(history.corrected), "", ""),
    )
    if history.played:
        yield ""
        yield _table(
            "",
            ("at", "table", "round", "staked", "credited", "net", ""),
            [
                (
                    _at(r.at),
                    r.table,
                    str(r.round),
                    *map(dollars, (r.staked, r.credited, r.net)),
                    "void" if r.void else "",
                )
                for r in history.played[-MOST_ROUNDS:]
            ],
        )
    if len(history.played) > MOST_ROUNDS:
        yield Text(f"The last {MOST_ROUNDS}; --csv has all of them.", style="dim")


def books_text(found: Reconciliation) -> Iterator[RenderableType]:
    """The books of a day: a line a table, and whether they close."""
    rows = []
    for one in found.streams:
        off = sum((abs(Fraction(a.difference)) for a in one.accounts), Fraction())
        off += sum((abs(Fraction(m.difference)) for m in one.meters), Fraction())
        moved = sum(Fraction(a.received) for a in one.accounts)
        sums = (f"{one.rounds:,}", f"{one.lines:,}", about(Fraction(moved)), sum_of(off))
        rows.append((one.title, one.stream, *sums))
    yield Text(f"Books of {found.day}, UTC", style="bold")
    yield _table("", ("", "stream", "rounds", "lines", "moved", "off_by"), rows)
    yield f"All money together: {sum_of(found.total)}. Difference: {sum_of(found.difference)}."


def _second(name: str, record: Jackpot | Correction | Void | Count | Incident | Ruling) -> str:
    """The second person, and who invited the two."""
    return f"{name} (invited: {record.invitations})" if record.invitations else name


def _at(moment: str) -> str:
    return moment[:19].replace("T", " ")


def _grid(*rows: tuple[str, str, str, str]) -> Table:
    grid = Table.grid(padding=(0, 3, 0, 0))
    for at in range(4):
        grid.add_column(justify="right" if at % 2 else "left")
    for row in rows:
        grid.add_row(*map(Text, row))
    return grid


def _table(title: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """With sums to the right, and words, which are other people's, as they are."""
    table = Table(title=title or None, title_justify="left", title_style="bold", box=None)
    for name in names:
        table.add_column(name.replace("_", " "), justify="right" if name in FIGURES else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    return table
