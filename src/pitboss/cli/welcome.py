"""``pitboss`` alone opens the card room; ``pitboss tour`` lists the games and what to try first."""

from typing import Annotated

import typer
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss import __version__
from pitboss.cli.options import Json
from pitboss.cli.output import print_json, print_rich
from pitboss.cli.serve import start_server
from pitboss.games import MARYLAND, all_games

FIRST_COMMANDS = (
    ("./pitboss", "open the card room"),
    ("./pitboss play criss-cross --coach", "play at a table, with a coach"),
    ("./pitboss deal criss-cross --school", "learn to deal it"),
    ("./pitboss rules criss-cross", "read its rules and paytables"),
    ("./pitboss settle < examples/rounds.jsonl", "settle rounds, one per line"),
    ("./pitboss solve criss-cross", "compute house edge and strategy"),
    ('./pitboss advise criss-cross --hole "Kh Qs"', "see the value of each decision"),
    ("./pitboss readings criss-cross --effect", "compare readings of unclear rules"),
    ("./pitboss submission new criss-cross", "write an example filing"),
    ("./pitboss submission check FILE", "check a filing, clause by clause"),
    ("./pitboss verify FILE", "verify an exported shift"),
    ("./pitboss rules coverage", "see how each clause is covered"),
    ("./pitboss game new my-stud", "start a game: docs/grammar.md"),
    ("./pitboss --help", "list all commands"),
)


def command(
    context: typer.Context,
    as_json: Json = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Run casino poker table games exactly by their rulebook.

    Without a command, it opens the card room: tables, accounts and ledger, for browsers and
    programs.
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
    start_server({})


def tour() -> None:
    """List the games and what to try first."""
    games = Table.grid(padding=(0, 2, 0, 0))
    for game in MARYLAND.values():
        games.add_row(
            f"  [bold]{game.key}[/bold]", escape(game.name), f"{game.edition} ({game.short})"
        )
    library_keys = ", ".join(key for key in all_games() if key not in MARYLAND)
    steps = Table.grid(padding=(0, 2, 0, 0))
    for line, purpose in FIRST_COMMANDS:
        steps.add_row("  " + escape(line), f"[dim]{purpose}[/dim]")
    print_rich(
        f"[bold]Pitboss {__version__}[/bold]  casino poker table games, exactly by the book",
        "",
        games,
        Padding(f"[bold]{library_keys}[/bold]", (0, 0, 0, 2)),
        "",
        "Try first",
        steps,
    )
