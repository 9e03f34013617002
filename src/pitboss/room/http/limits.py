"""How much anybody may ask: sizes of requests, and how many in a while."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct

MOST_BYTES: Final = 64 * 1024
"""Of a request; a submission is the largest thing that anybody sends."""
MOST_FRAME: Final = 16 * 1024
"""Of a message on a socket."""
KNOWN: Final = 10_000
"""People whose pace is kept in mind."""
GUESTS_PER_ADDRESS: Final = 60
"""At once: a school class, with one address for all of them."""
FLOOD: Final = 4429
"""The code with which a socket ends that sends too much."""
BEAT: Final = 2.0
"""Seconds after which a socket that has nothing to say says that it is there."""
PONG: Final = 2.5
"""Seconds within which a ping is answered, one every beat: silence is noticed within five."""


class Pair(Struct, frozen=True):
    """So many a second, and so many at once."""

    rate: float
    most: float


class Limits(Struct, frozen=True):
    """What one place, one session or one socket may ask."""

    host: Pair = Pair(400, 2000)
    """Requests and new sockets from one address, behind which many people may sit."""
    session: Pair = Pair(50, 200)
    """Requests under one token, or without any from one address."""
    coming_in: Pair = Pair(0.5, 20)
    """Passwords and invitations tried from one address."""
    known_device: Pair = Pair(0.1, 5)
    """Beyond that, from a device that is known, for the account that was signed in to there."""
    messages: Pair = Pair(20, 60)
    """On one socket."""
    unanswered: int = 32
    """Messages on one socket that wait for their answers."""
    sockets: int = 50
    """Open under one token."""
    onlookers: int = 150
    """Sockets that are open from one address without a token."""
    patience: float = 20.0
    """Seconds for which somebody who does not read is waited for."""
    accounts: Pair = Pair(0.5, GUESTS_PER_ADDRESS)
    """Guests and new accounts from one address."""


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_at", "_left", "_most", "_rate", "_time")

    def __init__(self, pair: Pair, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._time = pair.rate, pair.most, clock
        self._left, self._at = pair.most, clock()

    def take(self) -> bool:
        """Take one, if there is one."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, cost: float) -> None:
        """Take as many, though there may be fewer: the next ones come later then."""
        self._fill()
        self._left = max(self._left - cost, -self._most)

    def _fill(self) -> None:
        now = self._time()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """A bucket for each of many people; who was not seen for long is forgotten."""

    def __init__(self, pair: Pair, clock: Callable[[], float] = time.monotonic) -> None:
        self._pair, self._clock = pair, clock
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """One more of somebody's requests."""
        return self._of(who).take()

    def charge(self, who: str, cost: float) -> None:
        """Count many at once."""
        self._of(who).charge(cost)

    def _of(self, who: str) -> Bucket:
        bucket = self._known.pop(who, None) or Bucket(self._pair, self._clock)
        self._known[who] = bucket
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return bucket
