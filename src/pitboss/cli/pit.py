"""``pitboss pit``: reports of a pit on its tables and players."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pitboss.cli.files import check_output_suffix, check_writable, write_new, write_new_bytes
from pitboss.cli.options import (
    DatabaseOption,
    DataOption,
    DayOption,
    GameFiles,
    Json,
    add_games,
    utc_today,
    with_store,
)
from pitboss.cli.output import print_json, print_rich, progress_display
from pitboss.errors import Refused, short_repr

app = typer.Typer(help="Report on the tables and players of a room.", rich_markup_mode=None)

FromTime = Annotated[
    str | None, typer.Option("--from", metavar="TIME", help="Start at this time in UTC.")
]
ToTime = Annotated[
    str | None, typer.Option("--to", metavar="TIME", help="End before this time in UTC.")
]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV for a spreadsheet.")]
OutputFile = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="With --csv: write to this new file."),
]


@app.command("shift")
def shift(
    tables: Annotated[
        list[str] | None,
        typer.Argument(metavar="TABLE", help="Keys of tables; all tables if omitted."),
    ] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    day: DayOption = None,
    start: FromTime = None,
    end: ToTime = None,
    part: Annotated[
        str | None,
        typer.Option("--part", metavar="PART", help="With --csv: one of wagers, meters, voids, …"),
    ] = None,
    solve: Annotated[
        bool, typer.Option("--solve", help="Solve games that have no stored solution yet.")
    ] = False,
    pit: Annotated[
        bool, typer.Option("--pit", help="Report only the totals over these tables.")
    ] = False,
    csv: CsvOption = False,
    output: OutputFile = None,
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Report drop, handle, win and hold of tables.

    The win is compared with the lab's figures: the theoretical win, and the bands that 95% and 99%
    of all results fall into by chance. The report also lists meters, jackpots, incidents, rulings,
    corrections, voids, tray counts, fills and credits. Without --day, --from or --to, it covers
    today so far.
    """
    from pitboss.room.reports.lab_edges import lab_edges
    from pitboss.room.reports.period import day_period, requested_period
    from pitboss.room.reports.pit import PitReport, pit_report
    from pitboss.room.reports.rendering import pit_text, shift_csv, shift_text, totals_csv
    from pitboss.room.reports.shift import REPORT_LISTS
    from pitboss.room.reports.store_reports import shift_reports
    from pitboss.table.state import encode_fraction

    add_games(game_files)
    _check_output(csv=csv, as_json=as_json, output=output)
    if part is not None and (not csv or part not in REPORT_LISTS):
        raise Refused(f"--part requires --csv and must be one of {', '.join(REPORT_LISTS)}")
    if part is not None and pit:
        raise Refused("choose one of --part and --pit")
    period = requested_period(day, start, end) or day_period(utc_today())
    with progress_display() as progress:
        edges = lab_edges(solve=solve, progress=progress)
        reports = with_store(
            lambda store: shift_reports(store, period, tables or (), edges, progress),
            data,
            database,
        )
    totals = pit_report(reports, period)
    if as_json:
        print_json(msgspec.to_builtins(totals if pit else reports, enc_hook=encode_fraction))
    elif csv:
        text = totals_csv([totals], PitReport) if pit else shift_csv(reports, part)
        write_new(output, text, "the report")
    elif not reports:
        print("The room has no tables.")
    else:
        sheets = () if pit else (line for report in reports for line in shift_text(report))
        # One table needs no totals.
        print_rich(*sheets, *(pit_text(totals) if pit or len(reports) > 1 else ()))


@app.command("staff")
def staff(
    tables: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TABLE", help="Keys of tables; all tables and the back office if omitted."
        ),
    ] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    day: DayOption = None,
    start: FromTime = None,
    end: ToTime = None,
    part: Annotated[
        str | None, typer.Option("--part", metavar="PART", help="With --csv: people or acts.")
    ] = None,
    csv: CsvOption = False,
    output: OutputFile = None,
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Report what each member of staff did.

    For each person: rounds dealt, rulings, approvals, proposals, corrections, counts, fills,
    incidents and sign-ins; then each of these acts. Without --day, --from or --to, it covers today
    so far.
    """
    from pitboss.room.reports.period import day_period, requested_period
    from pitboss.room.reports.rendering import staff_csv, staff_text
    from pitboss.room.reports.staff import STAFF_LISTS
    from pitboss.room.reports.store_reports import staff_report_of

    add_games(game_files)
    _check_output(csv=csv, as_json=as_json, output=output)
    if part is not None and (not csv or part not in STAFF_LISTS):
        raise Refused(f"--part requires --csv and must be one of {', '.join(STAFF_LISTS)}")
    period = requested_period(day, start, end) or day_period(utc_today())
    with progress_display() as progress:
        report = with_store(
            lambda store: staff_report_of(store, period, tables or (), progress), data, database
        )
    if as_json:
        print_json(msgspec.to_builtins(report))
    elif csv:
        write_new(output, staff_csv(report, part), "the report")
    else:
        print_rich(*staff_text(report))


@app.command("books")
def books(
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write to this new .pdf, .html or .zip file, or this new .parquet folder.",
        ),
    ],
    data: DataOption = None,
    database: DatabaseOption = None,
    day: DayOption = None,
    solve: Annotated[
        bool, typer.Option("--solve", help="Solve games that have no stored solution yet.")
    ] = False,
    game_files: GameFiles = None,
) -> None:
    """Write the daily book as PDF, HTML, CSV or Parquet.

    It has all shift sheets, the reconciliation, the staff activity, and the heads of the chains. A
    .zip file has a CSV file for each list; a .parquet folder has a Parquet file for each. A .pdf
    file needs ./pitboss extra report; a .parquet folder needs ./pitboss extra data. Without --day,
    the book covers today so far.
    """
    from pitboss.papers.typesetting import require_typst
    from pitboss.room.reports.book_files import book_content, book_parquet, require_pyarrow
    from pitboss.room.reports.daily_book import daily_book
    from pitboss.room.reports.lab_edges import lab_edges
    from pitboss.table.table import utc_text

    add_games(game_files)
    suffix = check_output_suffix(output, (".pdf", ".html", ".zip", ".parquet"))
    if suffix == ".pdf":
        require_typst()
    elif suffix == ".parquet":
        require_pyarrow()
    made_at = utc_text(datetime.now(UTC))
    with progress_display() as progress:
        edges = lab_edges(solve=solve, progress=progress)
        book = with_store(
            lambda store: daily_book(store, day or utc_today(), made_at, edges, progress),
            data,
            database,
        )
    if suffix == ".parquet":
        files = book_parquet(book)
        output.mkdir()
        for name, content in files.items():
            write_new_bytes(output / name, content, f"the list {Path(name).stem}")
        return
    format_ = "csv" if suffix == ".zip" else suffix.removeprefix(".")
    write_new_bytes(output, book_content(book, format_), f"the book of {book.day}")


@app.command("player")
def player(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the player.")],
    data: DataOption = None,
    database: DatabaseOption = None,
    day: DayOption = None,
    start: FromTime = None,
    end: ToTime = None,
    csv: CsvOption = False,
    output: OutputFile = None,
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Report one player's rounds at all tables.

    The report has stakes, results, and money in and out.
    """
    from pitboss.room.reports.period import ALL_TIME, requested_period
    from pitboss.room.reports.store_reports import player_history_of
    from pitboss.table.state import encode_fraction

    add_games(game_files)
    _check_output(csv=csv, as_json=as_json, output=output)
    period = requested_period(day, start, end) or ALL_TIME
    with progress_display() as progress:
        history = with_store(
            lambda store: player_history_of(store, name, period, progress), data, database
        )
    if as_json:
        print_json(msgspec.to_builtins(history, enc_hook=encode_fraction))
    elif csv:
        from pitboss.room.reports.rendering import history_csv

        write_new(output, history_csv(history), f"the rounds of {short_repr(name)}")
    else:
        from pitboss.room.reports.rendering import history_text

        print_rich(*history_text(history))


@app.command("rounds")
def rounds(
    data: DataOption = None,
    database: DatabaseOption = None,
    tables: Annotated[
        list[str] | None,
        typer.Option("--table", metavar="TABLE", help="Only rounds at this table; repeatable."),
    ] = None,
    day: DayOption = None,
    start: FromTime = None,
    end: ToTime = None,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Only rounds of this player.")
    ] = "",
    staff: Annotated[
        str,
        typer.Option(
            "--staff", metavar="NAME", help="Only rounds in which this dealer or floorperson acted."
        ),
    ] = "",
    minimum: Annotated[
        int,
        typer.Option(
            "--minimum", metavar="DOLLARS", help="Only if a player was credited at least this."
        ),
    ] = 0,
    incident: Annotated[bool, typer.Option("--incident", help="Only with an incident.")] = False,
    jackpot: Annotated[bool, typer.Option("--jackpot", help="Only with a jackpot.")] = False,
    correction: Annotated[
        bool, typer.Option("--correction", help="Only rounds that were corrected.")
    ] = False,
    void: Annotated[bool, typer.Option("--void", help="Only void rounds.")] = False,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="How many rounds to show at most.")
    ] = 50,
    after: Annotated[
        str,
        typer.Option("--after", metavar="PLACE", help="Go on where the previous page ended."),
    ] = "",
    as_json: Json = False,
) -> None:
    """Find closed rounds by time, player, amount, incident or staff.

    The newest come first. Everything that is given must apply.
    """
    from pitboss.room.reports.period import ALL_TIME, requested_period
    from pitboss.room.reports.rendering import rounds_text
    from pitboss.room.reports.round_list import RoundSearch, find_rounds

    search = RoundSearch(
        tables=tuple(tables or ()),
        period=requested_period(day, start, end) or ALL_TIME,
        player=player,
        staff=staff,
        minimum=100 * minimum,
        incident=incident,
        jackpot=jackpot,
        correction=correction,
        void=void,
    )
    result = with_store(
        lambda store: find_rounds(store, search, after=after, limit=limit), data, database
    )
    if as_json:
        print_json(msgspec.to_builtins(result))
    else:
        print_rich(*rounds_text(result))


def _check_output(*, csv: bool, as_json: bool, output: Path | None) -> None:
    if csv and as_json:
        raise Refused("choose one of --csv and --json")
    if output is not None and not csv:
        raise Refused("--output requires --csv")
    check_writable(output)
