"""Sockets as connections: so many frames from each, of whatever kind (SEC-8).

What is counted by message never sees pings, pongs and fragments, which cost as much to read.
"""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from pitboss.room.http.connections import count_flood, is_proxy
from pitboss.room.http.limits import FLOOD, Bucket, Pair

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

FRAMES: Final = Pair(50, 100)
"""Frames from one socket; whoever sends more is hung up on."""
PIECE: Final = 256
"""Bytes that are read at once: no more frames than these hold are read in vain."""
GOODBYE: Final = 1.0
"""Seconds for the other side to read why."""
TOO_MANY: Final = "too many messages"


class SocketConnection(WebSocketsSansIOProtocol):
    """One of them, as uvicorn has it, with its frames counted."""

    _ended = False

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._server_state, self._bucket = server_state, Bucket(FRAMES, self.loop.time)

    def data_received(self, data: bytes) -> None:
        """Read on, a piece at a time, as long as it is not too much."""
        for at in range(0, len(data), PIECE):
            if self._ended or self.transport.is_closing():
                return
            super().data_received(data[at : at + PIECE])

    async def send(self, message: "ASGISendEvent") -> None:
        """Send something; a socket that was refused with a response is not one that failed."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def handle_cont(self, event: Frame) -> None:
        """Go on with a message."""
        if self._counts():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Begin a message."""
        if self._counts():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Begin a message that is no text."""
        if self._counts():
            super().handle_bytes(event)

    def handle_ping(self) -> None:
        """Answer that we are here."""
        if self._counts():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Somebody is there."""
        if self._counts():
            super().handle_pong(event)

    def _counts(self) -> bool:
        """Whether one more frame is not too many; if it is, the socket ends."""
        if self._ended:
            return False
        self._ended = not self._bucket.take()
        if self._ended:
            if self.client is not None and not is_proxy(self.config, self.client):
                count_flood(self._server_state, self.client[0])
            self.conn.fail(FLOOD, TOO_MANY)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
            self.loop.call_later(GOODBYE, self.transport.abort)
        return not self._ended
