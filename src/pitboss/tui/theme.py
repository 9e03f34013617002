"""Colors and styles of the terminal applications; color is never the only sign of a meaning."""

from typing import Final

from rich.style import Style

FELT_COLOR: Final = "#0f4a43"
DEEP_COLOR: Final = "#0b3732"
CHROME_COLOR: Final = "#12211f"
RAISED_COLOR: Final = "#1a2e2b"
BRASS_COLOR: Final = "#cbb26a"
DIM_BRASS_COLOR: Final = "#86865a"
INK_COLOR: Final = "#f4efe2"
MUTED_COLOR: Final = "#a9c0b8"
ACCENT_COLOR: Final = "#e2b44c"
CARD_COLOR: Final = "#fdfbf5"
CARD_INK_COLOR: Final = "#1d2327"
RED_COLOR: Final = "#b3261e"

ON_FELT: Final = Style(color=INK_COLOR, bgcolor=FELT_COLOR)
ON_CHROME: Final = Style(color=INK_COLOR, bgcolor=CHROME_COLOR)
ON_RAIL: Final = Style(color=INK_COLOR, bgcolor=RAISED_COLOR)
INK: Final = Style(color=INK_COLOR)
STRONG: Final = Style(color=INK_COLOR, bold=True)
MUTED: Final = Style(color=MUTED_COLOR)
LABEL: Final = Style(color=BRASS_COLOR)
HEADING: Final = Style(color=BRASS_COLOR, bold=True)
HIGHLIGHT: Final = Style(color=ACCENT_COLOR, bold=True)
"""Marks what the user can act on now."""
SELECTED: Final = Style(color=CHROME_COLOR, bgcolor=ACCENT_COLOR, bold=True)
WIN: Final = Style(color="#f7e3a1", bold=True)
"""Marks winnings with a soft light."""
SPOT_EDGE: Final = Style(color=DIM_BRASS_COLOR)
BLACK_CARD: Final = Style(color=CARD_INK_COLOR, bgcolor=CARD_COLOR, bold=True)
RED_CARD: Final = Style(color=RED_COLOR, bgcolor=CARD_COLOR, bold=True)
CARD_EDGE: Final = Style(color="#b9b29c", bgcolor=CARD_COLOR)
CARD_LABEL: Final = Style(color="#6f6a58", bgcolor=CARD_COLOR)
CARD_BACK: Final = Style(color="#7d8f6a", bgcolor=DEEP_COLOR)
CARD_BACK_EDGE: Final = Style(color=BRASS_COLOR, bgcolor=DEEP_COLOR)
EMPTY: Final = Style(color=DIM_BRASS_COLOR)


def click_style(action: str) -> Style:
    """Return a style that runs this Textual action when clicked."""
    return Style.from_meta({"@click": action})
