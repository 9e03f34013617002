"""Features of showdowns in words."""

from collections.abc import Mapping
from typing import Final

from pitboss.games.card_names import counted_cards, rank_or_higher
from pitboss.lab.shape_protocol import FeaturePhrase
from pitboss.lab.showdown.shape import UNSEEN_AFTER_FLOP

_HAND_KINDS: Final = (
    "",
    "a pair",
    "two pair",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)
_CALM_BOARDS: Final = (
    "",
    "no four of a suit on the board",
    "no three of a suit on the board",
    "no two of a suit on the board",
)


SHOWDOWN_NOTE: Final = (
    "Count the cards you cannot see. A card beats you if it alone would give the dealer the better "
    "hand now. A card helps you if it would give you a better kind of hand, and one that is not "
    "already on the board. A hand that is all on the board does not count as yours."
)


def _beaten_phrase(maximum: int) -> str:
    if maximum < 2:
        return f"{'at most one' if maximum else 'no'} card that beats you"
    return f"at most {maximum} cards that beat you"


SHOWDOWN_PHRASES: Final[Mapping[str, FeaturePhrase]] = {
    "safe": lambda n: _beaten_phrase(UNSEEN_AFTER_FLOP - n),
    "outs": lambda n: counted_cards(n, "help you", "helps you"),
    "low": lambda n: f"both cards {rank_or_higher(n)}",
    "made": lambda n: (
        _HAND_KINDS[n] if n == len(_HAND_KINDS) - 1 else f"{_HAND_KINDS[n]} or better"
    ),
    "calm": lambda n: _CALM_BOARDS[n],
}
