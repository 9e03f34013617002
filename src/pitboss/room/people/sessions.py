"""Sessions: who is signed in. A token is random and known to its owner alone; the store has a hash.

A session ends when it was not used for a while, when it is too old in any case, when its owner
signs out, changes the password or is something else from now on.
"""

import secrets
from collections import OrderedDict
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.room.clock import Clock
from pitboss.room.people.accounts import STAFF, Account
from pitboss.room.people.kept import read_row, read_rows
from pitboss.room.store.shape import Put, RowDamaged, Store

SHELF: Final = "sessions"
COOKIE: Final = "pitboss_session"
"""In which a browser keeps its token."""
TOKEN_BYTES: Final = 32
IDLE: Final = {False: timedelta(days=1), True: timedelta(hours=1)}
"""How long a session may go unused: players, staff."""
ABSOLUTE: Final = {False: timedelta(days=30), True: timedelta(hours=12)}
TOUCHED: Final = timedelta(minutes=1)
"""How exactly it is known when a session was last used."""
SWEPT: Final = timedelta(hours=1)
"""How long those that are over may lie about."""
KNOWN: Final = 10_000


class Session(Struct, frozen=True):
    """Somebody who is signed in."""

    account: str
    since: datetime
    seen: datetime
    staff: bool = False
    of: int = 0
    """The sessions of its account that it is one of: they end together."""
    device: str = ""
    """The hashed id of the device that it was begun on."""

    def is_over(self, now: datetime) -> bool:
        """Whether it has ended by itself."""
        return now - self.seen > IDLE[self.staff] or now - self.since > ABSOLUTE[self.staff]


def new_token() -> str:
    """Something that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def random_number(below: int) -> int:
    """Return a number from 0, such as for a guest's name."""
    return secrets.randbelow(below)


def hashed(token: str) -> str:
    """What the store knows of a token."""
    return sha256(token.encode()).hexdigest()


class Sessions:
    """Those that are open; at hand, and in the store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._open: dict[str, Session] = {}
        self._ended: OrderedDict[str, None] = OrderedDict()
        """Those that ended lately: whoever was just reading one must not bring it back."""
        self._swept = clock()

    async def begin(self, account: Account) -> str:
        """A new session, and its token."""
        token, put = await self.prepare(account)
        await self._store.put(put)
        await self.found(token, used=False)  # at hand from now on
        return token

    async def prepare(self, account: Account, device: str = "") -> tuple[str, Put]:
        """The token of a new session, and what is to be written so that there is one."""
        token, now = new_token(), self._clock()
        if now - self._swept > SWEPT:
            await self.sweep()
        staff = account.part in STAFF
        session = Session(account.key, now, now, staff, account.sessions, device)
        return token, Put(SHELF, hashed(token), msgspec.json.encode(session))

    def at_hand(self, token: str) -> bool:
        """Whether this is a session's token, as far as that is known without asking the store."""
        return hashed(token) in self._open

    async def found(self, token: str, *, used: bool = True) -> Session | None:
        """The session of a token, if there is one that goes on; from now on it was used again."""
        key, now = hashed(token), self._clock()
        session = self._open.get(key)
        if session is None:
            kept = None
            with suppress(RowDamaged):  # which is reported; it ends, and its owner signs in again
                kept = await read_row(self._store, SHELF, key, Session)
            if kept is None or key in self._ended:
                return None
            session = self._open[key] = kept
        if session.is_over(now):
            await self._end([key])
            return None
        if used and now - session.seen > TOUCHED:
            session = self._open[key] = msgspec.structs.replace(session, seen=now)
            await self._keep(key, session)
        return session

    async def end(self, token: str) -> None:
        """Somebody signs out."""
        await self._end([hashed(token)])

    async def end_all(self, account: str) -> None:
        """Nobody is signed in under this account any more."""
        kept = await read_rows(self._store, SHELF, Session)
        await self._end([key for key, session in kept.items() if session.account == account])

    async def sweep(self) -> int:
        """Take away those that are over; how many."""
        now = self._swept = self._clock()
        kept = await read_rows(self._store, SHELF, Session)
        over = [key for key, session in kept.items() if session.is_over(now)]
        await self._end(over)
        return len(over)

    async def _keep(self, key: str, session: Session) -> None:
        await self._store.put(Put(SHELF, key, msgspec.json.encode(session)))
        if key in self._ended:  # meanwhile
            await self._end([key])
        else:
            self._open[key] = session

    async def _end(self, keys: list[str]) -> None:
        for key in keys:
            self._open.pop(key, None)
            self._ended[key] = None
        while len(self._ended) > KNOWN:
            self._ended.popitem(last=False)
        if keys:
            await self._store.put(*[Put(SHELF, key, None) for key in keys])
