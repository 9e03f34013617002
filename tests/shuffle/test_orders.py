"""FAIR-1, FAIR-2: every order of a deck is equally likely, and comes from the seed alone."""

from collections import Counter
from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.shuffle import (
    Contribution,
    RandomStream,
    dealing_order,
    fresh_seed,
    practice_seed,
    random_permutation,
)
from pitboss.shuffle.shoe import build_shoe


@pytest.mark.parametrize("size", range(1, 7))
def test_fair_2_every_path_of_a_small_deck_gives_a_different_order(size: int) -> None:
    result: Counter[tuple[int, ...]] = Counter()
    for draws in product(*(range(n) for n in range(size, 1, -1))):
        left = iter(draws)
        result[random_permutation(size, lambda n, left=left: next(left))] += 1  # type: ignore[misc]
    assert len(result) == factorial(size)
    assert set(result.values()) == {1}


@pytest.mark.parametrize("n", [1, 2, 3, 6, 51, 52, 100, 255, 256])
def test_fair_2_no_number_is_favored(n: int) -> None:
    """Each byte that is not rejected gives a number; all numbers come from equally many bytes."""
    path_counts: Counter[int] = Counter()
    for byte in range(256):
        stream = RandomStream(b"", b"")
        bytes_ = iter([byte, *range(256)])
        stream.byte = lambda bytes_=bytes_: next(bytes_)  # type: ignore[method-assign, misc]
        number = stream.below(n)
        if next(bytes_) == 0:  # the first byte was used
            path_counts[number] += 1
    assert set(path_counts) == set(range(n))
    assert len(set(path_counts.values())) == 1


def test_fair_1_seeds_are_fresh_and_long() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


@given(st.text(max_size=20), st.integers(0, 10**6))
def test_a_practice_seed_repeats(name: str, number: int) -> None:
    assert practice_seed(name, number) == practice_seed(name, number)
    assert practice_seed(name, number) != practice_seed(name, number + 1)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40))
def test_fair_7_a_stack_depends_on_seed_and_round_alone(seed: bytes, bound: bytes) -> None:
    shoe = build_shoe(seed, bound)
    assert sorted(shoe.cards) == list(DECK)
    assert build_shoe(seed, bound) == shoe
    assert build_shoe(seed, bound + b"x").cards != shoe.cards
    assert seed.hex() not in repr(shoe)


@given(
    st.lists(st.builds(Contribution, st.text(max_size=5), st.text(max_size=9)), max_size=6),
    st.integers(0, 51),
)
def test_contributions_determine_a_public_order(
    contributions: list[Contribution], cut: int
) -> None:
    dealt = dealing_order(52, contributions, cut, b"round 1")
    assert sorted(dealt) == list(range(52))
    uncut = dealing_order(52, contributions, 0, b"round 1")
    assert dealt == uncut[cut:] + uncut[:cut]
    if not contributions:
        assert uncut == tuple(range(52))


def test_contributions_are_delimited() -> None:
    orders = {
        dealing_order(52, contributions, 0, b"")
        for contributions in (
            [Contribution("a", "bc")],
            [Contribution("ab", "c")],
            [Contribution("a", "b"), Contribution("", "c")],
            [Contribution("", "abc")],
        )
    }
    assert len(orders) == 4
