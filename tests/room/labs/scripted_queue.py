"""Job queues whose lab worker follows a script, and the questions that script it."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from pitboss.room.lab_service.job_queue import Job, JobLimits, JobQueue, JobState
from pitboss.room.lab_service.questions import Kind, Question

SCRIPTED_WORKER = (sys.executable, str(Path(__file__).parent / "scripted_worker.py"))


@asynccontextmanager
async def scripted_queue(**limits: float) -> AsyncIterator[JobQueue]:
    """Run a job queue with the scripted worker."""
    result = JobQueue(msgspec.convert({"grace": 0.0, **limits}, JobLimits), SCRIPTED_WORKER)
    try:
        yield result
    finally:
        await result.close()


def scripted_question(*words: str, kind: Kind = "solve", number: int = 0) -> Question:
    """Return a question that scripts the worker; the number tells questions apart."""
    return Question(kind, "criss-cross", {"number": number}, decisions=words)


async def result_of(queue: JobQueue, job: Job) -> Any:  # noqa: ANN401
    """Wait for a job, and return its decoded answer."""
    await job.work.completion.wait()
    answer = queue.answer_of(job)
    return None if answer is None else msgspec.json.decode(answer)


async def wait_until_running(job: Job) -> None:
    """Wait until the lab reports progress on a job."""
    while job.state is not JobState.RUNNING or not job.work.progress.of:
        assert job.is_open, job.state
        await asyncio.sleep(0.01)
