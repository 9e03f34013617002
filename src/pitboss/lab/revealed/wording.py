"""Features of revealed hands in words."""

from collections.abc import Mapping
from typing import Final

from pitboss.games.card_names import rank_plural
from pitboss.games.paytables import join_names, number_word
from pitboss.lab.revealed.shape import RevealedGame
from pitboss.lab.revealed.strategy import pair_payouts
from pitboss.lab.shape_protocol import FeaturePhrase

_MADE_HANDS: Final = (
    "nothing",
    "a pair",
    "a pair that pushes, or better",
    "a pair that wins, or better",
    "two pair or better",
    "three of a kind or better",
    "a straight or better",
)


REVEALED_PHRASES: Final[Mapping[str, FeaturePhrase]] = {
    "made": lambda n: _MADE_HANDS[n],
    "high": lambda n: f"{_plain_cards(n)} that would win as a pair",
    "points": lambda n: f"{number_word(n)} points" if n > 1 else "a point",
    "suited": lambda _: "all cards of one suit",
    "straight": lambda n: f"all cards in {_straights_phrase(n)}",
    "straight_flush": lambda n: f"all cards of one suit and in {_straights_phrase(n)}",
}


def revealed_note(shape: RevealedGame) -> str:
    """Explain how hands are counted."""
    payouts = pair_payouts(shape)
    wins, pushes = (_pair_list(ranks) for ranks in (payouts.wins, payouts.pushes))
    text = f"Pairs of {wins} win" if wins else "No pair wins"
    text += f"; pairs of {pushes} push. " if pushes else ". "
    if pushes and wins:
        text += (
            "A card that would win as a pair is worth two points; one that would push is worth "
            "one. "
        )
    return (
        f"{text}Cards are in a straight if one straight can contain them all: count the straights "
        "that can. Cards open at both ends are in more straights than cards with a gap."
    )


def _pair_list(ranks: frozenset[int]) -> str:
    """Name ranks of pairs: ``jacks to aces``, ``fives and sevens``."""
    order = sorted(ranks)
    if len(order) > 2 and order[-1] - order[0] == len(order) - 1:
        return f"{rank_plural(order[0])} to {rank_plural(order[-1])}"
    return join_names([rank_plural(rank) for rank in order]) if order else ""


def _plain_cards(least: int) -> str:
    return "a card" if least == 1 else f"{number_word(least)} cards"


def _straights_phrase(minimum: int) -> str:
    return "a straight" if minimum == 1 else f"{number_word(minimum)} straights"
