"""Change the accounts or the index of a room that is not running, from the command line.

A running room caches its accounts and tables, so this is refused while it runs.
"""

import getpass
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from pitboss.errors import Refused
from pitboss.room.back_office import BackOffice
from pitboss.room.people.account_service import AccountService
from pitboss.room.people.credentials import Passwords
from pitboss.room.runtime import utc_clock
from pitboss.room.store.interface import Store, StoreInUse
from pitboss.room.store.opening import open_store
from pitboss.room.store.sqlite import DATABASE_FILE, DataFolder
from pitboss.table.people import MAX_NAME_LENGTH, Person, Role

T = TypeVar("T")
ROOM_IS_RUNNING: Final = (
    "stop the room first (while it is open, an administrator can change accounts on its pages)"
)


async def with_account_service(
    work: Callable[[AccountService], Awaitable[T]],
    data: Path | None,
    database: str | None,
    *,
    new: bool = False,
) -> T:
    """Run ``work`` on the accounts of a room; with ``new``, create the room if there is none."""
    async with closed_room(data, database, new=new) as store:
        back_office = BackOffice(store, utc_clock)
        await back_office.start()
        passwords = Passwords()
        try:
            account_service = AccountService(back_office, passwords, play_chips=0)
            await account_service.update_indexes()
            return await work(account_service)
        finally:
            passwords.close()


@asynccontextmanager
async def closed_room(
    data: Path | None, database: str | None, *, new: bool = False
) -> AsyncIterator[Store]:
    """Open the store of a room that is not running; nobody else can open it meanwhile."""
    folder = None if database or data is None else _lock_folder(data, new=new)
    try:
        store = await _open_store_offline(data, database)
        try:
            yield store
        finally:
            await store.close()
    finally:
        if folder:
            folder.release()


def _lock_folder(data: Path, *, new: bool) -> DataFolder:
    if not new and not (data / DATABASE_FILE).is_file():
        raise Refused(f"there is no room in {data}")
    try:
        return DataFolder(data)
    except Refused as refusal:
        if "in use" in refusal.sentence:
            raise Refused(f"the room in {data} is open: {ROOM_IS_RUNNING}") from None
        raise


async def _open_store_offline(data: Path | None, database: str | None) -> Store:
    try:
        return await open_store(data, database)
    except StoreInUse as error:
        raise Refused(f"{error}: {ROOM_IS_RUNNING}") from None


def local_operator() -> Person:
    """Return the operating system's user, as the log names somebody at the command line."""
    name = "somebody"
    with suppress(OSError, KeyError):
        name = getpass.getuser()
    return Person(f"{name} at the machine"[:MAX_NAME_LENGTH], Role.ONLOOKER)
