"""Phrases that several shapes describe their features with."""

from pitboss.cards import ACE
from pitboss.games.card_names import RANK_WORDS


def counted_cards(minimum: int, plural_verb: str, singular_verb: str) -> str:
    """Return at least so many cards that do something."""
    return (
        f"a card that {singular_verb}"
        if minimum == 1
        else f"{minimum} or more cards that {plural_verb}"
    )


def rank_or_higher(rank: int) -> str:
    """Return a rank or a higher one."""
    return "an ace" if rank == ACE else f"{RANK_WORDS[rank]} or higher"
