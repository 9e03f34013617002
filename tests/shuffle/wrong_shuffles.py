"""Well-known wrong shuffles, each of which the tests must detect.

All take a seed of 32 bytes, like the correct one.
"""

from hashlib import sha256

from pitboss.shuffle import RandomStream, random_permutation

DECK = 52


def swap_with_any(seed: bytes) -> tuple[int, ...]:
    """Swap each place with any place: there are 52**52 paths, which is not a multiple of 52!."""
    stream, places = RandomStream(seed, b""), list(range(DECK))
    for at in range(DECK):
        pick = stream.below(DECK)
        places[at], places[pick] = places[pick], places[at]
    return tuple(places)


def sattolo(seed: bytes) -> tuple[int, ...]:
    """Off by one: no place keeps its card, so that only full cycles occur."""
    stream = RandomStream(seed, b"")
    return random_permutation(DECK, lambda n: stream.below(n - 1))


def modulo(seed: bytes) -> tuple[int, ...]:
    """Take a byte's remainder without rejection: small numbers are more likely."""
    stream = RandomStream(seed, b"")
    return random_permutation(DECK, lambda n: stream.byte() % n)


def seed_of_32_bits(seed: bytes) -> tuple[int, ...]:
    """Use a good stream with only four bytes of the seed: it reaches 2**32 of 52! orders."""
    return random_permutation(DECK, RandomStream(seed[:4], b"").below)


def generator_of_32_bits(seed: bytes) -> tuple[int, ...]:
    """Use ``rand() % n`` with the textbook generator, whose state is all that is seeded."""
    state = int.from_bytes(sha256(seed).digest()[:4], "big")

    def below(n: int) -> int:
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) % 2**32
        return state % n

    return random_permutation(DECK, below)


class BoiledDown(RandomStream):
    """A stream whose key is first hashed to 32 bits; every bit of the key still matters."""

    def __init__(self, key: bytes, bound: bytes) -> None:
        super().__init__(sha256(key).digest()[:4], bound)
