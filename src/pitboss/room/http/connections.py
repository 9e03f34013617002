"""Connections themselves: so many from one network, and an end to each kind of waiting (SEC-8).

A request has a deadline, from its first byte to its last; so has the silence before the first one,
and so has an answer that the other side does not read.
"""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from pitboss.room.http import health
from pitboss.room.http.errors import HEADERS, Problem
from pitboss.room.networks import network_of

log: Final = logging.getLogger("pitboss.http")
MOST: Final = 800
"""From one network, behind which many people may sit."""
SILENT: Final = 15.0
"""Seconds within which the first request begins."""
DEADLINE: Final = 20.0
"""Seconds within which a request has come, headers and body."""
SLOWEST: Final = 1000
"""Bytes of an answer per second that the other side reads, at least, while there is a queue."""
TOO_SLOW: Final = "The request took too long to arrive. Send it again, all at once."


class Connection(H11Protocol):
    """One of them, as uvicorn has it, with an end to patience."""

    _silence: asyncio.TimerHandle | None = None
    _deadline: asyncio.TimerHandle | None = None
    _queue: asyncio.TimerHandle | None = None
    _queued = 0
    """Bytes that had not been read when we last looked."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; one too many is sent away at once."""
        super().connection_made(transport)
        if self._is_one_too_many():
            log.warning("more than %s connections from one network", MOST)
            transport.abort()
            return
        self._silence = self._later(SILENT, self._hang_up)

    def _is_one_too_many(self) -> bool:
        host = self.client[0] if self.client else ""
        if self.config.proxy_headers and host in str(self.config.forwarded_allow_ips).split(","):
            return False  # the proxy in front of the room, with everybody behind it
        theirs, network = 0, network_of(host)
        for one in self.connections:
            client = getattr(one, "client", None)
            theirs += bool(client and network_of(client[0]) == network)
        return theirs > MOST

    # Requests

    def data_received(self, data: bytes) -> None:
        """Take some bytes of a request; its time runs from the first of them to the last."""
        _cancel(self._silence)
        super().data_received(data)
        self._watch_request()

    def on_response_complete(self) -> None:
        """The answer is on its way; the next request may have begun already."""
        super().on_response_complete()
        self._watch_request()
        if self.transport.is_closing():
            self._watch_queue()

    def _watch_request(self) -> None:
        state = self.conn.their_state
        begun = state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))
        if not begun:
            _cancel(self._deadline)
            self._deadline = None
        elif self._deadline is None:
            self._deadline = self._later(DEADLINE, self._expire)

    def _expire(self) -> None:
        """Say that it took too long, if nothing was answered yet, and hang up."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
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
        self._hang_up()

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


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
