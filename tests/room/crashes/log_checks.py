"""Check a room's log after a crash: nothing missing, nothing doubled, balances right."""

from collections import Counter
from collections.abc import Collection
from typing import Any

import msgspec

from pitboss.room.audit.auditor import audit
from pitboss.room.requests import Ack
from pitboss.room.store import Store
from pitboss.room.store.opening import open_read_only
from pitboss.table import commands as c
from pitboss.table.people import normalize_name
from tests.room.store.store_locations import StoreLocation

from .quick_server import TABLES
from .recording_players import RequestLog

Events = list[tuple[str, dict[str, Any]]]
"""Pairs of a person and the event they caused."""
LEADS_TO = {
    c.TakeSeat: "PlayerSeated",
    c.BuyIn: "BoughtIn",
    c.PlaceWagers: "WagersPlaced",
    c.Decide: "Decided",
}


async def check(
    place: StoreLocation,
    log: RequestLog,
    tables: Collection[str] = TABLES,
    quiet_tables: Collection[str] = (),
) -> None:
    """Check the store, opened read-only, against the requests that were made.

    Tables in ``quiet_tables`` may not have had time to finish a round.
    """
    store = await open_read_only(*place.open_arguments)
    try:
        await _check_acknowledged(store, log)
        for table in tables:
            await _check_views(store, table, log)
            events = await _events(store, table)
            await _check_once(store, table, log, events)
            closed_rounds = _check_rounds(events)
            assert closed_rounds or table in quiet_tables
        assert sum((await store.balances()).values()) == 0
        result = await audit(store)
        assert result.in_order, result
        assert result.rounds > 0
    finally:
        await store.close()
    assert len(log.acks) > 50


async def _check_acknowledged(store: Store, log: RequestLog) -> None:
    """Check that every acknowledged request is stored with its version."""
    versions = {item.id: item.head.version for item in await store.streams()}
    for (account, table, key), version in log.acks.items():
        stored = await store.stored_response(account, table, key)
        assert stored is not None, (account, table, key)
        assert msgspec.json.decode(stored.response, type=Ack).version == version
        assert version <= versions[table]


async def _check_views(store: Store, table: str, log: RequestLog) -> None:
    """Check that every view was of a committed version, and none went back (TEST-5)."""
    entries = [entry async for some in store.entries(table) for entry in some]
    faults = [*log.reads.faults, *log.reads.compare(table, entries, {})]
    assert faults == []


async def _check_once(store: Store, table: str, log: RequestLog, events: Events) -> None:
    """Check that each answered request took effect exactly once."""
    players = {account for account, _, _ in log.requests}
    expected_counts: Counter[tuple[str, str]] = Counter()
    for (account, at, key), command in log.requests.items():
        kind = LEADS_TO.get(type(command))
        if at == table and kind and await store.stored_response(account, at, key):
            expected_counts[account, kind] += 1
    event_counts = Counter(
        (normalize_name(by), event["type"])
        for by, event in events
        if event["type"] in LEADS_TO.values() and normalize_name(by) in players
    )
    assert event_counts == expected_counts


def _check_rounds(events: Events) -> int:
    """Check that rounds follow each other, each settled or voided before it closes.

    Return the number of closed rounds.
    """
    last_opened = last_closed = 0
    wagering_seats: set[int] = set()
    settled_seats: set[int] = set()
    for _, event in events:
        match event:
            case {"type": "RoundOpened", "round": number}:
                assert last_opened == last_closed, "the round before was never closed"
                assert number == last_opened + 1
                last_opened, wagering_seats, settled_seats = number, set(), set()
            case {"type": "WagersPlaced", "seat": seat}:
                wagering_seats.add(seat)
            case {"type": "WagersTakenBack", "seat": seat}:
                wagering_seats.discard(seat)
            case {"type": "SeatSettled", "seat": seat}:
                settled_seats.add(seat)
            case {"type": "RoundVoided", "reason": reason}:
                assert reason
                settled_seats = set(wagering_seats)
            case {"type": "RoundClosed", "round": number}:
                assert number == last_opened
                assert settled_seats >= wagering_seats
                last_closed = number
            case _:
                pass
    return last_closed


async def _events(store: Store, table: str) -> Events:
    return [
        (entry.by, msgspec.json.decode(entry.line)["event"])
        async for entries in store.entries(table)
        for entry in entries
    ]
