"""Small helpers for drawings: elements, and text that is measured before it is set.

A drawing goes to machines with other fonts, so every letter is measured as wide as the widest of
the families named here sets it. Whatever fits in one fits in all.
"""

import re
from functools import lru_cache
from html import escape
from typing import Final

from msgspec import Struct

SERIF: Final = (
    "Palatino, 'Palatino Linotype', 'Book Antiqua', 'Times New Roman', Times, 'Liberation Serif', "
    "'DejaVu Serif Condensed', serif"
)
LEADING: Final = 1.3
"""From one line to the next, in sizes."""
MIDDLE: Final = 0.35
"""How far below its middle a line of capitals has its baseline, in sizes."""
UNKNOWN: Final = 1.1
"""The width of a letter that is not in the list, in sizes."""

_WIDTHS: Final = {
    letter: width / 100
    for width, letters in {
        30: " \u00a0',./:;\\ijl|·",
        36: "!()-I[]ft’",
        45: '"J`r',
        50: "*?_sz“”–",
        55: "acekovxyé",
        58: "$0123456789bdghnpqu{}ü",
        66: "EFLPSTZÉß",
        73: "ABCDGKRVXY",
        80: "#&+<=>HNOQU^w~×",
        100: "%@MWm—",
    }.items()
    for letter in letters
}
_NOT_IN_XML: Final = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Setting(Struct, frozen=True):
    """Words set in lines of a size, with space between letters in sizes."""

    lines: tuple[str, ...]
    size: float
    spacing: float = 0.0

    @property
    def height(self) -> float:
        return (1 + LEADING * (len(self.lines) - 1)) * self.size


def element(tag: str, content: str = "", /, **attributes: str | float) -> str:
    """An element: ``font_size=3`` becomes ``font-size="3"``; its content is XML already."""
    said = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{said}>{content}</{tag}>" if content else f"<{tag}{said}/>"


def text(words: str) -> str:
    """Words as XML may hold them, whatever they are."""
    return escape(_NOT_IN_XML.sub("", words), quote=True)


def width(words: str, size: float, spacing: float = 0.0) -> float:
    """How much room a line takes, at the most."""
    return (_letters(words) + spacing * len(words)) * size


def wrap(words: str, room: float, size: float, spacing: float = 0.0) -> tuple[str, ...]:
    """Words in lines, broken at spaces alone: a word that is too long is left too long."""
    lines: list[str] = []
    for word in (word for word in words.split(" ") if word):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, spacing) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def fit(
    words: str, room: float, height: float, largest: float, spacing: float = 0.0, lines: int = 9
) -> Setting:
    """Words as large as a box of this size allows, in lines of about the same length."""
    size = largest
    while True:
        pieces = words if size > largest / 4 else _broken(words, room, size, spacing)
        made = Setting(wrap(pieces, room, size, spacing), size, spacing)
        if (
            len(made.lines) <= lines
            and made.height <= height
            and all(width(line, size, spacing) <= room for line in made.lines)
        ):
            return even(made, room)
        size *= 0.97


def even(made: Setting, room: float) -> Setting:
    """The same words on as many lines, with the longest as short as can be."""
    words = " ".join(made.lines)
    while len(made.lines) > 1:
        room *= 0.97
        lines = wrap(words, room, made.size, made.spacing)
        if len(lines) != len(made.lines) or any(
            width(line, made.size, made.spacing) > room for line in lines
        ):
            break
        made = Setting(lines, made.size, made.spacing)
    return made


def written(words: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """One line of text with its baseline at y."""
    return element("text", text(words), x=x, y=y, font_size=size, **attributes)


def centred(made: Setting, x: float, y: float, **attributes: str | float) -> str:
    """Lines of text about a point."""
    step = LEADING * made.size
    first = y - step * (len(made.lines) - 1) / 2 + MIDDLE * made.size
    gap = made.spacing * made.size
    spaced: dict[str, str | float] = {"letter_spacing": gap} if gap else {}
    return "".join(
        written(
            line,
            x + gap / 2,  # the space after the last letter is no part of the line
            first + step * number,
            made.size,
            text_anchor="middle",
            **spaced,
            **attributes,
        )
        for number, line in enumerate(made.lines)
    )


@lru_cache(maxsize=4096)
def _letters(words: str) -> float:
    """The letters alone, in sizes."""
    return sum(_WIDTHS.get(letter, UNKNOWN) for letter in words)


def _value(value: str | float) -> str:
    return text(value) if isinstance(value, str) else f"{round(value, 2):g}"


def _broken(words: str, room: float, size: float, spacing: float) -> str:
    """With spaces in words that are wider than the room."""
    pieces = [""]
    for letter in words:
        word = pieces[-1].rpartition(" ")[2]
        if letter != " " and word and width(word + letter, size, spacing) > room:
            pieces.append("")
        pieces[-1] += letter
    return " ".join(pieces)
