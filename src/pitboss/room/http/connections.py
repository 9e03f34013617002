"""Connections themselves: so many from one network, and an end to each kind of waiting (SEC-8).

A request has a deadline, from its first byte to its last; so has the silence before the first one,
and so has an answer that the other side does not read.
"""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import h11
import msgspec
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from pitboss.room.http import health
from pitboss.room.http.errors import HEADERS, Problem
from pitboss.room.http.guards import SLOW_DOWN
from pitboss.room.http.limits import Buckets, Pair
from pitboss.room.networks import network_of

if TYPE_CHECKING:
    pass

log: Final = logging.getLogger("pitboss.http")
MOST: Final = 800
"""From one network, behind which many people may sit."""
SILENT: Final = 15.0
"""Seconds within which the first request begins."""
DEADLINE: Final = 20.0
"""Seconds within which a request has come, headers and body."""
PAUSE: Final = 1.0
"""Seconds for which nothing more is read from a connection that asked too much."""
NEW: Final = Pair(50, MOST)
"""New connections from one network; what comes beyond that waits, and is closed."""
FLOOD_COST: Final = 50
"""New connections that one counts for which sent so much that it was ended."""
SLOWEST: Final = 1000
"""Bytes of an answer per second that the other side reads, at least, while there is a queue."""
TOO_SLOW: Final = "The request took too long to arrive. Send it again, all at once."

_newcomers: Final[WeakKeyDictionary[ServerState, Buckets]] = WeakKeyDictionary()
"""Of each server in this process."""


class Connection(H11Protocol):
    """One of them, as uvicorn has it, with an end to patience."""

    _silence: asyncio.TimerHandle | None = None
    _deadline: asyncio.TimerHandle | None = None
    _queue: asyncio.TimerHandle | None = None
    _unwelcome = False
    """Whether this is one connection too many, of which nothing is read."""
    _expired = False
    """Whether the time is over, and what still comes is not read."""
    _queued = 0
    """Bytes that had not been read when we last looked."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; one too many is sent away at once."""
        super().connection_made(transport)
        self._silence = self._later(SILENT, self._hang_up)
        if self._is_proxy():
            return
        network = self._network()
        if not _newcomers_of(self.server_state).take(network):
            self._unwelcome = True
            self.flow.pause_reading()
            self._later(PAUSE, transport.abort)
        elif self._count(network) > MOST:
            log.warning("more than %s connections from one network", MOST)
            transport.abort()

    def _is_proxy(self) -> bool:
        return is_proxy(self.config, self.client)

    def _network(self) -> str:
        return network_of(self.client[0]) if self.client else ""

    def _count(self, network: str) -> int:
        clients = (getattr(one, "client", None) for one in self.connections)
        return sum(bool(one and network_of(one[0]) == network) for one in clients)

    # Requests

    def data_received(self, data: bytes) -> None:
        """Take some bytes of a request; its time runs from the first of them to the last."""
        if self._unwelcome:
            self.transport.pause_reading()  # uvloop begins to read after all
        if self._unwelcome or self._expired:
            return
        _cancel(self._silence)
        super().data_received(data)
        self._watch_request()

    def on_response_complete(self) -> None:
        """The answer is on its way; the next request may have begun already.

        Whoever asks too much is not even told so more often than once in a while.
        """
        if self.scope.get(SLOW_DOWN) and not self._is_proxy():
            self.flow.pause_reading()
            self._later(PAUSE, self._go_on)
        else:
            self._go_on()

    def _go_on(self) -> None:
        super().on_response_complete()
        self._watch_request()
        if self.transport.is_closing():
            self._watch_queue()

    def _watch_request(self) -> None:
        state = self.conn.their_state
        begun = state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))
        # A socket has come in whole, although its request never ends: another protocol reads on.
        begun = begun and self.transport.get_protocol() is self
        if not begun:
            _cancel(self._deadline)
            self._deadline = None
        elif self._deadline is None:
            self._deadline = self._later(DEADLINE, self._expire)

    def _expire(self) -> None:
        """Say that it took too long, if nothing was answered yet, and hang up."""
        self._expired = True
        if self.transport.is_closing() or self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self._hang_up()
            return
        if self.cycle is not None:  # whoever reads the body finds nobody there
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        status = HTTPStatus.REQUEST_TIMEOUT
        body = msgspec.json.encode(Problem(TOO_SLOW))
        headers = {
            **HEADERS,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        start = h11.Response(
            status_code=status, headers=[*headers.items()], reason=status.phrase.encode()
        )
        for event in (start, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        health.note("other", status, DEADLINE)
        # Closed at once, with bytes that nobody read, the answer itself could get lost.
        self.transport.write_eof()
        self._later(PAUSE, self._hang_up)

    # Answers

    def pause_writing(self) -> None:
        """More waits to be read than may."""
        super().pause_writing()
        self._watch_queue()

    def resume_writing(self) -> None:
        """Most of it was read."""
        super().resume_writing()
        _cancel(self._queue)
        self._queue = None

    def timeout_keep_alive_handler(self) -> None:
        """No other request came."""
        super().timeout_keep_alive_handler()
        self._watch_queue()

    def _watch_queue(self) -> None:
        if self._queue is None:
            self._queued = self.transport.get_write_buffer_size()
            self._queue = self._later(DEADLINE, self._look_at_queue)

    def _look_at_queue(self) -> None:
        self._queue = None
        left = self.transport.get_write_buffer_size()
        if left > self._queued - SLOWEST * DEADLINE:
            self.transport.abort()
        else:
            self._watch_queue()

    # The end

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        for timer in (self._silence, self._deadline, self._queue):
            _cancel(timer)
        super().connection_lost(exc)

    def _hang_up(self) -> None:
        self.transport.close()
        self._watch_queue()

    def _later(self, seconds: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, work)


def is_proxy(config: Config, client: tuple[str, int] | None) -> bool:
    """Whether this is the proxy in front of the room, with everybody behind it."""
    trusted = str(config.forwarded_allow_ips).split(",")
    return config.proxy_headers and client is not None and client[0] in trusted


def count_flood(server: ServerState, address: str) -> None:
    """Let whoever sent too much over one connection wait longer for the next ones."""
    _newcomers_of(server).charge(network_of(address), FLOOD_COST)


def _newcomers_of(server: ServerState) -> Buckets:
    return _newcomers.setdefault(server, Buckets(NEW))


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
