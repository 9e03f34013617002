"""Cards as people write them in a sentence: ``10♥``."""

from typing import Final

from pitboss.cards import JOKER, card_text

JOKER_TEXT: Final = card_text(JOKER)
JOKER_SIGN: Final = "★"
SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_symbol(card: str) -> str:
    """Return a card as plain text for a sentence, such as ``10♥``."""
    return JOKER_SIGN if card == JOKER_TEXT else f"{rank_text(card)}{SUIT_SIGNS[card[1]]}"


def rank_text(card: str) -> str:
    """Return the rank of a card as people write it: ``10``, not ``T``."""
    return "10" if card[0] == "T" else card[0]
