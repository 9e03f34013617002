"""Suit permutations, and which of them leave a set of cards unchanged."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, JOKER, RANKS, Card, cards, cards_text, rank, suit
from pitboss.errors import Refused
from pitboss.games.card_names import starting_hand_class
from pitboss.lab.starting_hands import SUIT_PERMUTATIONS, permutations_keeping, permute_suits
from tests.small_decks import deck_of_ranks

any_change = st.sampled_from(SUIT_PERMUTATIONS)
some_cards = st.lists(st.sampled_from(DECK), max_size=7, unique=True).map(
    lambda some: tuple(sorted(some))
)


# Permutations


def test_there_are_24_permutations_and_the_first_is_the_identity() -> None:
    assert len(set(SUIT_PERMUTATIONS)) == 24
    assert SUIT_PERMUTATIONS[0] == (*DECK, JOKER)


def test_a_permutation_moves_every_card_and_keeps_ranks() -> None:
    for change in SUIT_PERMUTATIONS:
        assert sorted(change) == [*DECK, JOKER]
        assert change[JOKER] == JOKER
        assert all(rank(change[c]) == rank(c) for c in DECK)
        suits = {(suit(c), suit(change[c])) for c in DECK}
        assert len(suits) == 4  # every club becomes the same suit, and so on


def test_the_permutations_form_a_group() -> None:
    every = set(SUIT_PERMUTATIONS)
    for first in SUIT_PERMUTATIONS:
        for second in SUIT_PERMUTATIONS:
            assert tuple(second[c] for c in first) in every
        assert any(tuple(back[c] for c in first) == (*DECK, JOKER) for back in SUIT_PERMUTATIONS)


@given(any_change, some_cards)
def test_permuted_cards_are_a_set_in_deck_order(
    change: tuple[Card, ...], some: tuple[Card, ...]
) -> None:
    permuted_cards = permute_suits(change, some)
    assert list(permuted_cards) == sorted({change[c] for c in some})
    assert permute_suits(change, reversed(some)) == permuted_cards
    assert Counter(map(rank, permuted_cards)) == Counter(map(rank, some))


def test_a_transposition_worked_by_hand() -> None:
    (swap,) = (
        x
        for x in SUIT_PERMUTATIONS
        if permute_suits(x, cards("2c 2d")) == cards("2c 2d")
        and permute_suits(x, cards("3c")) == cards("3d")
        and permute_suits(x, cards("4h")) == cards("4h")
    )
    assert cards_text(permute_suits(swap, cards("Ac Kd Qh Js"))) == "Js Qh Kc Ad"


# Stabilizers


@pytest.mark.parametrize(
    ("sets", "permutations_kept"),
    [
        ([""], 24),
        (["Ac Ad Ah As"], 24),
        (["Ac"], 6),
        (["Kc Ac"], 6),
        (["Ac Ad"], 4),
        (["Kc Ad"], 2),
        (["Ac Ad Ah"], 6),
        (["Qc Kd Ah"], 1),
        (["Ac", "Kd"], 2),
        (["Ac", "Kc"], 6),
        (["Ac Ad", "Kh Ks"], 4),
        (["Ac Ad", "Kc Kh"], 1),
        (["Kc Ac", "Kd Ad", "Kh Ah"], 1),
    ],
    ids=repr,
)
def test_sizes_of_stabilizers(sets: list[str], permutations_kept: int) -> None:
    assert len(permutations_keeping(SUIT_PERMUTATIONS, *map(cards, sets))) == permutations_kept


def test_stabilizers_keep_sets_not_single_cards() -> None:
    swaps = permutations_keeping(SUIT_PERMUTATIONS, cards("Ac Ad"))
    assert {cards_text([change[cards("Ac")[0]]]) for change in swaps} == {"Ac", "Ad"}
    assert len(permutations_keeping(swaps, cards("Ac"))) == 2


@given(some_cards, some_cards)
def test_stabilizing_step_by_step_equals_stabilizing_at_once(
    first: tuple[Card, ...], second: tuple[Card, ...]
) -> None:
    permutations_kept = permutations_keeping(SUIT_PERMUTATIONS, first, second)
    assert permutations_kept == permutations_keeping(
        permutations_keeping(SUIT_PERMUTATIONS, first), second
    )
    assert SUIT_PERMUTATIONS[0] in permutations_kept
    assert 24 % len(permutations_kept) == 0  # a subgroup


@given(some_cards)
def test_each_orbit_has_24_divided_by_its_stabilizer(some: tuple[Card, ...]) -> None:
    """The number of images is that of all permutations divided by the size of the stabilizer."""
    permuted_cards = {permute_suits(change, some) for change in SUIT_PERMUTATIONS}
    assert len(permuted_cards) * len(permutations_keeping(SUIT_PERMUTATIONS, some)) == 24


def test_hands_that_differ_only_by_suits_share_their_name() -> None:
    first = Counter(
        min(permute_suits(x, hand) for x in SUIT_PERMUTATIONS) for hand in combinations(DECK, 2)
    )
    assert len(first) == 169
    names = Counter(starting_hand_class(*hand) for hand in combinations(DECK, 2))
    assert {starting_hand_class(*hand): n for hand, n in first.items()} == names


@pytest.mark.parametrize(
    ("size", "classes"), [(1, 13), (3, 1755), pytest.param(4, 16432, marks=pytest.mark.slow)]
)
def test_numbers_of_sets_up_to_suits(size: int, classes: int) -> None:
    """These are well-known figures of poker."""
    result = {
        min(permute_suits(x, some) for x in SUIT_PERMUTATIONS) for some in combinations(DECK, size)
    }
    assert len(result) == classes


# Decks


def test_a_deck_of_all_ranks_is_the_deck() -> None:
    assert deck_of_ranks() == deck_of_ranks(RANKS) == DECK


@pytest.mark.parametrize("ranks", ["A", "A2", "2A", "KQJ", "T9876"])
def test_a_deck_of_some_ranks(ranks: str) -> None:
    deck = deck_of_ranks(ranks)
    assert len(deck) == 4 * len(ranks)
    assert list(deck) == sorted(deck)
    assert Counter(RANKS[rank(c)] for c in deck) == dict.fromkeys(ranks, 4)
    assert len(permutations_keeping(SUIT_PERMUTATIONS, deck)) == 24


@pytest.mark.parametrize("ranks", ["", "AA", "1", "a", "A K", "10", "AKQA", "Ac"])
def test_invalid_ranks_are_refused(ranks: str) -> None:
    with pytest.raises(Refused) as refusal:
        deck_of_ranks(ranks)
    assert (
        str(refusal.value)
        == f"invalid ranks {ranks!r}: choose each at most once from 23456789TJQKA"
    )
