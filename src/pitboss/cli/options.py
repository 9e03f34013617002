"""Arguments that several commands share."""

from typing import Annotated

import typer

from pitboss.games import GAMES

GameKey = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
