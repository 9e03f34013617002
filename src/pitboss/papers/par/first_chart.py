"""The first decision with each starting hand: a mark, a shade and a value in every cell."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pitboss.games.words import FOLD, times_of
from pitboss.lab.results import Main
from pitboss.papers.par.drawing import BRASS, FELT, INK, SHADES, drawing, label, shades
from pitboss.papers.par.numerals import decimal, percent
from pitboss.papers.start_chart import DOWN, start_name
from pitboss.papers.svg import element
from pitboss.submission.rules import Rules

CELL: Final = 48.0
TOP: Final = 34.0
DARK: Final = SHADES[-1]


def legend(rules: Rules, main: Main) -> list[tuple[str, str, Fraction]]:
    """The decisions that are ever best, from the one that stakes least: name, shade, share."""
    ways = Counter[str]()
    for start in main.starts.values():
        ways[start.best] += start.ways
    asks = rules.streets[0].choices
    order = sorted(asks, key=lambda name: -1 if asks[name] == FOLD else times_of(asks[name]))
    shade = dict(zip(order, shades(len(order)), strict=True))
    total = ways.total()
    return [(name, shade[name], Fraction(ways[name], total)) for name in order if ways[name]]


def first_chart(rules: Rules, main: Main, *, title: str, family: str, alone: bool) -> str:
    """The chart."""
    shade = {name: colour for name, colour, _ in legend(rules, main)}
    side = CELL * len(DOWN)
    content = "".join(_legend(rules, main)) + "".join(_cells(main, shade))
    return drawing(side + 2, side + TOP + 2, title, content, family=family, alone=alone)


def _legend(rules: Rules, main: Main) -> Iterator[str]:
    x = 1.0
    for name, colour, share in legend(rules, main):
        yield element("rect", x=x, y=4, width=16, height=16, fill=colour, stroke=FELT)
        words = f"{name}  {percent(share, 2)}"
        yield label(words, x + 22, 16.5, "start", INK, 13)
        x += 22 + 7.5 * len(words) + 26


def _cells(main: Main, shade: dict[str, str]) -> Iterator[str]:
    """The pairs last, so that nothing covers the line around them."""
    places = [(row, column) for row in range(len(DOWN)) for column in range(len(DOWN))]
    for row, column in sorted(places, key=lambda at: at[0] == at[1]):
        name = start_name(row, column)
        start = main.starts[name]
        x, y, fill = 1 + column * CELL, TOP + row * CELL, shade[start.best]
        ink = "#ffffff" if fill == DARK else INK
        line = BRASS if row == column else "#9fb1ab"
        yield element("rect", x=x, y=y, width=CELL, height=CELL, fill=fill, stroke=line)
        middle = x + CELL / 2
        yield label(name, middle, y + 13, fill=ink, size=10)
        yield label(start.best, middle, y + 29, fill=ink, size=14, font_weight="bold")
        value = decimal(start.values[start.best], 3, "+")
        yield label(value, middle, y + 42.5, fill=ink, size=9.5)
