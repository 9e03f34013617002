"""Which room a command is about, and its store, opened in order to look at it."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from pitboss.refusal import Refused

if TYPE_CHECKING:  # other commands start without the room
    from pitboss.room.store.shape import Store

T = TypeVar("T")

Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="The data folder of the room.")
]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="The room in postgresql://… instead."),
]
Day = Annotated[
    str | None, typer.Option("--day", metavar="DAY", help="A day in UTC, such as 2026-11-16.")
]


def with_store(
    work: "Callable[[Store], Awaitable[T]]",
    data: Path | None,
    database: str | None,
    file: Path | None = None,
) -> T:
    """Do something with the store that is meant; what a store cannot do is said in a sentence."""
    from pitboss.room.folder import default_data
    from pitboss.room.reading import open_to_read
    from pitboss.room.store.shape import Damaged, Unavailable, Uncertain

    if sum(one is not None for one in (data, database, file)) > 1:
        raise Refused("name one room: a data folder, a database or a file")
    if data is None and database is None and file is None:
        database = os.environ.get("PITBOSS_DATABASE")
        data = None if database else Path(os.environ.get("PITBOSS_DATA") or default_data())

    async def asked() -> T:
        store = await open_to_read(data, database, file)
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(asked())
    except (Unavailable, Uncertain, Damaged) as trouble:
        raise Refused(str(trouble)) from None


def today() -> str:
    """In UTC."""
    from pitboss.room.clock import utc_clock

    return f"{utc_clock():%Y-%m-%d}"
