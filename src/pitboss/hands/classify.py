"""What a set of ranks makes: the slow, readable way, which fills the fast tables once.

Every hand that the cards could be called is proposed; the strongest one counts. So there is no
order of tests to get wrong, and five of seven cards need no search.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.cards import ACE
from pitboss.hands.orders import Order
from pitboss.hands.strength import FIVE_OF_A_KIND, pack

_ROYAL: Final = {3: "mini royal", 5: "royal flush"}


def classify(ranks: Sequence[int], order: Order, *, suited: bool) -> int:
    """The strength of the best cards among ``ranks``, all of one suit or not."""
    return max(
        pack(order.kinds.index(kind), kickers)
        for kind, kickers in _proposals(sorted(ranks, reverse=True), suited, order)
        if kind in order.kinds
    )


def _proposals(ranks: list[int], suited: bool, order: Order) -> Iterator[tuple[str, list[int]]]:
    size = order.size

    def filled(made: list[int], used: int) -> list[int]:
        """The ranks that make the hand, then the best others in the places left."""
        return [*made, *[r for r in ranks if r not in made][: size - used]]

    held = Counter(ranks)
    twos, threes, fours, fives = (
        [r for r in sorted(held, reverse=True) if held[r] >= n] for n in (2, 3, 4, 5)
    )

    yield "high card", ranks[:size]
    if suited:
        yield "flush", ranks[:size]
    top = run_top(ranks, size, order.low_ace, order.lowest)
    if top is not None:
        yield "straight", [top]
        if suited:
            royal = top == ACE and size in _ROYAL
            yield (_ROYAL[size] if royal else "straight flush"), [top]
    if twos:
        yield "pair", filled(twos[:1], 2)
    if len(twos) > 1:
        yield "two pair", filled(twos[:2], 4)
    if threes:
        yield "three of a kind", filled(threes[:1], 3)
    if threes and len(twos) > 1:
        yield "full house", [threes[0], next(r for r in twos if r != threes[0])]
    if fours:
        yield "four of a kind", filled(fours[:1], 4)
    if fives:
        yield FIVE_OF_A_KIND, fives[:1]


def run_top(ranks: Sequence[int], length: int, low_ace: bool, lowest: int = 0) -> int | None:
    """The top rank of the best run of ``length``; a low ace makes the lowest run."""
    held = set(ranks)
    for top in range(ACE, length - 2, -1):
        if held.issuperset(range(top - length + 1, top + 1)):
            return top
    if low_ace and held.issuperset([ACE, *range(lowest, lowest + length - 1)]):
        return lowest + length - 2
    return None
