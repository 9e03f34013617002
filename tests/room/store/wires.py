"""A wire to a PostgreSQL server that can be cut where it hurts: while somebody commits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

COMMIT = b"COMMIT\0"


class Wire:
    """Passes everything on, but for what a test wants of the next commit."""

    def __init__(self, server: Path) -> None:
        self._server = str(server / ".s.PGSQL.5432")
        self.cut = ""
        """Whether the next commit is cut ``before`` the server hears of it, ``after``, or the
        client loses its connection and the server hears ``late``."""
        self.silent = False
        """Whether the server is not told that a client is gone."""
        self._near: set[asyncio.StreamWriter] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody connects."""
        task = asyncio.create_task(self._serve(reader, writer))
        self.tasks.add(task)

    def lose(self) -> None:
        """Every client loses its connection."""
        for writer in self._near:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._near.add(writer)
        from_server, to_server = await asyncio.open_unix_connection(self._server)
        back = asyncio.create_task(_pass_on(from_server, writer))
        try:
            while progress := await reader.read(1 << 16):
                if self.cut and COMMIT in progress:
                    how, self.cut = self.cut, ""
                    back.cancel()
                    writer.transport.abort()
                    await asyncio.sleep(0.3 if how == "late" else 0)
                    if how != "before":
                        to_server.write(progress)
                        await from_server.read(1)  # its answer, which nobody hears
                    break
                to_server.write(progress)
            if self.silent:
                await asyncio.Event().wait()
        except ConnectionError:
            pass
        finally:
            self._near.discard(writer)
            back.cancel()
            await _closed(to_server)
            await _closed(writer)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while progress := await reader.read(1 << 16):
            writer.write(progress)
    writer.close()


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


@asynccontextmanager
async def wire_to(server: Path, folder: Path) -> AsyncIterator[Wire]:
    """A wire whose near end is in a folder."""
    wire = Wire(server)
    near = await asyncio.start_unix_server(wire.serve, folder / ".s.PGSQL.5432")
    try:
        yield wire
    finally:
        near.close()
        for task in wire.tasks:
            task.cancel()
        await asyncio.gather(*wire.tasks, return_exceptions=True)
