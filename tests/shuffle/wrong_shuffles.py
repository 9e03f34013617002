"""Well-known wrong shuffles, each of which the tests must detect.

All take a seed of 32 bytes, as the right one does.
"""

from hashlib import sha256

from pitboss.shuffle import RandomStream, random_permutation

DECK = 52


def swap_with_any(seed: bytes) -> tuple[int, ...]:
    """Each place changes with any place: 52 to the 52nd paths, which 52! does not divide."""
    stream, places = RandomStream(seed, b""), list(range(DECK))
    for at in range(DECK):
        pick = stream.below(DECK)
        places[at], places[pick] = places[pick], places[at]
    return tuple(places)


def sattolo(seed: bytes) -> tuple[int, ...]:
    """Off by one: a place never keeps its card, so that only whole cycles come out."""
    stream = RandomStream(seed, b"")
    return random_permutation(DECK, lambda n: stream.below(n - 1))


def modulo(seed: bytes) -> tuple[int, ...]:
    """The remainder of a byte, none thrown away: small numbers come more often."""
    stream = RandomStream(seed, b"")
    return random_permutation(DECK, lambda n: stream.byte() % n)


def seed_of_32_bits(seed: bytes) -> tuple[int, ...]:
    """A good stream under four bytes of the seed: of 52! orders it reaches 2 to the 32nd."""
    return random_permutation(DECK, RandomStream(seed[:4], b"").below)


def generator_of_32_bits(seed: bytes) -> tuple[int, ...]:
    """``rand() % n`` with the textbook's generator, its state all that is left of the seed."""
    state = int.from_bytes(sha256(seed).digest()[:4], "big")

    def below(n: int) -> int:
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) % 2**32
        return state % n

    return random_permutation(DECK, below)


class BoiledDown(RandomStream):
    """A stream whose key is boiled down to 32 bits first, so that every bit of it still counts."""

    def __init__(self, key: bytes, bound: bytes) -> None:
        super().__init__(sha256(key).digest()[:4], bound)
