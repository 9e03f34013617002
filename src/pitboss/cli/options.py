"""Arguments that several commands share."""

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from pitboss.games import GAMES, add_game_file, file_of
from pitboss.games.loading import is_path
from pitboss.refusal import Refused, brief


def as_key(game: str) -> str:
    """Return the key of a game; a file that defines one is loaded, which runs it."""
    if is_path(game):
        return add_game_file(game).key
    if os.sep in game or (game not in GAMES and Path(game).exists()):
        raise Refused(f"{brief(game)} is not the file of a game: name one that ends in .py")
    return game


def verify_command(export: Path, game: str) -> str:
    """Return the command that checks a shift, with the file of its game where it came from one."""
    file = file_of(game)
    return f"pitboss verify {export}" + (f" --game {shlex.quote(str(file))}" if file else "")


def as_optional_key(game: str | None) -> str | None:
    """Return the key of a game, where one is named."""
    return None if game is None else as_key(game)


def add_games(files: list[Path] | None) -> None:
    """Load games from files, which runs them."""
    for file in files or ():
        add_game_file(file)


GameKey = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=f"One of {', '.join(GAMES)}; or a file such as ./my_game.py, which is run.",
        callback=as_key,
    ),
]
GameFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--game", metavar="FILE", help="A file that defines a game, which is run. Repeatable."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
