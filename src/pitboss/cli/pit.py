"""``pitboss pit``: what a pit keeps of its tables and players."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pitboss.cli.files import check_new, write_new
from pitboss.cli.options import GameFiles, Json, add_games
from pitboss.cli.progress import teller
from pitboss.cli.room_asked import Data, Database, Day, today, with_store
from pitboss.cli.screen import print_json, show
from pitboss.refusal import Refused, brief

app = typer.Typer(help="What a pit keeps of its tables and players.", rich_markup_mode=None)

From = Annotated[
    str | None, typer.Option("--from", metavar="TIME", help="Or from a time in UTC on…")
]
To = Annotated[str | None, typer.Option("--to", metavar="TIME", help="…up to another.")]
Csv = Annotated[bool, typer.Option("--csv", help="Rows for a spreadsheet.")]
Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="With --csv: write to this new file."),
]


@app.command("shift")
def shift(
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="TABLE…", help="Without any, all of them.")
    ] = None,
    data: Data = None,
    database: Database = None,
    day: Day = None,
    start: From = None,
    end: To = None,
    part: Annotated[
        str | None,
        typer.Option("--part", metavar="PART", help="With --csv: wagers, meters, voids, …"),
    ] = None,
    solve: Annotated[
        bool, typer.Option("--solve", help="Solve what the lab does not know at once.")
    ] = False,
    csv: Csv = False,
    output: Output = None,
    game: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Drop, handle, win and hold of tables against the lab's figures, and all that happened.

    Also meters, jackpots, incidents, rulings, corrections, voids and counts of the tray. Without a
    day or times, today so far.
    """
    from pitboss.room.reports import PARTS, day_of, shift_reports
    from pitboss.room.reports.period import asked
    from pitboss.room.reports.theory import edges_of_the_lab
    from pitboss.table.state import plain

    add_games(game)
    _check_output(csv=csv, as_json=as_json, output=output)
    if part is not None and (not csv or part not in PARTS):
        raise Refused(f"--part goes with --csv, and is one of {', '.join(PARTS)}")
    period = asked(day, start, end) or day_of(today())
    with teller() as told:
        edges = edges_of_the_lab(solve=solve, told=told)
        reports = with_store(
            lambda store: shift_reports(store, period, tables or (), edges, told),
            data,
            database,
        )
    if as_json:
        print_json(msgspec.to_builtins(reports, enc_hook=plain))
    elif csv:
        from pitboss.room.reports.spreadsheet import shift_csv

        write_new(output, shift_csv(reports, part), "the report")
    elif not reports:
        print("The room has no table.")
    else:
        from pitboss.room.reports.printed import shift_text

        show(*(line for report in reports for line in shift_text(report)))


@app.command("player")
def player(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who.")],
    data: Data = None,
    database: Database = None,
    day: Day = None,
    start: From = None,
    end: To = None,
    csv: Csv = False,
    output: Output = None,
    game: GameFiles = None,
    as_json: Json = False,
) -> None:
    """What one player did at all tables: rounds with what was staked and won, money in and out."""
    from pitboss.room.reports import EVER, history_of
    from pitboss.room.reports.period import asked
    from pitboss.table.state import plain

    add_games(game)
    _check_output(csv=csv, as_json=as_json, output=output)
    period = asked(day, start, end) or EVER
    with teller() as told:
        found = with_store(lambda store: history_of(store, name, period, told), data, database)
    if as_json:
        print_json(msgspec.to_builtins(found, enc_hook=plain))
    elif csv:
        from pitboss.room.reports.spreadsheet import history_csv

        write_new(output, history_csv(found), f"the rounds of {brief(name)}")
    else:
        from pitboss.room.reports.printed import history_text

        show(*history_text(found))


def _check_output(*, csv: bool, as_json: bool, output: Path | None) -> None:
    if csv and as_json:
        raise Refused("choose one of --csv and --json")
    if output is not None and not csv:
        raise Refused("--output goes with --csv")
    check_new(output)
