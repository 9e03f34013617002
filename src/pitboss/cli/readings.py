"""``pitboss readings GAME``: how the unclear points of a rulebook are read, and what it matters."""

from collections.abc import Iterator
from typing import Annotated

import typer
from msgspec import structs
from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss.cli.options import GameKey, Json
from pitboss.cli.progress import teller
from pitboss.cli.rules_asked import Submission, asked_submission
from pitboss.cli.screen import print_json, show
from pitboss.games import Game, find_game
from pitboss.refusal import Refused
from pitboss.submission import completed


def command(
    game: GameKey,
    effect: Annotated[
        bool, typer.Option("--effect", help="Solve every choice: what it is worth, exactly.")
    ] = False,
    submission: Submission = None,
    as_json: Json = False,
) -> None:
    """How the unclear points of a rulebook are read."""
    found = find_game(game)
    if effect:
        given = asked_submission(found, submission, None)
        from pitboss.lab.effects import effects
        from pitboss.papers.effects_text import effects_text
        from pitboss.papers.lab_json import readings_json

        with teller() as told:
            asked = effects(found, given, told=told)
        if as_json:
            print_json(readings_json(found, asked))
        else:
            show(effects_text(found, asked, completed(found, given)[0]))
        return
    if submission is not None:
        raise Refused("--submission goes with --effect")
    if as_json:
        readings = [
            structs.asdict(reading) | {"clause": found.cite(reading.clause)}
            for reading in found.readings
        ]
        print_json({"game": found.key, "readings": readings})
        return
    show(*_shown(found))


def _none(game: Game) -> str:
    """Say that there are no readings, and where its options are chosen if it has some."""
    whose = "Its rulebook" if game.short else "This game"
    options = any(wager.options for wager in game.required)
    more = ", beyond the options that a submission chooses" if options else ""
    return f"{whose} leaves no reading open{more}."


def _shown(game: Game) -> Iterator[RenderableType]:
    yield f"[bold]{escape(game.name)}[/bold], {game.edition}"
    if not game.readings:
        yield _none(game)
    for reading in game.readings:
        yield ""
        yield f"[bold]{reading.id}[/bold]  {game.cite(reading.clause) or ''}"
        yield Padding(escape(reading.question), (0, 0, 0, 2))
        choices = Table.grid(padding=(0, 2, 0, 0))
        for choice, meaning in reading.choices.items():
            mark = "default" if choice == reading.default else ""
            choices.add_row(mark, f"[bold]{choice}[/bold]", escape(meaning))
        yield Padding(choices, (0, 0, 0, 4))
        yield Padding(f"[dim]Why: {escape(reading.reason)}[/dim]", (0, 0, 0, 2))
