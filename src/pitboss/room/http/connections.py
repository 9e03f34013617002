"""Connections: a limit per network, a deadline for each kind of wait, a rate for frames (SEC-8).

There is a deadline for the first byte of the first request, for each request from its first byte
to its last, and for a response that the other side does not read. Frames are counted on the
connection, because counting messages misses pings, pongs and fragments, which cost as much to read.
"""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import h11
import msgspec
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from pitboss.room.http.middleware import SLOW_DOWN
from pitboss.room.http.responses import HEADERS, Problem
from pitboss.room.http.routes import operations
from pitboss.room.rate_limits import FLOOD_CODE, Bucket, Buckets, RateLimit, network_of

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

log: Final = logging.getLogger("pitboss.http")
MAX_CONNECTIONS: Final = 800
"""Most connections from one network, which many people may share."""
FIRST_REQUEST_TIMEOUT: Final = 15.0
"""Seconds until the first request has to begin."""
REQUEST_TIMEOUT: Final = 20.0
"""Seconds in which a whole request has to arrive, headers and body."""
SLOW_DOWN_PAUSE: Final = 1.0
"""Seconds for which nothing more is read from a client that sent too many requests."""
NEW_CONNECTIONS: Final = RateLimit(50, MAX_CONNECTIONS)
"""The rate of new connections from one network; any beyond that are kept waiting, then closed."""
FLOOD_COST: Final = 50
"""How many new connections a connection that was closed for flooding counts as."""
MIN_READ_RATE: Final = 1000
"""Bytes of a response that the other side has to read per second while there is a queue."""
REQUEST_TIMED_OUT: Final = "The request took too long to arrive. Send it again, all at once."

_new_connections: Final[WeakKeyDictionary[ServerState, Buckets]] = WeakKeyDictionary()
"""The limits for new connections of each server in this process."""


class Connection(H11Protocol):
    """A uvicorn HTTP connection with limits and deadlines."""

    _silence_timer: asyncio.TimerHandle | None = None
    _deadline_timer: asyncio.TimerHandle | None = None
    _queue_timer: asyncio.TimerHandle | None = None
    _is_rejected = False
    """Whether this is one connection too many, so that nothing is read from it."""
    _is_expired = False
    """Whether a deadline has passed, so that nothing more is read."""
    _unread_bytes = 0
    """Bytes in the write queue at the last check."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the deadlines of a new connection, or close one that exceeds the limits."""
        super().connection_made(transport)
        self._silence_timer = self._call_later(FIRST_REQUEST_TIMEOUT, self._hang_up)
        if self._is_proxy():
            return
        network = self._network()
        if not _new_connections_of(self.server_state).take(network):
            self._is_rejected = True
            self.flow.pause_reading()
            self._call_later(SLOW_DOWN_PAUSE, transport.abort)
        elif self._count(network) > MAX_CONNECTIONS:
            log.warning("more than %s connections from one network", MAX_CONNECTIONS)
            transport.abort()

    def _is_proxy(self) -> bool:
        return is_proxy(self.config, self.client)

    def _network(self) -> str:
        return network_of(self.client[0]) if self.client else ""

    def _count(self, network: str) -> int:
        clients = (getattr(connection, "client", None) for connection in self.connections)
        return sum(bool(client and network_of(client[0]) == network) for client in clients)

    # Requests

    def data_received(self, data: bytes) -> None:
        """Handle some bytes of a request; its deadline starts with the first of them."""
        if self._is_rejected:
            self.transport.pause_reading()  # uvloop starts to read in spite of the first call
        if self._is_rejected or self._is_expired:
            return
        _cancel(self._silence_timer)
        super().data_received(data)
        self._watch_request()

    def on_response_complete(self) -> None:
        """Go on to the next request, after a pause if the client sends too many."""
        if self.scope.get(SLOW_DOWN) and not self._is_proxy():
            self.flow.pause_reading()
            self._call_later(SLOW_DOWN_PAUSE, self._resume)
        else:
            self._resume()

    def _resume(self) -> None:
        super().on_response_complete()
        self._watch_request()
        if self.transport.is_closing():
            self._watch_queue()

    def _watch_request(self) -> None:
        state = self.conn.their_state
        is_arriving = state is h11.SEND_BODY or (
            state is h11.IDLE and bool(self.conn.trailing_data[0])
        )
        # The request for a socket has arrived, although it never ends: another protocol reads on.
        is_arriving = is_arriving and self.transport.get_protocol() is self
        if not is_arriving:
            _cancel(self._deadline_timer)
            self._deadline_timer = None
        elif self._deadline_timer is None:
            self._deadline_timer = self._call_later(REQUEST_TIMEOUT, self._expire)

    def _expire(self) -> None:
        """Answer that the request took too long, unless a response has begun, and hang up."""
        self._is_expired = True
        if self.transport.is_closing() or self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self._hang_up()
            return
        if self.cycle is not None:  # the route that reads the body sees a disconnect
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        status = HTTPStatus.REQUEST_TIMEOUT
        body = msgspec.json.encode(Problem(REQUEST_TIMED_OUT))
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
        operations.count_request("other", status, REQUEST_TIMEOUT)
        # If it were closed at once, with unread bytes, the response itself could get lost.
        self.transport.write_eof()
        self._call_later(SLOW_DOWN_PAUSE, self._hang_up)

    # Responses

    def pause_writing(self) -> None:
        """Start to watch the write queue, which is full."""
        super().pause_writing()
        self._watch_queue()

    def resume_writing(self) -> None:
        """Stop watching the write queue, most of which has been read."""
        super().resume_writing()
        _cancel(self._queue_timer)
        self._queue_timer = None

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection, because no other request came."""
        super().timeout_keep_alive_handler()
        self._watch_queue()

    def _watch_queue(self) -> None:
        if self._queue_timer is None:
            self._unread_bytes = self.transport.get_write_buffer_size()
            self._queue_timer = self._call_later(REQUEST_TIMEOUT, self._check_queue)

    def _check_queue(self) -> None:
        self._queue_timer = None
        queue_size = self.transport.get_write_buffer_size()
        if queue_size > self._unread_bytes - MIN_READ_RATE * REQUEST_TIMEOUT:
            self.transport.abort()
        else:
            self._watch_queue()

    # The end

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timers of a closed connection."""
        for timer in (self._silence_timer, self._deadline_timer, self._queue_timer):
            _cancel(timer)
        super().connection_lost(exc)

    def _hang_up(self) -> None:
        self.transport.close()
        self._watch_queue()

    def _call_later(self, seconds: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, work)


def is_proxy(config: Config, client: tuple[str, int] | None) -> bool:
    """Return whether the client is the trusted proxy in front of the room."""
    trusted_proxies = str(config.forwarded_allow_ips).split(",")
    return config.proxy_headers and client is not None and client[0] in trusted_proxies


def count_flood(server: ServerState, address: str) -> None:
    """Charge a network for flooding, so that its next connections have to wait longer."""
    _new_connections_of(server).charge(network_of(address), FLOOD_COST)


def _new_connections_of(server: ServerState) -> Buckets:
    return _new_connections.setdefault(server, Buckets(NEW_CONNECTIONS))


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


FRAME_RATE: Final = RateLimit(50, 100)
"""The rate of frames on one socket; a socket that exceeds it is closed."""
READ_SIZE: Final = 256
"""Bytes that are processed at once, so that few frames are handled after the limit is reached."""
CLOSE_TIMEOUT: Final = 1.0
"""Seconds for the other side to read why the socket was closed."""
TOO_MANY_MESSAGES: Final = "too many messages"
UNLIMITED: Final = "pitboss.unlimited"
"""Set in the scope of a socket whose frames are not limited, because another node sends them."""


class SocketConnection(WebSocketsSansIOProtocol):
    """A uvicorn socket connection with a rate limit for frames."""

    _is_ended = False

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._server_state, self._bucket = server_state, Bucket(FRAME_RATE, self.loop.time)

    def data_received(self, data: bytes) -> None:
        """Process the data in small pieces, until the limit is reached."""
        if self._is_unlimited:
            self.conn.max_message_size = None
            super().data_received(data)
            return
        for start in range(0, len(data), READ_SIZE):
            if self._is_ended or self.transport.is_closing():
                return
            super().data_received(data[start : start + READ_SIZE])

    @property
    def _is_unlimited(self) -> bool:
        return self.handshake_complete and UNLIMITED in self.scope

    async def send(self, message: "ASGISendEvent") -> None:
        """Send a message; a socket that was rejected with a response has not failed."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def handle_cont(self, event: Frame) -> None:
        """Count and handle a continuation frame."""
        if self._count_frame():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Count and handle a text frame."""
        if self._count_frame():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Count and handle a binary frame."""
        if self._count_frame():
            super().handle_bytes(event)

    def handle_ping(self) -> None:
        """Count and answer a ping."""
        if self._count_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Count and handle a pong."""
        if self._count_frame():
            super().handle_pong(event)

    def _count_frame(self) -> bool:
        """Count a frame and return whether it is allowed; if not, close the socket."""
        if self._is_ended or self._is_unlimited:
            return not self._is_ended
        self._is_ended = not self._bucket.take()
        if self._is_ended:
            if self.client is not None and not is_proxy(self.config, self.client):
                count_flood(self._server_state, self.client[0])
            self.conn.fail(FLOOD_CODE, TOO_MANY_MESSAGES)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
            self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
        return not self._is_ended
