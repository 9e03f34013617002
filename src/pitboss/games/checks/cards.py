"""Check the deck, the cards of players and table, and the hands that are read from them."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from pitboss.cards import RANKS, SUITS, Deck
from pitboss.games.card_names import HOLE
from pitboss.games.checks.wagers_and_names import MAX_SEATS
from pitboss.games.dealing import Burn, Dealing, Discard
from pitboss.games.game_parts import BestOf, HandDefinition, HandOf, possible_values
from pitboss.games.payoffs.payoff_checks import (
    count_cards,
    find_duplicates,
    find_unknown,
    hand_names,
    hand_sizes,
    rank_differently,
    repeats,
)
from pitboss.hands import Order
from pitboss.hands.orders import KINDS
from pitboss.hands.ranking import MAX_HAND_CARDS

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

RESERVED_PLACE: Final = "holes"
"""A key in the JSON of rounds, which no place may use as its name."""


def check_hole_cards(game: "Game") -> Iterator[str]:
    """Check that a player gets cards and that no place has the name of one of them."""
    if not game.hole_cards or len(game.hole_cards) != game.hole:
        yield f"a seat gets {game.hole} cards: hole must be from 1 to 7"
        return
    for place in game.places:
        if place.name == HOLE:
            yield f"the place {HOLE!r} needs another name: this one means all of a player's cards"
        elif place.name in game.hole_cards:
            yield (
                f"the place {place.name!r} needs another name: with hole={game.hole} the cards of "
                f"a player are called {', '.join(game.hole_cards)}"
            )


def check_card_names(game: "Game") -> Iterator[str]:
    """Check that names are unique and that the deck has enough cards."""
    places = [place.name for place in game.places]
    yield from find_duplicates("card place", places)
    if RESERVED_PLACE in places:
        yield f"the place {RESERVED_PLACE!r} needs another name: this one is reserved"
    yield from find_duplicates("hand", (possible_values(hand)[0].name for hand in game.hands))
    yield from find_duplicates("wager", (wager.key for wager in game.wagers))
    yield from find_duplicates("reading", (reading.id for reading in game.readings))
    if not 0 <= game.looks <= game.hole:
        yield (
            f"a player looks at {game.looks} of {game.hole} cards before the first decision: "
            f"looks must be 0 to {game.hole}"
        )
    if not game.required:
        yield "the game has no required wager: add one"
    if game.seats > 0 and not 1 <= game.boxes.most <= game.seats:
        yield f"one player may hold {game.boxes.most} boxes: it must be 1 to {game.seats}"
    card_count = game.seats * len(game.hole_cards) + sum(place.cards for place in game.places)
    card_count += max(map(_count_unused_cards, game.procedures.dealing), default=0)
    if card_count > game.deck.size and game.seats <= MAX_SEATS:
        yield (
            f"{game.seats} seats and the table need {card_count} cards, but the deck has "
            f"{game.deck.size}: use fewer seats, or deal fewer cards"
        )


def _count_unused_cards(dealing: Dealing) -> int:
    """Return how many cards a method burns or discards."""
    return sum(isinstance(step, Burn | Discard) for step in dealing.steps)


def check_hands(game: "Game") -> Iterator[str]:
    """Check that hands are read from existing cards and have sizes that can be ranked."""
    earlier_hands: list[str] = []
    for definition in game.hands:
        yield from _check_hand(game, definition, earlier_hands)
        earlier_hands.append(possible_values(definition)[0].name)


def _check_hand(
    game: "Game", definition: HandDefinition, earlier_hands: list[str]
) -> Iterator[str]:
    if len({hand.name for hand in possible_values(definition)}) > 1:
        name = possible_values(definition)[0].name
        yield f"the choices for the hand {name} have different names"
    for hand in possible_values(definition):
        match hand:
            case HandOf():
                yield from _check_cards_of_hand(game, hand)
            case BestOf():
                yield from _check_best_of(game, hand, earlier_hands)


def _check_cards_of_hand(game: "Game", hand: HandOf) -> Iterator[str]:
    card_names = [HOLE, *game.hole_cards, *(place.name for place in game.places)]
    yield from find_unknown(f"the hand {hand.name} is read from", hand.cards, card_names)
    for name in repeats(expand_hole(hand.cards, game)):
        yield f"the hand {hand.name} reads {name!r} twice: name each card once"
    for ranking in possible_values(hand.ranking):
        yield from _check_ranking(hand.name, count_cards(game, hand.cards), ranking, game.deck)
    if len({x.size for x in possible_values(hand.ranking) if x}) > 1:
        yield f"the choices for the ranking of {hand.name} count different numbers of cards"


def _check_best_of(game: "Game", hand: BestOf, earlier_hands: list[str]) -> Iterator[str]:
    sizes = hand_sizes(game)
    if not hand.hands:
        yield f"the hand {hand.name} is the best of no hands: name at least one"
    yield from find_unknown(f"the hand {hand.name} is the best of", hand.hands, earlier_hands)
    if len({sizes[name] for name in hand.hands if name in sizes}) > 1:
        yield f"the hand {hand.name} compares hands of different sizes"
    elif rank_differently(game, hand.hands):
        yield f"the hand {hand.name} compares hands that rank differently"


def faulty_hands(game: "Game") -> set[str]:
    """Return the hands that another check reports, so that nothing is said of their tables."""
    names = hand_names(game)
    faulty = set(repeats(names))
    for at, definition in enumerate(game.hands):
        if any(_check_hand(game, definition, names[:at])):
            faulty.add(names[at])
    return faulty


def _check_ranking(name: str, size: int | None, order: Order | None, deck: Deck) -> Iterator[str]:
    """Check that a hand of this size can be ranked in this order."""
    if size is None:
        return  # the unknown cards are a fault already
    if not 1 <= size <= MAX_HAND_CARDS:
        yield f"the hand {name} has {size} cards: a hand needs 1 to {MAX_HAND_CARDS}"
    if order is None:
        return
    if order.size not in KINDS:
        yield f"the ranking of the hand {name} counts {order.size} cards: it may count 1 to 5"
    elif order.size > size:
        yield f"the hand {name} has {size} cards, but its ranking counts {order.size}"
    else:
        kinds = Order(order.size).on(deck).kinds
        yield from find_unknown(f"the hand {name} ranks the kind", order.kinds, kinds)
        yield from find_duplicates(f"kind of the hand {name}", order.kinds)
        if "high card" not in order.kinds:
            yield f"the ranking of the hand {name} is missing 'high card'"


def check_deck(game: "Game") -> Iterator[str]:
    """Check that the deck has cards, and each rank and suit once."""
    deck = game.deck
    for title, some, every in (("ranks", deck.ranks, RANKS), ("suits", deck.suits, SUITS)):
        if not some or [x for x in every if x in some] != list(some):
            yield f"the deck has the {title} {some!r}: write some of {every!r}, in that order"
    if deck.jokers not in range(5):
        yield f"the deck has {deck.jokers} jokers: it may have 0 to 4"
    if any(deck.wild.count(r) > 1 or r not in deck.ranks for r in deck.wild):
        yield f"the deck has the wild ranks {deck.wild!r}: write some of its ranks {deck.ranks!r}"
    elif deck.ranks and set(deck.wild) == set(deck.ranks):
        yield "every rank of the deck is wild: leave at least one that is not"
    if deck.decks not in range(1, 5):
        yield f"the game shuffles {deck.decks} decks together: it may shuffle 1 to 4"


def expand_hole(names: Iterable[str], game: "Game") -> list[str]:
    """Return the names with ``hole`` replaced by the cards that it stands for."""
    return [card for name in names for card in (game.hole_cards if name == HOLE else [name])]
