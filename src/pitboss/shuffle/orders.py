"""Every order of a deck equally likely: Fisher and Yates over a stream without bias.

The stream is HMAC-SHA-256 in counter mode. A number below n is a byte of it, or more bytes if n
needs them; values at the end that would favour the small numbers are thrown away.
"""

import hmac
from collections.abc import Callable
from typing import Final

_BYTE: Final = 256


class Stream:
    """Bytes that depend on a key and on what they are bound to, and on nothing else."""

    def __init__(self, key: bytes, bound: bytes) -> None:
        self._key, self._bound = key, bound
        self._block, self._at, self._count = b"", 0, 0

    def byte(self) -> int:
        """The next one."""
        if self._at == len(self._block):
            counter = self._count.to_bytes(8, "big")
            self._block = hmac.digest(self._key, counter + self._bound, "sha256")
            self._at, self._count = 0, self._count + 1
        self._at += 1
        return self._block[self._at - 1]

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, each equally likely."""
        if n <= _BYTE:
            fair = _BYTE - _BYTE % n
            while (found := self.byte()) >= fair:
                pass
            return found % n
        more, values = 0, _BYTE
        while values < n:
            more, values = more + 1, values * _BYTE
        fair = values - values % n
        while True:
            found = self.byte()
            for _ in range(more):
                found = found * _BYTE + self.byte()
            if found < fair:
                return found % n


def order(n: int, below: Callable[[int], int]) -> tuple[int, ...]:
    """An order of 0 to n − 1: the last place takes any of them, the one before any that is left."""
    places = list(range(n))
    for last in range(n - 1, 0, -1):
        pick = below(last + 1)
        places[last], places[pick] = places[pick], places[last]
    return tuple(places)
