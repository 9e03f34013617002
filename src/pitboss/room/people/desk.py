"""The door of a room that is not open: for whoever looks after accounts at its machine.

A room that is open knows its people by heart. Nobody may change them behind its back, so this is
refused while it runs.
"""

import getpass
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from pitboss.refusal import Refused
from pitboss.room.clock import utc_clock
from pitboss.room.folder import Folder
from pitboss.room.office import Office
from pitboss.room.people.door import Door
from pitboss.room.people.passwords import Passwords
from pitboss.room.store.shape import InUse, Store
from pitboss.room.store.sqlite import FILE
from pitboss.room.stores import open_store
from pitboss.table.people import LONGEST_NAME, Person, Role

T = TypeVar("T")
OPEN: Final = "an administrator changes accounts there, or you stop it first"


async def at_the_door(
    work: Callable[[Door], Awaitable[T]],
    data: Path | None,
    database: str | None,
    *,
    new: bool = False,
) -> T:
    """Do something with the accounts of a room; only where it may be ``new``, one is begun."""
    folder = None if database or data is None else _taken(data, new=new)
    try:
        store = await _opened(data, database)
        try:
            office = Office(store, utc_clock)
            await office.start()
            passwords = Passwords()
            try:
                door = Door(office, passwords, play_chips=0)
                await door.renew_looks()
                return await work(door)
            finally:
                passwords.close()
        finally:
            await store.close()
    finally:
        if folder:
            folder.release()


def _taken(data: Path, *, new: bool) -> Folder:
    if not new and not (data / FILE).is_file():
        raise Refused(f"there is no room in {data}")
    try:
        return Folder(data)
    except Refused as refused:
        if "in use" in refused.sentence:
            raise Refused(f"the room in {data} is open: {OPEN}") from None
        raise


async def _opened(data: Path | None, database: str | None) -> Store:
    try:
        return await open_store(data, database)
    except InUse as others:
        raise Refused(f"{others}: {OPEN}") from None


def whoever() -> Person:
    """Who sits at the machine, as the log has it."""
    name = "somebody"
    with suppress(OSError, KeyError):
        name = getpass.getuser()
    return Person(f"{name} at the machine"[:LONGEST_NAME], Role.ONLOOKER)
