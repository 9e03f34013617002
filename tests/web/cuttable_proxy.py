"""A proxy between a browser and a room, whose connection can be cut and restored."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


class Wire:
    """Forward everything between this address and the room, until cut."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._room = (str(parts.hostname), parts.port)
        self._open: set[socket.socket] = set()
        self._whole = True
        self._flows = threading.Event()
        self._flows.set()
        self._bound = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._bound.getsockname()[1]}"
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.cut()
        self._bound.shutdown(socket.SHUT_RDWR)
        self._bound.close()
        self._thread.join(10)

    def cut(self) -> None:
        """Close open connections, and refuse new ones."""
        self._whole = False
        self._flows.set()
        for item in list(self._open):
            self._end(item)

    def hush(self) -> None:
        """Drop everything silently, without closing connections."""
        self._flows.clear()

    def mend(self) -> None:
        self._whole = True
        self._flows.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._bound.accept()
            except OSError:
                return
            if not self._whole:
                near.close()
                continue
            far = socket.create_connection(self._room)
            self._open |= {near, far}
            for item, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(item, other), daemon=True).start()

    def _carry(self, line_: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := line_.recv(65536):
                self._flows.wait()
                other.sendall(data)
        self._end(line_)
        self._end(other)

    def _end(self, line_: socket.socket) -> None:
        self._open.discard(line_)
        with suppress(OSError):
            line_.shutdown(socket.SHUT_RDWR)
        line_.close()
