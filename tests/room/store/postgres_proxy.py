"""A proxy to a PostgreSQL server whose connection can be cut during a commit."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

COMMIT = b"COMMIT\0"


class PostgresProxy:
    """Forward everything, except when a test cuts the next commit."""

    def __init__(self, server: Path) -> None:
        self._server = str(server / ".s.PGSQL.5432")
        self.cut = ""
        """When to cut the next commit: ``before`` or ``after`` the server receives it, or ``late``,
        when the server receives it only after the client has lost its connection."""
        self.silent = False
        """Whether the server is not notified when a client is gone."""
        self._near: set[asyncio.StreamWriter] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a new client connection."""
        task = asyncio.create_task(self._serve(reader, writer))
        self.tasks.add(task)

    def lose(self) -> None:
        """Abort every client connection."""
        for writer in self._near:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._near.add(writer)
        from_server, to_server = await asyncio.open_unix_connection(self._server)
        back = asyncio.create_task(_pass_on(from_server, writer))
        try:
            while data := await reader.read(1 << 16):
                if self.cut and COMMIT in data:
                    how, self.cut = self.cut, ""
                    back.cancel()
                    writer.transport.abort()
                    await asyncio.sleep(0.3 if how == "late" else 0)
                    if how != "before":
                        to_server.write(data)
                        await from_server.read(1)  # the response, which nobody receives
                    break
                to_server.write(data)
            if self.silent:
                await asyncio.Event().wait()
        except ConnectionError:
            pass
        finally:
            self._near.discard(writer)
            back.cancel()
            await _close_writer(to_server)
            await _close_writer(writer)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(1 << 16):
            writer.write(data)
    writer.close()


async def _close_writer(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


@asynccontextmanager
async def proxy_to(server: Path, folder: Path) -> AsyncIterator[PostgresProxy]:
    """Run a proxy whose socket is in a folder."""
    wire = PostgresProxy(server)
    near = await asyncio.start_unix_server(wire.serve, folder / ".s.PGSQL.5432")
    try:
        yield wire
    finally:
        near.close()
        for task in wire.tasks:
            task.cancel()
        await asyncio.gather(*wire.tasks, return_exceptions=True)
