"""Guests who were not seen for a while: when each was last seen, and whose time is over.

Two collections record it. One lists guests by a day on which they were seen, so that those whose
time is over are the first rows, however many guests there are. The other has the last day of those
who came again on another day. A guest who is listed under an old day but came again is moved.
Days are in UTC.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from msgspec import Struct

from pitboss.room.people.accounts import Account
from pitboss.room.runtime import Clock
from pitboss.room.store.interface import Put, Store

GUESTS_BY_DAY: Final = "guests by day"
"""The collection of guests, under keys such as ``2026-11-16 ann``."""
GUEST_VISITS: Final = "guest visits"
"""The collection of the last day on which each guest was seen, if it was not the first."""
INDEX_EDITION: Final = b"1"
"""Stored once the guests of an older version are listed."""
GUEST_DAYS: Final = 30
"""Days without a visit after which a guest account is deleted."""


class ListedGuest(Struct, frozen=True):
    """A guest in the list by days."""

    row: str
    """The key of the row, such as ``2026-11-16 ann``."""

    @property
    def key(self) -> str:
        """The key of the account."""
        return self.row.partition(" ")[2]

    @property
    def day(self) -> str:
        """The day in the form that sorts by time."""
        return self.row.partition(" ")[0]


class GuestList:
    """When guests were last seen."""

    def __init__(self, store: Store, clock: Clock, days: int) -> None:
        self._store, self._clock, self._days = store, clock, timedelta(days=days)
        self._seen_today: tuple[date, set[str]] = date.min, set()
        """The keys of guests whose visit of this day is on record."""

    def _today(self) -> date:
        return self._clock().date()

    def new_guest_put(self, account: Account) -> Put:
        """Return the row that lists a new guest under this day."""
        return _listing_put(self._today().isoformat(), account.key)

    def is_seen_today(self, account: Account) -> bool:
        """Return whether the visit of this day is on record already."""
        day, keys = self._seen_today
        return account.key in keys and day == self._today()

    async def record_visit(self, account: Account) -> None:
        """Record that a guest was seen today."""
        today = self._today()
        await self._store.put(Put(GUEST_VISITS, account.key, today.isoformat().encode()))
        if self._seen_today[0] != today:
            self._seen_today = today, set()
        self._seen_today[1].add(account.key)

    def visit_deletion(self, key: str) -> Put:
        """Return the deletion of the last visit of somebody who is no longer a guest."""
        return Put(GUEST_VISITS, key, None)

    async def overdue(self, limit: int) -> Sequence[ListedGuest]:
        """Return guests listed under days so long ago that their time may be over."""
        last_day = (self._today() - self._days).isoformat()
        rows = await self._store.collection_page(GUESTS_BY_DAY, before=last_day, limit=limit)
        return [ListedGuest(row) for row in rows]

    async def move_if_seen(self, guest: ListedGuest) -> bool:
        """List a guest who came again under the last day; return whether it is recent enough."""
        visit = await self._store.get(GUEST_VISITS, guest.key)
        last_day = visit.decode() if visit else guest.day
        if last_day < (self._today() - self._days).isoformat():
            return False
        await self._store.put(
            Put(GUESTS_BY_DAY, guest.row, None), _listing_put(last_day, guest.key)
        )
        return True

    async def postpone(self, guest: ListedGuest) -> None:
        """List a guest who cannot end now so that the next day is the time to try again."""
        day = (self._today() - self._days).isoformat()
        await self._store.put(Put(GUESTS_BY_DAY, guest.row, None), _listing_put(day, guest.key))

    async def remove(self, guest: ListedGuest) -> None:
        """Remove somebody who is no longer a guest from the list."""
        await self._store.put(Put(GUESTS_BY_DAY, guest.row, None))

    async def is_indexed(self) -> bool:
        """Return whether the guests of older versions are listed."""
        return await self._store.get(GUESTS_BY_DAY, "") == INDEX_EDITION

    async def index(self, accounts: Sequence[Account]) -> None:
        """List guests of an older version, which did not record visits, as seen today."""
        rows = [self.new_guest_put(account) for account in accounts if account.guest]
        await self._store.put(*rows, Put(GUESTS_BY_DAY, "", INDEX_EDITION))


def _listing_put(day: str, key: str) -> Put:
    return Put(GUESTS_BY_DAY, f"{day} {key}", key.encode())
