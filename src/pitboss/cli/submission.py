"""``pitboss submission``: what an operator files, written, checked, printed and compared."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from pitboss.cli.files import faults_named, read_submission, today, write_new
from pitboss.cli.options import GameFiles, GameKey, Json, add_games
from pitboss.cli.screen import json_text, print_json
from pitboss.games import Game, UnknownGame, find_game
from pitboss.papers.changes import changes
from pitboss.papers.filing import filing, filing_markdown
from pitboss.papers.filing_page import filing_page
from pitboss.papers.warnings import warnings
from pitboss.refusal import Refused
from pitboss.submission import Fault, defaults, filing_faults, is_example, resolve
from pitboss.submission.write import toml_text

app = typer.Typer(
    help="What an operator files: written, checked, printed, compared.", rich_markup_mode=None
)

EXAMPLE = "this is an example: its operator is that of the built-in filing"

File = Annotated[Path, typer.Argument(metavar="FILE", help="TOML or JSON; - for standard input.")]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this new file.")
]


@app.command("new")
def new(game: GameKey, output: Output = None, as_json: Json = False) -> None:
    """Write out the example filing of a game: complete, and ready to edit."""
    found = find_game(game)
    whole = defaults(found, {})
    text = json.dumps(whole, indent=2) + "\n" if as_json else toml_text(found, whole)
    write_new(output, text, f"the example filing of {found.name}")


@app.command("check")
def check(file: File, game_file: GameFiles = None, as_json: Json = False) -> None:
    """Check that a filing is complete and valid: every fault and omission, with its clause."""
    add_games(game_file)
    given = read_submission(file)
    game = _find_filed(given, game_file)
    if faults := filing_faults(game, given, today()):
        _refuse(file, game.key, faults, as_json)
    rules = resolve(game, given)
    notes = [EXAMPLE] * is_example(given) + [*warnings(game, given)]
    if as_json:
        found = {"game": game.key, "valid": True, "hash": rules.hash, "faults": []}
        print_json(found | {"warnings": notes})
        return
    print(f"{file} is a complete and valid filing for {game.name} ({game.edition}).")
    print(f"Rules hash {rules.hash}")
    for note in notes:
        print(f"Note: {note}.")


@app.command("print")
def print_filing(
    file: File,
    html: Annotated[bool, typer.Option("--html", help="A page instead of Markdown.")] = False,
    output: Output = None,
    game_file: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Print what the regulator receives, in Markdown or as a page."""
    add_games(game_file)
    given = read_submission(file)
    if html and as_json:
        raise Refused("choose one of --html and --json")
    with faults_named(file):
        found = filing(_find_filed(given, game_file), given)
    form = json_text if as_json else filing_page if html else filing_markdown
    write_new(output, form(found), "the filing")


@app.command("diff")
def diff(before: File, after: File, game_file: GameFiles = None, as_json: Json = False) -> None:
    """Say what changed between two filings, in words."""
    add_games(game_file)
    old, new = read_submission(before), read_submission(after)
    game = _find_filed(new, game_file)
    if old["game"] != new["game"]:
        raise Refused(f"{before} is for {old['game']} and {after} for {new['game']}")
    for file, given in ((before, old), (after, new)):
        with faults_named(file):
            resolve(game, given)
    found = changes(game, old, new)
    if as_json:
        print_json({"game": game.key, "changes": found})
        return
    print("\n".join(found) if found else "The two filings say the same.")


def _find_filed(given: Mapping[str, Any], files: Sequence[Path] | None) -> Game:
    """Return the game of a filing; one that is unknown may be in a file that was not named."""
    try:
        return find_game(given["game"])
    except UnknownGame as unknown:
        if files:
            raise
        raise UnknownGame(f"{unknown.sentence} (for a game from a file, add --game FILE)") from None


def _refuse(file: Path, game: str, faults: Sequence[Fault], as_json: bool) -> NoReturn:
    if as_json:
        print_json({"game": game, "valid": False, "hash": None, "faults": faults})
    for fault in faults:
        print(f"pitboss: {file}: {fault}.", file=sys.stderr)
    raise typer.Exit(2)
