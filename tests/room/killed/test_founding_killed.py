"""RECOV-1: tables are founded and guests come while the server is killed with ``kill -9``.

Afterwards a table is there whole, with one line in the office, or not at all; a guest who has an
account has a session; and what was acknowledged is there.
"""

import asyncio
import random
from collections import Counter

import httpx
import msgspec
import pytest

from pitboss.room import office_events as e
from pitboss.room.asks import Failed
from pitboss.room.client import Client
from pitboss.room.office_events import read_office
from pitboss.room.people.accounts import Account, Part
from pitboss.room.people.desk import at_the_door
from pitboss.room.people.door import ACCOUNTS, Door
from pitboss.room.people.sessions import SHELF, Session
from pitboss.room.store.shape import OFFICE
from tests.room.store.places import Place

from .servers import Server

KILLS = 2
PASSWORD = "correct horse battery"  # noqa: S105
LOST = (httpx.TransportError, Failed)


class Work:
    """What was asked for, and what was acknowledged."""

    def __init__(self, server: Server) -> None:
        self._server, self.over = server, False
        self.tables: set[str] = set()
        self.guests: set[str] = set()

    async def found(self, who: int) -> None:
        """Tables one after the other, each asked for twice at once; some keys are another's too."""
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
                    asked = [client.request("POST", "/api/tables", body, key) for _ in range(2)]
                    for told in await asyncio.gather(*asked, return_exceptions=True):
                        if isinstance(told, dict):
                            self.tables.add(table)
                except LOST:
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.02)

    async def come(self, who: int) -> None:
        at = 0
        while not self.over:
            at += 1
            name = f"Guest {who} {at} of many"
            async with Client(self._server.address) as client:
                try:
                    await client.come_as_guest(name)
                    self.guests.add(name)
                except LOST:
                    await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_recov_1_founded_and_signed_up_under_kills(place: Place) -> None:
    async def staff(door: Door) -> None:
        await door.open_account("Flo", Part.FLOORPERSON, PASSWORD)

    chance, server = random.Random(9), Server(place)
    folder, database = place.named
    await at_the_door(staff, folder, database, new=True)
    await server.start()
    work = Work(server)
    asking = [
        asyncio.create_task(one) for who in range(2) for one in (work.found(who), work.come(who))
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


async def check(place: Place, work: Work) -> None:
    async with place.store() as store:
        streams = {one.id: one for one in await store.streams() if one.id != OFFICE}
        lines = [read_office(x.line) async for some in store.lines(OFFICE) for x in some]
        founded = Counter(x.event.table for x in lines if isinstance(x.event, e.TableFounded))
        assert founded == Counter(streams.keys()), (
            "a table without its line, or a line without its table"
        )
        assert work.tables
        assert work.tables <= streams.keys()
        assert all(one.head.version > 3 for one in streams.values()), "a table without its rules"
        accounts = [
            msgspec.json.decode(x, type=Account) for x in (await store.shelf(ACCOUNTS)).values()
        ]
        sessions = [
            msgspec.json.decode(x, type=Session) for x in (await store.shelf(SHELF)).values()
        ]
        guests = {one.key for one in accounts if one.guest}
        assert guests == {one.account for one in sessions if one.account in guests}
        assert work.guests
        assert work.guests <= {one.name for one in accounts}
