"""The table that a request is about, once it was read from the store."""

import asyncio
from typing import Final

from pitboss.refusal import brief
from pitboss.room.asks import Failed
from pitboss.room.http.errors import Denied
from pitboss.room.hub import Hub
from pitboss.room.room import Room

READING: Final = "the table is still being read"
PATIENCE: Final = 10.0
"""Seconds that a request waits for that; a table with a long history takes a while."""


async def hub_of(room: Room, table: str) -> Hub:
    """The table of this key. One that is still being read shows nothing yet, and is waited for."""
    hub = room.hubs.get(table)
    if hub is None:
        raise Denied(404, f"there is no table {brief(table)}")
    if blocked := room.blocked:
        raise Failed(blocked)
    if not is_read(hub):
        try:
            async with asyncio.timeout(PATIENCE):
                await hub.actor.read.wait()
        except TimeoutError:
            raise Failed(READING) from None
    return hub


def is_read(hub: Hub) -> bool:
    """Whether it can be shown; one that stands still is shown as it is."""
    return hub.actor.read.is_set() or bool(hub.actor.stopped)
