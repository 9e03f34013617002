"""Append to the store at an address until killed, and print each acknowledgment.

The tests run it as a separate program, so that they can kill it.
"""

import asyncio
import sys

from pitboss.room.store import Store
from tests.room.store.sample_batches import payment_batch
from tests.room.store.store_locations import open_at


async def main(address: str, *streams: str) -> None:
    store = await open_at(address)
    versions = {item.id: item.head.version for item in await store.streams()}
    await asyncio.gather(*(_append(store, stream, versions[stream]) for stream in streams))


async def _append(store: Store, stream: str, version: int) -> None:
    while True:
        await store.append(payment_batch(stream, version))
        version += 1
        print(stream, version, flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
