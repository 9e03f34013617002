"""Rule lists for a hand against the dealer's, in words."""

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.cards import ACE, RANKS
from pitboss.hands.strength import kicker, kind_of
from pitboss.lab.duel.shape import Duel, duel_of
from pitboss.lab.strategy.duel_seen import strengths
from pitboss.papers.hand_words import RANK_WORDS, plural
from pitboss.papers.words import number
from pitboss.submission.rules import Rules

NOTE: Final = "Hands are named by the lowest that is meant: its ranks, the highest first."
_BARE: Final = ("two", "three", "four", "five")


def words(rules: Rules) -> Mapping[str, Callable[[int], str]]:
    """How each feature is said, with its least value."""
    shape = duel_of(rules)
    if shape is None:
        raise AssertionError(f"{rules.game} is no duel with the dealer")
    one = shape.up == 1
    rank, card = ("the rank", "the one") if one else ("a rank", "every one")
    lower = "or lower" if one else "and nothing higher"
    return {
        "hand": lambda n: f"{_lowest(shape, n)} or better",
        "match": lambda _: f"a card of {rank} that the dealer shows",
        "over": lambda n: f"{_cards(n)} higher than {card} the dealer shows",
        "low_up": lambda n: f"the dealer showing a {RANK_WORDS[ACE - n]} {lower}",
        "high_up": lambda n: f"the dealer showing {_at_least(n)}",
    }


def _cards(least: int) -> str:
    return "a card" if least == 1 else f"{number(least)} cards"


def _at_least(rank: int) -> str:
    return "an ace" if rank == ACE else f"a {RANK_WORDS[rank]} or higher"


def _lowest(shape: Duel, place: int) -> str:
    """The hand of a place: ``Q-6-4``, ``a pair``, ``a pair of 8s with A-4-2``."""
    known = strengths(shape, shape.rules.deck.cards)
    strength, size = known[place], shape.order.size
    kind = shape.order.kinds[kind_of(strength)]
    if kind == "high card":
        return _ranks(strength, range(size))
    name = kind if kind.startswith(_BARE) else f"a {kind}"
    if kind_of(known[place - 1]) != kind_of(strength):
        return name
    if kind == "pair":
        pair = f"a pair of {plural(kicker(strength))}"
        same = kicker(known[place - 1]) == kicker(strength)
        return f"{pair} with {_ranks(strength, range(1, size - 1))}" if same else pair
    return f"{name} of {_ranks(strength, range(size))}"


def _ranks(strength: int, places: range) -> str:
    return "-".join(RANKS[kicker(strength, place)] for place in places)
