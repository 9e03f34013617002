"""What plots of a par sheet share: their colours, their letters, and a drawing around them."""

from typing import Final

from pitboss.papers.svg import element, text, written

INK: Final = "#1d2327"
QUIET: Final = "#5c6764"
FAINT: Final = "#e1ded3"
FELT: Final = "#0f4a43"
BRASS: Final = "#8d7136"
SHADES: Final = ("#ffffff", "#d9e6e1", "#7fa99f", "#0f4a43")
"""From light to dark, so that they are told apart in grey and by every eye."""
TWO: Final = (SHADES[0], "#a8c9c0")
"""Where most hands are played, the darkest would fill the sheet with ink."""
SIZE: Final = 11.0


def shades(count: int) -> list[str]:
    """As many as there are decisions, the least white and the most dark; of two none is black."""
    if count == len(TWO):
        return list(TWO)
    last = len(SHADES) - 1
    return [SHADES[round(i * last / max(count - 1, 1))] for i in range(count)]


def drawing(
    width: float, height: float, title: str, content: str, *, family: str, alone: bool
) -> str:
    """A drawing; ``alone`` as a file of its own, which has to say what it is."""
    space = {"xmlns": "http://www.w3.org/2000/svg"} if alone else {}
    return element(
        "svg",
        element("title", text(title)) + content,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        aria_label=title,
        font_family=family,
        **space,
    )


def path(d: str, **attributes: str | float) -> str:
    """A path, with an end of its own: pages know no other."""
    return element("path", " ", d=d, **attributes).replace("> <", "><")


def rule(x: float, y: float, width: float, height: float, fill: str = FAINT) -> str:
    """A thin line, across or down."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill)


def label(
    words: str, x: float, y: float, anchor: str = "middle", fill: str = QUIET, size: float = SIZE,
    **more: str | float,
) -> str:  # fmt: skip
    """Words at a point."""
    return written(words, x, y, size, text_anchor=anchor, fill=fill, **more)
