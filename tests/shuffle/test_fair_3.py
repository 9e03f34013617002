"""FAIR-3: the statistical test passes the correct shuffle and catches the wrong ones.

A shuffle that reduces its seed to 32 bits and is perfect otherwise cannot be detected in 10,000
orders: with a probability of 99 % no two are equal, and otherwise nothing is wrong with them. What
can be detected is a shuffle that ignores bits of the seed, and one whose generator is as small as
its seed. The rest is tested on the streams themselves, of which many more can be generated in a
second.
"""

from collections.abc import Callable

import pytest

from pitboss.shuffle import Contribution, RandomStream, build_shoe, dealing_order, practice_seed
from tests.shuffle.shuffle_statistics import neighbors, scores
from tests.shuffle.wrong_shuffles import (
    BoiledDown,
    generator_of_32_bits,
    modulo,
    sattolo,
    seed_of_32_bits,
    swap_with_any,
)

SEEDS = tuple(neighbors(practice_seed("FAIR-3", number) for number in range(38)))
CHANCE = 4.0
"""Accepted distance from 0. The seeds are fixed, so that every run gives the same result."""
CAUGHT = 8.0


def stack(seed: bytes) -> tuple[int, ...]:
    """Return the house's stack."""
    return build_shoe(seed, b"table 1, round 1").cards


def players(seed: bytes) -> tuple[int, ...]:
    """Return the order in which it is dealt after a player's contribution."""
    return dealing_order(52, [Contribution("seat 1", seed.hex())], 0, b"table 1, round 1")


def dealt_cards(seed: bytes) -> tuple[int, ...]:
    """Return the cards as dealt, with the same contribution in every round, and a cut."""
    cards = stack(seed)
    places = dealing_order(52, [Contribution("seat 1", "lucky")], 17, b"table 1, round 1")
    return tuple(cards[place] for place in places)


def test_fair_3_is_decided_within_10_000_shuffles() -> None:
    assert len(SEEDS) == len(set(SEEDS)) <= 10_000


@pytest.mark.parametrize("shuffle", [stack, players, dealt_cards])
def test_fair_3_the_right_shuffle_passes(shuffle: Callable[[bytes], tuple[int, ...]]) -> None:
    result = scores(shuffle, SEEDS)
    assert all(abs(z) < CHANCE for z in result.values()), result


@pytest.mark.parametrize(
    ("shuffle", "by"),
    [
        (swap_with_any, "positions"),
        (sattolo, "positions"),
        (sattolo, "picks"),
        (modulo, "picks"),
        (seed_of_32_bits, "repeats"),
        (generator_of_32_bits, "pairs"),
    ],
)
def test_fair_3_a_wrong_shuffle_is_detected(
    shuffle: Callable[[bytes], tuple[int, ...]], by: str
) -> None:
    result = scores(shuffle, SEEDS)
    assert result[by] > CAUGHT, result


@pytest.mark.parametrize("number", range(3))
def test_fair_3_every_bit_of_a_seed_matters(number: int) -> None:
    """The 256 seeds that differ from one in a bit give different stacks, salts and roots."""
    shoes = [build_shoe(seed, b"") for seed in neighbors([practice_seed("bits", number)])]
    assert len({shoe.cards for shoe in shoes}) == 257
    assert len({salt for shoe in shoes for salt in shoe.salts}) == 257 * 52
    assert len({shoe.root for shoe in shoes}) == 257
    assert len({shoe.seed_hash for shoe in shoes}) == 257


def first_alike(stream: Callable[[bytes, bytes], RandomStream], streams: int) -> int | None:
    """Return after how many streams one begins like an earlier one, or None if all differ."""
    first_states = set()
    for number in range(streams):
        first = stream(practice_seed("streams", number), b"")
        first_states.add(bytes([first.byte() for _ in range(7)]))
        if len(first_states) == number:
            return number + 1
    return None


def test_fair_3_a_key_is_not_reduced_to_32_bits() -> None:
    """Of 2^18 streams, eight pairs would be equal; with p = 1/3,000 there would be none."""
    assert first_alike(BoiledDown, 2**18)
    assert first_alike(RandomStream, 2**18) is None
