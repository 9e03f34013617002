"""What must hold afterwards: nothing missing, nothing doubled, every cent and round accounted."""

from collections import Counter
from typing import Any

import msgspec

from pitboss.room.asks import Told
from pitboss.room.audit import audit
from pitboss.room.reading import open_to_read
from pitboss.room.store import Store
from pitboss.table import commands as c
from pitboss.table.people import spelt
from tests.room.store.places import Place

from .players import Played
from .quick_server import TABLES

Events = list[tuple[str, dict[str, Any]]]
"""Who did what."""
LEADS_TO = {
    c.TakeSeat: "PlayerSeated",
    c.BuyIn: "BoughtIn",
    c.PlaceWagers: "WagersPlaced",
    c.Decide: "Decided",
}


async def check(place: Place, played: Played) -> None:
    """As an auditor sees it, who opens the store only to look."""
    store = await open_to_read(*place.named)
    try:
        await _check_told(store, played)
        for table in TABLES:
            await _check_seen(store, table, played)
            events = await _events(store, table)
            await _check_once(store, table, played, events)
            _check_rounds(events)
        assert sum((await store.balances()).values()) == 0
        found = await audit(store)
        assert found.in_order, found
        assert found.rounds > 0
    finally:
        await store.close()
    assert len(played.acknowledged) > 50


async def _check_told(store: Store, played: Played) -> None:
    """What was acknowledged is written, and led to the version that was told."""
    versions = {one.id: one.head.version for one in await store.streams()}
    for (account, table, key), version in played.acknowledged.items():
        kept = await store.answered(account, table, key)
        assert kept is not None, (account, table, key)
        assert msgspec.json.decode(kept.answer, type=Told).version == version
        assert version <= versions[table]


async def _check_seen(store: Store, table: str, played: Played) -> None:
    """Whatever a page showed was committed, and no page went back (TEST-5)."""
    entries = [entry async for some in store.lines(table) for entry in some]
    faults = [*played.reads.faults, *played.reads.compare(table, entries, {})]
    assert faults == []


async def _check_once(store: Store, table: str, played: Played, events: Events) -> None:
    """Whatever was asked happened once for each key that has an answer, and not otherwise."""
    players = {account for account, _, _ in played.asked}
    asked: Counter[tuple[str, str]] = Counter()
    for (account, at, key), command in played.asked.items():
        kind = LEADS_TO.get(type(command))
        if at == table and kind and await store.answered(account, at, key):
            asked[account, kind] += 1
    happened = Counter(
        (spelt(by), event["type"])
        for by, event in events
        if event["type"] in LEADS_TO.values() and spelt(by) in players
    )
    assert happened == asked


def _check_rounds(events: Events) -> None:
    """One after the other; each is settled or void, for a reason, before it is closed."""
    opened = closed = 0
    wagered: set[int] = set()
    settled: set[int] = set()
    for _, event in events:
        match event:
            case {"type": "RoundOpened", "round": number}:
                assert opened == closed, "the round before was never closed"
                assert number == opened + 1
                opened, wagered, settled = number, set(), set()
            case {"type": "WagersPlaced", "seat": seat}:
                wagered.add(seat)
            case {"type": "WagersTakenBack", "seat": seat}:
                wagered.discard(seat)
            case {"type": "SeatSettled", "seat": seat}:
                settled.add(seat)
            case {"type": "RoundVoided", "reason": reason}:
                assert reason
                settled = set(wagered)
            case {"type": "RoundClosed", "round": number}:
                assert number == opened
                assert settled >= wagered
                closed = number
            case _:
                pass
    assert closed > 0


async def _events(store: Store, table: str) -> Events:
    return [
        (entry.by, msgspec.json.decode(entry.line)["event"])
        async for entries in store.lines(table)
        for entry in entries
    ]
