"""Nobody waits for a store that does not answer: within a second a request is to be made again.

What was asked goes on meanwhile. If it is done in the end, the same request with the same key is
answered with what was really done.
"""

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.room.http.errors import RETRY, TRY_AGAIN, Problem, answer
from pitboss.room.http.identity import SAFE, room_of

PROMPT: Final = 0.8
"""Seconds for a request, if the store does not answer…"""
STUCK: Final = 0.5
"""…for so long."""
UNCLEAR: Final = (
    "nobody knows yet whether this was done: try again with the same key, or look first"
)
NOT_READ: Final = "the store is not responding: try again"
LOOKS_ITSELF: Final = ("/health", "/ready")


class Patience:
    """Around the routes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._late: set[asyncio.Task[None]] = set()
        """What goes on although nobody waits for it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for the routes as long as the store answers."""
        if scope["type"] != "http" or scope["path"] in LOOKS_ITSELF:
            await self._app(scope, receive, send)
            return
        begun = given_up = False

        async def unless_late(message: Message) -> None:
            nonlocal begun
            if not given_up:
                begun = True
                await send(message)

        async def routed() -> None:
            await self._app(scope, receive, unless_late)

        task = asyncio.create_task(routed())
        try:
            wait = PROMPT
            while not (await asyncio.wait({task}, timeout=wait))[0]:
                wait = STUCK / 5
                if not begun and room_of(Request(scope)).store.waiting() > STUCK:
                    given_up = True
                    break
        except asyncio.CancelledError:
            task.cancel()
            raise
        if given_up:
            self._late.add(task)
            task.add_done_callback(self._end)
            safe = scope["method"] in SAFE
            sentence = NOT_READ if safe else UNCLEAR
            problem = Problem(sentence, uncertain=not safe, code=TRY_AGAIN)
            await answer(503, problem, RETRY)(scope, receive, send)
        else:
            await task

    def _end(self, task: "asyncio.Task[None]") -> None:
        self._late.discard(task)
        if not task.cancelled():
            task.exception()  # which whoever asked again is told as well
