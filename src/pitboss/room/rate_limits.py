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
"""Bits of an IPv6 address that the holder of one address can choose freely."""


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the network that stands for an address: IPv6 by its /64, and IPv4 as it is.

    An IPv4 address is the same however it is written: ``::ffff:192.0.2.1`` is ``192.0.2.1``.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    prefix = int(ip) >> HOST_BITS << HOST_BITS
    return f"{IPv6Address(prefix)}/{128 - HOST_BITS}"


MAX_REQUEST_BYTES: Final = 64 * 1024
"""Most bytes of a request; the largest valid one is a submission."""
MAX_FRAME_BYTES: Final = 16 * 1024
"""Most bytes of a message on a socket."""
MAX_BUCKETS: Final = 10_000
"""Most buckets in memory."""
FLOOD_CODE: Final = 4429
"""The close code of a socket that sent too much."""
BEAT_INTERVAL: Final = 2.0
"""Seconds between the heartbeats of an idle socket."""
PONG_TIMEOUT: Final = 2.5
"""Seconds within which a ping must be answered; a dead connection is noticed within five."""


class RateLimit(Struct, frozen=True):
    """A rate per second, and how many are allowed at once."""

    rate: float
    burst: float


GUEST_REPORTS: Final = RateLimit(0.1, 10)
"""Histories and exports of rounds for one guest."""


class Limits(Struct, frozen=True):
    """Limits per address, session and socket."""

    address: RateLimit = RateLimit(400, 2000)
    """Requests and new sockets from one address, which many people may share."""
    session: RateLimit = RateLimit(50, 200)
    """Requests with one token, or without a token from one address."""
    credentials: RateLimit = RateLimit(0.5, 20)
    """Attempts to use a password or an invitation from one address."""
    known_device: RateLimit = RateLimit(0.1, 5)
    """Additional attempts from a known device, for the account that signed in there before."""
    messages: RateLimit = RateLimit(20, 60)
    """Messages on one socket."""
    pending_messages: int = 32
    """Most messages on one socket that wait for their responses."""
    sockets: int = 50
    """Most open sockets with one token."""
    onlookers: int = 150
    """Most open sockets from one address without a token."""
    read_timeout: float = 20.0
    """Seconds to wait for a client that does not read."""
    accounts: RateLimit = RateLimit(0.5, ServerSettings().guests_per_address)
    """Guests and new accounts from one address."""
    guest_reports: RateLimit = GUEST_REPORTS
    """Histories and exports of rounds for one guest."""


class Bucket:
    """A token bucket: some at once, then a number per second."""

    __slots__ = ("_filled_at", "_maximum", "_rate", "_time", "_tokens")

    def __init__(self, limit: RateLimit, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._maximum, self._time = limit.rate, limit.burst, clock
        self._tokens, self._filled_at = limit.burst, clock()

    def take(self) -> bool:
        """Take one token, if there is one."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def charge(self, cost: float) -> None:
        """Take several tokens, even more than there are, which delays the next."""
        self._fill()
        self._tokens = max(self._tokens - cost, -self._maximum)

    def _fill(self) -> None:
        now = self._time()
        self._tokens = min(self._maximum, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now


class Buckets:
    """A bucket per key; the least recently used ones are forgotten."""

    def __init__(self, limit: RateLimit, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._clock = limit, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take one token of a key, if there is one."""
        return self._bucket(key).take()

    def charge(self, key: str, cost: float) -> None:
        """Take several tokens of a key, even more than there are."""
        self._bucket(key).charge(cost)

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self._limit, self._clock)
        self._buckets[key] = bucket
        while len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket
