"""Long work, such as reports and copies: one after the other, and only a few wait for it.

What happens at tables comes first. Whoever finds too many waiting is told so, and comes again.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import ceil
from typing import Final

from starlette.requests import HTTPConnection

from pitboss.room.http.errors import Denied
from pitboss.room.people.accounts import Account, Part

MOST: Final = 8
"""That are done or wait."""
MOST_WITH_PLAYERS: Final = 3
"""As many as this, and no player is let in: staff always finds some places left."""
REST: Final = 4
"""A player waits so many times as long as the last report took before the next one is made."""
PATIENCE: Final = 2
"""Seconds of rest that are waited for; who would have to wait longer comes again."""
MOST_RESTING: Final = 10_000


class Turns:
    """Whose turn it is."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._one_at_a_time = asyncio.Lock()
        self._waiting: list[str] = []
        self._resting: OrderedDict[str, float] = OrderedDict()
        """Until when each player who had a report waits for the next."""

    @property
    def waiting(self) -> int:
        """How many are done or wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, account: Account) -> AsyncIterator[None]:
        """Wait for one's turn, and have it."""
        self._check(account)
        self._waiting.append(account.key)
        try:
            if left := self._rest_left(account):
                await asyncio.sleep(left)
            async with self._one_at_a_time:
                begun = self._now()
                try:
                    yield
                finally:
                    self._begin_rest(account, self._now() - begun)
        finally:
            self._waiting.remove(account.key)

    def _rest_left(self, account: Account) -> float:
        """Seconds that somebody still rests."""
        return max(0.0, self._resting.get(account.key, 0) - self._now())

    def _begin_rest(self, account: Account, took: float) -> None:
        if account.part is Part.PLAYER:
            self._resting[account.key] = self._now() + REST * took
            self._resting.move_to_end(account.key)
            if len(self._resting) > MOST_RESTING:
                self._resting.popitem(last=False)

    def _check(self, account: Account) -> None:
        player = account.part is Part.PLAYER
        if player and account.key in self._waiting:
            raise Denied(429, "what you asked for before is still being made: wait for it")
        left = self._rest_left(account)
        if left > PATIENCE:
            raise Denied(429, f"you had a report a moment ago: wait {ceil(left)} seconds")
        if self.waiting >= (MOST_WITH_PLAYERS if player else MOST):
            raise Denied(
                429, "too many reports and copies are in progress: wait a moment, then try again"
            )


def turns_of(connection: HTTPConnection) -> Turns:
    """Those of the application that is asked."""
    found: Turns = connection.app.state.turns
    return found
