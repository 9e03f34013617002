"""``pitboss solve`` and ``counts``: the exact house edge of every wager, and counts of deals."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import check_writable, write_new
from pitboss.cli.options import (
    GameKey,
    Json,
    PayOptions,
    ReadingOptions,
    SubmissionOption,
    rules_from_options,
    submission_from_options,
)
from pitboss.cli.output import print_json, print_rich, progress_display
from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.submission import complete_submission

NoCacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Solve again, without stored solutions.")
]


def solve_command(
    key: GameKey,
    submission: SubmissionOption = None,
    reading: ReadingOptions = None,
    pay: PayOptions = None,
    no_cache: NoCacheOption = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="Add every return table and the distribution.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print the return tables as CSV.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="With --csv: write to this new file."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Compute the exact house edges and the optimal strategy.

    Figures are exact fractions in units of one required wager, for any submission, reading or
    changed paytable.
    """
    if csv and (as_json or tables):
        raise Refused("choose one of --csv, --json and --tables")
    if output is not None and not csv:
        raise Refused("--output requires --csv")
    check_writable(output)
    game, rules = rules_from_options(key, submission, reading, pay)

    from pitboss.lab.solution import solve

    with progress_display() as progress:
        solution = solve(rules, progress=progress, cache=not no_cache)
    if csv:
        from pitboss.papers.solution_report import returns_csv

        write_new(output, returns_csv(solution), "the return tables")
        return
    choices = submission_from_options(game, submission, reading)
    if as_json:
        from pitboss.papers.solution_report import solved_json

        print_json(solved_json(game, choices, pay or [], solution))
    else:
        from pitboss.papers.solution_report import solution_text

        complete, _ = complete_submission(game, choices)
        print_rich(solution_text(game, solution, complete, tables=tables, changes=tuple(pay or ())))


def counts_command(
    key: GameKey,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this new file.")
    ] = None,
) -> None:
    """Count the deals that make each hand, paytable line and result.

    The files in data/counts are made by this command.
    """
    check_writable(output)
    game = find_game(key)
    from pitboss.lab.count_files import count_file

    with progress_display() as progress:
        text = count_file(game, progress)
    write_new(output, text, f"the counts of {game.name}")
