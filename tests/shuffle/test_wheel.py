"""FAIR-2, FAIR-7: wheel stops are fair, and depend only on the seed, the players and the seat."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.shuffle import Contribution, practice_seed, wheel_stop

ADDED = (Contribution("ann", "7"), Contribution("bob", "8"))
seeds = st.binary(min_size=32, max_size=32)


def spins(seed: bytes, contributions: tuple[Contribution, ...], bound: bytes, seat: int) -> int:
    """Return a stop of a wheel so large that no stop repeats by chance."""
    return wheel_stop(seed, contributions, bound, seat, 2**64)


@given(seeds, st.binary(max_size=20), st.integers(0, 6), st.integers(1, 1_000))
def test_fair_7_the_same_inputs_give_the_same_spin(
    seed: bytes, bound: bytes, seat: int, stops: int
) -> None:
    result = wheel_stop(seed, ADDED, bound, seat, stops)
    assert 0 <= result < stops
    assert wheel_stop(seed, list(ADDED), bound, seat, stops) == result


def test_fair_7_seed_contributions_round_and_seat_each_matter() -> None:
    ways = list(
        product(
            (practice_seed("wheel", 1), practice_seed("wheel", 2)),
            (ADDED, ADDED[::-1], ADDED[:1], ()),
            (b"", b"\0", b"round 1"),
            range(7),
        )
    )
    assert len({spins(*way) for way in ways}) == len(ways)


@pytest.mark.parametrize("stops", [2, 20, 54, 300])
def test_fair_2_every_stop_is_equally_likely(stops: int) -> None:
    """This is tested with 20,000 spins; spins of neighboring seats are independent."""
    spun = np.array(
        [
            [
                wheel_stop(practice_seed("wheel", number), ADDED, b"", seat, stops)
                for seat in range(2)
            ]
            for number in range(10_000)
        ]
    )
    for numbers, cells in ((spun.ravel(), stops), (spun @ [stops, 1], stops**2)):
        expected = len(numbers) / cells
        squares = ((np.bincount(numbers, minlength=cells) - expected) ** 2).sum() / expected
        z = (squares - cells + 1) / np.sqrt(2 * cells - 2)
        assert abs(z) < 4, z
