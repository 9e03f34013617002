"""A reader that adds up all balances of a room, in one snapshot, again and again."""

import asyncio
from types import TracebackType
from typing import Self

import asyncpg

from tests.room.store.store_locations import PostgresLocation

INTERVAL = 0.1
_SELECT = (
    "SELECT sum(whole), coalesce(array_agg(account) FILTER (WHERE whole < 0 AND account <> 'house' "
    "AND account NOT LIKE '%/house'), '{}'), count(*) FILTER (WHERE rest <> '') FROM balances"
)


class LedgerReader:
    """A reader of the ledger that runs next to all writers."""

    def __init__(self, place: PostgresLocation) -> None:
        self._place = place
        self.reads = 0
        self.faults: list[str] = []
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            result = (await asyncio.gather(self._task, return_exceptions=True))[0]
            if isinstance(result, Exception):
                raise result

    async def _run(self) -> None:
        db = await asyncpg.connect(self._place.address)
        try:
            while True:
                total, overdrawn, fractions = await db.fetchrow(_SELECT)
                self.reads += 1
                if total and not fractions:  # this sum leaves out fractions of cents
                    self.faults.append(f"read {self.reads}: {total} cents came from nowhere")
                for account in overdrawn:
                    self.faults.append(f"read {self.reads}: {account} is below zero")
                await asyncio.sleep(INTERVAL)
        finally:
            db.terminate()
