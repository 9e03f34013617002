"""FAIR-7: only seed, entropy and cut decide which card is in each place of the stack."""

from collections.abc import Sequence
from itertools import combinations_with_replacement, pairwise, permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.cards import cards_text
from pitboss.shuffle import Contribution, build_shoe, dealing_order, shuffle_context

contribution_lists = st.lists(
    st.builds(Contribution, st.text(max_size=5), st.text(max_size=9)), max_size=6
)
bounds = st.binary(max_size=20)
sizes = st.integers(1, 60)
THREE = (Contribution("ann", "7"), Contribution("bob", "7"), Contribution("ann", "8"))


def split_text(text: str, fields: int) -> list[list[Contribution]]:
    """Yield all ways to split a text into this many fields, two per contribution."""
    ways = []
    for marks in combinations_with_replacement(range(len(text) + 1), fields - 1):
        parts = [text[at:to] for at, to in pairwise((0, *marks, len(text)))]
        pairs = zip(parts[::2], parts[1::2], strict=True)
        ways.append([Contribution(who, entropy) for who, entropy in pairs])
    return ways


def test_fair_7_a_seed_still_gives_the_same_stack() -> None:
    """Later versions of the program must be able to verify today's exports."""
    shoe = build_shoe(bytes(range(32)), b"table 1, round 1")
    assert cards_text(shoe.cards[:5]) == "3d 5s Th Ac 2d"
    root = "06a3cef8bb607def42a3e3b240ec9e25695fe452feecf28cd109b54f147323aa"
    assert shoe.root.hex() == root
    assert dealing_order(52, THREE, 17, b"table 1, round 1")[:5] == (23, 4, 20, 24, 14)


@given(sizes, contribution_lists, st.integers(0, 59), bounds)
def test_fair_7_the_dealing_order_deals_each_place_once(
    size: int, contributions: list[Contribution], cut: int, bound: bytes
) -> None:
    assert sorted(dealing_order(size, contributions, cut % size, bound)) == list(range(size))


@given(sizes, contribution_lists, st.integers(0, 59), bounds)
def test_fair_7_a_cut_moves_the_first_cards_to_the_bottom(
    size: int, contributions: list[Contribution], cut: int, bound: bytes
) -> None:
    whole = dealing_order(size, contributions, 0, bound)
    top, rest = whole[: cut % size], whole[cut % size :]
    assert dealing_order(size, contributions, cut % size, bound) == rest + top


def test_fair_7_every_cut_gives_a_different_order() -> None:
    assert len({dealing_order(52, THREE, cut, b"") for cut in range(52)}) == 52


@given(st.integers(0, 51), bounds)
def test_fair_7_without_contributions_the_stack_is_dealt_in_order(cut: int, bound: bytes) -> None:
    assert dealing_order(52, (), cut, bound) == (*range(cut, 52), *range(cut))


@given(contribution_lists, st.integers(0, 51), bounds)
def test_fair_7_the_same_contributions_give_the_same_order(
    contributions: list[Contribution], cut: int, bound: bytes
) -> None:
    """Neither shuffles in between nor the container of the contributions matter."""
    first = dealing_order(52, contributions, cut, bound)
    again = [Contribution(str(item.who), str(item.entropy)) for item in contributions]
    dealing_order(52, [Contribution("another", "table")], 1, b"")
    assert dealing_order(52, tuple(again), cut, bound) == first


@given(contribution_lists, contribution_lists, bounds, bounds)
def test_fair_7_other_contributions_or_rounds_give_a_different_order(
    contributions: list[Contribution], others: list[Contribution], bound: bytes, another: bytes
) -> None:
    assume(contributions and others)
    orders: dict[tuple[int, ...], object] = {}
    for what in (
        (contributions, bound),
        (contributions, another),
        (others, bound),
        (others, another),
    ):
        assert orders.setdefault(dealing_order(52, what[0], 0, what[1]), what) == what


def test_fair_7_the_order_of_contributions_matters() -> None:
    orders = {dealing_order(52, contributions, 0, b"") for contributions in permutations(THREE)}
    assert len(orders) == 6


def test_fair_7_a_missing_or_repeated_contribution_changes_the_order() -> None:
    ways: list[Sequence[Contribution]] = [
        THREE, THREE[1:], THREE[:2], THREE[::2], (*THREE, THREE[0]), (*THREE, Contribution("", "")),
    ]  # fmt: skip
    assert len({dealing_order(52, way, 0, b"") for way in ways}) == len(ways)


@pytest.mark.parametrize("text", ["abc", "aaa", "\0\0\1", "é\0é"])
def test_fair_7_text_moved_to_another_field_changes_the_order(text: str) -> None:
    """All ways to split it into one, two or three contributions give different orders."""
    ways = [way for fields in (2, 4, 6) for way in split_text(text, fields)]
    different = {tuple((item.who, item.entropy) for item in way) for way in ways}
    assert len({dealing_order(52, way, 0, b"") for way in ways}) == len(different) == 80


def test_fair_7_text_matters_exactly_as_written() -> None:
    """Capitals, spaces and accents count, even those that look alike."""
    texts = ["ann", "Ann", " ann", "ann ", "ann\n", "ann\0", "änn", "ãnn", "a\u0308nn", "\uff41nn"]
    ways = [Contribution(who, entropy) for who in texts for entropy in texts]
    assert len({dealing_order(52, [way], 0, b"") for way in ways}) == len(texts) ** 2


def test_fair_7_lengths_cannot_be_confused_with_texts() -> None:
    """A text that contains the length of the next one is not taken for two texts."""
    ways = [
        [Contribution("a", "b"), Contribution("c", "d")],
        [Contribution("a", "b\0\0\0\1c\0\0\0\1d")],
        [Contribution("a\0\0\0\1b", "c\0\0\0\1d")],
    ]
    assert len({dealing_order(52, way, 0, b"") for way in ways}) == len(ways)


def test_fair_7_each_table_round_and_rules_have_their_own_shuffle() -> None:
    """Digits cannot move between the name of a table and the number of a round."""
    rounds = [(table, number) for table in ("a", "a1", "a\0001") for number in (1, 11, 111)]
    bounds = {shuffle_context(*item, rules) for item in rounds for rules in ("0a", "1a")}
    assert len(bounds) == 2 * len(rounds)
    seed = bytes(32)
    assert len({build_shoe(seed, bound).cards for bound in bounds}) == len(bounds)
