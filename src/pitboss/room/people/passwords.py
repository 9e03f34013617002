"""Passwords: hashed with Argon2, in a thread of their own, because that is slow on purpose."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from pitboss.refusal import Refused

LEAST: Final = 10
MOST: Final = 200
NICE: Final = 10
_NOBODY: Final = "nobody has this password"


def _yield_to_tables() -> None:
    """Let this thread, and those that Argon2 begins in it, run when no other one wants to."""
    if sys.platform == "linux":  # elsewhere it would be the whole program
        os.nice(NICE)


class Passwords:
    """Hashes and checks. One at a time, so that many attempts slow no table."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._workers = ThreadPoolExecutor(1, "pitboss-passwords", _yield_to_tables)
        self._dummy = ""

    async def hashed(self, password: object) -> str:
        """What is kept of a password."""
        if not isinstance(password, str) or not LEAST <= len(password) <= MOST:
            raise Refused(f"a password has {LEAST} to {MOST} characters", "SEC-5")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers, self._hasher.hash, password)

    async def fits(self, kept: str, password: object) -> bool:
        """Whether it is the password; it takes as long if there is none to compare with."""
        given = password if isinstance(password, str) and len(password) <= MOST else ""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers, self._fits, kept, given)

    def _fits(self, kept: str, given: str) -> bool:
        if not kept and not self._dummy:
            self._dummy = self._hasher.hash(_NOBODY)
        try:
            self._hasher.verify(kept or self._dummy, given)
        except (Argon2Error, InvalidHashError):
            return False
        return bool(kept)

    def close(self) -> None:
        """Let the threads go."""
        self._workers.shutdown(wait=False, cancel_futures=True)
