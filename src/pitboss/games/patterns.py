"""Which hands a line of a paytable means, in the words that the line is written in.

Ranked hands: ``full house``, ``pair of jacks or better``, ``pair of 6s to 10s``.
Two cards: ``pair of aces``, ``ace-king suited``, ``ace-queen or ace-jack unsuited``,
``ace of hearts and ace of diamonds``, ``pair of aces against a pair of aces``.
"""

import re
from typing import Final

from msgspec import Struct

from pitboss.cards import RANKS, Card, card, rank, show, suit
from pitboss.hands.strength import KINDS, kicker, kind_of
from pitboss.refusal import Refused

_SINGULARS: Final = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"]
_PLURALS: Final = [word + "s" for word in _SINGULARS]
_RANK_OF: Final = dict(zip(_SINGULARS, RANKS, strict=True))
_SUIT_OF: Final = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
_ONE, _MANY, _SUIT = (f"({'|'.join(words)})" for words in (_SINGULARS, _PLURALS, _SUIT_OF))
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


def class_of(name: str) -> str:
    """The starting hand that a holding belongs to: ``AA`` for ``AhAd``."""
    return holding(card(name[:2]), card(name[2:])) if len(name) == 4 else name


def _exact(first: Card, second: Card) -> str:
    return show((first, second)).replace(" ", "")


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
    if found := re.fullmatch(f"{_ONE} of {_SUIT} and {_ONE} of {_SUIT}", text):
        first, second = (_RANK_OF[found[i]] + _SUIT_OF[found[i + 1]] for i in (1, 3))
        if first != second:
            return TwoCards((first + second,))
    if found := re.fullmatch(r"(.+) (suited|unsuited)", text):
        pairs = [re.fullmatch(f"{_ONE}-{_ONE}", part) for part in found[1].split(" or ")]
        names = [_RANK_OF[pair[1]] + _RANK_OF[pair[2]] for pair in pairs if pair]
        if len(names) == len(pairs) and all(map(_falls, names)):
            return TwoCards(tuple(name + ("s" if found[2] == "suited" else "o") for name in names))
    raise Refused(f"{text!r} is not a holding of two cards that a paytable can name")


def _falls(name: str) -> bool:
    """Whether the higher rank comes first, as in ``AK``."""
    return RANKS.index(name[0]) > RANKS.index(name[1])


def _pairs(text: str) -> tuple[int, int] | None:
    found = re.fullmatch(f"pair of {_MANY}(?: (or better)| to {_MANY})?", text)
    if not found:
        return None
    low = _PLURALS.index(found[1])
    high = len(RANKS) - 1 if found[2] else _PLURALS.index(found[3] or found[1])
    return (low, high) if low <= high else None
