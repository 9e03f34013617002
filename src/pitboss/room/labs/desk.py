"""The desk of the lab: who asked what, how far it is, and how much anybody may ask.

What is asked twice is worked out once, for whoever asks. One lane is for advice, which takes a
moment, one for solving, and one for papers that take a minute: so nobody who is to decide waits for
somebody who wonders.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.room.labs.kept import Kept
from pitboss.room.labs.lane import Lane, State, Work
from pitboss.room.labs.process import COMMAND, LabProcess
from pitboss.room.labs.question import ADVISE, LONG, Question
from pitboss.room.people.sessions import new_token

OWN_WORK: Final = "{} of your questions are being worked out: wait for one, or cancel it"
STILL_AT_IT: Final = "the lab is still at work on it: ask again in a little while"
GONE: Final = "there is no answer any more: ask again"
BUSY: Final = "the lab has too much to do: ask again in a little while"
BUSY_FOR_GUESTS: Final = "the lab has enough to do for guests: ask again in a little while"


class DeskLimits(Struct, frozen=True):
    """How much the lab does for a room."""

    own: int = 2
    """Unfinished jobs of one person…"""
    own_advice: int = 4
    """…and questions what to decide, in several tabs perhaps."""
    all: int = 16
    """Pieces of work that wait in a lane, or are done…"""
    all_guests: int = 8
    """…those that only guests asked for: so they leave room for people who signed in…"""
    all_advice: int = 200
    """…and questions what to decide."""
    patience: float = 120.0
    """Seconds for one of them."""
    grace: float = 1.0
    """Seconds that work goes on after everybody cancelled it."""
    wait: float = 30.0
    """Seconds that somebody waits for advice; whoever asks again later, has it."""
    own_jobs: int = 20
    """Jobs of one person that are remembered…"""
    owners: int = 1000
    """…and people."""
    niceness: int = 10
    """Tables come first, then advice."""
    niceness_advice: int = 5
    patience_long: float = 600.0
    niceness_long: int = 15
    """Of what takes a minute or more."""


class TooMuch(Refused):
    """Nothing is wrong with the question, but it is one too many."""


class Job:
    """Somebody's question. The work may be for others, too."""

    def __init__(self, owner: str, work: Work) -> None:
        self.id, self.owner, self.work = new_token(), owner, work
        self.cancelled = False

    @property
    def state(self) -> State:
        """How far it is."""
        return State.CANCELLED if self.cancelled else self.work.state

    @property
    def open(self) -> bool:
        """Whether its owner waits for it."""
        return not self.cancelled and not self.work.ended.is_set()


class LabDesk:
    """Takes questions, and has them answered in processes that start with the first one."""

    def __init__(self, limits: DeskLimits | None = None, command: Sequence[str] = COMMAND) -> None:
        limits = self.limits = limits or DeskLimits()
        self._kept = Kept()
        self._jobs: OrderedDict[str, dict[str, Job]] = OrderedDict()
        """By owner; who asked last, comes last."""
        self._works: dict[bytes, Work] = {}
        """What is worked on."""
        self.solving, self.advising, self.writing = (
            Lane(LabProcess(nice, command), patience, limits.grace, self._answered)
            for nice, patience in (
                (limits.niceness, limits.patience),
                (limits.niceness_advice, limits.patience),
                (limits.niceness_long, limits.patience_long),
            )
        )

    def ask(self, owner: str, question: Question, *, guest: bool = False) -> Job:
        """Have something worked out; what was asked before is answered at once."""
        key, own = question.key, self._own(owner)
        for job in own.values():
            if job.open and job.work.key == key:
                return job
        job = Job(owner, self._work(owner, question, key, guest))
        own[job.id] = job
        self._forget(own)
        return job

    async def answer(self, owner: str, question: Question) -> bytes:
        """Wait for an answer that takes a moment; refused if there is none."""
        if (kept := self._kept.get(question.key)) is not None:
            return kept
        job = self.ask(owner, question)
        try:
            async with asyncio.timeout(self.limits.wait):
                await job.work.ended.wait()
        except TimeoutError:
            raise TooMuch(STILL_AT_IT) from None
        self._own(owner).pop(job.id, None)
        answer = self.answer_of(job)
        if answer is None:
            raise job.work.refused or Refused(GONE)
        return answer

    def job(self, owner: str, job: str) -> Job | None:
        """A job of this person, as long as it is remembered; those of others are none."""
        found = self._jobs.get(owner, {}).get(job)
        forgotten = found and found.state is State.DONE and self.answer_of(found) is None
        return None if forgotten else found

    def answer_of(self, job: Job) -> bytes | None:
        """What came of it."""
        return self._kept.get(job.work.key) if job.state is State.DONE else None

    def cancel(self, job: Job) -> None:
        """Its owner does not wait for it any more."""
        if not job.open:
            return
        job.cancelled = True
        if not self._awaited(job.work):
            self._lane(job.work.question).drop(job.work)

    def ahead(self, job: Job) -> int:
        """How many others come before this one."""
        return self._lane(job.work.question).ahead(job.work)

    async def close(self) -> None:
        """End the processes, and all work with them."""
        for lane in (self.solving, self.advising, self.writing):
            await lane.close()

    # Work

    def _work(self, owner: str, question: Question, key: bytes, guest: bool) -> Work:
        if self._kept.get(key) is not None:
            done = Work(question, key)
            done.end(State.DONE)
            return done
        self._check_own(owner, question)
        lane = self._lane(question)
        if (work := self._works.get(key)) is not None:
            lane.take_up(work, guest=guest)
            return work
        if len(lane) >= (self.limits.all_advice if lane is self.advising else self.limits.all):
            raise TooMuch(BUSY)
        if guest and lane.guests >= self.limits.all_guests:
            raise TooMuch(BUSY_FOR_GUESTS)
        work = self._works[key] = Work(question, key, guest=guest)
        lane.put(work)
        return work

    def _check_own(self, owner: str, question: Question) -> None:
        lane = self._lane(question)
        most = self.limits.own_advice if lane is self.advising else self.limits.own
        alike = [x for x in self._own(owner).values() if self._lane(x.work.question) is lane]
        if sum(job.open for job in alike) >= most:
            raise TooMuch(OWN_WORK.format(most))

    def _lane(self, question: Question) -> Lane:
        if question.kind == ADVISE:
            return self.advising
        return self.writing if question.kind in LONG else self.solving

    def _answered(self, work: Work, answer: bytes | None) -> None:
        self._works.pop(work.key, None)
        if answer is not None:
            self._kept.put(work.key, answer)

    def _awaited(self, work: Work) -> bool:
        return any(
            job.open and job.work is work for own in self._jobs.values() for job in own.values()
        )

    # Jobs

    def _own(self, owner: str) -> dict[str, Job]:
        own = self._jobs.setdefault(owner, {})
        self._jobs.move_to_end(owner)
        if len(self._jobs) > self.limits.owners:
            first, theirs = next(iter(self._jobs.items()))
            if not any(job.open for job in theirs.values()):
                del self._jobs[first]
        return own

    def _forget(self, own: dict[str, Job]) -> None:
        """Jobs that are over make room for new ones."""
        over = [job.id for job in own.values() if not job.open]
        for job in over[: max(0, len(own) - self.limits.own_jobs)]:
            del own[job]
