"""Long work, such as reports and copies: one after the other, and only a few wait for it.

What happens at tables comes first. Whoever finds too many waiting is told so, and comes again.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from starlette.requests import HTTPConnection

from pitboss.room.http.errors import Denied
from pitboss.room.people.accounts import Account, Part

MOST: Final = 8
"""That are done or wait."""
MOST_WITH_PLAYERS: Final = 3
"""As many as this, and no player is let in: staff always finds some places left."""


class Turns:
    """Whose turn it is."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._waiting: list[str] = []

    @asynccontextmanager
    async def turn(self, account: Account) -> AsyncIterator[None]:
        """Wait for one's turn, and have it."""
        self._check(account)
        self._waiting.append(account.key)
        try:
            async with self._one_at_a_time:
                yield
        finally:
            self._waiting.remove(account.key)

    def _check(self, account: Account) -> None:
        player = account.part is Part.PLAYER
        if player and account.key in self._waiting:
            raise Denied(429, "what you asked for before is still being made: wait for it")
        if len(self._waiting) >= (MOST_WITH_PLAYERS if player else MOST):
            raise Denied(429, "too many reports and copies are being made: wait a little")


def turns_of(connection: HTTPConnection) -> Turns:
    """Those of the application that is asked."""
    found: Turns = connection.app.state.turns
    return found
