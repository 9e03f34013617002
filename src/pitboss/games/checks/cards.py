"""Cards and hands: names, and whether a deck is enough."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from pitboss.cards import RANKS, SUITS, Deck
from pitboss.games.checks.naming import MOST_SEATS
from pitboss.games.dealing import Burn, Dealing, Discard
from pitboss.games.names import HOLE
from pitboss.games.payoffs.faults import (
    card_count,
    hand_sizes,
    rank_differently,
    repeats,
    twice,
    unknown,
)
from pitboss.games.words import BestOf, HandOf, alternatives
from pitboss.hands import Order
from pitboss.hands.ranking import MOST_CARDS
from pitboss.hands.strength import FIVE_OF_A_KIND, KINDS

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

HOLES: Final = "holes"
"""A word of the JSON of rounds, which no place may take."""


def own_cards(game: "Game") -> Iterator[str]:
    """A player gets some cards, and no place has the name of one of them."""
    if not game.hole_cards or len(game.hole_cards) != game.hole:
        yield f"a seat gets {game.hole} cards: it can get 1 to 7"
        return
    for place in game.places:
        if place.name == HOLE:
            yield f"the place {HOLE!r} needs another name: this one means all of a player's cards"
        elif place.name in game.hole_cards:
            yield (
                f"the place {place.name!r} needs another name: with hole={game.hole} the cards of "
                f"a player are called {', '.join(game.hole_cards)}"
            )


def names(game: "Game") -> Iterator[str]:
    """Names are there once, and a deck holds all that is dealt."""
    own, places = game.hole_cards, [place.name for place in game.places]
    yield from twice("card place", places)
    yield from (f"no place can be called {name!r}" for name in places if name == HOLES)
    yield from twice("hand", (alternatives(hand)[0].name for hand in game.hands))
    yield from twice("wager", (wager.key for wager in game.wagers))
    yield from twice("reading", (reading.id for reading in game.readings))
    if not 0 <= game.looks <= game.hole:
        yield f"a player looks at {game.looks} of {game.hole} cards before the first decision"
    if not game.required:
        yield "it has no required wager"
    if game.seats > 0 and not 1 <= game.boxes.most <= game.seats:
        yield f"one player may hold {game.boxes.most} of {game.seats} seats"
    dealt = game.seats * len(own) + sum(place.cards for place in game.places)
    away = max(map(_put_away, game.procedures.dealing), default=0)
    if dealt + away > game.deck.size and game.seats <= MOST_SEATS:
        yield (
            f"{game.seats} seats and the table take {dealt + away} cards, more than the "
            f"{game.deck.size} of its deck: have fewer seats, or deal fewer cards"
        )


def _put_away(dealing: Dealing) -> int:
    """How many cards a method deals to nobody."""
    return sum(isinstance(step, Burn | Discard) for step in dealing.steps)


def hands(game: "Game") -> Iterator[str]:
    """Hands are read from cards there are, in sizes that can be ranked."""
    known = [HOLE, *game.hole_cards, *(place.name for place in game.places)]
    sizes = hand_sizes(game)
    before: list[str] = []
    for word in game.hands:
        if len({hand.name for hand in alternatives(word)}) > 1:
            yield f"the choices for the hand {alternatives(word)[0].name} have different names"
        for hand in alternatives(word):
            match hand:
                case HandOf():
                    yield from unknown(f"the hand {hand.name} is read from", hand.cards, known)
                    for name in repeats(_spread(hand.cards, game)):
                        yield f"the hand {hand.name} reads {name!r} twice: name each card once"
                    for ranking in alternatives(hand.ranking):
                        yield from _ranked(
                            hand.name, card_count(game, hand.cards), ranking, game.deck
                        )
                    if len({x.size for x in alternatives(hand.ranking) if x}) > 1:
                        yield f"the choices for the ranking of {hand.name} rank different numbers"
                case BestOf():
                    if not hand.hands:
                        yield f"the hand {hand.name} is the best of none"
                    yield from unknown(f"the hand {hand.name} is the best of", hand.hands, before)
                    if len({sizes[name] for name in hand.hands if name in sizes}) > 1:
                        yield f"the hand {hand.name} compares hands of different sizes"
                    elif rank_differently(game, hand.hands):
                        yield f"the hand {hand.name} compares hands that rank differently"
        before.append(alternatives(word)[0].name)


def _ranked(name: str, size: int | None, order: Order | None, deck: Deck) -> Iterator[str]:
    """So many cards can be ranked, in an order that there is."""
    if size is None:
        return  # it is read from cards that are unknown
    if not 1 <= size <= MOST_CARDS:
        yield f"the hand {name} has {size} cards, which cannot be ranked: one to {MOST_CARDS} can"
    if order is None:
        return
    if order.size not in KINDS:
        yield f"the hand {name} ranks {order.size} cards: one to five can be"
    elif order.size > size:
        yield f"the hand {name} has {size} cards, of which {order.size} should count"
    else:
        known = order.on(deck).kinds if order.is_usual else (*KINDS[order.size], FIVE_OF_A_KIND)
        yield from unknown(f"the hand {name} ranks the kind", order.kinds, known)
        yield from twice(f"kind of the hand {name}", order.kinds)
        if "high card" not in order.kinds:
            yield f"the hand {name} has no rank for high cards"


def deck(game: "Game") -> Iterator[str]:
    """The deck has cards, and each rank and suit once."""
    own = game.deck
    for what, some, every in (("ranks", own.ranks, RANKS), ("suits", own.suits, SUITS)):
        if not some or [x for x in every if x in some] != list(some):
            yield f"the deck has the {what} {some!r}: write some of {every!r}, in that order"
    if own.jokers not in range(5):
        yield f"the deck has {own.jokers} jokers: 0 to 4 can be"
    if any(own.wild.count(r) > 1 or r not in own.ranks for r in own.wild):
        yield f"the deck has the wild ranks {own.wild!r}: write some of its ranks {own.ranks!r}"
    elif own.ranks and set(own.wild) == set(own.ranks):
        yield "every rank of the deck is wild: leave some that are not"
    if own.decks not in range(1, 5):
        yield f"{own.decks} decks are shuffled together: 1 to 4 can be"


def _spread(read: Iterable[str], game: "Game") -> list[str]:
    """``hole`` as the cards it stands for."""
    return [card for name in read for card in (game.hole_cards if name == HOLE else [name])]
