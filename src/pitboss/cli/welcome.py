"""``pitboss`` alone opens the card room; ``pitboss tour`` shows the games and what to try first."""

from typing import Annotated

import typer
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss import __version__
from pitboss.cli.options import Json
from pitboss.cli.screen import print_json, show
from pitboss.cli.serve import start
from pitboss.games import MARYLAND, all_games

TRY_FIRST = (
    ("./pitboss", "open the card room"),
    ("./pitboss play criss-cross --coach", "play at a table, with a coach"),
    ("./pitboss deal criss-cross --school", "learn to deal it"),
    ("./pitboss rules criss-cross", "how it is played, what it pays"),
    ("./pitboss settle < examples/rounds.jsonl", "settle rounds, one a line"),
    ("./pitboss solve criss-cross", "exact edge and best play"),
    ('./pitboss advise criss-cross --hole "Kh Qs"', "what each decision is worth"),
    ("./pitboss readings criss-cross --effect", "what unclear points are worth"),
    ("./pitboss submission new criss-cross", "what an operator files"),
    ("./pitboss submission check FILE", "its faults, each with the clause"),
    ("./pitboss verify FILE", "prove an exported shift"),
    ("./pitboss rules coverage", "every clause, and what keeps it"),
    ("./pitboss game new my-stud", "write your own: docs/grammar.md"),
    ("./pitboss --help", "all commands"),
)


def command(
    context: typer.Context,
    as_json: Json = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Casino poker table games, run exactly by their rulebook.

    Alone it opens the card room: tables, accounts and ledger, for browsers and programs.
    """
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
                    for game in all_games().values()
                },
            }
        )
        return
    start({})


def tour() -> None:
    """The games, and what to try first."""
    games = Table.grid(padding=(0, 2, 0, 0))
    for game in MARYLAND.values():
        games.add_row(
            f"  [bold]{game.key}[/bold]", escape(game.name), f"{game.edition} ({game.short})"
        )
    others = ", ".join(key for key in all_games() if key not in MARYLAND)
    steps = Table.grid(padding=(0, 2, 0, 0))
    for line, what in TRY_FIRST:
        steps.add_row("  " + escape(line), f"[dim]{what}[/dim]")
    show(
        f"[bold]Pitboss {__version__}[/bold]  casino poker table games, exactly by the book",
        "",
        games,
        Padding(f"[bold]{others}[/bold]", (0, 0, 0, 2)),
        "",
        "Try first",
        steps,
    )
