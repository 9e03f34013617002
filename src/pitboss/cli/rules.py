"""``pitboss rules`` and ``readings``: rules cards, coverage of rulebooks, and unclear points."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from msgspec import structs
from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss.cli.files import name_file_in_faults, read_submission, write_new
from pitboss.cli.options import GameKey, Json, SubmissionOption, game_key, submission_from_options
from pitboss.cli.output import print_json, print_rich, progress_display
from pitboss.errors import Refused
from pitboss.games import GAMES, MARYLAND, Game, find_game
from pitboss.games.clauses import clauses_under
from pitboss.games.game_parts import switch_of
from pitboss.papers import rulebook_coverage
from pitboss.papers.layout import draw_layout
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.papers.rules_card.html_page import rules_card_html
from pitboss.papers.rules_card.rich_text import rules_card_text
from pitboss.submission import complete_submission

COVERAGE_ARGUMENT = "coverage"


def command(
    key: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help=f"One of {', '.join(GAMES)}; a Python file such as ./my_game.py, which is run; "
            "or coverage, for all rulebooks.",
            callback=game_key,
        ),
    ],
    submission: SubmissionOption = None,
    html: Annotated[bool, typer.Option("--html", help="Write a page to print and post.")] = False,
    layout: Annotated[
        bool, typer.Option("--layout", help="Draw the layout of the table, as SVG.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this new file.")
    ] = None,
    clauses: Annotated[
        bool, typer.Option("--clauses", help="Cite the clauses of the rulebook.")
    ] = False,
    clause: Annotated[
        str | None,
        typer.Option("--clause", metavar="ID", help="Show what a clause requires: 11.I(3)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Print a rules card: how a game is played and what it pays.

    With coverage as GAME, show how much of the rulebooks is covered.
    """
    is_drawing = html or layout
    if html and layout:
        raise Refused("choose one of --html and --layout")
    if is_drawing and (as_json or clauses or clause):
        raise Refused("--html and --layout can be combined only with --submission and --output")
    if output is not None and not is_drawing:
        raise Refused("--output requires --html or --layout")
    if key == COVERAGE_ARGUMENT:
        if is_drawing or clauses or clause or submission:
            raise Refused("rules coverage can be combined only with --json")
        _print_coverage(as_json)
        return
    game = find_game(key)
    if clause is not None:
        _print_clauses(game, clause, as_json)
        return
    choices = read_submission(submission, game.key) if submission else None
    with name_file_in_faults(*[submission] if submission else []):
        card = build_rules_card(game, choices)
    if is_drawing:
        write_new(output, rules_card_html(card) if html else draw_layout(card))
    elif as_json:
        print_json(card)
    else:
        print_rich(rules_card_text(card, clauses=clauses))


def _print_clauses(game: Game, clause: str, as_json: bool) -> None:
    if not game.short:
        raise Refused(f"{game.key} has no rulebook and therefore no clauses: leave out --clause")
    entries = clauses_under(game.short, clause.removeprefix(game.short).strip())
    if as_json:
        print_json([structs.asdict(entry) | {"state": entry.state} for entry in entries])
        return
    rows = Table.grid(padding=(0, 2, 0, 0))
    for entry in entries:
        rows.add_row(f"{game.short} {entry.id}", entry.kept_by, escape(entry.says))
        for note in filter(None, (entry.because, *entry.tests)):
            rows.add_row("", "", f"[dim]{escape(note)}[/dim]")
    print_rich(rows)


def _print_coverage(as_json: bool) -> None:
    total = rulebook_coverage.total_coverage()
    if as_json:
        games = {game.key: rulebook_coverage.game_coverage(game) for game in MARYLAND.values()}
        print_json(structs.asdict(total) | {"games": games})
        return
    rows = Table(box=None, padding=(0, 2, 0, 0))
    rows.add_column("Chapter")
    for name in ("clauses", "covered", "planned", "physical", "uncovered", "accounted"):
        rows.add_column(name, justify="right")
    for game in MARYLAND.values():
        rows.add_row(
            f"[bold]{escape(game.name)}[/bold]",
            *_coverage_row(rulebook_coverage.game_coverage(game)),
        )
        for chapter in rulebook_coverage.rulebook_chapters(game):
            part = rulebook_coverage.chapter_coverage(game, chapter)
            rows.add_row(f"  {game.short} {chapter}", *_coverage_row(part), style="dim")
    rows.add_row("[bold]All[/bold]", *_coverage_row(total))
    print_rich(rows)
    for title, ids in (("Uncovered", total.uncovered), ("Planned", total.planned_clauses)):
        if ids:
            print_rich("", f"{title}: {', '.join(ids)}.")


def _coverage_row(part: rulebook_coverage.ClauseCounts) -> list[str]:
    counts = (part.clauses, part.covered, part.planned, part.physical, len(part.uncovered))
    return [*(f"{count:,}" if count else "–" for count in counts), part.share]


def readings_command(
    key: GameKey,
    effect: Annotated[
        bool, typer.Option("--effect", help="Solve the game under every choice, exactly.")
    ] = False,
    submission: SubmissionOption = None,
    as_json: Json = False,
) -> None:
    """List how unclear points of a rulebook are read.

    Each reading has its question, its choices, the default and the reason for it.
    """
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
