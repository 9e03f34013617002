"""What must hold afterwards: nothing missing, nothing doubled, every cent and round accounted."""

from collections import Counter
from typing import Any

import msgspec

from pitboss.room.audit.auditor import audit
from pitboss.room.requests import Ack
from pitboss.room.store import Store
from pitboss.room.store.opening import open_read_only
from pitboss.table import commands as c
from pitboss.table.people import normalize_name
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
    store = await open_read_only(*place.named)
    try:
        await _check_told(store, played)
        for table in TABLES:
            await _check_seen(store, table, played)
            events = await _events(store, table)
            await _check_once(store, table, played, events)
            _check_rounds(events)
        assert sum((await store.balances()).values()) == 0
        result = await audit(store)
        assert result.in_order, result
        assert result.rounds > 0
    finally:
        await store.close()
    assert len(played.acknowledged) > 50


async def _check_told(store: Store, played: Played) -> None:
    """What was acknowledged is written, and led to the version that was told."""
    versions = {item.id: item.head.version for item in await store.streams()}
    for (account, table, key), version in played.acknowledged.items():
        kept = await store.stored_response(account, table, key)
        assert kept is not None, (account, table, key)
        assert msgspec.json.decode(kept.response, type=Ack).version == version
        assert version <= versions[table]


async def _check_seen(store: Store, table: str, played: Played) -> None:
    """Whatever a page showed was committed, and no page went back (TEST-5)."""
    entries = [entry async for some in store.entries(table) for entry in some]
    faults = [*played.reads.faults, *played.reads.compare(table, entries, {})]
    assert faults == []


async def _check_once(store: Store, table: str, played: Played, events: Events) -> None:
    """Whatever was asked happened once for each key that has an answer, and not otherwise."""
    players = {account for account, _, _ in played.asked}
    asked: Counter[tuple[str, str]] = Counter()
    for (account, at, key), command in played.asked.items():
        kind = LEADS_TO.get(type(command))
        if at == table and kind and await store.stored_response(account, at, key):
            asked[account, kind] += 1
    happened = Counter(
        (normalize_name(by), event["type"])
        for by, event in events
        if event["type"] in LEADS_TO.values() and normalize_name(by) in players
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
        async for entries in store.entries(table)
        for entry in entries
    ]
