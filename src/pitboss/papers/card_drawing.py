"""The layout as a rules card draws it: where the cards lie, and a seat's betting spots."""

from collections.abc import Iterator
from typing import Final

from pitboss.papers.card import Card, PlaceCard
from pitboss.papers.page import text

CARD_WIDTH: Final = 54
CARD_HEIGHT: Final = 76
OVERLAP: Final = 20
"""How far a card lies beside the one under it, where a place has several."""
SPOT: Final = 35
"""The radius of a betting spot."""
NARROW: Final = 8
"""Letters to a line of an inscription, where its words allow."""
GAP: Final = 6
LINE: Final = 12


def table_drawing(card: Card) -> str:
    """The community cards where they lie, each with its inscription: a cross is a cross."""
    places = {place.name: place for place in card.layout.places}
    gap, between = 7, 16
    rows = [[places.get(name) for name in row] for row in card.layout.table]
    sizes = [[_size(place) for place in row] for row in rows]
    widest = max(sum(row) + between * (len(row) - 1) for row in sizes)
    below = 18 if any(place.cards > 1 for place in places.values()) else 0
    shapes: list[str] = []
    for down, (row, widths) in enumerate(zip(rows, sizes, strict=True)):
        x = (widest - sum(widths) - between * (len(row) - 1)) / 2
        y = down * (CARD_HEIGHT + below + gap)
        for place, width in zip(row, widths, strict=True):
            if place:
                shapes += _place(place, x, y, bool(below))
            x += width + between
    height = len(rows) * (CARD_HEIGHT + below + gap) - gap
    return _svg(widest, height, f"Where the cards lie: {_told(card)}.", shapes)


def seat_drawing(card: Card) -> str:
    """A player's betting spots, of the wagers on offer."""
    labels = {wager.key: wager for wager in card.wagers}
    spots = {*labels, *card.layout.hole}
    rows = [row for row in card.layout.seat if any(name in spots for name in row)]
    step = 2 * SPOT + GAP
    shapes: list[str] = []
    for down, row in enumerate(rows):
        for across, name in enumerate(row):
            if name in labels:
                x, y = across * step + SPOT, down * step + SPOT
                kind = labels[name].kind
                shapes.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{SPOT - 1}"/>')
                shapes += _inscribed(labels[name].label, x, y)
            elif name in card.layout.hole:
                x, y = across * step + SPOT, down * step + SPOT
                corner = f'x="{x - CARD_WIDTH / 2:g}" y="{y - SPOT + 1}"'
                shapes.append(
                    f'<rect {corner} width="{CARD_WIDTH}" height="{2 * SPOT - 2}" rx="4.5"/>'
                )
                shapes += _inscribed(f"{name} card", x, y)
    across = max(len(row) for row in rows)
    names = ", ".join(labels[name].label for row in rows for name in row if name in labels)
    size = across * step - GAP, len(rows) * step - GAP
    return _svg(*size, f"A player's betting spots: {names}.", shapes)


def _size(place: PlaceCard | None) -> int:
    return CARD_WIDTH + OVERLAP * ((place.cards if place else 1) - 1)


def _told(card: Card) -> str:
    return ", ".join(
        f"{place.label} ({place.inscription})" if place.inscription else place.label
        for place in card.layout.places
    )


def _place(place: PlaceCard, x: float, y: float, below: bool) -> Iterator[str]:
    """The cards of a place, with its words on its only card or under all of them."""
    for card in range(place.cards):
        left = x + card * OVERLAP
        yield (
            f'<rect x="{left:g}" y="{y:g}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4.5"/>'
        )
    words, middle = place.inscription or place.label, x + _size(place) / 2
    if below:
        yield _written(words, middle, y + CARD_HEIGHT + 13)
    else:
        yield from _inscribed(words, middle, y + CARD_HEIGHT / 2)


def _inscribed(words: str, x: float, y: float) -> Iterator[str]:
    """Words about a point, on as many lines as they need."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + len(word) < NARROW:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    top = y - (len(lines) - 1) * LINE / 2 + 3.8
    for number, line in enumerate(lines):
        yield _written(line, x, top + number * LINE)


def _written(words: str, x: float, y: float) -> str:
    return f'<text x="{x:g}" y="{y:g}">{text(words)}</text>'


def _svg(width: float, height: float, title: str, shapes: list[str]) -> str:
    inner = "\n".join(shapes)
    return (
        f'<svg viewBox="-1 -1 {width + 2:g} {height + 2:g}" role="img" '
        f'style="--w: {width + 2:g}">\n<title>{text(title)}</title>\n{inner}\n</svg>'
    )
