"""Rank hands of one to five cards, or the best five of more, with tables filled on demand."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from pitboss.cards import ACE, JOKER, RANKS, STANDARD_DECK, Card, Deck, rank, suit
from pitboss.errors import Refused
from pitboss.hands.orders import FIVE_OF_A_KIND, KINDS, Order, kind_index, pack_strength

_ROYAL_NAMES: Final = {3: "mini royal", 5: "royal flush"}


def classify(ranks: Sequence[int], order: Order, *, suited: bool) -> int:
    """Return the strength of the best cards among ``ranks``, which are of one suit or not."""
    best, best_kickers = -1, list[int]()
    for kind, kickers in _candidate_hands(sorted(ranks, reverse=True), suited, order):
        if kind in order.kinds and (index := order.kinds.index(kind)) > best:
            best, best_kickers = index, kickers
    return pack_strength(best, best_kickers)


def _candidate_hands(
    ranks: list[int], suited: bool, order: Order
) -> Iterator[tuple[str, list[int]]]:
    """Yield each kind of hand that descending ranks make, with the ranks that break ties."""
    size = order.size
    yield "high card", ranks[:size]
    if suited:
        yield "flush", ranks[:size]
    distinct = list(dict.fromkeys(ranks))
    top = straight_top(distinct, size, order.low_ace, order.lowest)
    if top is not None:
        yield "straight", [top]
        if suited:
            royal = top == ACE and size in _ROYAL_NAMES
            yield (_ROYAL_NAMES[size] if royal else "straight flush"), [top]
    if len(distinct) == len(ranks):
        return

    def with_kickers(main_ranks: list[int], card_count: int) -> list[int]:
        """Return the ranks that make the hand, then the best of the other ranks."""
        return [*main_ranks, *[r for r in ranks if r not in main_ranks][: size - card_count]]

    counts = [(r, ranks.count(r)) for r in distinct]
    twos, threes, fours, fives = ([r for r, count in counts if count >= n] for n in (2, 3, 4, 5))
    yield "pair", with_kickers(twos[:1], 2)
    if len(twos) > 1:
        yield "two pair", with_kickers(twos[:2], 4)
    if threes:
        yield "three of a kind", with_kickers(threes[:1], 3)
    if threes and len(twos) > 1:
        yield "full house", [threes[0], next(r for r in twos if r != threes[0])]
    if fours:
        yield "four of a kind", with_kickers(fours[:1], 4)
    if fives:
        yield FIVE_OF_A_KIND, fives[:1]


def straight_top(ranks: Sequence[int], length: int, low_ace: bool, lowest: int = 0) -> int | None:
    """Return the top rank of the best straight of this length, if any; a low ace may start one."""
    rank_set = set(ranks)
    if len(rank_set) < length:
        return None
    for top in range(ACE, length - 2, -1):
        if rank_set.issuperset(range(top - length + 1, top + 1)):
            return top
    if low_ace and rank_set.issuperset([ACE, *range(lowest, lowest + length - 1)]):
        return lowest + length - 2
    return None


HandReader = Callable[[Sequence[Card]], int]
"""A function from the cards of a hand to its strength."""
_POWER: Final = tuple(5 ** (n >> 2) for n in range(52))
"""A power of five by card: the sum of a hand identifies its ranks."""
_BIT: Final = tuple(1 << (n >> 2) for n in range(52))
"""The bit of a card's rank."""

# Seven cards hold a flush when one suit counts five. Each suit counts in four bits that begin at
# three, so that the fifth card of a suit sets the top bit of its field.
_SUIT_START: Final = 0x3333
_SUIT_COUNT: Final = tuple(1 << 4 * (n & 3) for n in range(52))
_FIVE_OF_A_SUIT: Final = 0x8888


class _Strengths(dict[int, int]):
    """The strengths of hands, each computed on first use.

    Keys are the ranks as bits where all cards are of one suit, which never repeats a rank, and
    otherwise the sum of their powers of five.
    """

    def __init__(self, order: Order, *, suited: bool) -> None:
        self._order, self._suited = order, suited

    def __missing__(self, key: int) -> int:
        base, ranks, remaining = 2 if self._suited else 5, list[int](), key
        for r in range(len(RANKS)):
            remaining, count = divmod(remaining, base)
            ranks += [r] * count
        strength = self[key] = classify(ranks, self._order, suited=self._suited)
        return strength


class Ranking:
    """The ranking of hands of ``count`` cards, of which the best count. Created by `ranking`."""

    def __init__(self, count: int, order: Order, deck: Deck) -> None:
        self.count: Final = count
        self.deck: Final = deck
        self.order: Final = order.on(deck)
        self.size: Final = order.size
        self.low_ace: Final = order.low_ace
        self.kinds: Final = self.order.kinds
        self.strength: Final = _build_reader(count, self.order, deck)

    def name(self, strength: int) -> str:
        """Return the name of a hand of this strength, such as ``full house``."""
        return self.kinds[kind_index(strength)]


MAX_HAND_CARDS: Final = 9
"""The largest hand that can be ranked."""


@cache
def ranking(
    count: int,
    *,
    low_ace: bool = True,
    size: int | None = None,
    order: Order | None = None,
    deck: Deck = STANDARD_DECK,
) -> Ranking:
    """Return the ranking of hands of ``count`` cards, of which the best ``size`` (1-5) count."""
    if order is None:
        order = Order(min(count, 5) if size is None else size, low_ace)
    if order.size not in KINDS or not order.size <= count <= MAX_HAND_CARDS:
        raise Refused(
            f"there is no ranking of {order.size} out of {count} cards: one to five count, out of "
            f"{MAX_HAND_CARDS} at most"
        )
    return Ranking(count, order, deck)


# One reader per size, written out: this is the inner loop of settlement.


def _two_card_reader(unsuited: _Strengths, suited: _Strengths) -> HandReader:
    def strength(hand: Sequence[Card]) -> int:
        a, b = hand
        if (a ^ b) & 3:
            return unsuited[_POWER[a] + _POWER[b]]
        return suited[_BIT[a] | _BIT[b]]

    return strength


def _three_card_reader(unsuited: _Strengths, suited: _Strengths) -> HandReader:
    def strength(hand: Sequence[Card]) -> int:
        a, b, c = hand
        if (a ^ b | a ^ c) & 3:
            return unsuited[_POWER[a] + _POWER[b] + _POWER[c]]
        return suited[_BIT[a] | _BIT[b] | _BIT[c]]

    return strength


def _five_card_reader(unsuited: _Strengths, suited: _Strengths) -> HandReader:
    def strength(hand: Sequence[Card]) -> int:
        a, b, c, d, e = hand
        if (a ^ b | a ^ c | a ^ d | a ^ e) & 3:
            return unsuited[_POWER[a] + _POWER[b] + _POWER[c] + _POWER[d] + _POWER[e]]
        return suited[_BIT[a] | _BIT[b] | _BIT[c] | _BIT[d] | _BIT[e]]

    return strength


def _seven_card_reader(unsuited: _Strengths, suited: _Strengths) -> HandReader:
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


_ReaderFactory = Callable[[_Strengths, _Strengths], HandReader]
_READER_FACTORIES: Final[dict[tuple[int, int], _ReaderFactory]] = {
    (2, 2): _two_card_reader,
    (3, 3): _three_card_reader,
    (5, 5): _five_card_reader,
    (6, 5): _seven_card_reader,
    (7, 5): _seven_card_reader,
}


def _build_reader(count: int, order: Order, deck: Deck) -> HandReader:
    if deck.wild_cards or deck.decks > 1:
        return _any_deck_reader(count, order, deck)
    make = _best_of_reader(count, order.size)
    # The reader for seven cards relies on the usual order: a flush beats what else they can make.
    if order.is_usual or count == order.size:
        make = _READER_FACTORIES.get((count, order.size), make)
    return make(_Strengths(order, suited=False), _Strengths(order, suited=True))


def _best_of_reader(count: int, size: int) -> _ReaderFactory:
    """Return a factory of readers that try every choice of cards."""

    def make_reader(unsuited: _Strengths, suited: _Strengths) -> HandReader:
        def strength(hand: Sequence[Card]) -> int:
            if len({suit(c) for c in hand}) == 1:
                return suited[sum([_BIT[c] for c in hand])]
            return unsuited[sum([_POWER[c] for c in hand])]

        def best(hand: Sequence[Card]) -> int:
            return max(map(strength, combinations(hand, size)))

        return best if count > size else strength

    return make_reader


def _any_deck_reader(count: int, order: Order, deck: Deck) -> HandReader:
    """Return a reader for decks with wild cards or with duplicates."""
    wild_cards = {JOKER, *deck.wild_cards}
    ranks = [RANKS.index(r) for r in deck.ranks]

    @cache
    def best_with_wilds(natural_ranks: tuple[int, ...], wild_count: int, suited: bool) -> int:
        return max(
            classify(
                (*natural_ranks, *wild),
                order,
                # In a single deck, a wild card cannot repeat a card of the flush.
                suited=suited and (deck.decks > 1 or len({*natural_ranks, *wild}) == order.size),
            )
            for wild in combinations_with_replacement(ranks, wild_count)
        )

    def strength(hand: Sequence[Card]) -> int:
        naturals = [c for c in hand if c not in wild_cards]
        suited = len({suit(c) for c in naturals}) <= 1
        natural_ranks = tuple(sorted(map(rank, naturals)))
        return best_with_wilds(natural_ranks, len(hand) - len(naturals), suited)

    def best(hand: Sequence[Card]) -> int:
        return max(map(strength, combinations(hand, order.size)))

    return best if count > order.size else strength
