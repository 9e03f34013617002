"""The first decision for all 169 two-card starting hands, as the chart that players know."""

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text

from pitboss.cards import RANKS
from pitboss.games.game_parts import FOLD, stake_multiple
from pitboss.submission.rules import Rules

RANKS_DESCENDING = RANKS[::-1]
DECISION_STYLES = ("", "green", "cyan", "bold yellow")
"""Styles of decisions, starting with the smallest stake."""


def starting_hand_name(row: int, column: int) -> str:
    """Return the starting hand of a cell."""
    high, low = RANKS_DESCENDING[min(row, column)], RANKS_DESCENDING[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def decision_marks(rules: Rules) -> dict[str, str]:
    """Return a mark for each first decision, with as few letters as keep them distinct."""
    names = list(rules.streets[0].choices)
    for length in range(1, max(map(len, names)) + 1):
        short = {name: name[:length] for name in names}
        if len(set(short.values())) == len(names):
            return short
    return {name: name for name in names}


def start_chart(rules: Rules, decisions: Mapping[str, str]) -> Table:
    """Return the chart of first decisions for the terminal."""
    choices = rules.streets[0].choices
    order = sorted(
        choices, key=lambda name: -1 if choices[name] == FOLD else stake_multiple(choices[name])
    )
    style = {
        name: DECISION_STYLES[min(at, len(DECISION_STYLES) - 1)] for at, name in enumerate(order)
    }
    style |= {name: "dim" for name, times in choices.items() if times == FOLD}
    short = decision_marks(rules)
    chart = Table.grid(padding=(0, 1, 0, 0))
    width = max(map(len, short.values()))
    chart.add_row("", *(Text(rank.rjust(width), style="dim") for rank in RANKS_DESCENDING))
    for row, rank in enumerate(RANKS_DESCENDING):
        cells = [
            decisions[starting_hand_name(row, column)] for column in range(len(RANKS_DESCENDING))
        ]
        chart.add_row(
            Text(rank, style="dim"),
            *(Text(short[name].rjust(width), style=style[name]) for name in cells),
        )
    return chart
