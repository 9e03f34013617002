"""Features of duels in words."""

from collections.abc import Mapping
from typing import Final

from pitboss.cards import ACE, RANKS
from pitboss.games.card_names import RANK_WORDS, rank_plural
from pitboss.games.paytables import number_word
from pitboss.hands.orders import kicker, kind_index
from pitboss.lab.duel.odds import all_strengths
from pitboss.lab.duel.shape import DealerDuelGame
from pitboss.lab.shape_protocol import FeaturePhrase

DUEL_NOTE: Final = "Each hand is the lowest that qualifies, with its ranks from high to low."
_NUMBER_WORDS: Final = ("two", "three", "four", "five")


def duel_phrases(shape: DealerDuelGame) -> Mapping[str, FeaturePhrase]:
    """Return the wording of each feature, given its least value."""
    one = shape.up == 1
    rank, card = ("the rank", "the one") if one else ("a rank", "every one")
    lower = "or lower" if one else "and nothing higher"
    return {
        "hand": lambda n: f"{_lowest_hand(shape, n)} or better",
        "match": lambda _: f"a card of {rank} that the dealer shows",
        "over": lambda n: f"{_number_of_cards(n)} higher than {card} the dealer shows",
        "low_up": lambda n: f"the dealer showing a {RANK_WORDS[ACE - n]} {lower}",
        "high_up": lambda n: f"the dealer showing {_rank_or_higher(n)}",
    }


def _number_of_cards(least: int) -> str:
    return "a card" if least == 1 else f"{number_word(least)} cards"


def _rank_or_higher(rank: int) -> str:
    return "an ace" if rank == ACE else f"a {RANK_WORDS[rank]} or higher"


def _lowest_hand(shape: DealerDuelGame, place: int) -> str:
    """Describe the hand at a place: ``Q-6-4``, ``a pair``, ``a pair of 8s with A-4-2``."""
    strengths = all_strengths(shape, shape.rules.deck.cards)
    strength, size = strengths[place], shape.order.size
    kind = shape.order.kinds[kind_index(strength)]
    if kind == "high card":
        return _rank_string(strength, range(size))
    name = kind if kind.startswith(_NUMBER_WORDS) else f"a {kind}"
    if kind_index(strengths[place - 1]) != kind_index(strength):
        return name
    if kind == "pair":
        pair = f"a pair of {rank_plural(kicker(strength))}"
        same = kicker(strengths[place - 1]) == kicker(strength)
        return f"{pair} with {_rank_string(strength, range(1, size - 1))}" if same else pair
    return f"{name} of {_rank_string(strength, range(size))}"


def _rank_string(strength: int, places: range) -> str:
    return "-".join(RANKS[kicker(strength, place)] for place in places)
