"""Hands agree with phevaluator in order and category; its ranks go from 1 (best) to 7,462."""

import random
from itertools import combinations, pairwise

import pytest

from pitboss.cards import DECK, Card, cards_text
from pitboss.hands import ranking

phevaluator = pytest.importorskip("phevaluator")

# The last rank of each category, best category first.
LAST = {
    "royal flush": 1,
    "straight flush": 10,
    "four of a kind": 166,
    "full house": 322,
    "flush": 1_599,
    "straight": 1_609,
    "three of a kind": 2_467,
    "two pair": 3_325,
    "pair": 6_185,
    "high card": 7_462,
}


def theirs(hand: tuple[Card, ...]) -> int:
    rank: int = phevaluator.evaluate_cards(*cards_text(hand).split())
    return rank


def category(rank: int) -> str:
    return next(name for name, last in LAST.items() if rank <= last)


def agree(hands: list[tuple[Card, ...]]) -> dict[int, int]:
    """Return their ranks by our strength, after checking that both order the hands alike."""
    ours = ranking(len(hands[0]), low_ace=True)
    pairs = sorted({(ours.strength(hand), theirs(hand)) for hand in hands})
    for (weaker, their_weaker), (stronger, their_stronger) in pairwise(pairs):
        assert weaker < stronger
        assert their_weaker > their_stronger
    for strength, rank in pairs:
        assert ours.name(strength) == category(rank)
    return dict(pairs)


@pytest.mark.slow
def test_every_one_of_the_7462_ranks_of_five_cards() -> None:
    five = ranking(5, low_ace=True)
    one_of_each = {five.strength(hand): hand for hand in combinations(DECK, 5)}
    ranks = agree(list(one_of_each.values()))
    assert sorted(ranks.values()) == list(range(1, 7_463))


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 7])
def test_random_hands(size: int) -> None:
    chance = random.Random(235)
    hands = [tuple(chance.sample(DECK, size)) for _ in range(200_000)]
    assert len(agree(hands)) > 4_000
