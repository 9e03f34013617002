"""The queue of lab jobs: who asked what, its progress, and limits per person.

Equal questions are answered once. There are three queues, each with a process: for advice, which
takes a moment, for solving, and for papers, which take a minute; so nobody who has to decide at a
table waits for somebody who is exploring.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.room.lab_service.process import COMMAND, LabProcess
from pitboss.room.lab_service.questions import ADVISE, LONG_KINDS, Question
from pitboss.room.people.credentials import new_token
from pitboss.room.worker_process import JobProgress, ProcessLost

MAX_CACHE_BYTES: Final = 32 << 20


class AnswerCache:
    """A cache of answers by question, limited in bytes."""

    def __init__(self, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._max_bytes, self._size = max_bytes, 0
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, question: bytes) -> bytes | None:
        """Return the answer to a question, if it is cached."""
        if question in self._answers:
            self._answers.move_to_end(question)
        return self._answers.get(question)

    def put(self, question: bytes, answer: bytes) -> None:
        """Cache an answer; the least recently used ones make room."""
        previous = self._answers.pop(question, None)
        self._size += len(answer) - (len(previous) if previous else -len(question))
        self._answers[question] = answer
        while self._size > self._max_bytes:
            old_question, old_answer = self._answers.popitem(last=False)
            self._size -= len(old_question) + len(old_answer)


log: Final = logging.getLogger("pitboss.lab")
PROCESS_LOST: Final = "the lab stopped before it finished: try again"


class JobState(StrEnum):
    """The state of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELED = "cancelled"


class WorkItem:
    """A question in the queue, asked by one person or several."""

    def __init__(self, question: Question, key: bytes, *, guest: bool = False) -> None:
        self.question, self.key, self.state = question, key, JobState.WAITING
        self.is_for_guests = guest
        """Whether only guests asked for it."""
        self.progress = JobProgress()
        self.refusal: Refused | None = None
        """Why there is no answer."""
        self.completion = asyncio.Event()
        """Set when the work has ended, whatever its state."""

    def finish(self, state: JobState, refusal: Refused | None = None) -> None:
        """End the work in this state."""
        self.state, self.refusal = state, refusal
        self.completion.set()


class WorkerQueue:
    """A queue of work for one lab process, done in order.

    Work may take ``timeout`` seconds. Work that nobody waits for anymore is stopped after
    ``grace`` seconds, since finishing it is often quicker than starting another process.
    """

    def __init__(
        self,
        process: LabProcess,
        timeout: float,
        grace: float,
        on_answer: Callable[[WorkItem, bytes | None], None],
    ) -> None:

        self.process, self._timeout, self._grace = process, timeout, grace
        self._on_answer = on_answer
        self._waiting: deque[WorkItem] = deque()
        self._current: WorkItem | None = None
        self._task: asyncio.Task[None] | None = None
        self._stop_timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """Return the number of items that are waiting or running."""
        return len(self._waiting) + (self._current is not None)

    @property
    def guest_count(self) -> int:
        """How many of the items only guests asked for."""
        return sum(
            work.is_for_guests
            for work in (*self._waiting, *([self._current] if self._current else []))
        )

    def put(self, work: WorkItem) -> None:
        """Add work to the queue, and start the queue if it is idle."""
        self._insert(work)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="a queue of the lab")

    def count_ahead(self, work: WorkItem) -> int:
        """Return how many items are done before this one; 0 if it is running."""
        return self._waiting.index(work) + 1 if work in self._waiting else 0

    def abandon(self, work: WorkItem) -> None:
        """Remove work that nobody waits for, or stop it after the grace period."""
        if work in self._waiting:
            self._waiting.remove(work)
            self._finish(work, JobState.CANCELED)
        elif work is self._current and self._stop_timer is None:
            self._stop_timer = asyncio.get_running_loop().call_later(
                self._grace, self._stop_current, work
            )

    def resume(self, work: WorkItem, *, guest: bool = False) -> None:
        """Keep work because somebody waits for it (again)."""
        if work.is_for_guests and not guest:
            work.is_for_guests = False
            if work in self._waiting:
                self._waiting.remove(work)
                self._insert(work)
        if work is self._current and self._stop_timer is not None:
            self._stop_timer.cancel()
            self._stop_timer = None

    def _insert(self, work: WorkItem) -> None:
        """Insert work at the end, but before the work of guests if it is not theirs."""
        positions = (
            index
            for index, other in enumerate(self._waiting)
            if other.is_for_guests and not work.is_for_guests
        )
        self._waiting.insert(next(positions, len(self._waiting)), work)

    def _stop_current(self, work: WorkItem) -> None:
        if work is self._current:
            self._finish(work, JobState.CANCELED)
            self.process.kill()

    async def _run(self) -> None:
        while self._waiting:
            work = self._current = self._waiting.popleft()
            try:
                await self._process(work)
            finally:
                self._current = None
                if self._stop_timer is not None:
                    self._stop_timer.cancel()
                    self._stop_timer = None

    async def _process(self, work: WorkItem) -> None:
        def on_progress(progress: JobProgress) -> None:
            work.progress = progress

        work.state = JobState.RUNNING
        try:
            async with asyncio.timeout(self._timeout):
                answer = await self.process.ask(work.key, on_progress)
            self._finish(work, JobState.DONE, answer=answer)
        except TimeoutError:
            sentence = f"this took longer than {self._timeout:g} seconds and was canceled"
            self._finish(work, JobState.FAILED, Refused(sentence))
        except Refused as refusal:
            self._finish(work, JobState.FAILED, refusal)
        except Exception as error:  # any error: the queue must go on
            if not work.completion.is_set():
                log.error(
                    "the lab failed: %s", error if isinstance(error, ProcessLost) else type(error)
                )
            self._finish(work, JobState.FAILED, Refused(PROCESS_LOST))

    def _finish(
        self,
        work: WorkItem,
        state: JobState,
        refusal: Refused | None = None,
        answer: bytes | None = None,
    ) -> None:
        if not work.completion.is_set():
            self._on_answer(work, answer)
            work.finish(state, refusal)

    async def close(self) -> None:
        """Cancel all work and end the process."""
        for work in (*self._waiting, *([self._current] if self._current else [])):
            self._finish(work, JobState.CANCELED)
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.process.close()


TOO_MANY_OWN_JOBS: Final = (
    "you have reached your limit of running lab jobs ({}): wait for one to finish, or cancel it"
)
STILL_WORKING: Final = "the lab is still working on this: try again shortly"
ANSWER_GONE: Final = "the result is no longer available: start the job again"
LAB_BUSY: Final = "the lab is too busy: try again shortly"
LAB_BUSY_FOR_GUESTS: Final = "the lab is too busy for more jobs from guests: try again shortly"


class JobLimits(Struct, frozen=True):
    """Limits of the lab's work for a room."""

    per_owner: int = 2
    """Unfinished jobs of one person, other than advice."""
    advice_per_owner: int = 4
    """Unfinished requests for advice of one person, perhaps in several tabs."""
    total: int = 16
    """Items in one queue."""
    guest_total: int = 8
    """Items in one queue that only guests asked for, to leave room for others."""
    advice_total: int = 200
    """Items in the queue for advice."""
    timeout: float = 120.0
    """Seconds for one item."""
    grace: float = 1.0
    """Seconds until work that everybody canceled is stopped."""
    advice_wait: float = 30.0
    """Seconds that a request waits for advice; a later request gets the cached answer."""
    remembered_jobs: int = 20
    """Jobs of one person that are remembered."""
    remembered_owners: int = 1000
    """People whose jobs are remembered."""
    niceness: int = 10
    """The priority of the solving process: tables come first, then advice."""
    advice_niceness: int = 5
    long_timeout: float = 600.0
    """Seconds for a paper."""
    long_niceness: int = 15


class TooManyJobs(Refused):
    """The question is valid, but a limit was reached."""


class Job:
    """One person's question; others may share the work."""

    def __init__(self, owner: str, work: WorkItem) -> None:
        self.id, self.owner, self.work = new_token(), owner, work
        self.is_canceled = False

    @property
    def state(self) -> JobState:
        """The state of the job: canceled for this person, or that of the work."""
        return JobState.CANCELED if self.is_canceled else self.work.state

    @property
    def is_open(self) -> bool:
        """Whether its owner is waiting for it."""
        return not self.is_canceled and not self.work.completion.is_set()


class JobQueue:
    """The lab jobs of a room, done in processes that start with the first question."""

    def __init__(self, limits: JobLimits | None = None, command: Sequence[str] = COMMAND) -> None:
        limits = self.limits = limits or JobLimits()
        self._cache = AnswerCache()
        self._jobs: OrderedDict[str, dict[str, Job]] = OrderedDict()
        """Jobs by owner, in the order of their last question."""
        self._work_items: dict[bytes, WorkItem] = {}
        """Unfinished work by question."""
        self.solve_queue, self.advice_queue, self.paper_queue = (
            WorkerQueue(LabProcess(niceness, command), timeout, limits.grace, self._store_answer)
            for niceness, timeout in (
                (limits.niceness, limits.timeout),
                (limits.advice_niceness, limits.timeout),
                (limits.long_niceness, limits.long_timeout),
            )
        )

    def submit(self, owner: str, question: Question, *, guest: bool = False) -> Job:
        """Queue a question; one whose answer is cached is done at once."""
        key, own = question.key, self._jobs_of(owner)
        for job in own.values():
            if job.is_open and job.work.key == key:
                return job
        job = Job(owner, self._work_item(owner, question, key, guest))
        own[job.id] = job
        self._forget(own)
        return job

    async def answer_now(self, owner: str, question: Question) -> bytes:
        """Wait for an answer that takes a moment; raise `Refused` if there is none."""
        if (cached_answer := self._cache.get(question.key)) is not None:
            return cached_answer
        job = self.submit(owner, question)
        try:
            async with asyncio.timeout(self.limits.advice_wait):
                await job.work.completion.wait()
        except TimeoutError:
            raise TooManyJobs(STILL_WORKING) from None
        self._jobs_of(owner).pop(job.id, None)
        answer = self.answer_of(job)
        if answer is None:
            raise job.work.refusal or Refused(ANSWER_GONE)
        return answer

    def find_job(self, owner: str, job: str) -> Job | None:
        """Return a job of this person by its id, as long as it and its answer are remembered."""
        match = self._jobs.get(owner, {}).get(job)
        if match and match.state is JobState.DONE and self.answer_of(match) is None:
            return None
        return match

    def answer_of(self, job: Job) -> bytes | None:
        """Return the answer of a job that is done."""
        return self._cache.get(job.work.key) if job.state is JobState.DONE else None

    def cancel(self, job: Job) -> None:
        """Cancel a job; its work is stopped if nobody else waits for it."""
        if not job.is_open:
            return
        job.is_canceled = True
        if not self._is_awaited(job.work):
            self._queue_for(job.work.question).abandon(job.work)

    def count_ahead(self, job: Job) -> int:
        """Return how many items are done before this job."""
        return self._queue_for(job.work.question).count_ahead(job.work)

    async def close(self) -> None:
        """Cancel all work and end the processes."""
        for queue in (self.solve_queue, self.advice_queue, self.paper_queue):
            await queue.close()

    # Work

    def _work_item(self, owner: str, question: Question, key: bytes, guest: bool) -> WorkItem:
        if self._cache.get(key) is not None:
            work = WorkItem(question, key)
            work.finish(JobState.DONE)
            return work
        self._check_owner_limit(owner, question)
        queue = self._queue_for(question)
        if key in self._work_items:
            work = self._work_items[key]
            queue.resume(work, guest=guest)
            return work
        if len(queue) >= (
            self.limits.advice_total if queue is self.advice_queue else self.limits.total
        ):
            raise TooManyJobs(LAB_BUSY)
        if guest and queue.guest_count >= self.limits.guest_total:
            raise TooManyJobs(LAB_BUSY_FOR_GUESTS)
        work = self._work_items[key] = WorkItem(question, key, guest=guest)
        queue.put(work)
        return work

    def _check_owner_limit(self, owner: str, question: Question) -> None:
        queue = self._queue_for(question)
        limit = (
            self.limits.advice_per_owner if queue is self.advice_queue else self.limits.per_owner
        )
        open_jobs = sum(
            job.is_open and self._queue_for(job.work.question) is queue
            for job in self._jobs_of(owner).values()
        )
        if open_jobs >= limit:
            raise TooManyJobs(TOO_MANY_OWN_JOBS.format(limit))

    def _queue_for(self, question: Question) -> WorkerQueue:
        if question.kind == ADVISE:
            return self.advice_queue
        return self.paper_queue if question.kind in LONG_KINDS else self.solve_queue

    def _store_answer(self, work: WorkItem, answer: bytes | None) -> None:
        self._work_items.pop(work.key, None)
        if answer is not None:
            self._cache.put(work.key, answer)

    def _is_awaited(self, work: WorkItem) -> bool:
        return any(
            job.is_open and job.work is work for own in self._jobs.values() for job in own.values()
        )

    # Jobs

    def _jobs_of(self, owner: str) -> dict[str, Job]:
        own = self._jobs.setdefault(owner, {})
        self._jobs.move_to_end(owner)
        if len(self._jobs) > self.limits.remembered_owners:
            oldest_owner, jobs = next(iter(self._jobs.items()))
            if not any(job.is_open for job in jobs.values()):
                del self._jobs[oldest_owner]
        return own

    def _forget(self, jobs: dict[str, Job]) -> None:
        """Forget the oldest jobs that have ended, beyond the limit."""
        ended_ids = [job.id for job in jobs.values() if not job.is_open]
        for job_id in ended_ids[: max(0, len(jobs) - self.limits.remembered_jobs)]:
            del jobs[job_id]
