"""Reports as text for a terminal, and as CSV."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.money import dollars
from pitboss.room.reports.bands import WinBands
from pitboss.room.reports.period import Period
from pitboss.room.reports.pit import PitReport
from pitboss.room.reports.pit_log import (
    ChipTransfer,
    Correction,
    Count,
    Incident,
    Jackpot,
    Ruling,
    Void,
)
from pitboss.room.reports.player_history import PlayerHistory, PlayerRound
from pitboss.room.reports.reconciliation import Reconciliation
from pitboss.room.reports.round_list import RoundList, RoundSummary
from pitboss.room.reports.shift import REPORT_LISTS, ShiftReport
from pitboss.room.reports.staff import STAFF_LISTS, StaffMember, StaffReport
from pitboss.table.ledger import Cents

NUMERIC_COLUMNS: Final = frozenset(
    {"count", "handle", "payouts", "win", "edge", "theoretical"}  # wagers
    | {"opening", "seeded", "contributed", "corrected", "paid", "closing", "off by"}  # meters
    | {"amount", "returned", "counted", "over", "staked", "credited", "net"}
    | {"rounds", "lines", "moved", "largest"}
    | {name.replace("_", "-") for name in StaffMember.__struct_fields__[5:]}
)
"""Columns that are aligned to the right."""
MAX_ROUNDS: Final = 50
"""How many rounds of a player the text shows; JSON and CSV have all of them."""


def format_cents(cents: Cents) -> str:
    """Format an exact amount, with any fraction of a cent after the dollars."""
    whole = cents.numerator // cents.denominator
    rest = cents - whole
    return f"{dollars(whole)} + {rest}¢" if rest else dollars(whole)


def format_share(part: Fraction | None) -> str:
    """Format a share in percent."""
    return "–" if part is None else f"{float(part):.2%}".replace("-", "−")


def format_rounded(cents: Fraction | None) -> str:
    """Format an amount to the nearest cent."""
    return "–" if cents is None else dollars(round(cents))


def shift_text(report: ShiftReport) -> Iterator[RenderableType]:
    """Yield the text of a shift report."""
    yield Text(f"{report.title} ({report.table})", style="bold")
    period = Period(report.start, report.end)
    example = ", example filing" if report.example else ""
    yield Text(f"{report.game or 'not opened yet'}, {period}, UTC{example}", style="dim")
    yield _grid(
        ("rounds", f"{report.rounds:,}", "hands", f"{report.hands:,}"),
        ("drop", dollars(report.drop), "cash-outs", dollars(report.cash_outs)),
        ("fills", dollars(report.fills), "tray at the end", dollars(report.tray)),
        ("handle", dollars(report.handle), "payouts", dollars(report.payouts)),
        ("envy, community", dollars(report.gifts), "corrections", dollars(report.corrected)),
        *_win_rows(report),
    )
    if report.not_known:
        wagers = ", ".join(report.not_known)
        yield Text(f"No house edge yet for {wagers}. Use --solve to compute it.", style="dim")
    for part in _list_tables(report):
        if part.row_count:
            yield ""
            yield part
    yield ""


def _win_rows(report: ShiftReport | PitReport) -> Iterator[tuple[str, str, str, str]]:
    """Yield what was won, the hold, and how the win compares with the theoretical win."""
    yield "win", dollars(report.win), "theoretical", format_rounded(report.theoretical)
    hold_of_drop, hold_of_handle = report.hold_of_drop, report.hold_of_handle
    yield "win / drop", format_share(hold_of_drop), "win / handle", format_share(hold_of_handle)
    yield from _band_rows(report.bands)
    difference = format_cents(report.meter_difference)
    yield "jackpots paid", dollars(report.jackpots_paid), "meters off by", difference


def _band_rows(bands: WinBands | None) -> Iterator[tuple[str, str, str, str]]:
    """Yield how far the win is from the theoretical win, and how far chance can take it."""
    if bands is None:
        return
    band_95 = f"{dollars(bands.low_95)} to {dollars(bands.high_95)}"
    band_99 = f"{dollars(bands.low_99)} to {dollars(bands.high_99)}"
    outside = " (outside)" if bands.is_outside else ""
    deviation = dollars(bands.standard_deviation)
    yield "standard deviation", deviation, "z-score", format_deviations(bands.z)
    yield "95% band of win", band_95, "99% band of win", band_99 + outside


def format_deviations(z: float) -> str:
    """Format a number of standard deviations, with its sign."""
    return f"{z:+.2f}".replace("-", "−")


def pit_text(report: PitReport) -> Iterator[RenderableType]:
    """Yield the text of the totals of a pit."""
    tables = "1 table" if report.tables == 1 else f"{report.tables} tables"
    yield Text(f"The whole pit: {tables}", style="bold")
    yield Text(f"{Period(report.start, report.end)}, UTC", style="dim")
    yield _grid(
        ("rounds", f"{report.rounds:,}", "hands", f"{report.hands:,}"),
        ("drop", dollars(report.drop), "handle", dollars(report.handle)),
        *_win_rows(report),
    )
    if report.not_known:
        yield Text(f"No theoretical win yet for {', '.join(report.not_known)}.", style="dim")
    if report.outside:
        yield Text(f"Outside the 99% band: {', '.join(report.outside)}.")
    yield ""


def _list_tables(report: ShiftReport) -> Iterator[Table]:
    yield text_table(
        "Wagers",
        ("wager", "count", "handle", "payouts", "win", "edge", "theoretical"),
        [
            (
                wager.label,
                f"{wager.made:,}",
                dollars(wager.handle),
                dollars(wager.payouts + wager.corrected),
                dollars(wager.win),
                format_share(wager.edge),
                format_rounded(wager.theoretical if wager.edge is not None else None),
            )
            for wager in report.wagers
        ],
    )
    yield text_table(
        "Meters",
        ("meter", "opening", "seeded", "contributed", "corrected", "paid", "closing", "off by"),
        [
            (
                m.meter,
                *map(format_cents, (m.opened, m.seeded, m.fed, m.corrected, m.paid, m.shows)),
                format_cents(m.difference),
            )
            for m in report.meters
        ],
    )
    yield text_table(
        "Jackpots",
        ("time", "round", "player", "meter", "paid", "verified by", "validated by"),
        [
            (
                *(_format_time(j.at), str(j.round), j.player, j.meter, dollars(j.paid)),
                *(j.verified_by, _second_person(j.validated_by, j)),
            )
            for j in report.jackpots
        ],
    )
    yield text_table(
        "Merchandise (handed over, or cash value paid)",
        ("time", "round", "player", "what", "value", "handed over"),
        [
            (
                *(_format_time(m.at), str(m.round), m.player, m.what, dollars(m.value)),
                _format_time(m.handed_over) if m.handed_over else "cash value paid",
            )
            for m in report.merchandise
        ],
    )
    yield text_table(
        "Incidents",
        ("time", "round", "what", "reported by", "ruling", "ruled by"),
        [
            (
                *(_format_time(i.at), str(i.round or ""), i.what, i.reported_by, i.ruling),
                _second_person(i.ruled_by, i),
            )
            for i in report.incidents
        ],
    )
    yield text_table(
        "Rulings",
        ("time", "round", "what", "player", "reason", "proposed or reported by", "ruled by"),
        [
            (
                *(_format_time(r.at), str(r.round or ""), r.what, r.who, r.reason),
                *(r.started_by, _second_person(r.by, r)),
            )
            for r in report.rulings
        ],
    )
    yield text_table(
        "Corrections",
        ("time", "what", "amount", "reason", "proposed by", "approved by"),
        [
            (
                _format_time(c.at),
                f"round {c.round}, {c.player}, {c.key}" if c.round else f"meter {c.key}",
                format_cents(c.cents),
                c.reason,
                c.proposed_by,
                _second_person(c.approved_by, c),
            )
            for c in report.corrections
        ],
    )
    yield text_table(
        "Voids",
        ("time", "round", "reason", "returned", "proposed by", "approved by"),
        [
            (
                *(_format_time(v.at), str(v.round), v.reason, dollars(v.returned)),
                *(v.proposed_by, _second_person(v.approved_by, v)),
            )
            for v in report.voids
        ],
    )
    yield text_table(
        "Tray counts",
        ("time", "", "counted", "over", "counted by", "confirmed by"),
        [
            (
                *(_format_time(n.at), n.what, dollars(n.counted), dollars(n.over)),
                *(n.counted_by, _second_person(n.confirmed_by, n)),
            )
            for n in report.counts
        ],
    )
    yield text_table(
        "Fills and credits",
        ("time", "", "amount", "slip", "proposed by", "approved by"),
        [
            (
                *(_format_time(f.at), f.what, dollars(f.cents), f.slip),
                *(f.proposed_by, _second_person(f.approved_by, f)),
            )
            for f in report.transfers
        ],
    )


def staff_text(report: StaffReport) -> Iterator[RenderableType]:
    """Yield the text of a staff report: a row per person, then their acts."""
    yield Text("Staff activity", style="bold")
    yield Text(f"{Period(report.start, report.end)}, UTC", style="dim")
    if not report.people:
        yield "No staff activity."
        return
    figures = StaffMember.__struct_fields__[5:]
    yield text_table(
        "",
        ("name", "role", "tables", "from", "to", *(name.replace("_", "-") for name in figures)),
        [
            (
                *(p.name, ", ".join(p.roles), ", ".join(p.tables)),
                *(_format_time(p.first), _format_time(p.last)),
                *(str(getattr(p, name) or "") for name in figures),
            )
            for p in report.people
        ],
    )
    if report.acts:
        yield ""
        yield text_table(
            "",
            ("time", "who", "where", "round", "what", ""),
            [
                (_format_time(a.at), a.name, a.table, str(a.round or ""), a.kind, a.text)
                for a in report.acts
            ],
        )


def staff_csv(report: StaffReport, list_name: str | None = None) -> str:
    """Return one row per person or, with ``list_name``, one row per item of that list."""
    name = list_name or "people"
    return records_csv(getattr(report, name), STAFF_LISTS[name])


def history_text(history: PlayerHistory) -> Iterator[RenderableType]:
    """Yield the text of a player's history."""
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
        yield text_table(
            "",
            ("time", "table", "round", "staked", "credited", "net", ""),
            [
                (
                    _format_time(r.at),
                    r.table,
                    str(r.round),
                    *map(dollars, (r.staked, r.credited, r.net)),
                    "void" if r.void else "",
                )
                for r in history.played[-MAX_ROUNDS:]
            ],
        )
    if len(history.played) > MAX_ROUNDS:
        yield Text(f"Showing the last {MAX_ROUNDS} rounds. Use --csv for all.", style="dim")


def rounds_text(result: RoundList) -> Iterator[RenderableType]:
    """Yield the rounds that a search has found, and where it goes on."""
    if result.rounds:
        yield text_table(
            "",
            ("time", "table", "round", "staked", "credited", "largest", "players", "staff", ""),
            [
                (
                    _format_time(r.at),
                    r.table,
                    str(r.round),
                    *map(dollars, (r.staked, r.credited, r.largest_credit)),
                    ", ".join(r.players),
                    ", ".join(r.staff),
                    ", ".join(_round_notes(r)),
                )
                for r in result.rounds
            ],
        )
    if result.next:
        yield Text(
            f"Searched back to {_format_time(result.searched_to)}. "
            f"For earlier rounds, use --after {result.next}",
            style="dim",
        )
    elif not result.rounds:
        yield Text("No round matches.")
    if result.not_indexed:
        yield Text(
            f"The rounds of {', '.join(result.not_indexed)} cannot be found until the room has "
            "been started once with this version.",
            style="dim",
        )


def _round_notes(round_: RoundSummary) -> Iterator[str]:
    """Yield what is special about a round."""
    if round_.void:
        yield "void"
    for count, noun in ((round_.incidents, "incident"), (round_.jackpots, "jackpot")):
        if count:
            yield noun if count == 1 else f"{count} {noun}s"


def reconciliation_text(result: Reconciliation) -> Iterator[RenderableType]:
    """Yield the text of a reconciliation: one row per stream, and the totals."""
    rows = []
    for stream in result.streams:
        difference = sum((abs(Fraction(a.difference)) for a in stream.accounts), Fraction())
        difference += sum((abs(Fraction(m.difference)) for m in stream.meters), Fraction())
        turnover = sum((Fraction(a.received) for a in stream.accounts), Fraction())
        sums = (
            f"{stream.rounds:,}",
            f"{stream.lines:,}",
            format_rounded(turnover),
            format_cents(difference),
        )
        rows.append((stream.title, stream.stream, *sums))
    yield Text(f"Reconciliation of {result.day}, UTC", style="bold")
    yield text_table("", ("", "stream", "rounds", "lines", "moved", "off by"), rows)
    yield (
        f"Sum of all balances: {format_cents(result.total)}. "
        f"Difference: {format_cents(result.difference)}."
    )


def _second_person(
    name: str, record: Jackpot | Correction | Void | Count | ChipTransfer | Incident | Ruling
) -> str:
    """Return the name of the second person, with who invited the two people."""
    return f"{name} (invited: {record.invitations})" if record.invitations else name


def _format_time(moment: str) -> str:
    return moment[:19].replace("T", " ")


def _grid(*rows: tuple[str, str, str, str]) -> Table:
    grid = Table.grid(padding=(0, 3, 0, 0))
    for index in range(4):
        grid.add_column(justify="right" if index % 2 else "left")
    for row in rows:
        grid.add_row(*map(Text, row))
    return grid


def text_table(title: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Build a table; names and reasons are typed by users, so their markup is not interpreted."""
    table = Table(title=title or None, title_justify="left", title_style="bold", box=None)
    for name in names:
        table.add_column(name, justify="right" if name in NUMERIC_COLUMNS else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    return table


_FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
"""Prefixes that make a spreadsheet treat text as a formula."""


def shift_csv(reports: Sequence[ShiftReport], list_name: str | None = None) -> str:
    """Return one row per table or, with ``list_name``, one row per item of that list."""
    if list_name is None:
        return totals_csv(reports, ShiftReport)
    rows = (
        {"table": report.table} | asdict(item)
        for report in reports
        for item in getattr(report, list_name)
    )
    return csv_rows(["table", *REPORT_LISTS[list_name].__struct_fields__], rows)


def totals_csv(
    reports: Sequence[ShiftReport | PitReport], kind: type[ShiftReport | PitReport]
) -> str:
    """Return one row per report with its totals; the bands are columns of their own."""
    return csv_rows(total_columns(kind), (total_row(report, kind) for report in reports))


def total_columns(kind: type[ShiftReport | PitReport]) -> list[str]:
    """Return the names of a report's totals, with those of its bands."""
    lists = {*REPORT_LISTS, "sheets"} if kind is ShiftReport else {"sheets"}
    names = [name for name in kind.__struct_fields__ if name not in lists]
    where = names.index("bands")
    names[where : where + 1] = WinBands.__struct_fields__
    return names


def total_row(
    report: ShiftReport | PitReport, kind: type[ShiftReport | PitReport]
) -> Mapping[str, object]:
    """Return the totals of a report by name; those of missing bands are None."""
    return {
        name: getattr(report if name in kind.__struct_fields__ else report.bands, name, None)
        for name in total_columns(kind)
    }


def history_csv(history: PlayerHistory) -> str:
    """Return one row per round."""
    return records_csv(history.played, PlayerRound)


def records_csv(records: Sequence[Struct], kind: type[Struct], **leading: str) -> str:
    """Return one row per record; the ``leading`` columns come first in each of them."""
    rows = ({name: getattr(record, name) for name in kind.__struct_fields__} for record in records)
    return csv_rows([*leading, *kind.__struct_fields__], ({**leading, **row} for row in rows))


def csv_rows(names: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Return rows as CSV under a header of these names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([_cell(row[name]) for name in names])
    return text.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | Fraction):
        return str(value)
    if isinstance(value, tuple):
        return _cell(" ".join(map(str, value)))
    text = str(value)
    # Names and reasons are typed by users and must not run as formulas.
    return f"'{text}" if text.startswith(_FORMULA_PREFIXES) else text
