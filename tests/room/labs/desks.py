"""Desks whose lab does as it is told, and questions that tell it."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from pitboss.room.lab_service.job_queue import Job, JobLimits, JobQueue, JobState
from pitboss.room.lab_service.questions import Kind, Question

ODD = (sys.executable, str(Path(__file__).parent / "odd_worker.py"))


@asynccontextmanager
async def odd_desk(**limits: float) -> AsyncIterator[JobQueue]:
    """A desk with a lab of which anything can be had."""
    result = JobQueue(msgspec.convert({"grace": 0.0, **limits}, JobLimits), ODD)
    try:
        yield result
    finally:
        await result.close()


def told(*words: str, kind: Kind = "solve", number: int = 0) -> Question:
    """A question that has the lab do this; another number makes it another one."""
    return Question(kind, "criss-cross", {"number": number}, decisions=words)


async def ended(desk: JobQueue, job: Job) -> Any:  # noqa: ANN401
    """What came of it."""
    await job.work.completion.wait()
    answer = desk.answer_of(job)
    return None if answer is None else msgspec.json.decode(answer)


async def running(job: Job) -> None:
    """Until the lab is at work on it, and has said so."""
    while job.state is not JobState.RUNNING or not job.work.progress.of:
        assert job.is_open, job.state
        await asyncio.sleep(0.01)
