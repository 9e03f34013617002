"""Networks: by what part of an address requests, attempts and connections are counted."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

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
