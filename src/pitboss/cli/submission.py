"""``pitboss submission``: what an operator files, written and checked."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from pitboss.cli.options import GameKey, Json
from pitboss.cli.screen import print_json
from pitboss.games import find_game
from pitboss.refusal import Refused
from pitboss.submission import Fault, SubmissionRefused, defaults, resolve
from pitboss.submission.write import toml_text

LARGEST: Final = 1 << 20
"""Bytes in a submission file; one with the largest wheel takes a fraction of it."""

app = typer.Typer(help="What an operator files: written out, and checked.", rich_markup_mode=None)

File = Annotated[Path, typer.Argument(metavar="FILE", help="TOML or JSON; - for standard input.")]


@app.command("new")
def new(
    game: GameKey,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this new file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write out the default submission of a game, ready to edit."""
    found = find_game(game)
    whole = defaults(found, {})
    text = json.dumps(whole, indent=2) + "\n" if as_json else toml_text(found, whole)
    if output is None:
        sys.stdout.write(text)
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Refused(f"{output} exists already, and is left as it is") from None
    print(f"{output} holds the default submission of {found.name}.")


@app.command("check")
def check(file: File, as_json: Json = False) -> None:
    """Check a submission against its game: every fault at once, each with its clause."""
    given = read(file)
    if "game" not in given:
        raise Refused(f'{file} does not say which game it is for: add game = "…"')
    game = find_game(given["game"])
    try:
        rules = resolve(game, given)
    except SubmissionRefused as refused:
        _refuse(file, game.key, refused.faults, as_json)
        return
    if as_json:
        print_json({"game": game.key, "valid": True, "hash": rules.hash, "faults": []})
        return
    print(f"{file} is a valid submission for {game.name} ({game.edition}).")
    print(f"Rules hash {rules.hash}")


def read(file: Path) -> dict[str, Any]:
    """A submission from a file, TOML or JSON."""
    name = "standard input" if str(file) == "-" else str(file)
    source = sys.stdin.buffer if str(file) == "-" else file.open("rb")
    with source:
        content = source.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise Refused(f"{name} is longer than {LARGEST:,} bytes, too long for a submission")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise Refused(f"{name} is not text in UTF-8") from None
    if not text.strip():
        raise Refused(f"{name} is empty")
    is_json = text.lstrip().startswith("{")
    try:
        found = json.loads(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if is_json else "TOML"
        raise Refused(f"{name} is not valid {kind}: {error}") from None
    return dict(found)


def _refuse(file: Path, game: str, faults: tuple[Fault, ...], as_json: bool) -> None:
    if as_json:
        print_json({"game": game, "valid": False, "hash": None, "faults": faults})
    for fault in faults:
        print(f"pitboss: {file}: {fault}.", file=sys.stderr)
    raise typer.Exit(2)
