"""One closed round as a file of its own, for `pitboss verify`."""

import asyncio

from pitboss.refusal import Refused, brief
from pitboss.room.reader import Reader
from pitboss.room.reports.lines import heard
from pitboss.room.store.shape import Store
from pitboss.table.export import exported, one_round
from pitboss.table.open_file import for_anybody


async def round_file(store: Store, table: str, number: int, *, staff: bool) -> bytes:
    """The lines of a round; what is for staff alone is there for ``staff`` alone.

    What the table brought into it follows from all that was before, so the log is read from its
    beginning: on a thread of its own.
    """
    stream = next((one for one in await store.streams() if one.id == table), None)
    if stream is None:
        raise Refused(f"there is no table {brief(table)}")
    reader = Reader(store)

    def work() -> bytes:
        log = one_round((heard(table, entry) for entry in reader.lines(stream)), number)
        return b"".join(line + b"\n" for line in exported(log if staff else for_anybody(log)))

    return await asyncio.to_thread(work)
