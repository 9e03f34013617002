"""Through real sockets: six at each table, the server in another process."""

import asyncio
import sys
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from pitboss.room.bench.setting import STAKE
from pitboss.room.client import merge

_decode = msgspec.json.decode
_encode = msgspec.json.encode
WARM = 2.0


class Sockets:
    """Players at their sockets, and what they wait for."""

    def __init__(self, tables: int) -> None:
        self._tables = tables
        self.waits: list[float] = []
        self.frames = 0

    async def measure(self, data: str, database: str, seconds: float) -> float:
        """Play for a while; how long it was."""
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "pitboss.room.bench.served", data, database, str(self._tables),
            stdout=asyncio.subprocess.PIPE, limit=1 << 24,
        )  # fmt: skip
        try:
            if server.stdout is None:
                raise AssertionError("the server has no output")
            told = _decode(await server.stdout.readline())
            tasks = [
                asyncio.create_task(self._sit(told["port"], table, seat, token))
                for table, tokens in told["tokens"].items()
                for seat, token in enumerate(tokens, 1)
            ]
            await asyncio.sleep(WARM + self._tables / 100)
            self.waits, self.frames = [], 0
            start = time.perf_counter()
            await asyncio.sleep(seconds)
            waits, frames, took = self.waits, self.frames, time.perf_counter() - start
            for task in tasks:
                task.cancel()
            for one in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(one, Exception):
                    raise one
            self.waits, self.frames = waits, frames
            return took
        finally:
            server.kill()
            await server.wait()

    async def _sit(self, port: int, table: str, seat: int, token: str) -> None:
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(
            address, additional_headers=headers, compression=None, max_size=None, open_timeout=60
        ) as socket:
            await _Seat(self, socket, seat).play()


class _Seat:
    """One player's eyes and hands."""

    def __init__(self, bench: Sockets, socket: ClientConnection, seat: int) -> None:
        self._bench, self._socket, self._seat = bench, socket, seat
        self._view: dict[str, Any] = {}
        self._own: dict[str, Any] = {}
        self._asked: tuple[int, str] | None = None
        self._sent = 0.0
        self._id = 0

    async def play(self) -> None:
        """Wager and answer whenever it is one's turn."""
        async for text in self._socket:
            told = _decode(text)
            kind = told["type"]
            if kind == "told":
                self._bench.waits.append(time.perf_counter() - self._sent)
                continue
            if kind == "refused":
                raise AssertionError(told["error"])
            self._bench.frames += 1
            if kind == "view":
                self._view = told["view"]
            else:
                merge(self._view, told["patch"])
            self._own = told.get("own", self._own)
            await self._act(self._view.get("round") or {})

    async def _act(self, now: Mapping[str, Any]) -> None:
        number, seat = now.get("number", 0), str(self._seat)
        if now.get("phase") == "bets are open" and seat not in now["seats"]:
            what = (number, "wagers")
            wagers = dict.fromkeys(_required(self._view["game"]), STAKE)
            body = {"type": "PlaceWagers", "seat": self._seat, "wagers": wagers, "round": number}
        elif now.get("turn") == self._seat and self._own.get("choices"):
            street = now["street"]
            what = (number, street)
            choices = self._own["choices"]
            answer = choices[(number + self._seat) % len(choices)]["decision"]
            body = {"type": "Decide", "seat": self._seat, "decision": answer, "street": street,
                    "round": number}  # fmt: skip
        else:
            return
        if what == self._asked:
            return
        self._asked, self._id = what, self._id + 1
        message = {"id": self._id, "key": f"{seat}-{number}-{what[1]}", "command": body}
        self._sent = time.perf_counter()
        await self._socket.send(_encode(message).decode())


def _required(game: str) -> tuple[str, ...]:
    from pitboss.games import GAMES

    return tuple(wager.key for wager in GAMES[game].required)
