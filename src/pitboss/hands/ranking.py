"""Ranking hands of two to five cards, or the best of more, by tables that fill themselves.

`ranking(5, low_ace=True).strength(cards)` is one look-up: the ranks of a hand are added up as
powers of five (no rank is held more than four times, so each sum stands for one set of ranks), and
a table remembers what `classify` said of that sum. Suited hands have a table of their own.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from pitboss.cards import JOKER, RANKS, STANDARD, Card, Deck, rank, suit
from pitboss.hands.classify import classify
from pitboss.hands.orders import Order
from pitboss.hands.strength import KINDS, kind_of
from pitboss.refusal import Refused

_POWER: Final = tuple(5 ** (n >> 2) for n in range(52))
_BIT: Final = tuple(1 << (n >> 2) for n in range(52))

# Seven cards hold a flush when one suit counts five. Each suit counts in four bits that begin at
# three, so that the fifth card of a suit sets the top bit of its field.
_SUIT_START: Final = 0x3333
_SUIT_COUNT: Final = tuple(1 << 4 * (n & 3) for n in range(52))
_FIVE_OF_A_SUIT: Final = 0x8888


class _Unsuited(dict[int, int]):
    """Strength by the sum of powers of five of the ranks."""

    def __init__(self, order: Order) -> None:
        self._order = order

    def __missing__(self, powers: int) -> int:
        ranks = [r for r in range(13) for _ in range(powers // 5**r % 5)]
        self[powers] = classify(ranks, self._order, suited=False)
        return self[powers]


class _Suited(dict[int, int]):
    """Strength by the set of ranks, as bits: cards of one suit never repeat a rank."""

    def __init__(self, order: Order) -> None:
        self._order = order

    def __missing__(self, bits: int) -> int:
        ranks = [r for r in range(13) if bits >> r & 1]
        self[bits] = classify(ranks, self._order, suited=True)
        return self[bits]


class Ranking:
    """How hands of ``count`` cards rank, of which the best ones count. Made by `ranking`."""

    def __init__(self, count: int, order: Order, deck: Deck) -> None:
        self.count: Final = count
        self.deck: Final = deck
        self.order: Final = order.on(deck)
        self.size: Final = order.size
        self.low_ace: Final = order.low_ace
        self.kinds: Final = self.order.kinds
        self.strength: Final = _reader(count, self.order, deck)

    def name(self, strength: int) -> str:
        """The name of a hand of this strength, such as ``full house``."""
        return self.kinds[kind_of(strength)]


MOST_CARDS: Final = 9
"""The largest hand whose best cards are looked for."""


@cache
def ranking(
    count: int,
    *,
    low_ace: bool = True,
    size: int | None = None,
    order: Order | None = None,
    deck: Deck = STANDARD,
) -> Ranking:
    """The ranking of hands of ``count`` cards, of which the best ``size`` count: at most five."""
    if order is None:
        order = Order(min(count, 5) if size is None else size, low_ace)
    if order.size not in KINDS or not order.size <= count <= MOST_CARDS:
        raise Refused(
            f"there is no ranking of {order.size} out of {count} cards: one to five count, out of "
            f"{MOST_CARDS} at most"
        )
    return Ranking(count, order, deck)


# One reader a size, written out: this is the inner loop of settlement.


def _two(unsuited: _Unsuited, suited: _Suited) -> Callable[[Sequence[Card]], int]:
    def strength(hand: Sequence[Card]) -> int:
        a, b = hand
        if (a ^ b) & 3:
            return unsuited[_POWER[a] + _POWER[b]]
        return suited[_BIT[a] | _BIT[b]]

    return strength


def _three(unsuited: _Unsuited, suited: _Suited) -> Callable[[Sequence[Card]], int]:
    def strength(hand: Sequence[Card]) -> int:
        a, b, c = hand
        if (a ^ b | a ^ c) & 3:
            return unsuited[_POWER[a] + _POWER[b] + _POWER[c]]
        return suited[_BIT[a] | _BIT[b] | _BIT[c]]

    return strength


def _five(unsuited: _Unsuited, suited: _Suited) -> Callable[[Sequence[Card]], int]:
    def strength(hand: Sequence[Card]) -> int:
        a, b, c, d, e = hand
        if (a ^ b | a ^ c | a ^ d | a ^ e) & 3:
            return unsuited[_POWER[a] + _POWER[b] + _POWER[c] + _POWER[d] + _POWER[e]]
        return suited[_BIT[a] | _BIT[b] | _BIT[c] | _BIT[d] | _BIT[e]]

    return strength


def _seven(unsuited: _Unsuited, suited: _Suited) -> Callable[[Sequence[Card]], int]:
    def strength(hand: Sequence[Card]) -> int:
        suits, powers = _SUIT_START, 0
        for c in hand:
            suits += _SUIT_COUNT[c]
            powers += _POWER[c]
        if not suits & _FIVE_OF_A_SUIT:
            return unsuited[powers]
        # Five suited cards leave two: no full house or four of a kind can beat the flush.
        flush = (suits & _FIVE_OF_A_SUIT).bit_length() // 4 - 1
        return suited[sum(1 << rank(c) for c in hand if suit(c) == flush)]

    return strength


_Make = Callable[[_Unsuited, _Suited], Callable[[Sequence[Card]], int]]
_READERS: Final[dict[tuple[int, int], _Make]] = {
    (2, 2): _two,
    (3, 3): _three,
    (5, 5): _five,
    (6, 5): _seven,
    (7, 5): _seven,
}


def _reader(count: int, order: Order, deck: Deck) -> Callable[[Sequence[Card]], int]:
    if deck.wild_cards or deck.decks > 1:
        return _any_deck(count, order, deck)
    make = _best_of(count, order.size)
    # Which five of seven cards count is looked up: it was worked out for the usual order.
    if order.is_usual or count == order.size:
        make = _READERS.get((count, order.size), make)
    return make(_Unsuited(order), _Suited(order))


def _best_of(count: int, size: int) -> _Make:
    """A reader that looks at every choice of cards."""

    def best(unsuited: _Unsuited, suited: _Suited) -> Callable[[Sequence[Card]], int]:
        def strength(hand: Sequence[Card]) -> int:
            return max([whole(choice) for choice in combinations(hand, size)])

        def whole(hand: Sequence[Card]) -> int:
            if len({suit(c) for c in hand}) == 1:
                return suited[sum([_BIT[c] for c in hand])]
            return unsuited[sum([_POWER[c] for c in hand])]

        return strength if count > size else whole

    return best


def _any_deck(count: int, order: Order, deck: Deck) -> Callable[[Sequence[Card]], int]:
    """A reader for decks with wild cards, or with cards that are alike."""
    wild_cards = {JOKER, *deck.wild_cards}
    ranks = [RANKS.index(r) for r in deck.ranks]

    @cache
    def whole(held: tuple[int, ...], jokers: int, suited: bool) -> int:
        return max(
            classify(
                (*held, *wild),
                order,
                # A joker is not a second card of a suit and rank that one deck has once.
                suited=suited and (deck.decks > 1 or len({*held, *wild}) == order.size),
            )
            for wild in combinations_with_replacement(ranks, jokers)
        )

    def one(hand: Sequence[Card]) -> int:
        held = [c for c in hand if c not in wild_cards]
        suited = len({suit(c) for c in held}) <= 1
        return whole(tuple(sorted(map(rank, held))), len(hand) - len(held), suited)

    def best(hand: Sequence[Card]) -> int:
        return max([one(choice) for choice in combinations(hand, order.size)])

    return best if count > order.size else one
