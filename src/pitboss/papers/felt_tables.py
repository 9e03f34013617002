"""What the felt says of payment: every paytable once, under the wagers that it pays."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.money import dollars
from pitboss.papers.card import Card, StopCard
from pitboss.papers.felt import BRASS, INK, MUTED
from pitboss.papers.svg import LEADING, SERIF, element, width, wrap, written
from pitboss.papers.words import listed

NO_BREAK = "\u00a0"


class Panel(Struct, frozen=True):
    """A title, a sentence under it, and lines of a hand and what it pays."""

    title: str
    note: str = ""
    lines: tuple[tuple[str, str], ...] = ()


class Block(Struct, frozen=True):
    """A panel set in a column, from y = 0 down."""

    drawing: tuple[tuple[float, float, str], ...]
    """Elements by the point that they are drawn about."""
    height: float
    fits: bool


def panels(card: Card) -> tuple[Panel, ...]:
    """In the order of the game; wagers that are paid alike share a panel."""
    groups: dict[object, list[int]] = {}
    for number, wager in enumerate(card.wagers):
        groups.setdefault(wager.lines or wager.how, []).append(number)
    found: list[Panel] = []
    for numbers in groups.values():
        wagers = [card.wagers[number] for number in numbers]
        title = listed(wager.label for wager in wagers)
        same = len({wager.how for wager in wagers}) == 1
        lines = tuple((line.name, line.pays) for line in wagers[0].lines)
        found.append(Panel(title, wagers[0].how if same else "", lines))
        if wagers[0].envy:
            envy = tuple((line.name, line.pays) for line in wagers[0].envy)
            found.append(Panel(f"{wagers[0].label} envy", "For another player's hand.", envy))
        if not lines and card.wheel and wagers[0].key in {m.wager for m in card.meters}:
            note = f"{found[-1].note} {f' · '.join(map(_stop, card.wheel))}"
            found[-1] = Panel(title, note)
    return tuple(found)
