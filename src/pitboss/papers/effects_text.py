"""What each way to read a rulebook is worth, for people and for programs."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss.games.grammar import Game
from pitboss.lab.effects import Effect, Question
from pitboss.papers.words import example_words, listed, nothing_open, percent

NO_CHANGE = "–"


def effects_json(asked: Sequence[Question]) -> list[dict[str, Any]]:
    """Every reading and option with the effect of each choice, exact numbers as fractions."""
    return [
        {
            "id": question.id,
            "kind": question.kind,
            "clause": question.clause,
            "question": question.question,
            "filed": question.filed,
            "choices": {effect.choice: _effect_json(effect) for effect in question.effects},
        }
        for question in asked
    ]


def _effect_json(effect: Effect) -> dict[str, Any]:
    return {
        "ev": str(effect.ev),
        "house_edge": float(effect.house_edge),
        "change": str(effect.change),
        "wagers": {
            key: {"ev": str(ev), "change": str(change)}
            for key, (ev, change) in effect.wagers.items()
        },
    }


def effects_text(game: Game, asked: Sequence[Question], filed: Mapping[str, Any]) -> RenderableType:
    """The same for the terminal; ``filed`` is the whole submission that is read in these ways."""
    return Group(*_parts(game, asked, filed))


def _parts(
    game: Game, asked: Sequence[Question], filed: Mapping[str, Any]
) -> Iterator[RenderableType]:
    about = ", ".join([game.edition, *example_words(filed)])
    yield f"[bold]{escape(game.name)}[/bold], {about}"
    if not asked:
        yield f"{nothing_open(game)} So there is nothing to compare."
        return
    labels = {wager.key: wager.label for wager in game.wagers}
    quoted = listed(labels[key] for key in game.edge_of or [x.key for x in game.required])
    yield (
        f"[dim]The edge of the main game under the best play, as a share of {escape(quoted)}; "
        "below it, the side wagers that move.[/dim]"
    )
    for question in asked:
        yield ""
        yield f"[bold]{question.id}[/bold]  {question.clause}"
        yield Padding(escape(question.question), (0, 0, 0, 2))
        shown = Table(box=None, padding=(0, 3, 0, 0))
        shown.add_column("")
        shown.add_column("edge", justify="right")
        shown.add_column("change", justify="right")
        shown.add_column("expectation", style="dim", no_wrap=True)
        for effect in question.effects:
            mark = " (as filed)" if effect.choice == question.filed else ""
            shown.add_row(
                f"[bold]{effect.choice}[/bold]{mark}",
                percent(effect.house_edge),
                _change(effect),
                str(effect.ev),
            )
            for key, (ev, change) in effect.wagers.items():
                moved = percent(-change, sign="+")
                shown.add_row(f"  {escape(labels[key])}", percent(-ev), moved, str(ev))
        yield Padding(shown, (0, 0, 0, 2))


def _change(effect: Effect) -> str:
    """By how much the edge moves."""
    edge = -effect.change * (effect.house_edge / -effect.ev if effect.ev else Fraction(1))
    return percent(edge, sign="+") if edge else NO_CHANGE
