"""Seeds, the random stream of a seed, and unbiased permutations.

A seed is 256 bits from the operating system, or a practice seed that says so. The stream is
HMAC-SHA-256 in counter mode; a number below n is drawn with rejection, so that all are equally
likely, and Fisher and Yates make a permutation of them.
"""

import hmac
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Final

SEED_BYTES: Final = 32
_SEED_HASH_LABEL: Final = b"pitboss seed\0"
_PRACTICE_LABEL: Final = b"pitboss practice\0"


def fresh_seed() -> bytes:
    """Return a new seed from the operating system's secure random source."""
    return secrets.token_bytes(SEED_BYTES)


def practice_seed(name: str, number: int) -> bytes:
    """Return the seed of a practice round, which anyone who knows the name can compute."""
    return sha256(_PRACTICE_LABEL + f"{number}\0{name}".encode("utf-8", "surrogatepass")).digest()


def seed_hash(seed: bytes) -> str:
    """Return the hash of a seed, which is published before the seed is used."""
    return sha256(_SEED_HASH_LABEL + seed).hexdigest()


_BYTE_VALUES: Final = 256


class RandomStream:
    """Bytes that depend on a key and on what they are bound to, and on nothing else."""

    def __init__(self, key: bytes, context: bytes) -> None:
        self._key, self._context = key, context
        self._block, self._at, self._count = b"", 0, 0

    def byte(self) -> int:
        """Return the next byte of the stream."""
        if self._at == len(self._block):
            counter = self._count.to_bytes(8, "big")
            self._block = hmac.digest(self._key, counter + self._context, "sha256")
            self._at, self._count = 0, self._count + 1
        self._at += 1
        return self._block[self._at - 1]

    def below(self, n: int) -> int:
        """Return a number from 0 to n − 1, each equally likely."""
        if n <= _BYTE_VALUES:
            fair = _BYTE_VALUES - _BYTE_VALUES % n
            while (result := self.byte()) >= fair:
                pass
            return result % n
        more, values = 0, _BYTE_VALUES
        while values < n:
            more, values = more + 1, values * _BYTE_VALUES
        fair = values - values % n
        while True:
            result = self.byte()
            for _ in range(more):
                result = result * _BYTE_VALUES + self.byte()
            if result < fair:
                return result % n


def random_permutation(n: int, below: Callable[[int], int]) -> tuple[int, ...]:
    """Return an order of 0 to n − 1 (Fisher–Yates, filled from the last position down)."""
    places = list(range(n))
    for last in range(n - 1, 0, -1):
        pick = below(last + 1)
        places[last], places[pick] = places[pick], places[last]
    return tuple(places)
