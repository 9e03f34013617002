"""``pitboss report``: a par sheet that a lab can file."""

from datetime import date as day
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import faults_named, new_file, write_new, write_new_bytes
from pitboss.cli.options import GameKey, Json
from pitboss.cli.progress import teller
from pitboss.cli.rules_asked import Pays, Readings, Submission, asked_submission
from pitboss.cli.screen import print_json
from pitboss.cli.solve import NoCache
from pitboss.games import find_game
from pitboss.papers.par.pace import PACE
from pitboss.refusal import Refused, brief

SUFFIXES = (".html", ".pdf")


def command(
    game: GameKey,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="A new file, .html or .pdf."),
    ] = None,
    submission: Submission = None,
    reading: Readings = None,
    pay: Pays = None,
    pace: Annotated[
        int, typer.Option("--pace", metavar="N", help="Rounds an hour, for the hold.")
    ] = PACE,
    date: Annotated[
        str | None,
        typer.Option("--date", metavar="DAY", help="The day it bears, YYYY-MM-DD; today if not."),
    ] = None,
    no_cache: NoCache = False,
    as_json: Json = False,
) -> None:
    """A par sheet that a lab can file: every wager, exactly, and how to find each figure again.

    The suffix of FILE says whether it is a page or a PDF. Nothing is sampled or fetched.
    """
    made = _day(date)
    suffix = _suffix(output, as_json)
    found = find_game(game)
    given = asked_submission(found, submission, reading)
    from pitboss.papers.par.sheet import par_sheet

    with teller() as told, faults_named(*[submission] if submission else []):
        sheet = par_sheet(
            found,
            given,
            changes=tuple(pay or ()),
            pace=pace,
            date=made.isoformat(),
            told=told,
            cache=not no_cache,
        )
    what = f"the par sheet of {found.name}"
    if output is None:
        from pitboss.papers.par.json import par_json

        print_json(par_json(sheet))
    elif suffix == ".html":
        from pitboss.papers.par.html import par_page

        write_new(output, par_page(sheet), what)
    else:
        from pitboss.papers.par.pdf import par_pdf

        write_new_bytes(output, par_pdf(sheet), what)


def _day(text: str | None) -> day:
    if text is None:
        return day.today()
    try:
        return day.fromisoformat(text)
    except ValueError:
        raise Refused(f"{brief(text)} is no day: write it as 2026-01-31") from None


def _suffix(output: Path | None, as_json: bool) -> str:
    """What is wanted, found out before anything is computed."""
    if (output is None) != as_json:
        asked = "choose one of --output and --json" if as_json else "say where it goes: -o FILE"
        raise Refused(asked)
    if output is None:
        return ""
    suffix = new_file(output, SUFFIXES)
    if suffix == ".pdf":
        from pitboss.papers.par.pdf import check_typst

        check_typst()
    return suffix
