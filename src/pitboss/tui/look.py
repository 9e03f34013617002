"""Colours of the terminal game. Each carries a meaning that letters or marks say as well."""

from typing import Final

from rich.style import Style

FELT: Final = "#0f4a43"
DEEP: Final = "#0b3732"
CHROME: Final = "#12211f"
RAISED: Final = "#1a2e2b"
BRASS: Final = "#cbb26a"
DIM_BRASS: Final = "#86865a"
INK_COLOUR: Final = "#f4efe2"
MUTED_COLOUR: Final = "#a9c0b8"
ACCENT: Final = "#e2b44c"
CARD: Final = "#fdfbf5"
CARD_INK: Final = "#1d2327"
RED: Final = "#b3261e"

ON_FELT: Final = Style(color=INK_COLOUR, bgcolor=FELT)
ON_CHROME: Final = Style(color=INK_COLOUR, bgcolor=CHROME)
ON_RAIL: Final = Style(color=INK_COLOUR, bgcolor=RAISED)
INK: Final = Style(color=INK_COLOUR)
STRONG: Final = Style(color=INK_COLOUR, bold=True)
MUTED: Final = Style(color=MUTED_COLOUR)
INSCRIBED: Final = Style(color=BRASS)
HEADING: Final = Style(color=BRASS, bold=True)
YOURS: Final = Style(color=ACCENT, bold=True)
"""This is yours to do now."""
CHOSEN: Final = Style(color=CHROME, bgcolor=ACCENT, bold=True)
WON: Final = Style(color="#f7e3a1", bold=True)
"""A calm light."""
LINE: Final = Style(color=DIM_BRASS)
BLACK_CARD: Final = Style(color=CARD_INK, bgcolor=CARD, bold=True)
RED_CARD: Final = Style(color=RED, bgcolor=CARD, bold=True)
CARD_EDGE: Final = Style(color="#b9b29c", bgcolor=CARD)
CARD_WORDS: Final = Style(color="#6f6a58", bgcolor=CARD)
BACK: Final = Style(color="#7d8f6a", bgcolor=DEEP)
BACK_EDGE: Final = Style(color=BRASS, bgcolor=DEEP)
EMPTY: Final = Style(color=DIM_BRASS)


def clicked(action: str) -> Style:
    """What a click here does."""
    return Style.from_meta({"@click": action})
