"""A strategy for the terminal and as JSON: chart, rule lists, and what playing by them costs."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import to_builtins
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.lab.strategy.finder import Strategy
from pitboss.papers.strategy.rule_wording import counting_note, rule_list_lines, street_titles
from pitboss.papers.strategy.start_chart import decision_marks, start_chart
from pitboss.papers.wording import edge_wager_names, format_percent, join_words
from pitboss.submission.rules import Rules

CHART_SIZE = 169
_OPEN_ADVICE_NOTE = "Where other advice says nothing, best play is assumed."


def strategy_text(
    game: Game, rules: Rules, result: Strategy, others: Mapping[str, Fraction], subject: str
) -> RenderableType:
    """Return a strategy for the terminal; ``subject`` describes the rules."""
    parts: list[RenderableType] = [Text(game.name, style="bold"), Text(subject, style="dim")]
    titles = street_titles(rules)
    if len(result.chart) == CHART_SIZE:
        parts.append(_heading(titles[rules.streets[0].name]))
        short = [f"{mark} {name}" for name, mark in decision_marks(rules).items() if mark != name]
        if short:
            parts.append(_indent(Text(join_words(short), style="dim")))
        parts.append(_indent(start_chart(rules, result.chart)))
    for street in result.streets:
        parts.append(_heading(titles[street.list.street]))
        lines = Table.grid(padding=(0, 2, 0, 0))
        for at, words in enumerate(rule_list_lines(rules, result.shape, street.list), 1):
            lines.add_row(Text(f"{at}.", style="dim"), words)
        parts.append(_indent(lines))
        parts.append(_indent(Text(f"gives up {_format_cost(street.cost)} by itself", style="dim")))
    parts.append(_heading("How to count"))
    parts.append(_indent(Text(counting_note(rules, result.shape))))
    unit = rules.required[0].label
    parts.append(_heading(f"What it costs, in units of one {unit}"))
    parts.append(_indent(_cost_table(rules, result, others)))
    if others:
        parts.append(_indent(Text(_OPEN_ADVICE_NOTE, style="dim")))
    return Group(*parts)


def _cost_table(rules: Rules, result: Strategy, others: Mapping[str, Fraction]) -> Table:
    table = Table.grid(padding=(0, 3, 0, 0))
    wager_count = len(rules.edge_of)
    if wager_count < len(rules.required):
        of = f", of {edge_wager_names(rules)}"
    else:
        of = "" if wager_count == 1 else f", of all {wager_count} required wagers"
    table.add_row("", Text("a round", style="dim"), Text(f"house edge{of}", style="dim"))
    table.add_row("best play", "", format_percent(-result.best / wager_count))
    edge = format_percent(-result.ev / wager_count)
    table.add_row("this card", _format_cost(result.cost), edge, style="bold")
    for name, cost in others.items():
        table.add_row(name, _format_cost(cost), format_percent((cost - result.best) / wager_count))
    return table


def _format_cost(cost: Fraction) -> str:
    return f"{float(cost):.6f}"


def _heading(words: str) -> RenderableType:
    return Padding(Text(words, style="bold"), (1, 0, 0, 0))


def _indent(what: RenderableType) -> RenderableType:
    return Padding(what, (0, 0, 0, 2))


def strategy_json(rules: Rules, result: Strategy, others: Mapping[str, Fraction]) -> dict[str, Any]:
    """Return a strategy as JSON values, with exact numbers as fractions."""
    titles = street_titles(rules)
    return {
        "game": rules.game,
        "rules_hash": rules.hash,
        "unit": rules.required[0].key,
        "shape": result.shape,
        "best": str(result.best),
        "ev": str(result.ev),
        "cost": str(result.cost),
        "house_edge": float(-result.ev / len(rules.edge_of)),
        "first": result.chart,
        "streets": [
            {
                "label": titles[street.list.street],
                **to_builtins(street.list),
                "words": rule_list_lines(rules, result.shape, street.list),
                "cost": str(street.cost),
            }
            for street in result.streets
        ],
        "note": counting_note(rules, result.shape),
        "compared": {name: str(cost) for name, cost in others.items()},
    }
