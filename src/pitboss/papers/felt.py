"""The felt of a table, in millimetres: its shape, its colours, and arcs about its middle.

The dealer stands at the straight side above, the players sit on the arc below.
"""

from math import pi
from typing import Final

from pitboss.papers.svg import LEADING, MIDDLE, Setting, element, text

WIDTH: Final = 2200
HEIGHT: Final = 1200
X: Final = WIDTH / 2
Y: Final = 100.0
"""The middle of all arcs."""
RADIUS: Final = 1080.0
TOP: Final = 20.0
"""The dealer's edge."""
RAIL: Final = 22.0
"""From the edge to the line that goes round the table."""

FELT: Final = ("#176056", "#0f4a43", "#0b3732")
BRASS: Final = "#cbb26a"
INK: Final = "#f4efe2"
MUTED: Final = "#a9c0b8"


def outline(inset: float) -> str:
    """The path of the edge, or of a line inside it."""
    radius, top = RADIUS - inset, TOP + inset
    return (
        f"M{X - radius:g} {top:g}H{X + radius:g}V{Y:g}"
        f"A{radius:g} {radius:g} 0 0 1 {X - radius:g} {Y:g}Z"
    )


def light(name: str) -> str:
    """The colour of the felt: soft light from the dealer's side."""
    stops = "".join(
        element("stop", offset=offset, stop_color=colour)
        for offset, colour in zip((0.0, 0.55, 1.0), FELT, strict=True)
    )
    return element(
        "radialGradient", stops, id=name, gradientUnits="userSpaceOnUse", cx=X, cy=TOP, r=RADIUS + Y
    )


def arc(radius: float, top: float = Y) -> str:
    """The path of a half circle from left to right, whose ends go straight up to the top."""
    return (
        f"M{X - radius:.2f} {top:g}V{Y:g}"
        f"a{radius:.2f} {radius:.2f} 0 0 0 {2 * radius:.2f} 0V{top:g}"
    )


def on_arc(made: Setting, radius: float, angle: float, name: str) -> str:
    """Lines of text along an arc, about the point at this angle; they read from outside."""
    step, gap = LEADING * made.size, made.spacing * made.size
    first = radius - step * (len(made.lines) - 1) / 2 + MIDDLE * made.size
    parts: list[str] = []
    for number, line in enumerate(made.lines):
        baseline = first + step * number
        path = f"{name}-{number}"
        parts.append(
            element("path", id=path, d=arc(baseline), fill="none", stroke="none")
            + element(
                "text",
                element(
                    "textPath",
                    text(line),
                    href=f"#{path}",
                    startOffset=(angle + 90) / 180 * pi * baseline + gap / 2,
                ),
                font_size=made.size,
                letter_spacing=gap,
                text_anchor="middle",
            )
        )
    return "".join(parts)
