"""A complete room served over HTTP and sockets within the test process, and its clients.

async with InProcessRoom(tmp_path) as house:
    ann = await house.sign_in("Ann")
    answer = await ann.get("/api/me")
    async with ann.socket(TABLE) as socket:
        await socket.execute(c.TakeSeat(1))
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

from pitboss.client.protocol import COOKIE
from pitboss.room.back_office import HOUSE
from pitboss.room.back_office_events import StoredBackOfficeLine, decode_back_office_line
from pitboss.room.http.app import create_app
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.people.credentials import Passwords
from pitboss.room.rate_limits import Limits, RateLimit
from pitboss.room.room import Room
from pitboss.room.runtime import MonotonicClock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import BACK_OFFICE, Store
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.stored_table import TableSettings
from pitboss.room.table_actor import TableActor
from pitboss.table.commands import Command
from tests.room.http.asgi_socket import Socket

TABLE: Final = "felt"
GAME: Final = "holdem-bonus"
SITE: Final = "http://room.test"
PASSWORD: Final = "correct horse battery"  # noqa: S105  of everybody here
NO_LIMIT: Final = RateLimit(1e9, 1e9)
NO_LIMITS: Final = Limits(NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, accounts=NO_LIMIT)
Json = dict[str, Any]


class ManualClock:
    """A clock that moves only when a test moves it."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 16, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def forward(self, **by: float) -> None:
        self.at += timedelta(**by)


def fast_passwords() -> Passwords:
    """Return a password hasher with the cheapest parameters."""
    return Passwords(PasswordHasher(1, 8, 1))


class Caller:
    """An HTTP client of one person, which records every byte it receives."""

    def __init__(
        self, app: FastAPI, token: str = "", name: str = "", address: str = "10.0.0.1"
    ) -> None:
        self.app, self.token, self.name = app, token, name
        self.address = address
        self.inbox: list[bytes] = []
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
        """Send a request and return the response."""
        headers_ = dict(headers or {})
        if self.token:
            headers_.setdefault("Authorization", f"Bearer {self.token}")
        if body is not None:
            content, headers_["Content-Type"] = msgspec.json.encode(body), "application/json"
        answer = await self.http.request(method, path, content=content, headers=headers_)
        self.http.cookies.clear()  # like a program, with the headers that it sets
        head = b"\n".join(b"%b: %b" % item for item in answer.headers.raw)
        self.inbox.append(head + b"\n\n" + answer.content)
        return answer

    async def get(self, path: str) -> httpx.Response:
        return await self.request("GET", path)

    async def post(self, path: str, body: object = None, **headers: str) -> httpx.Response:
        return await self.request("POST", path, body, headers)

    async def execute(self, command: Command, key: str = "", table: str = TABLE) -> httpx.Response:
        """Send a command to a table over HTTP."""
        headers = {"Idempotency-Key": key} if key else {}
        return await self.request("POST", f"/api/tables/{table}/commands", command, headers)

    def socket(
        self, table: str = TABLE, query: str = "", headers: Mapping[str, str] | None = None
    ) -> Socket:
        """Return a socket to a table, not yet open."""
        headers_ = {"host": SITE.removeprefix("http://"), **(headers or {})}
        if self.token and "cookie" not in headers_:
            headers_.setdefault("authorization", f"Bearer {self.token}")
        path = f"/api/tables/{table}/socket"
        return Socket(self.app, path, query, headers_, self.inbox, self.address)

    async def close(self) -> None:
        await self.http.aclose()


class InProcessRoom:
    """An open room with one table and no timers."""

    def __init__(
        self,
        folder: Path,
        *,
        limits: Limits = NO_LIMITS,
        settings: RoomSettings | None = None,
        practice: str | None = None,
        games: Mapping[str, str] | None = None,
        automation: tuple[str, ...] = ("everything",),
        store: Store | None = None,
        clock: ManualClock | None = None,
        seconds: MonotonicClock = time.monotonic,
        reports_in_thread: bool = True,
    ) -> None:
        self.folder, self.clock = folder, clock or ManualClock()
        self.store = store or SqliteStore(folder / DATABASE_FILE)
        settings = settings or RoomSettings(backups=folder / "backups")
        self.room = Room(
            self.store, SeedVault(bytes(32)), self.clock, settings, fast_passwords(),
            practice=practice, monotonic=seconds, reports_in_thread=reports_in_thread,
        )  # fmt: skip
        self.app = create_app(self.room, limits, host_names=["room.test"])
        self.callers: list[Caller] = []
        self._games = {TABLE: GAME} if games is None else games
        self._settings = TableSettings(automation, None)

    async def __aenter__(self) -> Self:
        await self.room.start()
        for table, game in self._games.items():
            if table not in self.room.hubs:
                await self.room.create_table(table, table.title(), game, self._settings)
        for hub in self.room.hubs.values():
            await hub.actor.ready.wait()
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
        return self.room.hub(table).writer

    # People

    def caller(self, token: str = "", name: str = "", address: str = "10.0.0.1") -> Caller:
        """Return a client with a session token, or an anonymous one."""
        result = Caller(self.app, token, name, address)
        self.callers.append(result)
        return result

    async def sign_in(self, name: str, part: AccountRole = AccountRole.PLAYER) -> Caller:
        """Return a client signed in to an account, which is opened if needed."""
        account = await self.account(name, part)
        return self.caller(await self.room.account_service.start_session(account), name)

    async def account(self, name: str, part: AccountRole = AccountRole.PLAYER) -> Account:
        """Return an account, which is opened if needed."""
        result = await self.room.account_service.account(name)
        if result is not None:
            return result
        account = await self.room.account_service.open_account(name, part, PASSWORD)
        if part is not AccountRole.DEALER:
            return account
        return await self.room.account_service.assign_tables(name, list(self.room.hubs), HOUSE)

    async def everybody(self) -> dict[AccountRole, Caller]:
        """Sign in one person in every role, named after the role."""
        return {part: await self.sign_in(f"a {part}", part) for part in AccountRole}

    # Logs

    async def office(self) -> list[StoredBackOfficeLine]:
        """Return every line of the back office's log."""
        return [
            decode_back_office_line(entry.line)
            async for some in self.store.entries(BACK_OFFICE)
            for entry in some
        ]

    async def events(self) -> list[object]:
        return [line.event for line in await self.office()]


def error_of(answer: httpx.Response) -> str:
    """Return the error message of a response."""
    message: str = answer.json()["error"]
    return message


def token_of(answer: httpx.Response) -> str:
    """Return the session token that a response sets."""
    return answer.cookies[COOKIE]
