"""A whole room over HTTP and sockets in this process, and the people who come to it.

async with House(tmp_path) as house:
    ann = await house.player("Ann")
    answer = await ann.get("/api/me")
    async with ann.socket(TABLE) as socket:
        await socket.say(c.TakeSeat(1))
"""

import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import httpx
import msgspec
from argon2 import PasswordHasher
from fastapi import FastAPI

from pitboss.room.actor import TableActor
from pitboss.room.clock import Seconds
from pitboss.room.http.app import create_app
from pitboss.room.http.limits import Limits, Pair
from pitboss.room.office import HOUSE
from pitboss.room.office_events import OfficeRead, read_office
from pitboss.room.people.accounts import Account, Part
from pitboss.room.people.passwords import Passwords
from pitboss.room.people.sessions import COOKIE
from pitboss.room.room import Room
from pitboss.room.sealing import Seal
from pitboss.room.settings import RoomSettings, TableSettings
from pitboss.room.store.shape import OFFICE, Store
from pitboss.room.store.sqlite import FILE, SqliteStore
from pitboss.table.commands import Command
from tests.room.http.wires import Socket

TABLE: Final = "felt"
GAME: Final = "holdem-bonus"
SITE: Final = "http://room.test"
PASSWORD: Final = "correct horse battery"  # noqa: S105  of everybody here
ENDLESS: Final = Pair(1e9, 1e9)
UNLIMITED: Final = Limits(ENDLESS, ENDLESS, ENDLESS, ENDLESS, accounts=ENDLESS)
Json = dict[str, Any]


class Turned:
    """A clock that stands until it is turned."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 16, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def forward(self, **by: float) -> None:
        self.at += timedelta(**by)


def fast() -> Passwords:
    """Passwords as they are hashed where nobody attacks."""
    return Passwords(PasswordHasher(1, 8, 1))


class Caller:
    """Somebody with a client of one's own; what was received is kept, byte by byte."""

    def __init__(
        self, app: FastAPI, token: str = "", name: str = "", address: str = "10.0.0.1"
    ) -> None:
        self.app, self.token, self.name = app, token, name
        self.address = address
        self.heard: list[bytes] = []
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 5))
        self.http = httpx.AsyncClient(transport=transport, base_url=SITE)

    async def request(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        content: Any = None,  # noqa: ANN401  whatever HTTP sends
    ) -> httpx.Response:
        """A request as it is."""
        told = dict(headers or {})
        if self.token:
            told.setdefault("Authorization", f"Bearer {self.token}")
        if body is not None:
            content, told["Content-Type"] = msgspec.json.encode(body), "application/json"
        answer = await self.http.request(method, path, content=content, headers=told)
        self.http.cookies.clear()  # a program's: what it sends, it says
        head = b"\n".join(b"%b: %b" % one for one in answer.headers.raw)
        self.heard.append(head + b"\n\n" + answer.content)
        return answer

    async def get(self, path: str) -> httpx.Response:
        return await self.request("GET", path)

    async def post(self, path: str, body: object = None, **headers: str) -> httpx.Response:
        return await self.request("POST", path, body, headers)

    async def say(self, command: Command, key: str = "", table: str = TABLE) -> httpx.Response:
        """A command over HTTP."""
        headers = {"Idempotency-Key": key} if key else {}
        return await self.request("POST", f"/api/tables/{table}/commands", command, headers)

    def socket(
        self, table: str = TABLE, query: str = "", headers: Mapping[str, str] | None = None
    ) -> Socket:
        """A socket to a table."""
        told = {"host": SITE.removeprefix("http://"), **(headers or {})}
        if self.token and "cookie" not in told:
            told.setdefault("authorization", f"Bearer {self.token}")
        path = f"/api/tables/{table}/socket"
        return Socket(self.app, path, query, told, self.heard, self.address)

    async def close(self) -> None:
        await self.http.aclose()


class House:
    """An open room with one table, where nothing happens by itself."""

    def __init__(
        self,
        folder: Path,
        *,
        limits: Limits = UNLIMITED,
        settings: RoomSettings | None = None,
        practice: str | None = None,
        games: Mapping[str, str] | None = None,
        automation: tuple[str, ...] = ("everything",),
        store: Store | None = None,
        clock: Turned | None = None,
        seconds: Seconds = time.monotonic,
    ) -> None:
        self.folder, self.clock = folder, clock or Turned()
        self.store = store or SqliteStore(folder / FILE)
        settings = settings or RoomSettings(backups=folder / "backups")
        self.room = Room(
            self.store, Seal(bytes(32)), self.clock, settings, fast(), practice=practice,
            seconds=seconds,
        )  # fmt: skip
        self.app = create_app(self.room, limits, host_names=["room.test"])
        self.callers: list[Caller] = []
        self._games = {TABLE: GAME} if games is None else games
        self._settings = TableSettings(automation, None)

    async def __aenter__(self) -> Self:
        await self.room.start()
        for table, game in self._games.items():
            if table not in self.room.hubs:
                await self.room.found_table(table, table.title(), game, self._settings)
        for hub in self.room.hubs.values():
            await hub.actor.read.wait()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for caller in self.callers:
            await caller.close()
        await self.room.close()

    def actor(self, table: str = TABLE) -> TableActor:
        return self.room.hub(table).actor

    # People

    def caller(self, token: str = "", name: str = "", address: str = "10.0.0.1") -> Caller:
        """Somebody; without a token, anybody."""
        found = Caller(self.app, token, name, address)
        self.callers.append(found)
        return found

    async def comes(self, name: str, part: Part = Part.PLAYER) -> Caller:
        """Somebody with an account, who is signed in."""
        account = await self.account(name, part)
        return self.caller(await self.room.door.come_in(account), name)

    async def account(self, name: str, part: Part = Part.PLAYER) -> Account:
        """An account, opened if there is none."""
        found = await self.room.door.account(name)
        if found is not None:
            return found
        account = await self.room.door.open_account(name, part, PASSWORD)
        if part is not Part.DEALER:
            return account
        return await self.room.door.assign(name, list(self.room.hubs), HOUSE)

    async def everybody(self) -> dict[Part, Caller]:
        """One in every part, each called after it."""
        return {part: await self.comes(f"a {part}", part) for part in Part}

    # What was written

    async def office(self) -> list[OfficeRead]:
        """All that the office has written."""
        return [
            read_office(entry.line) async for some in self.store.lines(OFFICE) for entry in some
        ]

    async def events(self) -> list[object]:
        return [line.event for line in await self.office()]


def error_of(answer: httpx.Response) -> str:
    """The sentence of a refusal."""
    told: str = answer.json()["error"]
    return told


def token_of(answer: httpx.Response) -> str:
    """The token of the session that somebody came in with."""
    return answer.cookies[COOKIE]
