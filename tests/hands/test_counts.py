"""Every hand of two, three and five cards is counted; of seven, every set of ranks.

The figures are those of the poker literature, or derived here from the number of straights."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from pitboss.cards import DECK, RANKS, SUITS, Card, card
from pitboss.hands import ranking


@cache
def strengths(size: int, low_ace: bool) -> Counter[int]:
    """Return how many hands of ``size`` cards have each strength."""
    return Counter(map(ranking(size, low_ace=low_ace).strength, combinations(DECK, size)))


def by_name(size: int, low_ace: bool) -> dict[str, int]:
    """Return how many hands of ``size`` cards have each name."""
    names: Counter[str] = Counter()
    for strength, count in strengths(size, low_ace).items():
        names[ranking(size, low_ace=low_ace).name(strength)] += count
    return dict(names)


@pytest.mark.parametrize("low_ace", [True, False])
def test_two_cards(low_ace: bool) -> None:
    runs = 13 if low_ace else 12
    expected = {
        "straight": runs * 16,  # Suited neighbors are called straight.
        "flush": 4 * comb(13, 2) - runs * 4,
        "pair": 13 * comb(4, 2),
    }
    expected["high card"] = 1_326 - sum(expected.values())
    assert by_name(2, low_ace) == expected


def test_two_cards_win_546_times_with_a_low_ace() -> None:
    assert 1_326 - by_name(2, True)["high card"] == 546


def test_three_cards_with_a_low_ace() -> None:
    assert by_name(3, True) == {
        "mini royal": 4,
        "straight flush": 44,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high card": 16_440,
    }


def test_three_cards_without_a_low_ace() -> None:
    assert by_name(3, False) == {
        "mini royal": 4,
        "straight flush": 40,
        "three of a kind": 52,
        "straight": 660,
        "flush": 1_100,
        "pair": 3_744,
        "high card": 16_500,
    }


@pytest.mark.slow
def test_five_cards_with_a_low_ace() -> None:
    assert by_name(5, True) == {
        "royal flush": 4,
        "straight flush": 36,
        "four of a kind": 624,
        "full house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three of a kind": 54_912,
        "two pair": 123_552,
        "pair": 1_098_240,
        "high card": 1_302_540,
    }


@pytest.mark.slow
def test_five_cards_without_a_low_ace() -> None:
    runs = 9  # from six-high to ace-high
    no_runs = comb(13, 5) - runs
    assert by_name(5, False) == {
        "royal flush": 4,
        "straight flush": 4 * (runs - 1),
        "four of a kind": 13 * 48,
        "full house": 13 * comb(4, 3) * 12 * comb(4, 2),
        "flush": 4 * no_runs,
        "straight": (4**5 - 4) * runs,
        "three of a kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
        "two pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
        "pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
        "high card": (4**5 - 4) * no_runs,
    }


@pytest.mark.slow
@pytest.mark.parametrize("low_ace", [True, False])
def test_five_cards_have_7462_ranks(low_ace: bool) -> None:
    assert len(strengths(5, low_ace)) == 7_462


# Seven cards. Without five of one suit only the ranks matter: each set of seven ranks is dealt once
# with alternating suits, and counts for all its deals without a flush. With five or more of one
# suit only those count: each such set of ranks is dealt once in each suit.


def sets_of_seven_ranks() -> Iterator[Counter[int]]:
    for ranks in combinations_with_replacement(range(13), 7):
        holding = Counter(ranks)
        if max(holding.values()) <= 4:
            yield holding


def dealings(holding: Counter[int]) -> int:
    """Return the number of ways to deal a set of ranks."""
    return prod(comb(4, n) for n in holding.values())


def dealings_with_a_flush(holding: Counter[int]) -> int:
    """Return in how many of them some suit comes five times or more."""
    ways = [1]  # by the number of cards of one given suit
    for n in holding.values():
        without, including = comb(3, n), comb(3, n - 1)
        ways = [
            w * without + before * including
            for w, before in zip([*ways, 0], [0, *ways], strict=True)
        ]
    return 4 * sum(ways[5:])


def in_turn(ranks: Iterable[int]) -> list[Card]:
    """Return cards of these ranks in alternating suits: of seven, no suit comes more than twice."""
    return [card(RANKS[r] + SUITS[i % 4]) for i, r in enumerate(sorted(ranks))]


def fillers(suit: str, ranks: tuple[int, ...], count: int) -> list[Card]:
    """Return cards of another suit, with the same ranks if possible: pairs must not matter."""
    other = SUITS[SUITS.index(suit) - 1]
    return [card(RANKS[r] + other) for r in ranks[:count]]


@pytest.mark.slow
def test_seven_cards() -> None:
    seven = ranking(7, low_ace=True)
    counts: Counter[str] = Counter()
    for holding in sets_of_seven_ranks():
        name = seven.name(seven.strength(in_turn(holding.elements())))
        counts[name] += dealings(holding) - dealings_with_a_flush(holding)
    for suited in (5, 6, 7):
        for ranks in combinations(range(13), suited):
            for suit in SUITS:
                flush = [card(RANKS[r] + suit) for r in ranks]
                hand = [*flush, *fillers(suit, ranks, 7 - suited)]
                counts[seven.name(seven.strength(hand))] += comb(39, 7 - suited)
    assert counts.total() == comb(52, 7)
    assert counts == {
        "royal flush": 4_324,
        "straight flush": 37_260,
        "four of a kind": 224_848,
        "full house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three of a kind": 6_461_620,
        "two pair": 31_433_400,
        "pair": 58_627_800,
        "high card": 23_294_460,
    }
