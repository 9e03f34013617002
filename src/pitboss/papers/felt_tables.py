"""What the felt says of payment: every paytable once, under the wagers that it pays."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitboss.money import dollars
from pitboss.papers.card import Card, StopCard
from pitboss.papers.felt import BRASS, INK, MUTED
from pitboss.papers.svg import LEADING, Setting, element, even, width, wrap, written
from pitboss.papers.wagers import PayLine
from pitboss.papers.words import listed, sentence

NO_BREAK: Final = "\u00a0"
TITLE: Final = 1.1
NOTE: Final = 0.9
"""Sizes of the letters, as shares of those in the lines."""
SPACING: Final = 0.1
APART: Final = 1.0
"""Between a hand and what it pays, at the least."""


class Panel(Struct, frozen=True):
    """A title, a sentence under it, lines of a hand and what it pays, and prizes in a row."""

    title: str
    note: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    prizes: tuple[str, ...] = ()


class Mark(Struct, frozen=True):
    """A line of text in a block; without words, a thin line across it."""

    words: str
    x: float
    y: float
    size: float
    anchor: str = "middle"
    colour: str = INK
    spacing: float = 0.0


class Block(Struct, frozen=True):
    """A panel set in a column, from y = 0 down."""

    marks: tuple[Mark, ...]
    width: float
    height: float
    broken: int
    """How many lines of its table take more than one."""

    @property
    def fits(self) -> bool:
        """Whether no line is longer than the column is wide."""
        return all(width(m.words, m.size, m.spacing) <= self.width for m in self.marks)


def panels(card: Card) -> tuple[Panel, ...]:
    """In the order of the game; wagers that are paid alike share a panel."""
    groups: dict[object, list[int]] = {}
    for number, wager in enumerate(card.wagers):
        paid_by = wager.key if wager.spins else wager.lines or wager.how
        groups.setdefault(paid_by, []).append(number)
    return tuple(panel for numbers in groups.values() for panel in _panels(card, numbers))


def block(panel: Panel, room: float, size: float) -> Block:
    """A panel in a column of this width, its lines in letters of this size."""
    middle = room / 2
    y = 0.0
    marks: list[Mark] = []
    title = Setting(wrap(panel.title.upper(), room, TITLE * size, SPACING), TITLE * size, SPACING)
    for line in even(title, room).lines:
        y += LEADING * title.size
        marks.append(Mark(line, middle, y, title.size, colour=BRASS, spacing=SPACING))
    y += 0.6 * size
    marks.append(Mark("", middle, y, size))
    quiet = MUTED if panel.lines or panel.prizes else INK
    marks += _paragraph(panel.note, room, NOTE * size, y + 0.25 * size, quiet)
    y = marks[-1].y + 0.25 * size
    for name, pays in panel.lines:
        marks += _line(name, pays, room, size, y)
        y = marks[-1].y
    marks += _paragraph(f"{NO_BREAK}· ".join(panel.prizes), room, size, y + 0.25 * size, INK)
    broken = len({mark.y for mark in marks if mark.anchor != "middle"}) - len(panel.lines)
    return Block(tuple(marks), room, marks[-1].y + 0.4 * size, broken)


def drawn(made: Block, x: float, y: float) -> str:
    """A block with its upper left corner at a point."""
    return element("g", "".join(_mark(mark, made, x, y) for mark in made.marks))


def _panels(card: Card, numbers: list[int]) -> Iterator[Panel]:
    wagers = [card.wagers[number] for number in numbers]
    first = wagers[0]
    title = first.label if len(wagers) == 1 else listed(_whole(wager.label) for wager in wagers)
    note = first.how if len({wager.how for wager in wagers}) == 1 else ""
    spun = first.spins
    if spun:
        stops = tuple(stop for stop in card.wheel if stop.wager == first.key)
        yield _wheel(title, note, stops)
    else:
        yield Panel(title, note, _lines(first.lines))
    if first.envy:
        yield Panel(f"{first.label} envy", "For the hand of another player.", _lines(first.envy))


def _wheel(title: str, note: str, stops: tuple[StopCard, ...]) -> Panel:
    """Symbols with a name, or with pay for the others, in lines; all other prizes in a row."""
    lines: list[tuple[str, str]] = []
    prizes: list[str] = []
    for stop in stops:
        named = stop.symbol != stop.prize.replace(",", "")
        if named:
            lines.append((sentence(stop.symbol), stop.prize))
        if stop.community:
            lines.append((stop.prize, f"and community pay {dollars(stop.community)}"))
        if not named and not stop.community:
            prizes.append(_whole(stop.prize))
    return Panel(title, note, tuple(lines), tuple(prizes))


def _lines(lines: tuple[PayLine, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((sentence(line.name), line.pays) for line in lines)


def _whole(words: str) -> str:
    """Words that stay on one line."""
    return words.replace(" ", NO_BREAK)


def _paragraph(words: str, room: float, size: float, y: float, colour: str) -> Iterator[Mark]:
    """Words about the middle of the column; a dot at the end of a line is left out."""
    for line in even(Setting(wrap(words, room, size), size), room).lines:
        y += LEADING * size
        yield Mark(line.rstrip(f"{NO_BREAK}·"), room / 2, y, size, colour=colour)


def _line(name: str, pays: str, room: float, size: float, y: float) -> Iterator[Mark]:
    """The hand on the left; what it pays on the right, on the last line or below it."""
    left = room - width(pays, size) - APART * size
    below = left < max(room / 2, width(max(name.split(), key=len), size))
    below = below and width(name, size) > left
    names = wrap(name, room if below else left, size)
    for number, words in enumerate(names, 1):
        yield Mark(words, 0, y + number * LEADING * size, size, "start")
    yield Mark(pays, room, y + (len(names) + below) * LEADING * size, size, "end")


def _mark(mark: Mark, made: Block, x: float, y: float) -> str:
    if not mark.words:
        return element(
            "path",
            d=f"M{x:g} {y + mark.y:g}h{made.width:g}",
            fill="none",
            stroke=BRASS,
            stroke_width=0.8,
        )
    gap = mark.spacing * mark.size
    spaced: dict[str, str | float] = {"letter_spacing": gap} if gap else {}
    return written(
        mark.words, x + mark.x + gap / 2, y + mark.y, mark.size,
        text_anchor=mark.anchor, fill=mark.colour, **spaced,
    )  # fmt: skip
