"""A lane: one process of the lab, and the work that waits for it."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from pitboss.refusal import Refused
from pitboss.room.labs.process import LabProcess, Lost
from pitboss.room.labs.question import Question
from pitboss.room.labs.wire import Progress

log: Final = logging.getLogger("pitboss.lab")
LOST: Final = "the lab's process ended before it had the answer: ask again"


class State(StrEnum):
    """How far a piece of work has come."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Work:
    """A question that is worked on, for one person or several."""

    def __init__(self, question: Question, key: bytes, *, guest: bool = False) -> None:
        self.question, self.key, self.state = question, key, State.WAITING
        self.guest = guest
        """Whether only guests asked for it."""
        self.progress = Progress()
        self.refused: Refused | None = None
        """Why there is no answer."""
        self.ended = asyncio.Event()

    def end(self, state: State, refused: Refused | None = None) -> None:
        """It goes no further."""
        self.state, self.refused = state, refused
        self.ended.set()


class Lane:
    """Work is done one after the other."""

    def __init__(
        self,
        process: LabProcess,
        patience: float,
        grace: float,
        answered: Callable[[Work, bytes | None], None],
    ) -> None:
        """Work may take ``patience`` seconds. Work that nobody waits for any more is stopped after
        ``grace``: to be done with it is often quicker than to start another process.
        """
        self.process, self._patience, self._grace = process, patience, grace
        self._answered = answered
        self._waiting: deque[Work] = deque()
        self._now: Work | None = None
        self._task: asyncio.Task[None] | None = None
        self._stop: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How much there is to do."""
        return len(self._waiting) + (self._now is not None)

    @property
    def guests(self) -> int:
        """How much of it only guests asked for."""
        return sum(work.guest for work in (*self._waiting, *([self._now] if self._now else [])))

    def put(self, work: Work) -> None:
        """Do this, too."""
        self._queue(work)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="a lane of the lab")

    def ahead(self, work: Work) -> int:
        """How much is done before this; none if it is being done."""
        return self._waiting.index(work) + 1 if work in self._waiting else 0

    def drop(self, work: Work) -> None:
        """Nobody waits for this any more."""
        if work in self._waiting:
            self._waiting.remove(work)
            self._end(work, State.CANCELLED)
        elif work is self._now and self._stop is None:
            self._stop = asyncio.get_running_loop().call_later(self._grace, self._stopped, work)

    def take_up(self, work: Work, *, guest: bool = False) -> None:
        """Somebody else, or somebody again, waits for it."""
        if work.guest and not guest:
            work.guest = False
            if work in self._waiting:
                self._waiting.remove(work)
                self._queue(work)
        if work is self._now and self._stop is not None:
            self._stop.cancel()
            self._stop = None

    def _queue(self, work: Work) -> None:
        """At the end; but what a guest asked for waits for what others did."""
        waiting = enumerate(self._waiting)
        behind = (at for at, other in waiting if other.guest and not work.guest)
        self._waiting.insert(next(behind, len(self._waiting)), work)

    def _stopped(self, work: Work) -> None:
        if work is self._now:
            self._end(work, State.CANCELLED)
            self.process.kill()

    async def _run(self) -> None:
        while self._waiting:
            work = self._now = self._waiting.popleft()
            try:
                await self._do(work)
            finally:
                self._now = None
                if self._stop is not None:
                    self._stop.cancel()
                    self._stop = None

    async def _do(self, work: Work) -> None:
        def heard(progress: Progress) -> None:
            work.progress = progress

        work.state = State.RUNNING
        try:
            async with asyncio.timeout(self._patience):
                answer = await self.process.ask(work.key, heard)
            self._end(work, State.DONE, answer=answer)
        except TimeoutError:
            long = f"it took longer than {self._patience:g} seconds, and was given up"
            self._end(work, State.FAILED, Refused(long))
        except Refused as refused:
            self._end(work, State.FAILED, refused)
        except Exception as error:  # whatever it is, the next in the lane have their turn
            if not work.ended.is_set():
                log.error("the lab failed: %s", error if isinstance(error, Lost) else type(error))
            self._end(work, State.FAILED, Refused(LOST))

    def _end(
        self,
        work: Work,
        state: State,
        refused: Refused | None = None,
        answer: bytes | None = None,
    ) -> None:
        if not work.ended.is_set():
            self._answered(work, answer)
            work.end(state, refused)

    async def close(self) -> None:
        """Stop everything."""
        for work in (*self._waiting, *([self._now] if self._now else [])):
            self._end(work, State.CANCELLED)
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.process.close()
