"""Which hands a line of a paytable means, in the words that the line is written in.

Ranked hands: ``full house``, ``pair of jacks or better``, ``pair of 6s to 10s``, ``straight flush
or better``, ``high card to three of a kind``, ``ace high``, ``queen high or better``.
Two cards: ``pair of aces``, ``ace-king suited``, ``ace-queen or ace-jack unsuited``,
``ace of hearts and ace of diamonds``, ``pair of aces against a pair of aces``.
"""

import re
from difflib import get_close_matches
from typing import Final

from msgspec import Struct

from pitboss.cards import RANKS, Card, card, rank, show, suit
from pitboss.hands import Order
from pitboss.hands.strength import FIVE_OF_A_KIND, KINDS, kicker, kind_of, pack
from pitboss.refusal import Refused

_SINGULARS: Final = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"]
_PLURALS: Final = [word + "s" for word in _SINGULARS]
_NUMBERS: Final = {
    word: rank
    for rank, word in enumerate(
        ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
    )
}
_RANK_OF: Final = dict(zip(_SINGULARS, RANKS, strict=True))
_SUIT_OF: Final = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
_ONE, _MANY, _SUIT = (f"({'|'.join(words)})" for words in (_SINGULARS, _PLURALS, _SUIT_OF))
_KIND_NAMES: Final = {FIVE_OF_A_KIND, *(kind for kinds in KINDS.values() for kind in kinds)}
_AGAINST: Final = " against a pair of aces"
_OR_BETTER: Final = " or better"
BEST: Final = "the best"
"""The highest kind there is, whatever it is called."""


class Ranked(Struct, frozen=True):
    """Hands of one kind; of pairs and high cards, perhaps only those from one rank to another."""

    kind: str
    low: int = 0
    high: int = len(RANKS) - 1
    up_to: str = ""
    """The highest kind that is meant as well, where there are several."""

    def covers(self, strength: int, order: Order) -> bool:
        """Whether a hand of this strength is meant."""
        kinds, kind = order.kinds, kind_of(strength)
        if kinds[kind] == self.kind:
            return self.low <= kicker(strength) <= self.high
        return bool(self.up_to) and kinds.index(self.kind) < kind <= kinds.index(
            self.highest(order)
        )

    def highest(self, order: Order) -> str:
        """The highest kind that is meant."""
        return order.kinds[-1] if self.up_to == BEST else self.up_to or self.kind


class TwoCards(Struct, frozen=True):
    """Some holdings of two cards, as players write them: ``AA``, ``AKs``, ``AKo``, ``AhAd``."""

    holdings: tuple[str, ...]
    against_aces: bool = False
    words: str = ""
    """As the definition writes them."""

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
    if found := re.fullmatch(f"{_ONE} high(?:( or better)| to {_ONE} high)?", text):
        low = _SINGULARS.index(found[1])
        if found[2]:
            return Ranked("high card", low, up_to=BEST)
        high = _SINGULARS.index(found[3] or found[1])
        if low <= high:
            return Ranked("high card", low, high)
    kind, _, up_to = text.partition(" to ")
    if kind.endswith(_OR_BETTER):
        kind, up_to = kind.removesuffix(_OR_BETTER), BEST
    if kind not in _KIND_NAMES or up_to not in {"", BEST, *_KIND_NAMES}:
        near = get_close_matches(text, sorted(_KIND_NAMES), n=1)
        hint = f": did you mean {near[0]!r}?" if near else ""
        raise Refused(f"{text!r} is not a hand that a paytable can name{hint}")
    return Ranked(kind, up_to=up_to)


def floor(text: str, order: Order) -> int:
    """Return the strength of the lowest hand of a kind, such as ``straight`` or ``pair of fours``.

    Hands without a pair are named by their highest cards: ``queen high``, ``ace-king-jack``.
    """
    kinds = order.kinds
    if found := re.fullmatch(f"{_ONE}((?:-{_ONE})*)(?: high)?", text):
        names = text.removesuffix(" high").split("-")
        ranks = [_SINGULARS.index(name) for name in names]
        if len(ranks) <= order.size and ranks == sorted(set(ranks), reverse=True):
            return pack(kinds.index("high card"), ranks)
    elif found := re.fullmatch(f"(?:a )?(.+?)(?: of ({'|'.join(_NUMBERS)}|{_MANY[1:-1]}))?", text):
        kind, rank_of = found[1], found[2]
        if kind in kinds:
            lowest = _NUMBERS[rank_of] if rank_of in _NUMBERS else _PLURALS.index(rank_of or "2s")
            return pack(kinds.index(kind), [lowest] if rank_of else [])
        if kind in _KIND_NAMES:
            from pitboss.games.payout_words import with_article  # which needs this module

            raise Refused(
                f"{order.size} cards never make {with_article(kind)}: they make {', '.join(kinds)}"
            )
    raise Refused(f"{text!r} is not the lowest hand of something: write pair of fours or ace-king")


def two_cards(text: str) -> TwoCards:
    """Read a holding of two cards."""
    if text.endswith(_AGAINST):
        return TwoCards(two_cards(text.removesuffix(_AGAINST)).holdings, True, text)
    if text == "a pair":
        return TwoCards(tuple(r * 2 for r in RANKS), words=text)
    if span := _pairs(text):
        return TwoCards(tuple(r * 2 for r in RANKS[span[0] : span[1] + 1]), words=text)
    if found := re.fullmatch(f"{_ONE} of {_SUIT} and {_ONE} of {_SUIT}", text):
        first, second = (_RANK_OF[found[i]] + _SUIT_OF[found[i + 1]] for i in (1, 3))
        if first != second:
            return TwoCards((first + second,), words=text)
    if found := re.fullmatch(r"(.+) (suited|unsuited)", text):
        pairs = [re.fullmatch(f"{_ONE}-{_ONE}", part) for part in found[1].split(" or ")]
        names = [_RANK_OF[pair[1]] + _RANK_OF[pair[2]] for pair in pairs if pair]
        if len(names) == len(pairs) and all(map(_falls, names)):
            suited = "s" if found[2] == "suited" else "o"
            return TwoCards(tuple(name + suited for name in names), words=text)
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
