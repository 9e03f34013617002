"""The felt of a table in millimeters: its outline, its colors, and text along arcs."""

from math import pi
from typing import Final

from pitboss.papers.svg import BASELINE_SHIFT, LINE_HEIGHT, TextSetting, escape_xml, svg_element

FELT_WIDTH: Final = 2200
FELT_HEIGHT: Final = 1200
CENTER_X: Final = FELT_WIDTH / 2
CENTER_Y: Final = 100.0
"""The middle of all arcs."""
ARC_RADIUS: Final = 1080.0
TOP_EDGE: Final = 20.0
"""The dealer's edge."""
RAIL_WIDTH: Final = 22.0
"""From the edge to the line that goes round the table."""

FELT_COLORS: Final = ("#176056", "#0f4a43", "#0b3732")
BRASS_COLOR: Final = "#cbb26a"
INK_COLOR: Final = "#f4efe2"
MUTED_COLOR: Final = "#a9c0b8"


def outline_path(inset: float) -> str:
    """Return the path of the edge, or of a line inside it."""
    radius, top = ARC_RADIUS - inset, TOP_EDGE + inset
    return (
        f"M{CENTER_X - radius:g} {top:g}H{CENTER_X + radius:g}V{CENTER_Y:g}"
        f"A{radius:g} {radius:g} 0 0 1 {CENTER_X - radius:g} {CENTER_Y:g}Z"
    )


def felt_gradient(name: str) -> str:
    """Return the gradient of the felt: soft light from the dealer's side."""
    stops = "".join(
        svg_element("stop", offset=offset, stop_color=color)
        for offset, color in zip((0.0, 0.55, 1.0), FELT_COLORS, strict=True)
    )
    return svg_element(
        "radialGradient",
        stops,
        id=name,
        gradientUnits="userSpaceOnUse",
        cx=CENTER_X,
        cy=TOP_EDGE,
        r=ARC_RADIUS + CENTER_Y,
    )


def arc_path(radius: float, top: float = CENTER_Y) -> str:
    """Return the path of a half circle from left to right, with ends that go straight up."""
    return (
        f"M{CENTER_X - radius:.2f} {top:g}V{CENTER_Y:g}"
        f"a{radius:.2f} {radius:.2f} 0 0 0 {2 * radius:.2f} 0V{top:g}"
    )


def text_on_arc(setting: TextSetting, radius: float, angle: float, name: str) -> str:
    """Lines of text along an arc, about the point at this angle; they read from outside."""
    step, gap = LINE_HEIGHT * setting.size, setting.spacing * setting.size
    first = radius - step * (len(setting.lines) - 1) / 2 + BASELINE_SHIFT * setting.size
    parts: list[str] = []
    for number, line in enumerate(setting.lines):
        baseline = first + step * number
        path = f"{name}-{number}"
        parts.append(
            svg_element("path", id=path, d=arc_path(baseline), fill="none", stroke="none")
            + svg_element(
                "text",
                svg_element(
                    "textPath",
                    escape_xml(line),
                    href=f"#{path}",
                    startOffset=(angle + 90) / 180 * pi * baseline + gap / 2,
                ),
                font_size=setting.size,
                letter_spacing=gap,
                text_anchor="middle",
            )
        )
    return "".join(parts)
