"""Cards and their notation: rank then suit, ``Ah``, ``Td``, ``2c``.

A card is a whole number from 0 (``2c``) to 51 (``As``), four to a rank, so that tables and kernels
can index by it. Only this file knows how the number is made.
"""

from collections.abc import Iterable
from typing import Final, NewType

from pitboss.refusal import Refused, brief

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
ACE: Final = RANKS.index("A")

DECK: Final[tuple[Card, ...]] = tuple(Card(n) for n in range(52))
_TEXT: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD: Final[dict[str, Card]] = {text: Card(n) for n, text in enumerate(_TEXT)}
"""Every card by its text; for those who parse by the thousand. Others call `card`."""


def card(name: str) -> Card:
    """The card of this name: ``card("Ah")``."""
    try:
        return CARD[name]
    except (KeyError, TypeError):
        raise Refused(
            f"{brief(name)} is not a card: write rank and suit, such as Ah, Td or 2c"
        ) from None


def cards(names: str) -> tuple[Card, ...]:
    """The cards of these names, separated by spaces; none of them twice."""
    found = tuple(card(word) for word in names.split())
    for i, c in enumerate(found):
        if c in found[:i]:
            raise Refused(f"{_TEXT[c]} appears twice in {brief(names)}")
    return found


def text(c: Card) -> str:
    """The text of one card: ``Ah``."""
    return _TEXT[c]


def show(some: Iterable[Card]) -> str:
    """The text of some cards, in their order; `cards` reads it back."""
    return " ".join(_TEXT[c] for c in some)


def rank(c: Card) -> int:
    """0 for a deuce to 12 for an ace."""
    return c >> 2


def suit(c: Card) -> int:
    """0 to 3, in the order of `SUITS`."""
    return c & 3
