"""Features of stud games in words."""

from collections.abc import Mapping
from typing import Final

from pitboss.games.card_names import rank_or_higher, rank_plural
from pitboss.games.paytables import number_word
from pitboss.lab.shape_protocol import FeaturePhrase
from pitboss.lab.stud.shape import GrowingHand
from pitboss.lab.stud.strategy import lowest_winning_pair

STUD_NOTE: Final = "Three to a straight can become one with the two community cards."


def stud_phrases(growing: GrowingHand) -> Mapping[str, FeaturePhrase]:
    """Return the wording of each feature, given its least value."""
    low = lowest_winning_pair(growing.raises[1])
    return {
        "pair": lambda n: "a pair" if n == 1 else f"a pair of {rank_plural(n - 1)} or better",
        "three": lambda _: "three of a kind",
        "high": lambda n: (
            f"{'a card' if n == 1 else f'{number_word(n)} cards'} {rank_or_higher(low)}"
        ),
        "suited": lambda _: "three of one suit",
        "straight": lambda n: (
            f"three to a straight{'' if n == 1 else f' in {number_word(n)} ways'}"
        ),
    }
