"""Passwords, hashed with Argon2 in a separate thread, and delays after wrong ones.

Wrong passwords are counted per account and place, so that nobody has to wait because of attempts
from elsewhere (SEC-9). A place is an address, or a device that has signed in to the account before.
Unknown names are counted like any other, so that they cannot be told apart.
"""

import asyncio
import os
import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec import Struct

from pitboss.errors import Refused
from pitboss.room.runtime import MonotonicClock

MIN_LENGTH: Final = 10
MAX_LENGTH: Final = 200
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
        if not isinstance(password, str) or not MIN_LENGTH <= len(password) <= MAX_LENGTH:
            raise Refused(
                f"the password must have {MIN_LENGTH} to {MAX_LENGTH} characters", "SEC-5"
            )
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers, self._hasher.hash, password)

    async def matches(self, stored_hash: str, password: object) -> bool:
        """Return whether a password is right; it takes as long if there is no stored hash."""
        text = password if isinstance(password, str) and len(password) <= MAX_LENGTH else ""
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

    def forgive(self, account: str, place: str | None = None) -> None:
        """Forget the wrong passwords of an account at one place, or at all of them."""
        for key in [*self._failures]:
            if key[0] == account and place in (None, key[1]):
                del self._failures[key]
