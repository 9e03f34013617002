"""``pitboss report``: write a par sheet that a test lab can file."""

import datetime
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import check_output_suffix, name_file_in_faults, write_new, write_new_bytes
from pitboss.cli.options import (
    GameKey,
    Json,
    PayOptions,
    ReadingOptions,
    SubmissionOption,
    submission_from_options,
)
from pitboss.cli.output import print_json, progress_display
from pitboss.cli.solve import NoCacheOption
from pitboss.errors import Refused, short_repr
from pitboss.games import find_game
from pitboss.papers.par_sheet.sheet import DEFAULT_PACE

OUTPUT_SUFFIXES = (".html", ".pdf")


def command(
    key: GameKey,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write to this new file, .html or .pdf."
        ),
    ] = None,
    submission: SubmissionOption = None,
    reading: ReadingOptions = None,
    pay: PayOptions = None,
    pace: Annotated[
        int, typer.Option("--pace", metavar="N", help="Rounds per hour, for the hold.")
    ] = DEFAULT_PACE,
    date: Annotated[
        str | None,
        typer.Option("--date", metavar="DAY", help="Date of the sheet, YYYY-MM-DD; default today."),
    ] = None,
    no_cache: NoCacheOption = False,
    as_json: Json = False,
) -> None:
    """Write a par sheet with exact figures for every wager.

    Each figure comes with a command that reproduces it. The suffix of FILE selects a web page or
    a PDF, which needs ./pitboss extra report once. Nothing is sampled, and the network is not used.
    """
    sheet_date = _parse_date(date)
    suffix = _check_output(output, as_json)
    game = find_game(key)
    choices = submission_from_options(game, submission, reading)
    from pitboss.papers.par_sheet.sheet import build_par_sheet

    with progress_display() as progress, name_file_in_faults(*[submission] if submission else []):
        sheet = build_par_sheet(
            game,
            choices,
            changes=tuple(pay or ()),
            pace=pace,
            date=sheet_date.isoformat(),
            progress=progress,
            cache=not no_cache,
        )
    what = f"the par sheet of {game.name}"
    if output is None:
        from pitboss.papers.par_sheet.sections import par_sheet_json

        print_json(par_sheet_json(sheet))
    elif suffix == ".html":
        from pitboss.papers.par_sheet.html_page import par_sheet_html

        write_new(output, par_sheet_html(sheet), what)
    else:
        from pitboss.papers.par_sheet.pdf import par_sheet_pdf

        write_new_bytes(output, par_sheet_pdf(sheet), what)


def _parse_date(text: str | None) -> datetime.date:
    if text is None:
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise Refused(f"invalid --date {short_repr(text)}: write it like 2026-01-31") from None


def _check_output(output: Path | None, as_json: bool) -> str:
    """Return the suffix of the output file; refuse invalid options before anything is computed."""
    if output is not None and as_json:
        raise Refused("choose one of --output and --json")
    if output is None and not as_json:
        raise Refused("name the file to write with -o FILE, or use --json")
    if output is None:
        return ""
    suffix = check_output_suffix(output, OUTPUT_SUFFIXES)
    if suffix == ".pdf":
        from pitboss.papers.typesetting import require_typst

        require_typst()
    return suffix
