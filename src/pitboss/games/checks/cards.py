"""Cards and hands: names, and whether a deck is enough."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from pitboss.cards import DECK
from pitboss.games.checks.common import hand_sizes, twice, unknown
from pitboss.games.dealing import Burn, Discard
from pitboss.games.words import HOLE, BestOf, HandOf, alternatives

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

SIZES: Final = ("2", "3", "5")
HOLES: Final = "holes"
"""A word of the JSON of rounds, which no place may take."""


def names(game: "Game") -> Iterator[str]:
    """Names are there once, and a deck holds all that is dealt."""
    own, places = game.hole.split(), [place.name for place in game.places]
    yield from twice("card place", [*own, *places, HOLE])
    yield from (f"no place can be called {name!r}" for name in places if name == HOLES)
    yield from twice("hand", (hand.name for hand in game.hands))
    yield from twice("wager", (wager.key for wager in game.wagers))
    yield from twice("reading", (reading.id for reading in game.readings))
    yield from unknown("a player looks at", game.looks.split(), own)
    for sizes in alternatives(game.low_ace):
        yield from unknown("the ace is low in hands of", sizes.split(), SIZES)
    if not game.required:
        yield "it has no required wager"
    if game.seats < 1 or not 1 <= game.boxes.most <= game.seats:
        yield f"one player may hold {game.boxes.most} of {game.seats} seats"
    dealt = game.seats * len(own) + sum(place.cards for place in game.places)
    for dealing in game.dealing:
        away = sum(isinstance(step, Burn | Discard) for step in dealing.steps)
        if dealt + away > len(DECK):
            yield f"dealing by {dealing.clause} takes {dealt + away} cards, more than a deck has"


def hands(game: "Game") -> Iterator[str]:
    """Hands are read from cards there are, in sizes that can be ranked."""
    known = {*game.hole.split(), HOLE, *(place.name for place in game.places)}
    sizes = hand_sizes(game)
    before: set[str] = set()
    for hand in game.hands:
        match hand:
            case HandOf():
                read = hand.cards.split()
                yield from unknown(f"the hand {hand.name} is read from", read, known)
                yield from twice(f"card of the hand {hand.name}", _spread(read, game))
                if sizes[hand.name] not in (2, 3, 5, 7):
                    yield f"the hand {hand.name} has {sizes[hand.name]} cards, not 2, 3, 5 or 7"
            case BestOf():
                for parts in map(str.split, alternatives(hand.hands)):
                    if not parts:
                        yield f"the hand {hand.name} is the best of none"
                    yield from unknown(f"the hand {hand.name} is the best of", parts, before)
                    if len({sizes.get(name) for name in parts}) > 1:
                        yield f"the hand {hand.name} compares hands of different sizes"
        before.add(hand.name)


def _spread(read: Iterable[str], game: "Game") -> list[str]:
    """``hole`` as the cards it stands for."""
    return [card for name in read for card in (game.hole.split() if name == HOLE else [name])]
