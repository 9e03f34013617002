"""The names that a room answers for (SEC-5).

A page of another site can have its own name lead to the room (DNS rebinding): for a browser both
are one site then. The Host header still has the other name, and that is refused.
"""

import re
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Final

from pitboss.refusal import Refused, brief

LOCAL: Final = "localhost"
_NAME: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?")
_HOST: Final = re.compile(
    rf"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>{_NAME.pattern})\.?)(?::[0-9]{{1,5}})?"
)


def check_host_name(name: str) -> str:
    """Return a name, or an address, that a room can be told to answer for."""
    known = name.lower()
    if not _NAME.fullmatch(known) and not _is_address(known):
        raise Refused(
            f"{brief(name)} is not a host name: give a name or an address, without scheme and port"
        )
    return known


class Hosts:
    """Those of one room: loopback, the address that a connection arrived at, and others by name."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset(_plain(check_host_name(name)) for name in names)

    def refusal(self, headers: Sequence[str], arrived_at: str) -> tuple[int, str] | None:
        """Return status and sentence for a request that is sent to somebody else, by its Host."""
        match = _HOST.fullmatch(headers[0].lower()) if len(headers) == 1 else None
        if match is None:
            return 400, "The request does not say which host it is for."
        name = _plain(match["v6"] or match["name"])
        if name in self._names or name in (LOCAL, _plain(arrived_at)) or _is_loopback(name):
            return None
        return 421, (
            f"This card room does not answer for {brief(name)}. Whoever runs it can add the name: "
            "pitboss serve --host-name NAME."
        )


def _is_loopback(name: str) -> bool:
    return name.endswith(f".{LOCAL}") or (_is_address(name) and ip_address(name).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _plain(name: str) -> str:
    """One spelling of an address; names are as they are."""
    return str(ip_address(name)) if _is_address(name) else name
