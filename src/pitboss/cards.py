"""Cards and decks, and how cards are written: rank then suit, ``Ah``, ``Td``, ``2c``; ``Jo``.

A card is a whole number from 0 (``2c``) to 51 (``As``), four to a rank, and 52 for a joker, so that
tables and kernels can index by it. Only this module knows the encoding. Equal cards of several
decks have the same number.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Final, NewType

from msgspec import Struct

from pitboss.errors import Refused, short_repr

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
ACE: Final = RANKS.index("A")

DECK: Final[tuple[Card, ...]] = tuple(Card(n) for n in range(52))
"""The standard deck."""
JOKER: Final = Card(52)
_CARD_TEXTS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "Jo")
CARD_BY_TEXT: Final[dict[str, Card]] = {text: Card(n) for n, text in enumerate(_CARD_TEXTS)}
"""Every card by its text, for parsing many cards quickly; elsewhere call `card`."""


def card(name: str) -> Card:
    """Return the card of this name: ``card("Ah")``."""
    try:
        return CARD_BY_TEXT[name]
    except (KeyError, TypeError):
        raise Refused(
            f"{short_repr(name)} is not a card: write rank and suit, such as Ah, Td or 2c"
        ) from None


def card_text(c: Card) -> str:
    """Return the text of one card: ``Ah``."""
    return _CARD_TEXTS[c]


def cards_text(cards: Iterable[Card]) -> str:
    """Return the text of some cards, in order; `cards` reads it back."""
    return " ".join(_CARD_TEXTS[c] for c in cards)


def rank(c: Card) -> int:
    """Return the rank of a card, from 0 for a deuce to 12 for an ace."""
    return c >> 2


def suit(c: Card) -> int:
    """Return the suit of a card, from 0 to 3 in the order of `SUITS`."""
    return c & 3


class Deck(Struct, frozen=True, dict=True):
    """The cards that a game is dealt from: any ranks and suits, jokers, several decks in one."""

    ranks: str = RANKS
    """The ranks, lowest first. An ace that counts low is below the lowest of them."""
    suits: str = SUITS
    jokers: int = 0
    """The jokers in each deck. A joker counts as whatever card makes the best hand."""
    decks: int = 1
    wild: str = ""
    """The ranks that are wild, as a joker is: ``"2"`` for deuces."""

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards, in the order of their numbers."""
        suited_cards = [card(r + s) for r in self.ranks for s in self.suits]
        return tuple(sorted((*suited_cards, *[JOKER] * self.jokers) * self.decks))

    @property
    def size(self) -> int:
        """The number of cards."""
        return (len(self.ranks) * len(self.suits) + self.jokers) * self.decks

    @cached_property
    def is_standard(self) -> bool:
        """Whether this is one deck of 52 cards, none of them wild."""
        return self.cards == DECK and not self.wild

    @cached_property
    def wild_cards(self) -> frozenset[Card]:
        """The distinct cards that count as whatever makes the best hand."""
        wild_suited = {card(r + s) for r in self.wild for s in self.suits}
        return frozenset({*wild_suited, JOKER} & self.distinct_cards)

    @cached_property
    def distinct_cards(self) -> frozenset[Card]:
        """The distinct cards."""
        return frozenset(self.cards)

    @cached_property
    def _counts(self) -> Counter[Card]:
        return Counter(self.cards)

    def first_excess(self, cards: Iterable[Card]) -> Card | None:
        """Return a card that appears here more often than in the deck, if there is one."""
        counts = Counter(cards)
        return next((c for c, n in counts.items() if n > self._counts[c]), None)


STANDARD_DECK: Final = Deck()


def cards(names: str, deck: Deck = STANDARD_DECK) -> tuple[Card, ...]:
    """Return the cards of these names, separated by spaces; refuse more than the deck has."""
    result = tuple(card(word) for word in names.split())
    for c in result:
        if result.count(c) > max(1, deck.cards.count(c)):
            often = "twice" if deck.decks == 1 else "too many times"
            raise Refused(f"{_CARD_TEXTS[c]} appears {often} in {short_repr(names)}")
    return result
