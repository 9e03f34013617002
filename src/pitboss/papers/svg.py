"""SVG elements, and text that is measured before it is placed."""

import re
from functools import lru_cache
from html import escape
from typing import Final

from msgspec import Struct

SERIF_FONTS: Final = (
    "Palatino, 'Palatino Linotype', 'Book Antiqua', 'Times New Roman', Times, 'Liberation Serif', "
    "'DejaVu Serif Condensed', serif"
)
LINE_HEIGHT: Final = 1.3
"""The distance from one line to the next, in font sizes."""
BASELINE_SHIFT: Final = 0.35
"""The distance from the middle of capitals down to their baseline, in font sizes."""
UNKNOWN_LETTER_WIDTH: Final = 1.1
"""The width of a letter that is not in the list, in font sizes."""

_LETTER_WIDTHS: Final = {
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


class TextSetting(Struct, frozen=True):
    """Lines of text with their font size, and the space between letters in font sizes."""

    lines: tuple[str, ...]
    size: float
    spacing: float = 0.0

    @property
    def height(self) -> float:
        """The height of all lines."""
        return (1 + LINE_HEIGHT * (len(self.lines) - 1)) * self.size


def svg_element(tag: str, content: str = "", /, **attributes: str | float) -> str:
    """Return an element: ``font_size=3`` becomes ``font-size="3"``; the content is XML."""
    attribute_text = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_attribute_value(value)}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{attribute_text}>{content}</{tag}>" if content else f"<{tag}{attribute_text}/>"


def escape_xml(words: str) -> str:
    """Escape plain text for XML."""
    return escape(_NOT_IN_XML.sub("", words), quote=True)


def text_width(words: str, size: float, spacing: float = 0.0) -> float:
    """Return an upper bound on the width of a line of text."""
    return (_letters_width(words) + spacing * len(words)) * size


def wrap_text(words: str, max_width: float, size: float, spacing: float = 0.0) -> tuple[str, ...]:
    """Wrap text at spaces only; a word that is too long gets a line of its own."""
    lines: list[str] = []
    for word in (word for word in words.split(" ") if word):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, spacing) <= max_width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def fit_text(
    words: str,
    max_width: float,
    height: float,
    max_size: float,
    spacing: float = 0.0,
    max_lines: int = 9,
) -> TextSetting:
    """Set text as large as a box allows, in lines of about the same length."""
    size = max_size
    while True:
        pieces = (
            words if size > max_size / 4 else _break_long_words(words, max_width, size, spacing)
        )
        setting = TextSetting(wrap_text(pieces, max_width, size, spacing), size, spacing)
        if (
            len(setting.lines) <= max_lines
            and setting.height <= height
            and all(text_width(line, size, spacing) <= max_width for line in setting.lines)
        ):
            return balance_lines(setting, max_width)
        size *= 0.97


def balance_lines(setting: TextSetting, max_width: float) -> TextSetting:
    """Rewrap text onto the same number of lines, with the longest as short as possible."""
    words = " ".join(setting.lines)
    while len(setting.lines) > 1:
        max_width *= 0.97
        lines = wrap_text(words, max_width, setting.size, setting.spacing)
        if len(lines) != len(setting.lines) or any(
            text_width(line, setting.size, setting.spacing) > max_width for line in lines
        ):
            break
        setting = TextSetting(lines, setting.size, setting.spacing)
    return setting


def text_line(words: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """Return one line of text with its baseline at y."""
    return svg_element("text", escape_xml(words), x=x, y=y, font_size=size, **attributes)


def centered_text(setting: TextSetting, x: float, y: float, **attributes: str | float) -> str:
    """Return lines of text centered on a point."""
    step = LINE_HEIGHT * setting.size
    first = y - step * (len(setting.lines) - 1) / 2 + BASELINE_SHIFT * setting.size
    gap = setting.spacing * setting.size
    spacing_attributes: dict[str, str | float] = {"letter_spacing": gap} if gap else {}
    return "".join(
        text_line(
            line,
            x + gap / 2,  # the last letter is also followed by a space
            first + step * number,
            setting.size,
            text_anchor="middle",
            **spacing_attributes,
            **attributes,
        )
        for number, line in enumerate(setting.lines)
    )


@lru_cache(maxsize=4096)
def _letters_width(words: str) -> float:
    """Return the width of a text in multiples of its font size."""
    return sum(_LETTER_WIDTHS.get(letter, UNKNOWN_LETTER_WIDTH) for letter in words)


def _attribute_value(value: str | float) -> str:
    return escape_xml(value) if isinstance(value, str) else f"{round(value, 2):g}"


def _break_long_words(words: str, max_width: float, size: float, spacing: float) -> str:
    """Insert spaces into words that are wider than the available width."""
    pieces = [""]
    for letter in words:
        word = pieces[-1].rpartition(" ")[2]
        if letter != " " and word and text_width(word + letter, size, spacing) > max_width:
            pieces.append("")
        pieces[-1] += letter
    return " ".join(pieces)
