"""``pitboss rules``: a game's rules for people, and how much of its rulebook is accounted for."""

from pathlib import Path
from typing import Annotated

import typer
from msgspec import structs
from rich.markup import escape
from rich.table import Table

from pitboss.cli.files import faults_named, read_submission, write_new
from pitboss.cli.options import Json, as_key
from pitboss.cli.screen import print_json, show
from pitboss.games import GAMES, MARYLAND, Game, find_game
from pitboss.games.clauses import clauses_under
from pitboss.papers import coverage
from pitboss.papers.card import Card, rules_card
from pitboss.papers.card_page import card_page
from pitboss.papers.card_text import card_text
from pitboss.papers.layout_svg import layout_svg
from pitboss.refusal import Refused

COVERAGE = "coverage"


def command(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help=f"One of {', '.join(GAMES)}; a file such as ./my_game.py, which is run; or "
            "coverage, for all rulebooks.",
            callback=as_key,
        ),
    ],
    submission: Annotated[
        Path | None,
        typer.Option("--submission", metavar="FILE", help="The rules that this one files."),
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="A page to print and hang up.")] = False,
    layout: Annotated[bool, typer.Option("--layout", help="The table's layout, as SVG.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this new file.")
    ] = None,
    clauses: Annotated[bool, typer.Option("--clauses", help="Cite the clauses.")] = False,
    clause: Annotated[
        str | None,
        typer.Option("--clause", metavar="ID", help="What a clause asks, such as 11.I(3)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """A rules card: how it is played, what it pays.

    With coverage for GAME: how much of the rulebooks is accounted for.
    """
    drawn = html or layout
    if html and layout:
        raise Refused("choose one of --html and --layout")
    if drawn and (as_json or clauses or clause):
        raise Refused("--html and --layout go with --submission and --output only")
    if output is not None and not drawn:
        raise Refused("--output goes with --html or --layout")
    if game == COVERAGE:
        if drawn or clauses or clause or submission:
            raise Refused("rules coverage takes --json only")
        _show_coverage(as_json)
        return
    found = find_game(game)
    if clause is not None:
        _show_clauses(found, clause, as_json)
        return
    given = read_submission(submission, found.key) if submission else None
    with faults_named(*[submission] if submission else []):
        card = rules_card(found, given)
    if drawn:
        write_new(output, _page(card, html))
    elif as_json:
        print_json(card)
    else:
        show(card_text(card, clauses=clauses))


def _page(card: Card, html: bool) -> str:
    return card_page(card) if html else layout_svg(card)


def _show_clauses(game: Game, clause: str, as_json: bool) -> None:
    if not game.short:
        raise Refused(f"{game.key} has no rulebook and so no clauses: leave out --clause")
    found = clauses_under(game.short, clause.removeprefix(game.short).strip())
    if as_json:
        print_json([structs.asdict(entry) | {"state": entry.state} for entry in found])
        return
    shown = Table.grid(padding=(0, 2, 0, 0))
    for entry in found:
        shown.add_row(f"{game.short} {entry.id}", entry.kept_by, escape(entry.says))
        for why in filter(None, (entry.because, *entry.tests)):
            shown.add_row("", "", f"[dim]{escape(why)}[/dim]")
    show(shown)


def _show_coverage(as_json: bool) -> None:
    total = coverage.of_all()
    if as_json:
        games = {game.key: coverage.of_game(game) for game in MARYLAND.values()}
        print_json(structs.asdict(total) | {"games": games})
        return
    shown = Table(box=None, padding=(0, 2, 0, 0))
    shown.add_column("Chapter")
    for name in ("clauses", "covered", "planned", "physical", "uncovered", "accounted"):
        shown.add_column(name, justify="right")
    for game in MARYLAND.values():
        shown.add_row(f"[bold]{escape(game.name)}[/bold]", *_figures(coverage.of_game(game)))
        for chapter in coverage.chapters(game):
            part = coverage.of_chapter(game, chapter)
            shown.add_row(f"  {game.short} {chapter}", *_figures(part), style="dim")
    shown.add_row("[bold]All[/bold]", *_figures(total))
    show(shown)
    for title, named in (("Uncovered", total.uncovered), ("Planned", total.planned_clauses)):
        if named:
            show("", f"{title}: {', '.join(named)}.")


def _figures(part: coverage.Covered) -> list[str]:
    counts = (part.clauses, part.covered, part.planned, part.physical, len(part.uncovered))
    return [*(f"{count:,}" if count else "–" for count in counts), part.share]
