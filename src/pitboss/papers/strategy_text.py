"""A strategy for the terminal: chart, lists, what they cost, and what other advice costs."""

from collections.abc import Mapping
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.lab.strategy.found import Strategy
from pitboss.papers.start_chart import marks, start_chart
from pitboss.papers.strategy_words import list_words, note_words, street_titles
from pitboss.papers.words import edge_wagers, listed, percent
from pitboss.submission.rules import Rules

CHART = 169
_LEFT_OPEN = "Where other advice says nothing, best play is reckoned with."


def strategy_text(
    game: Game, rules: Rules, found: Strategy, others: Mapping[str, Fraction], about: str
) -> RenderableType:
    """All of it; ``about`` says for which rules."""
    parts: list[RenderableType] = [Text(game.name, style="bold"), Text(about, style="dim")]
    titles = street_titles(rules)
    if len(found.chart) == CHART:
        parts.append(_heading(titles[rules.streets[0].name]))
        short = [f"{mark} {name}" for name, mark in marks(rules).items() if mark != name]
        if short:
            parts.append(_inside(Text(listed(short), style="dim")))
        parts.append(_inside(start_chart(rules, found.chart)))
    for street in found.streets:
        parts.append(_heading(titles[street.list.street]))
        lines = Table.grid(padding=(0, 2, 0, 0))
        for at, words in enumerate(list_words(rules, found.shape, street.list), 1):
            lines.add_row(Text(f"{at}.", style="dim"), words)
        parts.append(_inside(lines))
        parts.append(_inside(Text(f"gives up {_cost(street.cost)} by itself", style="dim")))
    parts.append(_heading("How to count"))
    parts.append(_inside(Text(note_words(rules, found.shape))))
    unit = rules.required[0].label
    parts.append(_heading(f"What it costs, in units of one {unit}"))
    parts.append(_inside(_costs(rules, found, others)))
    if others:
        parts.append(_inside(Text(_LEFT_OPEN, style="dim")))
    return Group(*parts)


def _costs(rules: Rules, found: Strategy, others: Mapping[str, Fraction]) -> Table:
    table = Table.grid(padding=(0, 3, 0, 0))
    required = len(rules.edge_of)
    if required < len(rules.required):
        of = f", of {edge_wagers(rules)}"
    else:
        of = "" if required == 1 else f", of all {required} required wagers"
    table.add_row("", Text("a round", style="dim"), Text(f"house edge{of}", style="dim"))
    table.add_row("best play", "", percent(-found.best / required))
    edge = percent(-found.ev / required)
    table.add_row("this card", _cost(found.cost), edge, style="bold")
    for name, cost in others.items():
        table.add_row(name, _cost(cost), percent((cost - found.best) / required))
    return table


def _cost(cost: Fraction) -> str:
    return f"{float(cost):.6f}"


def _heading(words: str) -> RenderableType:
    return Padding(Text(words, style="bold"), (1, 0, 0, 0))


def _inside(what: RenderableType) -> RenderableType:
    return Padding(what, (0, 0, 0, 2))
