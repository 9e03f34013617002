"""Properties of hand ranking that hold for any cards."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, SUITS, Card, card, cards, cards_text, rank
from pitboss.errors import Refused
from pitboss.hands import Hand, hand, ranking

SIZES = [2, 3, 5, 7]


def some(size: int) -> st.SearchStrategy[list[Card]]:
    """Draw this many distinct cards in any order, with repeated ranks or suits favored."""
    crowded_decks = st.sampled_from([DECK[:16], DECK[36:], DECK[::4], DECK])
    return crowded_decks.flatmap(
        lambda of: st.lists(st.sampled_from(of), min_size=size, max_size=size, unique=True)
    )


sizes = st.sampled_from(SIZES)
hands = sizes.flatmap(some)
low_aces = st.booleans()


@given(hands, low_aces, st.data())
def test_the_order_of_the_cards_changes_nothing(
    holding: list[Card], low_ace: bool, data: st.DataObject
) -> None:
    other = data.draw(st.permutations(holding))
    first, two = hand(holding, low_ace=low_ace), hand(other, low_ace=low_ace)
    assert first == two
    assert (first.name, first.kickers) == (two.name, two.kickers)


@given(hands, low_aces, st.permutations(SUITS))
def test_suits_can_be_swapped(holding: list[Card], low_ace: bool, suits: list[str]) -> None:
    permuted_holding = cards(cards_text(holding).translate(str.maketrans(SUITS, "".join(suits))))
    first, two = hand(holding, low_ace=low_ace), hand(permuted_holding, low_ace=low_ace)
    assert first == two
    assert (first.name, first.kickers) == (two.name, two.kickers)


@given(hands, low_aces)
def test_a_hand_agrees_with_its_ranking(holding: list[Card], low_ace: bool) -> None:
    rules = ranking(len(holding), low_ace=low_ace)
    display = hand(holding, low_ace=low_ace)
    assert display.strength == rules.strength(holding)
    assert display.name == rules.name(display.strength)


@given(some(7), low_aces)
def test_the_best_five_of_seven_is_the_best_of_the_21(holding: list[Card], low_ace: bool) -> None:
    best = hand(holding, low_ace=low_ace)
    assert best == max(hand(five, low_ace=low_ace) for five in combinations(holding, 5))
    assert best == hand(best.cards, low_ace=low_ace)
    assert len(best.cards) == 5
    assert set(best.cards) <= set(holding)


@given(sizes, low_aces, st.data())
def test_hands_are_totally_ordered(size: int, low_ace: bool, data: st.DataObject) -> None:
    a, b, c = (hand(data.draw(some(size)), low_ace=low_ace) for _ in range(3))
    assert (a < b) + (a == b) + (b < a) == 1
    assert (a < b) == (a.strength < b.strength)
    assert not (a < b < c) or a < c
    assert sorted([c, a, b]) == sorted([a, b, c])


@given(sizes, low_aces, st.data())
def test_all_comparisons_are_consistent(size: int, low_ace: bool, data: st.DataObject) -> None:
    a, b = (hand(data.draw(some(size)), low_ace=low_ace) for _ in range(2))
    assert (a > b) == (b < a)
    assert (a <= b) == (a < b or a == b) == (not a > b)
    assert (a >= b) == (b < a or a == b) == (not a < b)
    assert (a != b) == (not a == b)  # noqa: SIM201
    assert hash(a) == hash(b) or a != b


@given(sizes, low_aces, st.data())
def test_a_better_kind_beats_a_lower_one(size: int, low_ace: bool, data: st.DataObject) -> None:
    kinds = ranking(size, low_ace=low_ace).kinds
    a, b = (hand(data.draw(some(size)), low_ace=low_ace) for _ in range(2))
    if kinds.index(a.name) < kinds.index(b.name):
        assert a < b
    elif a.name == b.name:
        assert (a < b) == (a.kickers < b.kickers)


@given(hands, low_aces)
def test_the_cards_that_count_come_from_the_hand(holding: list[Card], low_ace: bool) -> None:
    display = hand(holding, low_ace=low_ace)
    assert set(display.cards) <= set(holding)
    assert len(set(display.cards)) == min(len(holding), 5)
    firsts = list(dict.fromkeys(rank(c) for c in display.cards))
    assert firsts[: len(display.kickers)] == list(display.kickers)


def test_tied_hands_are_equal() -> None:
    first, two = hand(cards("Ah Kh Td 9c 2s")), hand(cards("Ac Kd Th 9s 2h"))
    assert first == two
    assert not first < two
    assert not two < first
    assert len({first, two}) == 1


def test_tied_hands_are_neither_better_nor_worse() -> None:
    first, two = hand(cards("Ah Kh Td 9c 2s")), hand(cards("Ac Kd Th 9s 2h"))
    assert not first > two
    assert first <= two
    assert first >= two
    assert not first != two  # noqa: SIM202
    assert max(two, first).cards == two.cards


def test_a_hand_is_not_a_number() -> None:
    a = hand(cards("Ah Kh"))
    assert a != a.strength
    with pytest.raises(TypeError):
        assert a < a.strength


def test_the_same_card_twice_is_refused() -> None:
    with pytest.raises(Refused, match="Ah appears twice in 'Ah Kd Ah'"):
        hand([card("Ah"), card("Kd"), card("Ah")])


@pytest.mark.parametrize("count", [0, 10])
def test_other_numbers_of_cards_are_refused(count: int) -> None:
    with pytest.raises(Refused, match=f"no ranking of [05] out of {count} cards"):
        ranking(count)
    with pytest.raises(Refused, match="no ranking of 6 out of 7 cards"):
        ranking(7, size=6)


def test_a_ranking_is_created_once() -> None:
    assert ranking(5, low_ace=True) is ranking(5, low_ace=True)
    assert ranking(5, low_ace=True) is not ranking(5, low_ace=False)


def test_hands_sort_from_the_lowest_up() -> None:
    holding = [hand(cards(text)) for text in ("As Ac Kd", "2c 4d 7h", "Qs Ks As", "2h 2d 2c")]
    assert [h.name for h in sorted(holding)] == [
        "high card",
        "pair",
        "three of a kind",
        "mini royal",
    ]
    assert isinstance(holding[0], Hand)
