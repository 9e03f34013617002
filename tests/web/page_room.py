"""A room with its pages at a real address, in a thread of this process."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import uvicorn

from pitboss.games import GAMES
from pitboss.room.back_office import HOUSE
from pitboss.room.http.app import create_app
from pitboss.room.people.accounts import AccountRole
from pitboss.room.rate_limits import BEAT_INTERVAL, MAX_FRAME_BYTES, PONG_TIMEOUT
from pitboss.room.requests import Request
from pitboss.room.room import Room
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.settings import RoomSettings
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.stored_table import TableSettings
from pitboss.room.table_actor import TableActor
from pitboss.room.timers import TimeLimits
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.people import HOUSE_FLOOR
from pitboss.table.state import RoundState
from pitboss.table.views import View
from pitboss.web import SITE
from tests.filings import complete
from tests.room.http.in_process_room import NO_LIMITS, PASSWORD, fast_passwords

T = TypeVar("T")
QUICK: Final = TimeLimits(opens=0.1, bets=30, settles_down=0.3, answers=60)
"""Fast where a player only waits, slow where a player is waited for."""


class PageRoom:
    """An open room; `run` does something in its own thread."""

    def __init__(
        self,
        folder: Path,
        tables: Mapping[str, str] | None = None,
        pace: TimeLimits = QUICK,
        practice: str | None = None,
        play_chips: int = 1_000_00,
        automation: tuple[str, ...] = ("everything",),
    ) -> None:
        """A table of each game, called after it, unless others are named."""
        self._folder, self._practice = folder, practice
        self._tables = tables or {key: key for key in GAMES}
        self._settings = TableSettings(automation, pace)
        self._chips = play_chips
        # With its protocol named, as the room itself does it: small answers do not wait.
        self._bound = socket.socket(proto=socket.IPPROTO_TCP)
        self._bound.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._bound.getsockname()[1]}"
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self.room: Room
        self._loop: asyncio.AbstractEventLoop
        self._server: uvicorn.Server

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(120)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.should_exit = True
        self._thread.join(120)
        self._bound.close()
        assert not self._thread.is_alive()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        store, settings = SqliteStore(self._folder / DATABASE_FILE), RoomSettings(self._chips)
        self.room = Room(
            store,
            SeedVault(bytes(32)),
            utc_clock,
            settings,
            fast_passwords(),
            practice=self._practice,
        )
        await self.room.start()
        for table, game in self._tables.items():
            await self.room.create_table(table, GAMES[game].name, game, self._settings)
        config = uvicorn.Config(
            create_app(self.room, NO_LIMITS, SITE),
            log_config=None,
            access_log=False,
            lifespan="off",
            ws_max_size=MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
            ws_ping_interval=BEAT_INTERVAL,
            ws_ping_timeout=PONG_TIMEOUT,
        )
        self._server = uvicorn.Server(config)
        self._bound.listen(100)
        self._ready.set()
        try:
            await self._server.serve(sockets=[self._bound])
        finally:
            await self.room.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """In the room's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    def actor(self, table: str) -> TableActor:
        return self.room.hub(table).actor

    def create_table(
        self, table: str, game: str, submission: Mapping[str, Any] | None = None
    ) -> str:
        """One more table, with a house dealer at it; its key."""
        filing = complete(game, submission) if submission else None

        async def create_table() -> None:
            hub = await self.room.create_table(
                table, GAMES[game].name, game, self._settings, filing
            )
            if filing:
                approval = c.Approve(hub.actor.committed_state.proposed)
                await hub.actor.submit(Request(HOUSE_FLOOR, approval, ""))

        self.run(create_table())
        return table

    def look(self, name: str, table: str) -> View:
        """Return a table's view for a person."""

        async def view_round() -> View:
            return self.room.view(await self.room.account_service.account(name), table)

        return self.run(view_round())

    def until(self, table: str, holds: Callable[[RoundState], bool]) -> None:
        """Wait until a round is so far."""
        for _ in range(500):
            round_ = self.actor(table).committed_state.round
            if round_ is not None and holds(round_):
                return
            time.sleep(0.02)
        raise AssertionError("it does not come to that")

    # People who come without a browser

    def comes(self, name: str, part: AccountRole = AccountRole.PLAYER) -> str:
        """Open an account if needed, and return a session token."""

        async def open_account() -> str:
            account = await self.room.account_service.account(name)
            account = account or await self.room.account_service.open_account(name, part, PASSWORD)
            if account.part is AccountRole.DEALER:
                await self.room.account_service.assign_tables(name, list(self.room.hubs), HOUSE)
            return await self.room.account_service.start_session(account)

        return self.run(open_account())

    def says(self, name: str, table: str, *commands: Command) -> None:
        """Execute a command at a table; open the person's account if needed."""
        self.comes(name)

        async def say() -> None:
            account = await self.room.account_service.account(name)
            assert account is not None
            for command in commands:
                await self.room.execute(account, table, command)

        self.run(say())
