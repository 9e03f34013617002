"""A room with its pages at a real address, in a thread of this process."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from pitboss.games import GAMES
from pitboss.room.back_office import HOUSE
from pitboss.room.http.app import create_app
from pitboss.room.people.accounts import AccountRole
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
from tests.room.http.threaded_server import ServerThread

QUICK: Final = TimeLimits(opens=0.1, bets=30, settles_down=0.3, answers=60)
"""Fast where a player only waits, slow where others wait for a player."""


class PageRoom(ServerThread):
    """An open room with its pages."""

    timeout = 120.0

    def __init__(
        self,
        folder: Path,
        tables: Mapping[str, str] | None = None,
        pace: TimeLimits | None = QUICK,
        practice: str | None = None,
        play_chips: int = 1_000_00,
        automation: tuple[str, ...] = ("everything",),
    ) -> None:
        """Create a table of each game, named after it, unless others are given."""
        super().__init__()
        self._folder, self._practice = folder, practice
        self._tables = tables or {key: key for key in GAMES}
        self._settings = TableSettings(automation, pace)
        self._chips = play_chips
        self.room: Room

    async def serve(self) -> None:
        """Create the tables, and serve them with their pages."""
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
        try:
            await self.listen(create_app(self.room, NO_LIMITS, SITE))
        finally:
            await self.room.close()

    def actor(self, table: str) -> TableActor:
        return self.room.hub(table).writer

    def create_table(
        self, table: str, game: str, submission: Mapping[str, Any] | None = None
    ) -> str:
        """Create another table, with a house dealer; return its key."""
        filing = complete(game, submission) if submission else None

        async def create_table() -> None:
            hub = await self.room.create_table(
                table, GAMES[game].name, game, self._settings, filing
            )
            if filing:
                approval = c.Approve(hub.actor.committed_state.proposed)
                await hub.writer.submit(Request(HOUSE_FLOOR, approval, ""))

        self.run(create_table())
        return table

    def look(self, name: str, table: str) -> View:
        """Return a table's view for a person."""

        async def view_round() -> View:
            return self.room.view(await self.room.account_service.account(name), table)

        return self.run(view_round())

    def until(self, table: str, holds: Callable[[RoundState], bool]) -> None:
        """Wait until the round satisfies a condition."""
        for _ in range(500):
            round_ = self.actor(table).committed_state.round
            if round_ is not None and holds(round_):
                return
            time.sleep(0.02)
        raise AssertionError("it does not come to that")

    # Players without a browser

    def sign_in(self, name: str, part: AccountRole = AccountRole.PLAYER) -> str:
        """Open an account if needed, and return a session token."""

        async def open_account() -> str:
            account = await self.room.account_service.account(name)
            account = account or await self.room.account_service.open_account(name, part, PASSWORD)
            if account.part is AccountRole.DEALER:
                await self.room.account_service.assign_tables(name, list(self.room.hubs), HOUSE)
            return await self.room.account_service.start_session(account)

        return self.run(open_account())

    def execute(self, name: str, table: str, *commands: Command) -> None:
        """Execute a command at a table; open the person's account if needed."""
        self.sign_in(name)

        async def say() -> None:
            account = await self.room.account_service.account(name)
            assert account is not None
            for command in commands:
                await self.room.execute(account, table, command)

        self.run(say())
