"""Parse a drawn layout: the position and text of its parts, and whether they overlap."""

import re
from collections.abc import Iterator
from itertools import combinations
from math import cos, hypot, radians, sin
from xml.etree import ElementTree

from pitboss.papers.felt import ARC_RADIUS, CENTER_X, CENTER_Y, TOP_EDGE
from pitboss.papers.layout import draw_layout
from pitboss.papers.rules_card.card import RulesCard
from pitboss.papers.svg import text_width

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
Box = tuple[Point, Point, Point, Point]


def drawing(card: RulesCard) -> ElementTree.Element:
    return ElementTree.fromstring(draw_layout(card))  # noqa: S314 (our own)


def part(root: ElementTree.Element, name: str) -> ElementTree.Element:
    result = root.find(f"{SVG}g[@data-part='{name}']")
    assert result is not None
    return result


def text_of(root: ElementTree.Element) -> str:
    """Return all words in lower case with single spaces."""
    return " ".join(" ".join(root.itertext()).split()).casefold()


def corners(shape: ElementTree.Element, transform: str = "") -> Box:
    """Return the corners of a circle, rectangle or text line, transformed with its position."""
    at = {name: float(v) for name, v in shape.attrib.items() if re.fullmatch(r"-?[\d.]+", v)}
    if shape.tag == f"{SVG}circle":
        x, y, wide, high = at["cx"] - at["r"], at["cy"] - at["r"], 2 * at["r"], 2 * at["r"]
    elif shape.tag == f"{SVG}rect":
        x, y, wide, high = at["x"], at["y"], at["width"], at["height"]
    else:
        size = at["font-size"]
        gap = at.get("letter-spacing", 0)
        wide = text_width(shape.text or "", size, gap / size) - gap
        before = {"start": 0.0, "middle": (wide + gap) / 2, "end": wide}
        x = at["x"] - before[shape.attrib["text-anchor"]]
        y, high = at["y"] - 0.75 * size, 0.95 * size
    box = (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)
    if not transform:
        return box
    result = re.fullmatch(r"translate\((\S+) (\S+)\) rotate\((\S+)\)", transform)
    assert result
    dx, dy, angle = (float(figure) for figure in result.groups())
    c, s = cos(radians(angle)), sin(radians(angle))
    a, b, d, e = ((dx + c * px - s * py, dy + s * px + c * py) for px, py in box)
    return a, b, d, e


def apart(box_: Box, other: Box) -> bool:
    """Return whether a side of one of the two boxes separates them."""
    for box in (box_, other):
        for (ax, ay), (bx, by) in ((box[0], box[1]), (box[1], box[2])):
            first = [(bx - ax) * x + (by - ay) * y for x, y in box_]
            second = [(bx - ax) * x + (by - ay) * y for x, y in other]
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False


def on_the_table(box: Box) -> bool:
    return all(
        y >= TOP_EDGE
        and (hypot(x - CENTER_X, y - CENTER_Y) if y > CENTER_Y else abs(x - CENTER_X)) <= ARC_RADIUS
        for x, y in box
    )


def spots(root: ElementTree.Element) -> Iterator[tuple[str, str, Box, list[Box]]]:
    """Yield every spot: its position, its key, its box and the boxes of its words."""
    for position in part(root, "seats"):
        positions_turned = position.attrib["transform"]
        for spot in position:
            words = [corners(line, positions_turned) for line in spot.iter(f"{SVG}text")]
            yield (
                position.attrib["data-position"],
                spot.attrib["data-spot"],
                corners(spot[0], positions_turned),
                words,
            )


def check_places(card: RulesCard) -> None:
    """Check that spots and places are on the table, do not overlap, and contain their words."""
    root = drawing(card)
    boxes = [box for _, _, box, _ in spots(root)]
    for place in part(root, "places"):
        boxes.append(corners(place[0]))
        for line in place.iter(f"{SVG}text"):
            check_inside(corners(line), boxes[-1])
    assert all(map(on_the_table, boxes))
    assert all(apart(combination, other) for combination, other in combinations(boxes, 2))
    for _, _, box, words in spots(root):
        for word in words:
            check_inside(word, box)


def check_inside(inner: Box, outer: Box) -> None:
    """Check that the inner box lies within the outer one."""
    for start in range(4):
        (ax, ay), (bx, by) = outer[start], outer[(start + 1) % 4]
        for x, y in inner:
            assert (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-6 * ARC_RADIUS


def check_tables(card: RulesCard) -> None:
    """Check that no table line touches another, the cards, the operator's name or the band."""
    root = drawing(card)
    lines = [corners(line) for line in part(root, "tables").iter(f"{SVG}text")]
    name = [corners(line) for line in part(root, "operator").iter(f"{SVG}text")]
    places = [corners(place[0]) for place in part(root, "places")]
    assert all(apart(combination, other) for combination, other in combinations([*lines, *name], 2))
    assert all(apart(item, place) for item in (*lines, *name) for place in places)
    band = part(root, "band")[0].attrib["d"], part(root, "band")[1].attrib["d"]
    inner = min(float(path.split("a")[1].split()[0]) for path in band)
    assert all(hypot(x - CENTER_X, y - CENTER_Y) < inner for box in (*lines, *name) for x, y in box)
