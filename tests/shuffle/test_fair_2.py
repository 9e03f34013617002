"""FAIR-2: unbiased Fisher-Yates: equally many paths lead to every order of a deck."""

import hmac
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.shuffle import RandomStream, random_permutation


class PathExhausted(Exception):
    """More bytes were read than a path has."""


class Replay(RandomStream):
    """A stream of given bytes."""

    def __init__(self, picks: Iterable[int]) -> None:
        super().__init__(b"", b"")
        self.left = iter(picks)

    def byte(self) -> int:
        for item in self.left:
            return item
        raise PathExhausted


class Digits:
    """Given draws: the first below the size of the deck, each next one below one less."""

    def __init__(self, picks: Iterable[int], size: int) -> None:
        self.left, self.sizes = iter(picks), iter(range(size, 1, -1))

    def below(self, n: int) -> int:
        assert n == next(self.sizes)
        return next(self.left)


def orders_of(size: int) -> Iterator[tuple[int, ...]]:
    """Return the orders that all paths of a deck lead to."""
    for digits in product(*map(range, range(size, 1, -1))):
        path = Digits(digits, size)
        yield random_permutation(size, path.below)
        assert not list(path.left), "a draw was not used"


@pytest.mark.parametrize("size", range(1, 7))
def test_fair_2_every_order_is_equally_likely(size: int) -> None:
    result = Counter(orders_of(size))
    assert all(sorted(item) == list(range(size)) for item in result)
    assert len(result) == factorial(size)
    assert set(result.values()) == {1}


def test_fair_2_the_accepted_bytes_favor_no_number() -> None:
    """And no more bytes are rejected than necessary."""
    for n in range(1, 257):
        path_counts: Counter[int] = Counter()
        for byte in range(256):
            try:
                path_counts[Replay([byte]).below(n)] += 1
            except PathExhausted:
                continue
        assert path_counts == dict.fromkeys(range(n), 256 // n), n


def test_fair_2_a_rejected_byte_has_no_influence() -> None:
    """The bytes after it give the number that they would have given without it."""
    for n in range(2, 257):
        limit = 256 - 256 % n
        for byte in (0, n - 1, limit - 1):
            assert Replay([*range(limit, 256), byte]).below(n) == Replay([byte]).below(n), n


@pytest.mark.parametrize("n", [257, 312, 1_000, 40_000, 65_535, 65_536])
def test_fair_2_no_number_above_a_byte_is_favored(n: int) -> None:
    path_counts: Counter[int] = Counter()
    for pair in product(range(256), repeat=2):
        try:
            path_counts[Replay(pair).below(n)] += 1
        except PathExhausted:
            continue
    assert path_counts == dict.fromkeys(range(n), 256**2 // n)


@given(st.data(), st.integers(1, 5))
def test_fair_2_no_more_bytes_are_read_than_necessary_and_the_first_counts_most(
    data: st.DataObject, size: int
) -> None:
    """A value that is rejected is rejected as a whole: the next one starts with a new byte."""
    values = 256**size
    n = data.draw(st.integers(values // 256 + 1, values))
    value = data.draw(st.integers(0, n - 1))
    rejected_values = {values - values % n, values - 1} if values % n else set()
    progress = b"".join(number.to_bytes(size, "big") for number in (*rejected_values, value))
    assert Replay(progress).below(n) == value


def test_fair_2_three_cards_are_fair_from_bytes_to_order() -> None:
    """Of all pairs of bytes, 255 values are used for the first draw, and 256 for the second."""
    result: Counter[tuple[int, ...]] = Counter()
    for pair in product(range(256), repeat=2):
        try:
            result[random_permutation(3, Replay(pair).below)] += 1
        except PathExhausted:
            assert pair[0] == 255
    assert len(result) == 6
    assert set(result.values()) == {255 * 256 // 6}


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40))
def test_fair_2_the_stream_is_hmac_in_counter_mode(key: bytes, bound: bytes) -> None:
    """An eight-byte counter precedes the context, under the whole key."""
    stream = RandomStream(key, bound)
    result = bytes(stream.byte() for _ in range(100))
    blocks = [hmac.new(key, bytes((*bytes(7), at)) + bound, "sha256").digest() for at in range(4)]
    assert result == b"".join(blocks)[:100]
