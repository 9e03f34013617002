"""Connections themselves: so many from one address, and none that asks for nothing."""

import asyncio
import logging
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

log: Final = logging.getLogger("pitboss.http")
MOST: Final = 800
"""From one address, behind which many people may sit."""
SILENT: Final = 15.0
"""Seconds within which the first request comes."""


class Connection(H11Protocol):
    """One of them, as uvicorn has it, with an end to patience."""

    _silence: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; one too many is sent away at once."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        others = (getattr(one, "client", None) for one in self.connections)
        theirs = sum(bool(one and one[0] == host) for one in others)
        if theirs > MOST:
            log.warning("more than %s connections from one address", MOST)
            transport.abort()
            return
        self._silence = asyncio.get_running_loop().call_later(SILENT, self._ask_for_something)

    def _ask_for_something(self) -> None:
        # A connection that became a socket is not among these any more.
        if self.cycle is None and self in self.connections:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        if self._silence is not None:
            self._silence.cancel()
        super().connection_lost(exc)
