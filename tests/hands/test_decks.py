"""Decks other than the standard one: fewer ranks and suits, jokers, several decks in one."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import (
    DECK,
    JOKER,
    STANDARD_DECK,
    Card,
    Deck,
    card,
    cards,
    cards_text,
    rank,
    suit,
)
from pitboss.hands import Order, hand, ranking
from pitboss.hands.orders import KINDS
from pitboss.lab.hand_counts import strength_counts

SHORT = Deck(ranks="6789TJQKA")
ONE_JOKER = Deck(jokers=1)

WITH_A_JOKER = {
    "five of a kind": 13,
    "royal flush": 24,
    "straight flush": 180,
    "four of a kind": 3_120,
    "full house": 6_552,
    "flush": 7_804,
    "straight": 20_532,
    "three of a kind": 137_280,
    "two pair": 123_552,
    "pair": 1_268_088,
    "high card": 1_302_540,
}
"""Counts of five-card hands from 53 cards, as published for a fully wild joker."""


def test_a_wild_joker_gives_the_published_counts() -> None:
    ranks = ranking(5, deck=ONE_JOKER)
    counts: Counter[str] = Counter()
    for strength, hands in strength_counts(ranks, ONE_JOKER.cards).items():
        counts[ranks.name(strength)] += hands
    assert counts == WITH_A_JOKER


# cards, deck, name, kickers
MADE = [
    ("Ah Ad As Ac Jo", ONE_JOKER, "five of a kind", "A"),
    ("Kh Qh Jh Th Jo", ONE_JOKER, "royal flush", "A"),
    ("2c 3d 4h 5s Jo", ONE_JOKER, "straight", "6"),
    ("Ac 3d 4h 5s Jo", ONE_JOKER, "straight", "5"),
    ("Ah 9h 5h 3h Jo", ONE_JOKER, "flush", "AK953"),
    ("Jo 7c 9d Kh 2s", ONE_JOKER, "pair", "K972"),
    ("7c 7d 9d 9h Jo", ONE_JOKER, "full house", "97"),
    ("Jo Jo Kh", Deck(jokers=2), "mini royal", "A"),
    ("Jo", ONE_JOKER, "high card", "A"),
    ("Ah 6d 7s 8c 9c", SHORT, "straight", "9"),
    ("Ah 6d 7s 8c 9c", STANDARD_DECK, "high card", "A9876"),
    ("Ah Ah Ah Ah Ah", Deck(decks=5), "five of a kind", "A"),
    ("Ah Ah 5h 4h 2h", Deck(decks=2), "flush", "AA542"),
]


@pytest.mark.parametrize(("names", "deck", "name", "kickers"), MADE)
def test_hands_of_unusual_decks(names: str, deck: Deck, name: str, kickers: str) -> None:
    holding = [card(word) for word in names.split()]
    made_hand = hand(holding, deck=deck)
    assert made_hand.name == name
    assert [*made_hand.kickers] == ["23456789TJQKA".index(r) for r in kickers]


def test_a_flush_may_beat_a_full_house() -> None:
    kinds = list(KINDS[5])
    at, other = kinds.index("flush"), kinds.index("full house")
    kinds[at], kinds[other] = kinds[other], kinds[at]
    order = Order(5, kinds=tuple(kinds))
    flush, house = cards("Ah Th 8h 7h 6h"), cards("Ac Ad As 6c 6d")
    assert hand(flush, order=order, deck=SHORT) > hand(house, order=order, deck=SHORT)
    assert hand(flush, deck=SHORT) < hand(house, deck=SHORT)
    seven = cards("Ac Ad As 6c 6h Kh 9h")
    assert hand(seven, order=order, deck=SHORT).name == "full house"


@given(st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True))
def test_a_joker_is_the_best_card_it_can_be(holding: list[Card]) -> None:
    others = [c for c in DECK if c not in holding]
    best = max(hand([*holding, c]) for c in others)
    wild = hand([*holding, JOKER], deck=ONE_JOKER)
    if len({rank(c) for c in holding}) == 1:
        assert wild.name == "five of a kind"
    else:
        assert (wild.name, wild.kickers) == (best.name, best.kickers)


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True))
def test_hands_without_repeated_cards_rank_as_in_one_deck(holding: list[Card]) -> None:
    first, two = hand(holding), hand(holding, deck=Deck(decks=2))
    assert (first.name, first.kickers) == (two.name, two.kickers)


@pytest.mark.parametrize(
    "deck",
    [
        Deck(ranks="TJQKA", jokers=2),
        Deck(ranks="789", decks=3),
        Deck(ranks="23456", suits="ch"),
        Deck(ranks="QKA", suits="chs", jokers=1, decks=2),
    ],
)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_hands_are_counted_by_enumeration(deck: Deck, size: int) -> None:
    ranks = ranking(size, deck=deck)
    one_by_one = Counter(ranks.strength(some) for some in combinations(deck.cards, size))
    assert strength_counts(ranks, deck.cards) == one_by_one
    assert one_by_one.total() == comb(deck.size, size)


def test_a_deck_lists_its_cards() -> None:
    assert cards_text(Deck(ranks="KA", suits="hs", jokers=1, decks=2).cards) == (
        "Kh Kh Ks Ks Ah Ah As As Jo Jo"
    )
    assert STANDARD_DECK.cards == DECK
    assert STANDARD_DECK.is_standard
    assert Deck(decks=4).size == 208
    assert ONE_JOKER.first_excess([JOKER, JOKER]) == JOKER
    assert Deck(decks=2).first_excess([card("Ah"), card("Ah")]) is None


def test_every_choice_of_ranks_is_ranked_the_same_with_and_without_tables() -> None:
    """Decks with identical cards are ranked by another method than one deck; both must agree."""
    plain, alike = ranking(3), ranking(3, deck=Deck(decks=2))
    for ranks in combinations_with_replacement(range(13), 3):
        holding = [Card(4 * r + at) for at, r in enumerate(ranks)]
        assert plain.strength(holding) == alike.strength(holding)
        assert len({suit(c) for c in holding}) == 3
