"""Appends without end to the store at an address, and says what was acknowledged.

The tests start it as a program of its own, so that they can kill it.
"""

import asyncio
import sys

from pitboss.room.store import Store
from tests.room.store.batches import paid
from tests.room.store.places import opened


async def main(address: str, *streams: str) -> None:
    store = await opened(address)
    versions = {item.id: item.head.version for item in await store.streams()}
    await asyncio.gather(*(_append(store, stream, versions[stream]) for stream in streams))


async def _append(store: Store, stream: str, version: int) -> None:
    while True:
        await store.append(paid(stream, version))
        version += 1
        print(stream, version, flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
