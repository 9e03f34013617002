"""Changes of suits: what they are, which ones keep a set of cards, and decks of a few ranks."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, JOKER, RANKS, Card, cards, rank, show, suit
from pitboss.games.patterns import holding
from pitboss.lab.suits import CHANGES, changed, deck_of, keeping
from pitboss.refusal import Refused

any_change = st.sampled_from(CHANGES)
some_cards = st.lists(st.sampled_from(DECK), max_size=7, unique=True).map(
    lambda some: tuple(sorted(some))
)


# Changes


def test_there_are_24_and_the_first_changes_nothing() -> None:
    assert len(set(CHANGES)) == 24
    assert CHANGES[0] == (*DECK, JOKER)


def test_a_change_gives_every_card_another_and_keeps_ranks() -> None:
    for change in CHANGES:
        assert sorted(change) == [*DECK, JOKER]
        assert change[JOKER] == JOKER
        assert all(rank(change[c]) == rank(c) for c in DECK)
        suits = {(suit(c), suit(change[c])) for c in DECK}
        assert len(suits) == 4  # every club becomes the same suit, and so on


def test_they_are_a_group() -> None:
    every = set(CHANGES)
    for first in CHANGES:
        for second in CHANGES:
            assert tuple(second[c] for c in first) in every
        assert any(tuple(back[c] for c in first) == (*DECK, JOKER) for back in CHANGES)


@given(any_change, some_cards)
def test_changed_cards_are_a_set_in_the_order_of_the_deck(
    change: tuple[Card, ...], some: tuple[Card, ...]
) -> None:
    there = changed(change, some)
    assert list(there) == sorted({change[c] for c in some})
    assert changed(change, reversed(some)) == there
    assert Counter(map(rank, there)) == Counter(map(rank, some))


def test_an_exchange_worked_by_hand() -> None:
    (swap,) = (
        x for x in CHANGES if changed(x, cards("2c 2d")) == cards("2c 2d")
        and changed(x, cards("3c")) == cards("3d") and changed(x, cards("4h")) == cards("4h")
    )  # fmt: skip
    assert show(changed(swap, cards("Ac Kd Qh Js"))) == "Js Qh Kc Ad"


# Keeping


@pytest.mark.parametrize(
    ("sets", "kept"),
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
def test_how_many_changes_keep_these_sets(sets: list[str], kept: int) -> None:
    assert len(keeping(CHANGES, *map(cards, sets))) == kept


def test_it_is_sets_that_are_kept_and_not_their_cards_one_by_one() -> None:
    swaps = keeping(CHANGES, cards("Ac Ad"))
    assert {show([change[cards("Ac")[0]]]) for change in swaps} == {"Ac", "Ad"}
    assert len(keeping(swaps, cards("Ac"))) == 2


@given(some_cards, some_cards)
def test_keeping_step_by_step_is_keeping_at_once(
    first: tuple[Card, ...], second: tuple[Card, ...]
) -> None:
    kept = keeping(CHANGES, first, second)
    assert kept == keeping(keeping(CHANGES, first), second)
    assert CHANGES[0] in kept
    assert 24 % len(kept) == 0  # a group within the group


@given(some_cards)
def test_what_is_not_kept_goes_somewhere_else(some: tuple[Card, ...]) -> None:
    """As many different sets as there are changes, divided by those that keep it."""
    there = {changed(change, some) for change in CHANGES}
    assert len(there) * len(keeping(CHANGES, some)) == 24


def test_hands_that_differ_by_suits_only_are_those_named_alike() -> None:
    first = Counter(min(changed(x, hand) for x in CHANGES) for hand in combinations(DECK, 2))
    assert len(first) == 169
    names = Counter(holding(*hand) for hand in combinations(DECK, 2))
    assert {holding(*hand): n for hand, n in first.items()} == names


@pytest.mark.parametrize(
    ("size", "classes"), [(1, 13), (3, 1755), pytest.param(4, 16432, marks=pytest.mark.slow)]
)
def test_how_many_sets_differ_by_more_than_suits(size: int, classes: int) -> None:
    """Known figures of poker."""
    found = {min(changed(x, some) for x in CHANGES) for some in combinations(DECK, size)}
    assert len(found) == classes


# Decks


def test_a_deck_of_all_ranks_is_the_deck() -> None:
    assert deck_of() == deck_of(RANKS) == DECK


@pytest.mark.parametrize("ranks", ["A", "A2", "2A", "KQJ", "T9876"])
def test_a_deck_of_some_ranks(ranks: str) -> None:
    deck = deck_of(ranks)
    assert len(deck) == 4 * len(ranks)
    assert list(deck) == sorted(deck)
    assert Counter(RANKS[rank(c)] for c in deck) == dict.fromkeys(ranks, 4)
    assert len(keeping(CHANGES, deck)) == 24


@pytest.mark.parametrize("ranks", ["", "AA", "1", "a", "A K", "10", "AKQA", "Ac"])
def test_what_is_no_choice_of_ranks(ranks: str) -> None:
    with pytest.raises(Refused) as refusal:
        deck_of(ranks)
    assert str(refusal.value) == f"{ranks!r} is not a choice of ranks among 23456789TJQKA"
