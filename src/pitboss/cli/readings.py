"""``pitboss readings GAME``: how the unclear points of a rulebook are read."""

from msgspec import structs
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss.cli.options import GameKey, Json
from pitboss.cli.screen import console, print_json
from pitboss.games import find_game


def command(game: GameKey, as_json: Json = False) -> None:
    """How the unclear points of a rulebook are read."""
    found = find_game(game)
    if as_json:
        readings = [
            structs.asdict(reading) | {"clause": found.cite(reading.clause)}
            for reading in found.readings
        ]
        print_json({"game": found.key, "readings": readings})
        return
    out = console()
    out.print(f"[bold]{escape(found.name)}[/bold], {found.edition}")
    if not found.readings:
        out.print(
            "Its rulebook leaves no reading open, beyond the options that a submission chooses."
        )
    for reading in found.readings:
        out.print()
        out.print(f"[bold]{reading.id}[/bold]  {found.cite(reading.clause)}")
        out.print(Padding(escape(reading.question), (0, 0, 0, 2)))
        choices = Table.grid(padding=(0, 2, 0, 0))
        for choice, meaning in reading.choices.items():
            mark = "default" if choice == reading.default else ""
            choices.add_row(mark, f"[bold]{choice}[/bold]", escape(meaning))
        out.print(Padding(choices, (0, 0, 0, 4)))
        out.print(Padding(f"Why: {escape(reading.reason)}", (0, 0, 0, 2)), style="dim")
