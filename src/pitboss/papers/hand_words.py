"""Hands as a person calls them at the table: ``a pair of nines``, ``a flush, ace high``."""

from collections.abc import Callable, Sequence
from typing import Final

from pitboss.cards import STANDARD, Card, Deck
from pitboss.games.patterns import Ranked
from pitboss.games.payout_words import with_article
from pitboss.hands import Order, hand

RANK_WORDS: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip


def plural(rank: int) -> str:
    """``nines``, ``sixes``."""
    word = RANK_WORDS[rank]
    return word + ("es" if word.endswith("x") else "s")


_WORDS: Final[dict[str, Callable[[tuple[int, ...]], str]]] = {
    "high card": lambda ranks: f"{RANK_WORDS[ranks[0]]} high",
    "pair": lambda ranks: f"a pair of {plural(ranks[0])}",
    "two pair": lambda ranks: f"two pair, {plural(ranks[0])} and {plural(ranks[1])}",
    "three of a kind": lambda ranks: f"three {plural(ranks[0])}",
    "straight": lambda ranks: f"a straight to the {RANK_WORDS[ranks[0]]}",
    "flush": lambda ranks: f"a flush, {RANK_WORDS[ranks[0]]} high",
    "full house": lambda ranks: f"a full house, {plural(ranks[0])} over {plural(ranks[1])}",
    "four of a kind": lambda ranks: f"four {plural(ranks[0])}",
    "five of a kind": lambda ranks: f"five {plural(ranks[0])}",
    "straight flush": lambda ranks: f"a straight flush to the {RANK_WORDS[ranks[0]]}",
}


def hand_words(cards: Sequence[Card], order: Order, deck: Deck = STANDARD) -> str:
    """What some cards make, with the ranks that matter."""
    found = hand(cards, order=order, deck=deck)
    say = _WORDS.get(found.name)
    return say(found.kickers) if say else f"a {found.name}"


def least_words(line: Ranked) -> str:
    """The lowest hand that a line of a paytable means: ``a pair of sixes``, ``two pair``."""
    if line.kind == "pair" and line.low:
        return f"a pair of {plural(line.low)}"
    return with_article(line.kind)
