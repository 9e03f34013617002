"""Rate limits: request sizes, token buckets, and the network that an address counts as."""

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

from msgspec import Struct

from pitboss.room.settings import ServerSettings

HOST_BITS: Final = 64
"""Of an IPv6 address: whoever has one has all that differ in these."""


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the network that stands for an address: IPv6 by its /64, and IPv4 as it is.

    An IPv4 address is the same however it is written: ``::ffff:192.0.2.1`` is ``192.0.2.1``.
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    prefix = int(known) >> HOST_BITS << HOST_BITS
    return f"{IPv6Address(prefix)}/{128 - HOST_BITS}"


MAX_REQUEST_BYTES: Final = 64 * 1024
"""Of a request; a submission is the largest thing that anybody sends."""
MAX_FRAME_BYTES: Final = 16 * 1024
"""Of a message on a socket."""
MAX_BUCKETS: Final = 10_000
"""People whose pace is kept in mind."""
FLOOD_CODE: Final = 4429
"""The code with which a socket ends that sends too much."""
BEAT_INTERVAL: Final = 2.0
"""Seconds after which a socket that has nothing to say says that it is there."""
PONG_TIMEOUT: Final = 2.5
"""Seconds within which a ping is answered, one every beat: silence is noticed within five."""


class RateLimit(Struct, frozen=True):
    """So many a second, and so many at once."""

    rate: float
    burst: float


class Limits(Struct, frozen=True):
    """What one place, one session or one socket may ask."""

    address: RateLimit = RateLimit(400, 2000)
    """Requests and new sockets from one address, behind which many people may sit."""
    session: RateLimit = RateLimit(50, 200)
    """Requests under one token, or without any from one address."""
    credentials: RateLimit = RateLimit(0.5, 20)
    """Passwords and invitations tried from one address."""
    known_device: RateLimit = RateLimit(0.1, 5)
    """Beyond that, from a device that is known, for the account that was signed in to there."""
    messages: RateLimit = RateLimit(20, 60)
    """On one socket."""
    unanswered: int = 32
    """Messages on one socket that wait for their answers."""
    sockets: int = 50
    """Open under one token."""
    onlookers: int = 150
    """Sockets that are open from one address without a token."""
    read_timeout: float = 20.0
    """Seconds for which somebody who does not read is waited for."""
    accounts: RateLimit = RateLimit(0.5, ServerSettings().guests_per_address)
    """Guests and new accounts from one address."""


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_at", "_left", "_most", "_rate", "_time")

    def __init__(self, limit: RateLimit, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._time = limit.rate, limit.burst, clock
        self._left, self._at = limit.burst, clock()

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

    def __init__(self, limit: RateLimit, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._clock = limit, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """One more of somebody's requests."""
        return self._bucket(key).take()

    def charge(self, key: str, cost: float) -> None:
        """Count many at once."""
        self._bucket(key).charge(cost)

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self._limit, self._clock)
        self._buckets[key] = bucket
        while len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket
