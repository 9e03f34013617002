"""``pitboss submission``: write, check, print and compare the filings of an operator."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from pitboss.cli.files import name_file_in_faults, read_submission, today, write_new
from pitboss.cli.options import GameFiles, GameKey, Json, add_games
from pitboss.cli.output import format_json, print_json
from pitboss.errors import Refused
from pitboss.games import Game, UnknownGame, find_game
from pitboss.papers.filing.changes import describe_changes
from pitboss.papers.filing.document import build_filing, filing_html, filing_markdown
from pitboss.papers.filing.warnings import submission_warnings
from pitboss.submission import Fault, default_submission, filing_faults, is_example, resolve
from pitboss.submission.toml_writer import toml_text

app = typer.Typer(
    help="Write, check, print and compare the filings of an operator.", rich_markup_mode=None
)

EXAMPLE_WARNING = "this is an example: it still has the built-in filing's operator"

SubmissionFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="TOML or JSON; - for standard input.")
]
OutputFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this new file.")
]


@app.command("new")
def new(key: GameKey, output: OutputFile = None, as_json: Json = False) -> None:
    """Write the example filing of a game, complete and ready to edit."""
    game = find_game(key)
    filing = default_submission(game, {})
    text = json.dumps(filing, indent=2) + "\n" if as_json else toml_text(game, filing)
    write_new(output, text, f"the example filing of {game.name}")


@app.command("check")
def check(file: SubmissionFile, game_files: GameFiles = None, as_json: Json = False) -> None:
    """Check that a filing is complete and valid.

    Lists every fault and every omission with its clause.
    """
    add_games(game_files)
    filing = read_submission(file)
    game = _find_game(filing, game_files)
    if faults := filing_faults(game, filing, today()):
        _exit_with_faults(file, game.key, faults, as_json)
    rules = resolve(game, filing)
    notes = [EXAMPLE_WARNING] * is_example(filing) + [*submission_warnings(game, filing)]
    if as_json:
        result = {"game": game.key, "valid": True, "hash": rules.hash, "faults": []}
        print_json(result | {"warnings": notes})
        return
    print(f"{file} is a complete and valid filing for {game.name} ({game.edition}).")
    print(f"Rules hash {rules.hash}")
    for note in notes:
        print(f"Note: {note}.")


@app.command("print")
def print_filing(
    file: SubmissionFile,
    html: Annotated[
        bool, typer.Option("--html", help="Print a web page instead of Markdown.")
    ] = False,
    output: OutputFile = None,
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Print a filing as the regulator receives it.

    The format is Markdown, or with --html a web page.
    """
    add_games(game_files)
    choices = read_submission(file)
    if html and as_json:
        raise Refused("choose one of --html and --json")
    with name_file_in_faults(file):
        filing = build_filing(_find_game(choices, game_files), choices)
    render = format_json if as_json else filing_html if html else filing_markdown
    write_new(output, render(filing), "the filing")


@app.command("diff")
def diff(
    before: SubmissionFile,
    after: SubmissionFile,
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Describe in words what changed between two filings."""
    add_games(game_files)
    old, new = read_submission(before), read_submission(after)
    game = _find_game(new, game_files)
    if old["game"] != new["game"]:
        raise Refused(f"{before} is for {old['game']}, but {after} is for {new['game']}")
    for file, filing in ((before, old), (after, new)):
        with name_file_in_faults(file):
            resolve(game, filing)
    changes = describe_changes(game, old, new)
    if as_json:
        print_json({"game": game.key, "changes": changes})
        return
    print("\n".join(changes) if changes else "The two filings are equivalent.")


def _find_game(filing: Mapping[str, Any], files: Sequence[Path] | None) -> Game:
    """Return the game of a filing; for an unknown game, hint at --game."""
    try:
        return find_game(filing["game"])
    except UnknownGame as unknown:
        if files:
            raise
        raise UnknownGame(f"{unknown.sentence} (for a game from a file, add --game FILE)") from None


def _exit_with_faults(file: Path, game: str, faults: Sequence[Fault], as_json: bool) -> NoReturn:
    if as_json:
        print_json({"game": game, "valid": False, "hash": None, "faults": faults})
    for fault in faults:
        print(f"pitboss: {file}: {fault}.", file=sys.stderr)
    raise typer.Exit(2)
