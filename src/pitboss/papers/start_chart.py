"""The first decision for all 169 starting hands, as the chart that players know.

Pairs lie on the diagonal, suited hands above it, the others below.
"""

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text

from pitboss.cards import RANKS
from pitboss.games.words import FOLD, times_of
from pitboss.submission.rules import Rules

DOWN = RANKS[::-1]
STYLES = ("", "green", "cyan", "bold yellow")
"""By how much a decision stakes, the least first; the mark itself says it too."""


def start_name(row: int, column: int) -> str:
    """The starting hand of a cell."""
    high, low = DOWN[min(row, column)], DOWN[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def marks(rules: Rules) -> dict[str, str]:
    """A short mark for each first decision, told apart by as few letters as it takes."""
    names = list(rules.streets[0].choices)
    for length in range(1, max(map(len, names)) + 1):
        short = {name: name[:length] for name in names}
        if len(set(short.values())) == len(names):
            return short
    return {name: name for name in names}


def start_chart(rules: Rules, first: Mapping[str, str]) -> Table:
    """The chart, for a terminal."""
    asks = rules.streets[0].choices
    order = sorted(asks, key=lambda name: -1 if asks[name] == FOLD else times_of(asks[name]))
    style = {name: STYLES[min(at, len(STYLES) - 1)] for at, name in enumerate(order)}
    style |= {name: "dim" for name, times in asks.items() if times == FOLD}
    short = marks(rules)
    chart = Table.grid(padding=(0, 1, 0, 0))
    width = max(map(len, short.values()))
    chart.add_row("", *(Text(rank.rjust(width), style="dim") for rank in DOWN))
    for row, rank in enumerate(DOWN):
        cells = [first[start_name(row, column)] for column in range(len(DOWN))]
        chart.add_row(
            Text(rank, style="dim"),
            *(Text(short[name].rjust(width), style=style[name]) for name in cells),
        )
    return chart
