"""A room with two days of play, on which reports, audits and backups are tested."""

import asyncio
import atexit
import shutil
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.requests import Request
from pitboss.room.room import Room
from pitboss.room.seed_vault import SeedVault
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import Store
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.stored_table import SNAPSHOT_EVERY, TableSettings
from pitboss.room.table_actor import TableActor
from pitboss.room.table_log import take_snapshot
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table.state import open_street
from pitboss.table.views import choices_for_seat

DEE: Final = Person("Dee", Role.DEALER)
FLO: Final = Person("Flo", Role.FLOORPERSON)
FIRST: Final = "2026-11-16"
SECOND: Final = "2026-11-17"
KEY: Final = bytes(32)
WAGERS: Final[Mapping[str, Mapping[str, int]]] = {
    "run-em-twice": {"ante_1": 500, "ante_2": 500, "five_card_bonus": 100, "progressive": 100},
    "stud-235": {"two_card": 500, "three_card": 500, "five_card": 500, "progressive": 100},
    "criss-cross": {"ante_across": 500, "ante_down": 500, "bonus_spin": 500},
    "holdem-bonus": {"ante": 500, "bonus": 100},
}


class TickingClock:
    """A clock that advances a second with every reading."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at

    def skip_to(self, at: datetime) -> None:
        self.at = at


class PlayedRoom:
    """A room with its staff, and with Ann and Bob as players."""

    def __init__(
        self,
        folder: Path,
        snapshot_every: int = SNAPSHOT_EVERY,
        settings: RoomSettings | None = None,
        store: Store | None = None,
        practice: str | None = None,
    ) -> None:
        self.clock = TickingClock(datetime(2026, 11, 16, 20, tzinfo=UTC))
        self.store = store or SqliteStore(folder / DATABASE_FILE)
        self.room = Room(
            self.store,
            SeedVault(KEY),
            self.clock,
            settings,
            practice=practice,
            snapshot_every=snapshot_every,
        )
        self.guests: dict[str, Account] = {}

    async def open(self, *games: str) -> "PlayedRoom":
        """Open one table per game, with Ann and Bob in seats 1 and 2."""
        await self.room.start()
        for name in ("Ann", "Bob"):
            self.guests[name] = await self.room.account_service.open_account(
                name, AccountRole.PLAYER
            )
        for game in games:
            settings = TableSettings(pace=None)
            await self.room.create_table(game, f"Table {game}", game, settings)
            for seat, guest in enumerate(self.guests.values(), 1):
                await self.room.execute(guest, game, c.TakeSeat(seat), f"sit {seat}")
                await self.room.execute(guest, game, c.BuyIn(200_00), "buy")
        return self

    def actor(self, table: str) -> TableActor:
        return self.room.hub(table).writer

    async def execute(self, table: str, by: Person, command: c.Command) -> None:
        """Execute a command of a staff member or a player."""
        await self.actor(table).submit(Request(by, command, by.name))

    async def bets(self, table: str) -> None:
        """Open a round and place the wagers of both players."""
        await self.execute(table, DEE, c.OpenRound())
        game = self.actor(table).table.rules.game
        for seat, guest in enumerate(self.guests.values(), 1):
            number = self._round(table)
            bet = c.PlaceWagers(seat, WAGERS[game], round=number)
            await self.room.execute(guest, table, bet, f"bet {number}")

    async def play(self, table: str, rounds: int = 1) -> None:
        """Play whole rounds; Ann folds every third one if she can."""
        for _ in range(rounds):
            await self.bets(table)
            await self.execute(table, DEE, c.NoMoreBets())
            await self.finish(table)

    async def finish(self, table: str) -> None:
        """Make the decisions of a round until it closes."""
        actor = self.actor(table)
        while (
            round_ := actor.committed_state.round
        ) is not None and round_.phase is not Phase.CLOSED:
            seat, street = round_.turn, open_street(actor.table.rules, round_)
            assert seat is not None
            assert street is not None
            words = [item.decision for item in choices_for_seat(actor.committed_state, seat)]
            folds = seat == 1 and "fold" in words and round_.number % 3 == 0
            word = "fold" if folds else next(word for word in words if word != "fold")
            by = Person(round_.players[seat], Role.PLAYER)
            await self.execute(table, by, c.Decide(seat, word, street.wager, round=round_.number))

    async def propose_and_approve(self, table: str, matter: c.Matter) -> None:
        """Have Dee propose a matter and Flo approve it."""
        await self.execute(table, DEE, c.Propose(matter))
        number = self.actor(table).committed_state.proposed
        cents = matter.cents if isinstance(matter, c.OpeningCount | c.ClosingCount) else None
        await self.execute(table, FLO, c.Approve(number, cents))

    def _round(self, table: str) -> int:
        round_ = self.actor(table).committed_state.round
        assert round_ is not None
        return round_.number


async def last_time(store: Store, table: str) -> str:
    """Return the time of a table's last line."""
    return [entry.at async for page in store.entries(table) for entry in page][-1]


async def two_days(folder: Path) -> None:
    """Play two days at two tables, with a voided round and two corrections."""
    pit = await PlayedRoom(folder).open("run-em-twice", "stud-235")
    await pit.play("run-em-twice", 3)
    await pit.play("stud-235", 2)
    await pit.bets("stud-235")
    await pit.execute("stud-235", DEE, c.NoMoreBets())
    await pit.propose_and_approve("stud-235", c.VoidRound(3, "a card lay face up"))
    actor = pit.actor("run-em-twice")
    at = await last_time(pit.store, "run-em-twice")
    await pit.store.save_snapshot("run-em-twice", take_snapshot(actor.table.state, actor.head, at))
    pit.clock.skip_to(datetime(2026, 11, 17, 1, tzinfo=UTC))
    await pit.play("run-em-twice", 2)
    last = pit.actor("run-em-twice").committed_state.last[-1]
    was = last.results[2]["ante_1"].credit
    credit = was - 500 if was else 500
    wrong = c.CorrectPayout(last.number, 2, "ante_1", credit, "the dealer misread the hand")
    await pit.propose_and_approve("run-em-twice", wrong)
    await pit.propose_and_approve(
        "run-em-twice", c.CorrectMeter("meter", "100/3", "a wager was missed")
    )
    await pit.room.execute(pit.guests["Ann"], "stud-235", c.CashOut(), "out")
    await pit.bets("run-em-twice")  # and this round stays open
    await pit.room.close()


@cache
def two_day_database() -> Path:
    """Return the database of the two days, created once; copy it before changing it."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-played-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    asyncio.run(two_days(folder))
    return folder / DATABASE_FILE


def copy_two_days(folder: Path) -> Path:
    """Copy the database of the two days into a folder."""
    return Path(shutil.copy(two_day_database(), folder / DATABASE_FILE))
