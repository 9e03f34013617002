"""RECOV-1: tables are created and guests sign up while the server is killed with ``kill -9``.

Afterwards each table either exists completely, with one line in the back office's log, or not at
all. Every guest account has a session, and nothing that was acknowledged is missing.
"""

import asyncio
import random
from collections import Counter

import httpx
import msgspec
import pytest

from pitboss.client.client import Client
from pitboss.client.protocol import Failed
from pitboss.room import back_office_events as e
from pitboss.room.back_office_events import decode_back_office_line
from pitboss.room.people.account_service import ACCOUNTS, AccountService
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.people.credentials import SESSIONS, Session
from pitboss.room.people.offline import with_account_service
from pitboss.room.store.interface import BACK_OFFICE
from tests.room.store.store_locations import StoreLocation

from .server_process import ServerProcess

KILLS = 2
PASSWORD = "correct horse battery"  # noqa: S105
LOST_ERRORS = (httpx.TransportError, Failed)


class Requests:
    """The requests that were sent, and those that were acknowledged."""

    def __init__(self, server: ServerProcess) -> None:
        self._server, self.over = server, False
        self.tables: set[str] = set()
        self.guests: set[str] = set()

    async def create_tables(self, who: int) -> None:
        """Create tables, each requested twice at once; some reuse another player's key."""
        at = 0
        async with Client(self._server.address) as client:
            while not self.over:
                at += 1
                table = f"t-{who % 2}-{at}"
                try:
                    if not client.token:
                        await client.sign_in("Flo", PASSWORD)
                    body = {"table": table, "title": "New", "game": "stud-235"}
                    key = f"{table}-key"
                    requests = [client.request("POST", "/api/tables", body, key) for _ in range(2)]
                    for outcome in await asyncio.gather(*requests, return_exceptions=True):
                        if isinstance(outcome, dict):
                            self.tables.add(table)
                except LOST_ERRORS:
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.02)

    async def join_guests(self, who: int) -> None:
        at = 0
        while not self.over:
            at += 1
            name = f"Guest {who} {at} of many"
            async with Client(self._server.address) as client:
                try:
                    await client.join_as_guest(name)
                    self.guests.add(name)
                except LOST_ERRORS:
                    await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_recov_1_tables_and_accounts_are_created_under_kills(place: StoreLocation) -> None:
    async def staff(service: AccountService) -> None:
        await service.open_account("Flo", AccountRole.FLOORPERSON, PASSWORD)

    chance, server = random.Random(9), ServerProcess(place)
    folder, database = place.open_arguments
    await with_account_service(staff, folder, database, new=True)
    await server.start()
    work = Requests(server)
    asking = [
        asyncio.create_task(item)
        for who in range(2)
        for item in (work.create_tables(who), work.join_guests(who))
    ]
    try:
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(0.4, 1.2))
            await server.kill()
            await server.start()
        await asyncio.sleep(0.5)
    finally:
        work.over = True
        await asyncio.gather(*asking, return_exceptions=True)
        await server.kill()
    await check(place, work)


async def check(place: StoreLocation, work: Requests) -> None:
    async with place.store() as store:
        streams = {item.id: item for item in await store.streams() if item.id != BACK_OFFICE}
        lines = [
            decode_back_office_line(x.line)
            async for some in store.entries(BACK_OFFICE)
            for x in some
        ]
        creations = Counter(x.event.table for x in lines if isinstance(x.event, e.TableFounded))
        assert creations == Counter(streams.keys()), (
            "a table without its line, or a line without its table"
        )
        assert work.tables
        assert work.tables <= streams.keys()
        assert all(stream.head.version > 3 for stream in streams.values()), (
            "a table without its rules"
        )
        accounts = [
            msgspec.json.decode(x, type=Account)
            for x in (await store.collection(ACCOUNTS)).values()
        ]
        sessions = [
            msgspec.json.decode(x, type=Session)
            for x in (await store.collection(SESSIONS)).values()
        ]
        guests = {account.key for account in accounts if account.guest}
        assert guests == {session.account for session in sessions if session.account in guests}
        assert work.guests
        assert work.guests <= {account.name for account in accounts}
