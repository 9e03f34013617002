"""``pitboss`` alone: the games, and what to try first."""

from typing import Annotated

import typer
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss import __version__
from pitboss.cli.options import Json
from pitboss.cli.screen import console, print_json
from pitboss.games import GAMES

TRY_FIRST = (
    ("./pitboss settle < examples/rounds.jsonl", "settle rounds, one JSON object a line"),
    ("./pitboss readings criss-cross", "how the unclear points of a rulebook are read"),
    ("./pitboss submission new criss-cross", "what an operator files, ready to edit"),
    ("./pitboss submission check FILE", "every fault of a submission, with its clause"),
    ("./pitboss bench settle", "how many rounds a second this machine settles"),
    ("./pitboss --help", "all commands"),
)


def command(
    context: typer.Context,
    as_json: Json = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Casino poker table games, run exactly by their rulebook."""
    if version:
        print(f"pitboss {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if as_json:
        print_json(
            {
                "version": __version__,
                "games": {
                    game.key: {"name": game.name, "edition": game.edition, "rulebook": game.short}
                    for game in GAMES.values()
                },
            }
        )
        return
    _welcome()


def _welcome() -> None:
    out = console()
    out.print(f"[bold]Pitboss {__version__}[/bold]  casino poker table games, exactly by the book")
    out.print()
    for game in GAMES.values():
        out.print(
            f"[bold]{game.key}[/bold]  {escape(game.name)}, {game.edition}, cited as {game.short}"
        )
        out.print(Padding(escape(game.story), (0, 0, 1, 2)), style="dim")
    out.print("[bold]Try first[/bold]")
    steps = Table.grid(padding=(0, 3, 0, 2))
    for line, what in TRY_FIRST:
        steps.add_row(escape(line), what)
    out.print(steps)
