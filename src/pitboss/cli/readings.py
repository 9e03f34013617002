"""``pitboss readings``: the readings of unclear points of a rulebook, and what each is worth."""

from collections.abc import Iterator
from typing import Annotated

import typer
from msgspec import structs
from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss.cli.options import GameKey, Json, SubmissionOption, submission_from_options
from pitboss.cli.output import print_json, print_rich, progress_display
from pitboss.errors import Refused
from pitboss.games import Game, find_game
from pitboss.games.game_parts import switch_of
from pitboss.submission import complete_submission


def command(
    key: GameKey,
    effect: Annotated[
        bool, typer.Option("--effect", help="Solve the game under every choice, exactly.")
    ] = False,
    submission: SubmissionOption = None,
    as_json: Json = False,
) -> None:
    """List the readings of a game: how unclear points of its rulebook are understood."""
    game = find_game(key)
    if effect:
        choices = submission_from_options(game, submission, None)
        from pitboss.lab.reading_effects import solve_paytable_edges, solve_reading_effects
        from pitboss.papers.solution_report import effects_text, readings_json

        with progress_display() as progress:
            effects = solve_reading_effects(game, choices, progress=progress)
            paytables = solve_paytable_edges(game, choices, progress=progress)
        if as_json:
            print_json(readings_json(game, effects, paytables))
        else:
            complete, _ = complete_submission(game, choices)
            print_rich(effects_text(game, effects, complete, paytables))
        return
    if submission is not None:
        raise Refused("--submission requires --effect")
    if as_json:
        readings = [
            structs.asdict(reading) | {"clause": game.cite(reading.clause)}
            for reading in game.readings
        ]
        print_json({"game": game.key, "readings": readings})
        return
    print_rich(*_readings_parts(game))


def _no_readings_sentence(game: Game) -> str:
    """Say that a game has no readings, and where its options are chosen if it has some."""
    owner = "Its rulebook" if game.short else "This game"
    has_options = any(wager.options for wager in game.required) or any(
        switch_of(side.pays) for side in game.sides
    )
    exception = ", apart from the options that a submission chooses" if has_options else ""
    return f"{owner} leaves no points open to interpretation{exception}."


def _readings_parts(game: Game) -> Iterator[RenderableType]:
    yield f"[bold]{escape(game.name)}[/bold], {game.edition}"
    if not game.readings:
        yield _no_readings_sentence(game)
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
