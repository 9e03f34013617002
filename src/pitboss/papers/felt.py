"""The felt of a table, in millimetres: its shape, its colours, and arcs about its middle.

The dealer stands at the straight side above, the players sit on the arc below.
"""

from math import cos, pi, radians, sin
from typing import Final

from pitboss.papers.svg import Setting, element, text

WIDTH: Final = 2200
HEIGHT: Final = 1200
X: Final = WIDTH / 2
Y: Final = 100.0
"""The middle of all arcs."""
RADIUS: Final = 1060.0
TOP: Final = 40.0
"""The dealer's edge."""
RAIL: Final = 24.0
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


def point(radius: float, angle: float) -> tuple[float, float]:
    """A point by its distance from the middle, and its degrees to the right of straight down."""
    return X + radius * sin(radians(angle)), Y + radius * cos(radians(angle))


def arc(radius: float, angle: float) -> str:
    """The path of an arc from as far left to as far right."""
    (left, top), (right, _) = point(radius, -angle), point(radius, angle)
    return (
        f"M{left:.2f} {top:.2f}A{radius:.2f} {radius:.2f} 0 {int(angle > 90)} 0 "
        f"{right:.2f} {top:.2f}"
    )


def on_arc(made: Setting, radius: float, angle: float, name: str) -> str:
    """Lines of text along an arc, about the point at this angle; they read from outside."""
    step, gap = 1.3 * made.size, made.spacing * made.size
    first = radius - step * (len(made.lines) - 1) / 2 + 0.35 * made.size
    parts: list[str] = []
    for number, line in enumerate(made.lines):
        baseline = first + step * number
        path = f"{name}-{number}"
        parts.append(
            element("path", id=path, d=arc(baseline, 90), fill="none", stroke="none")
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
