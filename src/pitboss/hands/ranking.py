"""Ranking hands of two, three, five or seven cards, by tables that fill themselves.

`ranking(5, low_ace=True).strength(cards)` is one look-up: the ranks of a hand are added up as
powers of five (no rank is held more than four times, so each sum stands for one set of ranks), and
a table remembers what `classify` said of that sum. Suited hands have a table of their own.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from pitboss.cards import Card, rank, suit
from pitboss.hands.classify import classify
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

    def __init__(self, size: int, low_ace: bool) -> None:
        self._size, self._low_ace = size, low_ace

    def __missing__(self, powers: int) -> int:
        ranks = [r for r in range(13) for _ in range(powers // 5**r % 5)]
        self[powers] = classify(ranks, suited=False, size=self._size, low_ace=self._low_ace)
        return self[powers]


class _Suited(dict[int, int]):
    """Strength by the set of ranks, as bits: cards of one suit never repeat a rank."""

    def __init__(self, size: int, low_ace: bool) -> None:
        self._size, self._low_ace = size, low_ace

    def __missing__(self, bits: int) -> int:
        ranks = [r for r in range(13) if bits >> r & 1]
        self[bits] = classify(ranks, suited=True, size=self._size, low_ace=self._low_ace)
        return self[bits]


class Ranking:
    """How hands of ``count`` cards rank; of seven, the best five count. Made by `ranking`."""

    def __init__(self, count: int, low_ace: bool) -> None:
        self.count: Final = count
        self.size: Final = min(count, 5)
        self.low_ace: Final = low_ace
        self.kinds: Final = KINDS[self.size]
        unsuited, suited = _Unsuited(self.size, low_ace), _Suited(self.size, low_ace)
        self.strength: Final[Callable[[Sequence[Card]], int]] = _READERS[count](unsuited, suited)

    def name(self, strength: int) -> str:
        """The name of a hand of this strength, such as ``full house``."""
        return self.kinds[kind_of(strength)]


@cache
def ranking(count: int, *, low_ace: bool) -> Ranking:
    """The ranking of hands of ``count`` cards, where an ace may stand below a deuce or not."""
    if count not in _READERS:
        raise Refused(f"there is no ranking of {count} cards: hands have two, three, five or seven")
    return Ranking(count, low_ace)


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


_READERS: Final = {2: _two, 3: _three, 5: _five, 7: _seven}
