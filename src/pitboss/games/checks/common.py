"""What several checks say and ask."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from pitboss.games.words import HOLE, BestOf, HandOf, alternatives

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


def twice(what: str, names: Iterable[str]) -> Iterator[str]:
    """Names that should appear once."""
    yield from (f"the {what} {name!r} appears twice" for name, n in Counter(names).items() if n > 1)


def unknown(what: str, names: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """Names that should be known."""
    known = set(known)
    yield from (f"{what} {name!r}, which it does not have" for name in names if name not in known)


def walk(value: object) -> Iterator[tuple[Struct, str, Any]]:
    """Every field of every part of a definition: owner, name, value."""
    if isinstance(value, Struct):
        for name, part in structs.asdict(value).items():
            yield value, name, part
            yield from walk(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from walk(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from walk(part)


def hand_sizes(game: "Game") -> dict[str, int]:
    """How many cards each hand is read from."""
    sizes: dict[str, int] = {}
    per_place = {place.name: place.cards for place in game.places} | {HOLE: len(game.hole.split())}
    for hand in game.hands:
        match hand:
            case HandOf():
                sizes[hand.name] = sum(per_place.get(name, 1) for name in hand.cards.split())
            case BestOf():
                first, *_ = [*alternatives(hand.hands)[0].split(), ""]
                sizes[hand.name] = sizes.get(first, 0)
    return sizes
