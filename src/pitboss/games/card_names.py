"""Parse the names of cards and hands: ``hole``, ``AKs``, ``pair of jacks or better``."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from msgspec import Struct

from pitboss.cards import ACE, RANKS, Card, card, cards_text, rank, suit
from pitboss.errors import Refused
from pitboss.hands import Order
from pitboss.hands.orders import FIVE_OF_A_KIND, KINDS, kicker, kind_index, pack_strength

HOLE: Final = "hole"
"""The name for all of a seat's own cards."""


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
_SINGULAR_PATTERN, _PLURAL_PATTERN, _SUIT_PATTERN = (
    f"({'|'.join(words)})" for words in (_SINGULARS, _PLURALS, _SUIT_OF)
)
_KIND_NAMES: Final = {FIVE_OF_A_KIND, *(kind for kinds in KINDS.values() for kind in kinds)}
_AGAINST: Final = " against "
_OR_BETTER: Final = " or better"
BEST_KIND: Final = "the best"
"""Stands for the highest kind of an order, whatever its name."""


class Ranked(Struct, frozen=True):
    """Hands of one kind; pairs and high cards may be limited to a range of ranks."""

    kind: str
    low: int = 0
    high: int = len(RANKS) - 1
    up_to: str = ""
    """The highest kind of the range, where several kinds are included."""

    def covers(self, strength: int, order: Order) -> bool:
        """Return whether a hand of this strength is included."""
        kinds, kind = order.kinds, kind_index(strength)
        if kinds[kind] == self.kind:
            return self.low <= kicker(strength) <= self.high
        return bool(self.up_to) and kinds.index(self.kind) < kind <= kinds.index(
            self.highest(order)
        )

    def highest(self, order: Order) -> str:
        """Return the highest kind that is included."""
        return order.kinds[-1] if self.up_to == BEST_KIND else self.up_to or self.kind


class TwoCards(Struct, frozen=True):
    """Holdings of two cards as players write them: ``AA``, ``AKs``, ``AKo``, ``AhAd``."""

    holdings: tuple[str, ...]
    against: "TwoCards | None" = None
    """The dealer's two cards that it takes as well, if any."""
    words: str = ""
    """The holdings in the words of the definition."""

    def covers(self, first: Card, second: Card) -> bool:
        """Return whether these two cards are included, regardless of the dealer's cards."""
        names = (
            starting_hand_class(first, second),
            _exact_holding(first, second),
            _exact_holding(second, first),
        )
        return any(name in self.holdings for name in names)

    def applies_against(self, dealer: Sequence[Card]) -> bool:
        """Return whether the dealer's cards, if they are known, are the ones that it takes."""
        return self.against is None or (len(dealer) == 2 and self.against.covers(*dealer))

    @property
    def tells_suits(self) -> bool:
        """Whether it distinguishes suits, the dealer's included."""
        own = any(holding_class(name) != name for name in self.holdings)
        return own or (self.against is not None and self.against.tells_suits)


def starting_hand_class(first: Card, second: Card) -> str:
    """Return the name of two cards among the 169 starting hands: ``77``, ``AKs``, ``AKo``."""
    high, low = sorted((rank(first), rank(second)), reverse=True)
    if high == low:
        return RANKS[high] * 2
    return RANKS[high] + RANKS[low] + ("s" if suit(first) == suit(second) else "o")


def holding_class(name: str) -> str:
    """Return the starting hand that a holding belongs to: ``AA`` for ``AhAd``."""
    return starting_hand_class(card(name[:2]), card(name[2:])) if len(name) == 4 else name


def _exact_holding(first: Card, second: Card) -> str:
    return cards_text((first, second)).replace(" ", "")


def parse_ranked(text: str) -> Ranked:
    """Parse the name of a ranked hand."""
    if span := _parse_pairs(text):
        return Ranked("pair", *span)
    if match := re.fullmatch(
        f"{_SINGULAR_PATTERN} high(?:( or better)| to {_SINGULAR_PATTERN} high)?", text
    ):
        low = _SINGULARS.index(match[1])
        if match[2]:
            return Ranked("high card", low, up_to=BEST_KIND)
        high = _SINGULARS.index(match[3] or match[1])
        if low <= high:
            return Ranked("high card", low, high)
    kind, _, up_to = text.partition(" to ")
    if kind.endswith(_OR_BETTER):
        kind, up_to = kind.removesuffix(_OR_BETTER), BEST_KIND
    if same := re.fullmatch(f"(three|four|five)(?: of a kind of)? {_PLURAL_PATTERN}", text):
        name = f"{same[1]} of a kind"
        raise Refused(
            f"{text!r} is not a hand that a paytable can name: write {name} for all ranks, or "
            f'Cases with AtLeast(…, "{name} of {same[2]}")'
        )
    if kind not in _KIND_NAMES or up_to not in {"", BEST_KIND, *_KIND_NAMES}:
        near = get_close_matches(text, sorted(_KIND_NAMES), n=1)
        hint = f": did you mean {near[0]!r}?" if near else ""
        raise Refused(f"{text!r} is not a hand that a paytable can name{hint}")
    return Ranked(kind, up_to=up_to)


def lowest_strength(text: str, order: Order) -> int:
    """Return the strength of the lowest hand of a kind, such as ``straight`` or ``pair of fours``.

    Hands without a pair are named by their highest cards: ``queen high``, ``ace-king-jack``.
    """
    kinds = order.kinds
    if match := re.fullmatch(f"{_SINGULAR_PATTERN}((?:-{_SINGULAR_PATTERN})*)(?: high)?", text):
        names = text.removesuffix(" high").split("-")
        ranks = [_SINGULARS.index(name) for name in names]
        if len(ranks) <= order.size and ranks == sorted(set(ranks), reverse=True):
            return pack_strength(kinds.index("high card"), ranks)
    elif match := re.fullmatch(
        f"(?:a )?(.+?)(?: of ({'|'.join(_NUMBERS)}|{_PLURAL_PATTERN[1:-1]}))?", text
    ):
        kind, rank_of = match[1], match[2]
        if kind in kinds:
            lowest = _NUMBERS[rank_of] if rank_of in _NUMBERS else _PLURALS.index(rank_of or "2s")
            return pack_strength(kinds.index(kind), [lowest] if rank_of else [])
        if kind in _KIND_NAMES:
            from pitboss.games.paytables import with_article

            raise Refused(
                f"{order.size} cards never make {with_article(kind)}: they make {', '.join(kinds)}"
            )
    raise Refused(f"{text!r} is not a hand to start from: write pair of fours or ace-king")


def two_cards(text: str) -> TwoCards:
    """Parse the name of a holding of two cards."""
    if _AGAINST in text:
        own, dealer = text.rsplit(_AGAINST, 1)
        against = two_cards(dealer.removeprefix("a ") if " of " in dealer else dealer)
        if _AGAINST not in own:
            return TwoCards(two_cards(own).holdings, against, text)
    if text == "a pair":
        return TwoCards(tuple(r * 2 for r in RANKS), words=text)
    if span := _parse_pairs(text):
        return TwoCards(tuple(r * 2 for r in RANKS[span[0] : span[1] + 1]), words=text)
    if match := re.fullmatch(
        f"{_SINGULAR_PATTERN} of {_SUIT_PATTERN} and {_SINGULAR_PATTERN} of {_SUIT_PATTERN}", text
    ):
        first, second = (_RANK_OF[match[i]] + _SUIT_OF[match[i + 1]] for i in (1, 3))
        if first != second:
            return TwoCards((first + second,), words=text)
    if match := re.fullmatch(r"(.+) (suited|unsuited)", text):
        pairs = [
            re.fullmatch(f"{_SINGULAR_PATTERN}-{_SINGULAR_PATTERN}", part)
            for part in match[1].split(" or ")
        ]
        names = [_RANK_OF[pair[1]] + _RANK_OF[pair[2]] for pair in pairs if pair]
        if len(names) == len(pairs) and all(map(_is_high_first, names)):
            suffix = "s" if match[2] == "suited" else "o"
            return TwoCards(tuple(name + suffix for name in names), words=text)
    raise Refused(f"{text!r} is not a holding of two cards that a paytable can name")


def _is_high_first(name: str) -> bool:
    """Return whether the higher rank comes first, as in ``AK``."""
    return RANKS.index(name[0]) > RANKS.index(name[1])


def _parse_pairs(text: str) -> tuple[int, int] | None:
    match = re.fullmatch(f"pair of {_PLURAL_PATTERN}(?: (or better)| to {_PLURAL_PATTERN})?", text)
    if not match:
        return None
    low = _PLURALS.index(match[1])
    high = len(RANKS) - 1 if match[2] else _PLURALS.index(match[3] or match[1])
    return (low, high) if low <= high else None


RANK_WORDS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)


def rank_plural(rank: int) -> str:
    """Return the plural of a rank: ``nines``, ``sixes``."""
    word = RANK_WORDS[rank]
    return word + ("es" if word.endswith("x") else "s")


def rank_or_higher(rank: int) -> str:
    """Return a rank and those above it: ``ten or higher``, ``an ace``."""
    return "an ace" if rank == ACE else f"{RANK_WORDS[rank]} or higher"


def counted_cards(minimum: int, plural_verb: str, singular_verb: str) -> str:
    """Return at least so many cards that do something: ``3 or more cards that win``."""
    return (
        f"a card that {singular_verb}"
        if minimum == 1
        else f"{minimum} or more cards that {plural_verb}"
    )
