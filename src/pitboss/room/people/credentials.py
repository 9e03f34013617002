"""Credentials: passwords, sessions, known devices and invitations.

Tokens are random and known to their owner; the store has their hashes. A session ends when it has
been idle for a while or is too old, and when its owner signs out, changes the password or gets
another role. A known device keeps a token that only the room can make, so that strangers at the
same address cannot make it wait; the token expires with the sessions of the account. Whoever has
the token of an invitation may open an account in a role, once.

Passwords are hashed with Argon2 in a separate thread. Wrong ones are counted per account and place,
so that nobody has to wait because of attempts from elsewhere (SEC-9). A place is an address, or a
device that has signed in to the account before. Unknown names are counted like any other, so that
they cannot be told apart.
"""

import asyncio
import hmac
import os
import secrets
import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec import Struct

from pitboss.errors import Refused
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.runtime import Clock, MonotonicClock
from pitboss.room.store.interface import (
    Conflict,
    Put,
    RowDamaged,
    Store,
    StoreFailure,
    decode_rows,
    read_row,
)

SESSIONS: Final = "sessions"
TOKEN_BYTES: Final = 32
IDLE_LIMIT: Final = {False: timedelta(days=1), True: timedelta(hours=1)}
"""How long a session may be idle, by whether it is a staff session."""
AGE_LIMIT: Final = {False: timedelta(days=30), True: timedelta(hours=12)}
"""How long a session may last, by whether it is a staff session."""
TOUCH_INTERVAL: Final = timedelta(minutes=1)
"""The precision with which the last use of a session is stored."""
SWEEP_INTERVAL: Final = timedelta(hours=1)
"""Time between two deletions of expired sessions."""
SWEEP_PAGE: Final = 500
"""Sessions that are checked at a time."""
MAX_ENDED: Final = 10_000
"""Ended sessions that are remembered."""


class Session(Struct, frozen=True):
    """One sign-in of an account, as it is stored under the hash of its token."""

    account: str
    since: datetime
    seen: datetime
    staff: bool = False
    of: int = 0
    """`Account.sessions` when it started: it ends once the account has another number."""
    device: str = ""
    """The hashed id of the device that it started on."""

    def is_over(self, now: datetime) -> bool:
        """Return whether the session has expired."""
        return now - self.seen > IDLE_LIMIT[self.staff] or now - self.since > AGE_LIMIT[self.staff]


def new_token() -> str:
    """Return a random token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def random_number(below: int) -> int:
    """Return a random number from 0 up to, but not including, ``below``."""
    return secrets.randbelow(below)


def hash_token(token: str) -> str:
    """Return the hash of a token, which is all that the store has of it."""
    return sha256(token.encode()).hexdigest()


class Sessions:
    """The open sessions of a room: a cache in front of the store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._cache: dict[str, Session] = {}
        self._recently_ended: OrderedDict[str, None] = OrderedDict()
        """Keys of sessions that ended lately, so that a read in progress does not restore one."""
        self._touches: set[asyncio.Task[None]] = set()
        self._last_sweep = clock()
        self._sweep_cursor = ""
        """The last session that was checked, while there are more; else empty."""

    async def start(self, account: Account) -> str:
        """Start a session and return its token."""
        token, put = await self.prepare(account)
        await self._store.put(put)
        await self.find(token, touch=False)  # cache it
        return token

    async def prepare(self, account: Account, device: str = "") -> tuple[str, Put]:
        """Return the token of a new session, and the row that has to be written to start it."""
        token, now = new_token(), self._clock()
        await self.sweep_if_due()
        session = Session(account.key, now, now, account.is_staff, account.sessions, device)
        return token, Put(SESSIONS, hash_token(token), msgspec.json.encode(session))

    def is_cached(self, token: str) -> bool:
        """Return whether this is a session's token, as far as the cache knows."""
        return hash_token(token) in self._cache

    async def find(self, token: str, *, touch: bool = True) -> Session | None:
        """Return the open session of a token, if there is one; ``touch`` restarts its idle time."""
        key, now = hash_token(token), self._clock()
        session = self._cache.get(key)
        if session is None or session.is_over(now):  # another node may have seen it since
            # A damaged row has been reported; the session ends, and its owner signs in again.
            with suppress(RowDamaged):
                session = await read_row(self._store, SESSIONS, key, Session)
            if session is None or key in self._recently_ended:
                return None
            self._cache[key] = session
        if session.is_over(now):
            await self._end([key])
            return None
        if touch and now - session.seen > TOUCH_INTERVAL:
            session = self._cache[key] = msgspec.structs.replace(session, seen=now)
            # Nobody waits for this: if it is not written, the session only ends sooner.
            task = asyncio.create_task(self._touch(key, session), name="session touch")
            self._touches.add(task)
            task.add_done_callback(self._touches.discard)
        return session

    def forget(self, key: str) -> None:
        """Note that another node has ended a session."""
        self._cache.pop(key, None)
        self._recently_ended[key] = None

    def forget_all(self) -> None:
        """Forget all sessions, so that they are read from the store again."""
        self._cache.clear()

    async def end(self, token: str) -> None:
        """End the session of a token."""
        await self._end([hash_token(token)])

    async def end_all(self, account: str) -> None:
        """Delete the sessions of an account that are in use.

        Others in the store are not valid, either, because the account is gone or its number of
        sessions is another one; they are deleted once they expire.
        """
        await self._end([key for key, item in self._cache.items() if item.account == account])

    async def list_open(self, limit: int) -> dict[str, Session]:
        """Return open sessions by the hash of their token, at most so many rows of the store."""
        now, cursor, result = self._clock(), "", dict[str, Session]()
        for _ in range(limit // SWEEP_PAGE):
            rows = await self._store.collection_page(SESSIONS, cursor, limit=SWEEP_PAGE)
            sessions = decode_rows(self._store, SESSIONS, rows, Session)
            result |= {
                key: self._cache.get(key, session)
                for key, session in sessions.items()
                if not session.is_over(now)
            }
            if len(rows) < SWEEP_PAGE:
                break
            cursor = [*rows][-1]
        return result

    async def end_by_hash(self, key: str) -> None:
        """End the session that is stored under the hash of its token."""
        await self._end([key])

    async def sweep_if_due(self) -> bool:
        """Delete expired sessions from time to time, some at a time; return if there are more."""
        if not self._sweep_cursor and self._clock() - self._last_sweep <= SWEEP_INTERVAL:
            return False
        await self._sweep_page()
        return bool(self._sweep_cursor)

    async def sweep(self) -> int:
        """Delete expired sessions and return how many there were."""
        self._sweep_cursor = ""
        count = await self._sweep_page()
        while self._sweep_cursor:
            count += await self._sweep_page()
        return count

    async def _sweep_page(self) -> int:
        now = self._last_sweep = self._clock()
        rows = await self._store.collection_page(SESSIONS, self._sweep_cursor, limit=SWEEP_PAGE)
        self._sweep_cursor = [*rows][-1] if len(rows) == SWEEP_PAGE else ""
        sessions = decode_rows(self._store, SESSIONS, rows, Session)
        expired_keys = [key for key, session in sessions.items() if session.is_over(now)]
        await self._end(expired_keys)
        return len(expired_keys)

    async def _touch(self, key: str, session: Session) -> None:
        """Store when a session was last used."""
        if key in self._recently_ended:
            return
        with suppress(StoreFailure):
            put = Put(SESSIONS, key, msgspec.json.encode(session), must_exist=True)
            await self._store.put(put)
            if key in self._recently_ended:  # while it was being written
                await self._end([key])

    async def _end(self, keys: list[str]) -> None:
        for key in keys:
            self._cache.pop(key, None)
            self._recently_ended[key] = None
        while len(self._recently_ended) > MAX_ENDED:
            self._recently_ended.popitem(last=False)
        if keys:
            await self._store.put(*[Put(SESSIONS, key, None) for key in keys])


class Origin(Struct, frozen=True):
    """Where a request to sign in was sent from."""

    device: str = ""
    """The hashed id of the device."""
    account: str = ""
    """The key of the account that was signed in there, if any."""


UNKNOWN_ORIGIN: Final = Origin()
DEVICES: Final = "devices"
SECRET_KEY: Final = "secret"  # noqa: S105  the key of its row
NOBODY: Final = Account("nobody", AccountRole.PLAYER)


class Devices:
    """Device tokens: makes them, and recognizes those of this room."""

    def __init__(self, store: Store) -> None:
        self._store, self._secret = store, b""

    async def token(self, account: Account, previous: str = "") -> str:
        """Return the token of a device that has just signed in to an account.

        With the ``previous`` token of the device, its id stays the same.
        """
        nonce = self.device_id_of(previous) or new_token()
        return f"{nonce}.{await self._mark(account, nonce)}.{self._sign(nonce)}"

    async def knows(self, account: Account | None, token: str) -> bool:
        """Return whether a device has signed in to this account; unknown ones take as long."""
        nonce, mark, _ = _split_token(token)
        expected_mark = await self._mark(account or NOBODY, nonce)
        return hmac.compare_digest(mark.encode(), expected_mark.encode()) and account is not None

    def device_id_of(self, token: str) -> str:
        """Return the id of a device if this room made its token, for any account."""
        nonce, _, signature = _split_token(token)
        is_ours = self._secret and hmac.compare_digest(
            signature.encode(), self._sign(nonce).encode()
        )
        return nonce if is_ours else ""

    def _sign(self, nonce: str) -> str:
        return self._hmac(f"device\n{nonce}")

    async def _mark(self, account: Account, nonce: str) -> str:
        if not self._secret:
            self._secret = await self._load_secret()
        return self._hmac(f"{account.key}\n{account.sessions}\n{nonce}")

    def _hmac(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(errors="replace"), sha256).hexdigest()

    async def _load_secret(self) -> bytes:
        new_secret, is_damaged = new_token().encode(), False
        try:
            secret = await self._store.get(DEVICES, SECRET_KEY)
            if secret is not None:
                return secret
        except RowDamaged:  # it has been reported; with a new secret, no device is known yet
            is_damaged = True
        try:
            await self._store.put(Put(DEVICES, SECRET_KEY, new_secret, must_be_new=not is_damaged))
        except Conflict:
            return await self._load_secret()
        return new_secret


def _split_token(token: str) -> tuple[str, str, str]:
    """Return nonce, mark of the account and signature of the room, which old tokens lack."""
    nonce, _, rest = token.partition(".")
    mark, _, signature = rest.partition(".")
    return nonce, mark, signature


MIN_PASSWORD: Final = 10
MAX_PASSWORD: Final = 200
"""Characters of a password."""
NICENESS: Final = 10
_DUMMY: Final = "nobody has this password"


def _yield_to_tables() -> None:
    """Lower the priority of this thread, and of those that Argon2 starts in it."""
    if sys.platform == "linux":  # elsewhere it would affect the whole process
        os.nice(NICENESS)


class Passwords:
    """Password hashing, one password at a time, so that many attempts do not slow the tables."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._workers = ThreadPoolExecutor(1, "pitboss-passwords", _yield_to_tables)
        self._dummy_hash = ""

    async def hash(self, password: object) -> str:
        """Return the hash of a new password; refuse one that is too short or too long."""
        if not isinstance(password, str) or not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
            raise Refused(
                f"the password must have {MIN_PASSWORD} to {MAX_PASSWORD} characters",
                "SEC-5",
            )
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers, self._hasher.hash, password)

    async def matches(self, stored_hash: str, password: object) -> bool:
        """Return whether a password is right, in the same time if there is no stored hash."""
        text = password if isinstance(password, str) and len(password) <= MAX_PASSWORD else ""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers, self._matches, stored_hash, text)

    def _matches(self, stored_hash: str, password: str) -> bool:
        if not stored_hash and not self._dummy_hash:
            self._dummy_hash = self._hasher.hash(_DUMMY)
        try:
            self._hasher.verify(stored_hash or self._dummy_hash, password)
        except (Argon2Error, InvalidHashError):
            return False
        return bool(stored_hash)

    def close(self) -> None:
        """Shut down the worker thread."""
        self._workers.shutdown(wait=False, cancel_futures=True)


FREE_ATTEMPTS: Final = 5
"""Wrong passwords in a row before the first delay, which is one second."""
MAX_DELAY: Final = 60.0
"""Seconds of the longest delay; each one is twice as long as the one before."""
FORGET_AFTER: Final = 3600.0
"""Seconds without an attempt after which earlier ones are forgotten."""
MAX_COUNTED: Final = 10_000
"""Pairs of account and place whose wrong passwords are counted."""


class TooManyAttempts(Refused):
    """An attempt that came too soon; the password was not checked."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds + 0.5))
        wait = "1 second" if self.seconds == 1 else f"{self.seconds} seconds"
        super().__init__(f"too many attempts: wait {wait}, then try again", "SEC-5")


class WrongPasswords(Struct, frozen=True):
    """The number of wrong passwords in a row, and the time of the last one."""

    count: int
    at: float

    def wait(self, now: float) -> float:
        """Return the seconds until the next attempt is allowed."""
        if self.count < FREE_ATTEMPTS:
            return 0.0
        return max(0.0, self.at + min(2.0 ** (self.count - FREE_ATTEMPTS), MAX_DELAY) - now)


class AttemptLimiter:
    """Recent wrong passwords by account and place; a restart forgets them."""

    def __init__(self, monotonic: MonotonicClock) -> None:
        self._monotonic = monotonic
        self._failures: OrderedDict[tuple[str, str], WrongPasswords] = OrderedDict()

    def check_allowed(self, account: str, place: str) -> None:
        """Refuse an attempt that comes too soon."""
        failures = self._failures.get((account, place))
        if failures and (wait := failures.wait(self._monotonic())):
            raise TooManyAttempts(wait)

    def count_failure(self, account: str, place: str) -> bool:
        """Count a wrong password; return whether the next attempt has to wait."""
        now, previous = self._monotonic(), self._failures.pop((account, place), None)
        count = previous.count if previous and now - previous.at < FORGET_AFTER else 0
        failures = self._failures[account, place] = WrongPasswords(count + 1, now)
        while len(self._failures) > MAX_COUNTED:
            self._failures.popitem(last=False)
        return failures.wait(now) > 0

    def waiting(self) -> dict[str, float]:
        """Return the accounts that have to wait somewhere, with the longest wait in seconds."""
        now, result = self._monotonic(), dict[str, float]()
        for (account, _), failures in self._failures.items():
            if wait := failures.wait(now):
                result[account] = max(wait, result.get(account, 0.0))
        return result

    def forgive(self, account: str, place: str | None = None) -> None:
        """Forget the wrong passwords of an account at one place, or at all of them."""
        for key in [*self._failures]:
            if key[0] == account and place in (None, key[1]):
                del self._failures[key]


INVITATIONS: Final = "invitations"
USED_INVITATIONS: Final = "used invitations"
INVITATION_LIFETIME: Final = timedelta(days=7)
INVITATION_USED: Final = "this invitation link has already been used: ask for a new one"
INVITATION_INVALID: Final = "this invitation link is not valid: ask for a new one"


class Invitation(Struct, frozen=True):
    """An invitation to open an account in a role, as it is stored under the hash of its token."""

    part: AccountRole
    by: str
    until: datetime
    waits: int = 0
    """The number of the proposal that a second member of staff has to approve first."""
    approved_by: str = ""


def invitation_put(token: str, invitation: Invitation) -> Put:
    """Return the row of an invitation; the store has only a hash of the token."""
    return Put(INVITATIONS, hash_token(token), msgspec.json.encode(invitation))


def used_puts(token: str) -> tuple[Put, ...]:
    """Return the rows that use up an invitation; of two people, the store lets only one do so."""
    key = hash_token(token)
    return Put(USED_INVITATIONS, key, b"1", must_be_new=True), Put(INVITATIONS, key, None)


def replacement_put(key: str, invitation: Invitation) -> Put:
    """Return the row that replaces the invitation stored under ``key``, the hash of its token."""
    return Put(INVITATIONS, key, msgspec.json.encode(invitation))


async def find_invitation(store: Store, token: str) -> Invitation:
    """Return the invitation of a token, valid or not; refuse a token that has none."""
    try:
        invitation = await read_row(store, INVITATIONS, hash_token(token), Invitation)
    except RowDamaged:
        raise Refused("This invitation cannot be read. Ask for a new one.", "SEC-5") from None
    if invitation is None:  # perhaps because somebody is using it at this moment
        is_used = await _is_invitation_used(store, token)
        raise Refused(INVITATION_USED if is_used else INVITATION_INVALID, "SEC-5")
    return invitation


async def _is_invitation_used(store: Store, token: str) -> bool:
    try:
        return await store.get(USED_INVITATIONS, hash_token(token)) is not None
    except RowDamaged:
        return True  # the row is there, whatever it says
