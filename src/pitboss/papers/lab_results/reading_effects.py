"""The effect of each reading and option on the house edge, for the terminal and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss.games.grammar import Game
from pitboss.lab.reading_effects import ChoiceEffect, PaytableEdges, QuestionEffects
from pitboss.papers.wording import example_phrases, format_percent, join_words, no_choices_sentence

NO_CHANGE_MARK = "–"


def effects_json(questions: Sequence[QuestionEffects]) -> list[dict[str, Any]]:
    """Return the effects of each choice as JSON values, with exact numbers as fractions."""
    return [
        {
            "id": question.id,
            "kind": question.kind,
            "clause": question.clause,
            "question": question.question,
            "filed": question.filed,
            "choices": {effect.choice: _effect_fields(effect) for effect in question.effects},
        }
        for question in questions
    ]


def _effect_fields(effect: ChoiceEffect) -> dict[str, Any]:
    return {
        "ev": str(effect.ev),
        "house_edge": float(effect.house_edge),
        "change": str(effect.change),
        "wagers": {
            key: {"ev": str(ev), "change": str(change)}
            for key, (ev, change) in effect.wagers.items()
        },
    }


def paytables_json(paytables: Sequence[PaytableEdges]) -> dict[str, Any]:
    """Return the paytables of each side wager as JSON values."""
    return {
        choice.wager: {
            "filed": choice.filed,
            "choices": {
                letter: None if ev is None else {"ev": str(ev), "house_edge": float(-ev)}
                for letter, ev in choice.expectations.items()
            },
        }
        for choice in paytables
    }


def effects_text(
    game: Game,
    questions: Sequence[QuestionEffects],
    submission: Mapping[str, Any],
    paytables: Sequence[PaytableEdges] = (),
) -> RenderableType:
    """Return the effects for the terminal; ``submission`` is the complete submission."""
    about = ", ".join([game.edition, *example_phrases(submission)])
    parts: list[RenderableType] = [f"[bold]{escape(game.name)}[/bold], {about}"]
    if not questions and not paytables:
        parts.append(f"{no_choices_sentence(game)} There is nothing to compare.")
    parts += _question_parts(game, questions)
    parts += (part for choice in paytables for part in _paytable_parts(choice))
    return Group(*parts)


def _paytable_parts(choice: PaytableEdges) -> Iterator[RenderableType]:
    yield ""
    yield f"[bold]{escape(choice.label)}[/bold]"
    yield Padding("Which paytable? The operator chooses.", (0, 0, 0, 2))
    table = Table(box=None, padding=(0, 3, 0, 0))
    table.add_column("")
    table.add_column("edge", justify="right")
    table.add_column("expectation", style="dim", no_wrap=True)
    for letter, ev in choice.expectations.items():
        mark = " (as filed)" if letter == choice.filed else ""
        edge = "not counted" if ev is None else format_percent(-ev)
        table.add_row(f"[bold]{letter}[/bold]{mark}", edge, "" if ev is None else str(ev))
    yield Padding(table, (0, 0, 0, 2))


def _question_parts(game: Game, questions: Sequence[QuestionEffects]) -> Iterator[RenderableType]:
    if not questions:
        return
    labels = {wager.key: wager.label for wager in game.wagers}
    edge_wagers = join_words(labels[key] for key in game.edge_of or [x.key for x in game.required])
    yield (
        f"[dim]The edge of the main game under the best play, as a share of {escape(edge_wagers)}; "
        "below it, the side wagers that move.[/dim]"
    )
    for question in questions:
        yield ""
        yield f"[bold]{question.id}[/bold]  {question.clause}"
        yield Padding(escape(question.question), (0, 0, 0, 2))
        table = Table(box=None, padding=(0, 3, 0, 0))
        table.add_column("")
        table.add_column("edge", justify="right")
        table.add_column("change", justify="right")
        table.add_column("expectation", style="dim", no_wrap=True)
        for effect in question.effects:
            mark = " (as filed)" if effect.choice == question.filed else ""
            table.add_row(
                f"[bold]{effect.choice}[/bold]{mark}",
                format_percent(effect.house_edge),
                _edge_change(effect),
                str(effect.ev),
            )
            for key, (ev, change) in effect.wagers.items():
                edge_change = format_percent(-change, sign="+")
                table.add_row(f"  {escape(labels[key])}", format_percent(-ev), edge_change, str(ev))
        yield Padding(table, (0, 0, 0, 2))


def _edge_change(effect: ChoiceEffect) -> str:
    """Return the change of the house edge in percent."""
    edge = -effect.change * (effect.house_edge / -effect.ev if effect.ev else Fraction(1))
    return format_percent(edge, sign="+") if edge else NO_CHANGE_MARK
