"""``pitboss solve``: the exact house edge of every wager, and the best play."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import check_new, write_new
from pitboss.cli.options import GameKey, Json
from pitboss.cli.progress import teller
from pitboss.cli.rules_asked import Pays, Readings, Submission, asked_rules, asked_submission
from pitboss.cli.screen import print_json, show
from pitboss.refusal import Refused
from pitboss.submission import completed

NoCache = Annotated[bool, typer.Option("--no-cache", help="Solve afresh.")]


def command(
    game: GameKey,
    submission: Submission = None,
    reading: Readings = None,
    pay: Pays = None,
    no_cache: NoCache = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="Also every return table and the distribution.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="The return tables as CSV.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="With --csv: write to this new file."),
    ] = None,
    as_json: Json = False,
) -> None:
    """The exact house edge of every wager, and the best play.

    Figures are in units of one required wager, exact as fractions, under any submission, reading
    or changed paytable.
    """
    if csv and (as_json or tables):
        raise Refused("choose one of --csv, --json and --tables")
    if output is not None and not csv:
        raise Refused("--output goes with --csv")
    check_new(output)
    found, rules = asked_rules(game, submission, reading, pay)
    from pitboss.lab.solution import solve

    with teller() as told:
        solution = solve(rules, told=told, cache=not no_cache)
    if as_json:
        from pitboss.papers.lab_json import solved_json

        filed = asked_submission(found, submission, reading)
        print_json(solved_json(found, filed, pay or [], solution))
    elif csv:
        from pitboss.papers.returns_csv import returns_csv

        write_new(output, returns_csv(solution), "the return tables")
    else:
        from pitboss.papers.solution_text import solution_text

        filed = asked_submission(found, submission, reading)
        whole, _ = completed(found, filed)
        shown = solution_text(found, solution, whole, tables=tables, changes=tuple(pay or ()))
        show(shown)
