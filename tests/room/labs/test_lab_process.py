"""Lab jobs that are canceled, time out or fail, and the process that runs them."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pitboss.room.lab_service.job_queue import PROCESS_LOST, JobState
from tests.room.labs.scripted_queue import (
    SCRIPTED_WORKER,
    result_of,
    scripted_question,
    scripted_queue,
    wait_until_running,
)


def is_dead(pid: int) -> bool:
    """Return whether a process is gone or a zombie."""
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


async def test_canceled_job_ends_and_the_next_one_runs() -> None:
    async with scripted_queue() as queue:
        slow, waiting = (
            queue.submit("ann", scripted_question("slowly")),
            queue.submit("ann", scripted_question("quickly")),
        )
        await wait_until_running(slow)
        pid = queue.solve_queue.process.pid
        queue.cancel(slow)
        assert slow.state is JobState.CANCELED
        result = await result_of(queue, waiting)
        assert result["pid"] != pid
        assert pid is not None
        assert is_dead(pid)
        queue.cancel(slow)
        queue.cancel(waiting)
        assert (slow.state, waiting.state) == (JobState.CANCELED, JobState.DONE)


async def test_waiting_job_can_be_canceled() -> None:
    async with scripted_queue() as queue:
        slow, waiting = (
            queue.submit("ann", scripted_question("slowly")),
            queue.submit("ann", scripted_question()),
        )
        await wait_until_running(slow)
        queue.cancel(waiting)
        assert waiting.state is JobState.CANCELED
        assert len(queue.solve_queue) == 1
        assert slow.state is JobState.RUNNING


async def test_job_canceled_before_the_process_has_started() -> None:
    async with scripted_queue() as queue:
        job = queue.submit("ann", scripted_question("slowly"))
        await asyncio.sleep(0)  # the queue starts it
        queue.cancel(job)
        assert await result_of(queue, queue.submit("ann", scripted_question()))


async def test_nearly_finished_job_is_awaited() -> None:
    """Finishing is quicker than starting another process, and the answer is kept."""
    async with scripted_queue(grace=20) as queue:
        job = queue.submit("ann", scripted_question("quickly"))
        await wait_until_running(job)
        pid = queue.solve_queue.process.pid
        queue.cancel(job)
        assert job.state is JobState.CANCELED
        assert (await result_of(queue, queue.submit("ann", scripted_question())))["pid"] == pid
        assert queue.submit("ann", scripted_question("quickly")).state is JobState.DONE


async def test_job_that_others_wait_for_continues() -> None:
    async with scripted_queue() as queue:
        mine, yours = (
            queue.submit("ann", scripted_question("quickly")),
            queue.submit("bob", scripted_question("quickly")),
        )
        await wait_until_running(mine)
        queue.cancel(mine)
        assert await result_of(queue, yours)
        assert (mine.state, yours.state) == (JobState.CANCELED, JobState.DONE)


async def test_job_requested_again_continues() -> None:
    async with scripted_queue(grace=0.1) as queue:
        mine = queue.submit("ann", scripted_question("quickly"))
        await wait_until_running(mine)
        queue.cancel(mine)
        again = queue.submit("ann", scripted_question("quickly"))
        assert again.work is mine.work
        assert await result_of(queue, again)


async def test_process_killed_during_a_job() -> None:
    async with scripted_queue() as queue:
        job = queue.submit("ann", scripted_question("slowly"))
        await wait_until_running(job)
        pid = queue.solve_queue.process.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert await result_of(queue, job) is None
        assert job.state is JobState.FAILED
        assert str(job.work.refusal) == PROCESS_LOST
        assert (await result_of(queue, queue.submit("ann", scripted_question())))["pid"] != pid


async def test_process_killed_between_two_jobs() -> None:
    async with scripted_queue() as queue:
        first = await result_of(queue, queue.submit("ann", scripted_question()))
        os.kill(first["pid"], signal.SIGKILL)
        while queue.solve_queue.process.pid is not None:
            await asyncio.sleep(0.01)
        assert (await result_of(queue, queue.submit("ann", scripted_question(number=1))))[
            "pid"
        ] != first["pid"]


async def test_crashed_job_fails_and_can_be_repeated() -> None:
    async with scripted_queue() as queue:
        for _ in range(2):
            job = queue.submit("ann", scripted_question("crash"))
            await result_of(queue, job)
            assert (job.state, str(job.work.refusal)) == (JobState.FAILED, PROCESS_LOST)
        assert await result_of(queue, queue.submit("ann", scripted_question()))


async def test_internal_error_is_logged_without_its_message(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with scripted_queue() as queue:
        job = queue.submit("ann", scripted_question("fail"))
        await result_of(queue, job)
        assert str(job.work.refusal) == PROCESS_LOST
    lines = [x.getMessage() for x in caplog.records if x.levelno >= logging.ERROR]
    assert len(lines) == 1
    assert "ZeroDivisionError in" in lines[0]
    assert "Ah" not in lines[0]


async def test_refused_job_has_a_reason() -> None:
    async with scripted_queue() as queue:
        before = await result_of(queue, queue.submit("ann", scripted_question()))
        job = queue.submit("ann", scripted_question("refuse"))
        await result_of(queue, job)
        assert job.work.refusal is not None
        assert (job.state, job.work.refusal.clause) == (JobState.FAILED, "CCP 1.A")
        after = await result_of(queue, queue.submit("ann", scripted_question(number=1)))
        assert after["pid"] == before["pid"], "that is no reason to start again"


async def test_job_times_out() -> None:
    async with scripted_queue(timeout=1) as queue:
        job = queue.submit("ann", scripted_question("slowly"))
        await result_of(queue, job)
        assert str(job.work.refusal) == "this took longer than 1 seconds and was canceled"
        assert len(queue.solve_queue) == 0
    async with scripted_queue() as queue:
        assert await result_of(queue, queue.submit("ann", scripted_question()))


async def test_printing_does_not_corrupt_results() -> None:
    async with scripted_queue() as queue:
        assert (await result_of(queue, queue.submit("ann", scripted_question("chat"))))["asked"][
            "decisions"
        ] == ["chat"]


async def test_process_has_low_priority_and_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_DATABASE", "postgresql://pit:secret@db/room")
    monkeypatch.setenv("PITBOSS_KEY", "/srv/keys/room")
    monkeypatch.setenv("PGPASSWORD", "secret")
    async with scripted_queue(niceness=7, advice_niceness=3) as queue:
        for kind, nice in (("solve", 7), ("advise", 3)):
            result = await result_of(queue, queue.submit("ann", scripted_question(kind=kind)))  # type: ignore[arg-type]
            assert result["nice"] == os.nice(0) + nice
            assert result["environment"]["PITBOSS_CACHE"] == os.environ["PITBOSS_CACHE"]
            variables = set(result["environment"])
            assert not {"PITBOSS_DATABASE", "PITBOSS_KEY", "PGPASSWORD"} & variables
            assert "secret" not in str(result)


async def test_closing_the_queue_ends_all_jobs() -> None:
    async with scripted_queue() as queue:
        jobs = [queue.submit("ann", scripted_question("slowly", number=n)) for n in range(2)]
        advice = queue.submit("ann", scripted_question("slowly", kind="advise"))
        await wait_until_running(jobs[0])
        await wait_until_running(advice)
        pids = [queue.solve_queue.process.pid, queue.advice_queue.process.pid]
    assert [job.state for job in (*jobs, advice)] == [JobState.CANCELED] * 3
    for pid in pids:
        assert pid is not None
        assert is_dead(pid)


async def test_unused_queue_closes() -> None:
    async with scripted_queue() as queue:
        assert queue.solve_queue.process.pid is None


KILLED_PROGRAM = f"""
import asyncio
from pitboss.room.lab_service.process import LabProcess
from tests.room.labs.scripted_queue import scripted_question

async def main():
    process = LabProcess(0, {SCRIPTED_WORKER!r})
    await process.ask(scripted_question("slowly").key, lambda _: print(process.pid, flush=True))

asyncio.run(main())
"""


def test_a_process_ends_with_its_room() -> None:
    """This holds even if the room is killed while the process is working."""
    room = subprocess.Popen(
        [sys.executable, "-c", KILLED_PROGRAM],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    assert room.stdout is not None
    pid = int(room.stdout.readline())
    assert not is_dead(pid)
    room.kill()
    room.wait()
    room.stdout.close()
    until = time.monotonic() + 20
    while not is_dead(pid) and time.monotonic() < until:
        time.sleep(0.02)
    assert is_dead(pid)
