"""Which hands a line of a paytable means, in the words that the line is written in.

Ranked hands: ``full house``, ``pair of jacks or better``, ``pair of 6s to 10s``.
Two cards: ``pair of aces``, ``ace-king suited``, ``ace-queen or ace-jack unsuited``,
``ace of hearts and ace of diamonds``, ``pair of aces against a pair of aces``.
"""

import re
from typing import Final

from msgspec import Struct

from pitboss.cards import RANKS, Card, rank, suit
from pitboss.hands.strength import KINDS, kicker, kind_of
from pitboss.refusal import Refused

_SINGULARS: Final = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"]
_PLURALS: Final = [word + "s" for word in _SINGULARS]
_SUIT_WORDS: Final = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
_KIND_NAMES: Final = {kind for kinds in KINDS.values() for kind in kinds}
_AGAINST: Final = " against a pair of aces"


class Ranked(Struct, frozen=True):
    """Hands of one kind; of pairs, perhaps only those from one rank to another."""

    kind: str
    low: int = 0
    high: int = len(RANKS) - 1

    def covers(self, strength: int, size: int) -> bool:
        """Whether a hand of this strength, in hands of ``size`` cards, is meant."""
        return (
            KINDS[size][kind_of(strength)] == self.kind
            and self.low <= kicker(strength) <= self.high
        )


class TwoCards(Struct, frozen=True):
    """Some holdings of two cards, as players write them: ``AA``, ``AKs``, ``AKo``, ``AhAd``."""

    holdings: tuple[str, ...]
    against_aces: bool = False

    def covers(self, first: Card, second: Card) -> bool:
        """Whether these two cards are meant, the dealer's cards aside."""
        names = (holding(first, second), _exact(first, second), _exact(second, first))
        return any(name in self.holdings for name in names)


def holding(first: Card, second: Card) -> str:
    """The name of two cards among the 169 starting hands: ``77``, ``AKs``, ``AKo``."""
    high, low = sorted((rank(first), rank(second)), reverse=True)
    if high == low:
        return RANKS[high] * 2
    return RANKS[high] + RANKS[low] + ("s" if suit(first) == suit(second) else "o")


def _exact(first: Card, second: Card) -> str:
    return "".join(RANKS[rank(c)] + "cdhs"[suit(c)] for c in (first, second))


def ranked(text: str) -> Ranked:
    """Read a ranked hand."""
    if span := _pairs(text):
        return Ranked("pair", *span)
    if text not in _KIND_NAMES:
        raise Refused(f"{text!r} is not a hand that a paytable can name")
    return Ranked(text)


def two_cards(text: str) -> TwoCards:
    """Read a holding of two cards."""
    if text.endswith(_AGAINST):
        return TwoCards(two_cards(text.removesuffix(_AGAINST)).holdings, against_aces=True)
    if span := _pairs(text):
        return TwoCards(tuple(r * 2 for r in RANKS[span[0] : span[1] + 1]))
    if found := re.fullmatch(r"(\w+) of (\w+) and (\w+) of (\w+)", text):
        one, its_suit, other, other_suit = found.groups()
        return TwoCards(
            (
                RANKS[_SINGULARS.index(one)]
                + _SUIT_WORDS[its_suit]
                + RANKS[_SINGULARS.index(other)]
                + _SUIT_WORDS[other_suit],
            )
        )
    if found := re.fullmatch(r"(.+) (suited|unsuited)", text):
        mark = "s" if found[2] == "suited" else "o"
        words = [part.split("-") for part in found[1].split(" or ")]
        return TwoCards(
            tuple("".join(RANKS[_SINGULARS.index(word)] for word in pair) + mark for pair in words)
        )
    raise Refused(f"{text!r} is not a holding of two cards that a paytable can name")


def _pairs(text: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"pair of (\w+)(?: (or better)| to (\w+))?", text)
    if not found:
        return None
    low = _PLURALS.index(found[1])
    if found[2]:
        return low, len(RANKS) - 1
    return low, _PLURALS.index(found[3]) if found[3] else low
