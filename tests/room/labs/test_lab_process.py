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
    """Whether a process is no more, or only waits to be buried."""
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


async def test_work_that_is_cancelled_ends_and_the_next_is_done() -> None:
    async with scripted_queue() as desk:
        slow, waiting = (
            desk.submit("ann", scripted_question("slowly")),
            desk.submit("ann", scripted_question("quickly")),
        )
        await wait_until_running(slow)
        pid = desk.solve_queue.process.pid
        desk.cancel(slow)
        assert slow.state is JobState.CANCELLED
        result = await result_of(desk, waiting)
        assert result["pid"] != pid
        assert pid is not None
        assert is_dead(pid)
        desk.cancel(slow)
        desk.cancel(waiting)
        assert (slow.state, waiting.state) == (JobState.CANCELLED, JobState.DONE)


async def test_what_waits_is_cancelled_without_harm() -> None:
    async with scripted_queue() as desk:
        slow, waiting = (
            desk.submit("ann", scripted_question("slowly")),
            desk.submit("ann", scripted_question()),
        )
        await wait_until_running(slow)
        desk.cancel(waiting)
        assert waiting.state is JobState.CANCELLED
        assert len(desk.solve_queue) == 1
        assert slow.state is JobState.RUNNING


async def test_what_is_cancelled_before_the_process_stands() -> None:
    async with scripted_queue() as desk:
        job = desk.submit("ann", scripted_question("slowly"))
        await asyncio.sleep(0)  # the lane takes it up
        desk.cancel(job)
        assert await result_of(desk, desk.submit("ann", scripted_question()))


async def test_what_is_nearly_done_is_waited_for() -> None:
    """To be done with it is quicker than to start another process; the answer is kept, too."""
    async with scripted_queue(grace=20) as desk:
        job = desk.submit("ann", scripted_question("quickly"))
        await wait_until_running(job)
        pid = desk.solve_queue.process.pid
        desk.cancel(job)
        assert job.state is JobState.CANCELLED
        assert (await result_of(desk, desk.submit("ann", scripted_question())))["pid"] == pid
        assert desk.submit("ann", scripted_question("quickly")).state is JobState.DONE


async def test_what_others_wait_for_goes_on() -> None:
    async with scripted_queue() as desk:
        mine, yours = (
            desk.submit("ann", scripted_question("quickly")),
            desk.submit("bob", scripted_question("quickly")),
        )
        await wait_until_running(mine)
        desk.cancel(mine)
        assert await result_of(desk, yours)
        assert (mine.state, yours.state) == (JobState.CANCELLED, JobState.DONE)


async def test_what_somebody_asks_again_goes_on() -> None:
    async with scripted_queue(grace=0.1) as desk:
        mine = desk.submit("ann", scripted_question("quickly"))
        await wait_until_running(mine)
        desk.cancel(mine)
        again = desk.submit("ann", scripted_question("quickly"))
        assert again.work is mine.work
        assert await result_of(desk, again)


async def test_a_process_that_is_killed_at_work() -> None:
    async with scripted_queue() as desk:
        job = desk.submit("ann", scripted_question("slowly"))
        await wait_until_running(job)
        pid = desk.solve_queue.process.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert await result_of(desk, job) is None
        assert job.state is JobState.FAILED
        assert str(job.work.refusal) == PROCESS_LOST
        assert (await result_of(desk, desk.submit("ann", scripted_question())))["pid"] != pid


async def test_a_process_that_is_killed_between_two_questions() -> None:
    async with scripted_queue() as desk:
        first = await result_of(desk, desk.submit("ann", scripted_question()))
        os.kill(first["pid"], signal.SIGKILL)
        while desk.solve_queue.process.pid is not None:
            await asyncio.sleep(0.01)
        assert (await result_of(desk, desk.submit("ann", scripted_question(number=1))))[
            "pid"
        ] != first["pid"]


async def test_what_crashes_fails_and_may_be_asked_again() -> None:
    async with scripted_queue() as desk:
        for _ in range(2):
            job = desk.submit("ann", scripted_question("crash"))
            await result_of(desk, job)
            assert (job.state, str(job.work.refusal)) == (JobState.FAILED, PROCESS_LOST)
        assert await result_of(desk, desk.submit("ann", scripted_question()))


async def test_what_nobody_foresaw_is_told_to_the_log_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with scripted_queue() as desk:
        job = desk.submit("ann", scripted_question("fail"))
        await result_of(desk, job)
        assert str(job.work.refusal) == PROCESS_LOST
    lines = [x.getMessage() for x in caplog.records if x.levelno >= logging.ERROR]
    assert len(lines) == 1
    assert "ZeroDivisionError in" in lines[0]
    assert "Ah" not in lines[0]


async def test_what_the_lab_refuses_has_its_reason() -> None:
    async with scripted_queue() as desk:
        before = await result_of(desk, desk.submit("ann", scripted_question()))
        job = desk.submit("ann", scripted_question("refuse"))
        await result_of(desk, job)
        assert job.work.refusal is not None
        assert (job.state, job.work.refusal.clause) == (JobState.FAILED, "CCP 1.A")
        after = await result_of(desk, desk.submit("ann", scripted_question(number=1)))
        assert after["pid"] == before["pid"], "that is no reason to start again"


async def test_what_takes_too_long_is_given_up() -> None:
    async with scripted_queue(timeout=1) as desk:
        job = desk.submit("ann", scripted_question("slowly"))
        await result_of(desk, job)
        assert str(job.work.refusal) == "this took longer than 1 seconds and was stopped"
        assert len(desk.solve_queue) == 0
    async with scripted_queue() as desk:
        assert await result_of(desk, desk.submit("ann", scripted_question()))


async def test_what_prints_does_not_come_between_the_answers() -> None:
    async with scripted_queue() as desk:
        assert (await result_of(desk, desk.submit("ann", scripted_question("chat"))))["asked"][
            "decisions"
        ] == ["chat"]


async def test_a_process_gives_way_and_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_DATABASE", "postgresql://pit:secret@db/room")
    monkeypatch.setenv("PITBOSS_KEY", "/srv/keys/room")
    monkeypatch.setenv("PGPASSWORD", "secret")
    async with scripted_queue(niceness=7, advice_niceness=3) as desk:
        for kind, nice in (("solve", 7), ("advise", 3)):
            result = await result_of(desk, desk.submit("ann", scripted_question(kind=kind)))  # type: ignore[arg-type]
            assert result["nice"] == os.nice(0) + nice
            assert result["environment"]["PITBOSS_CACHE"] == os.environ["PITBOSS_CACHE"]
            variables = set(result["environment"])
            assert not {"PITBOSS_DATABASE", "PITBOSS_KEY", "PGPASSWORD"} & variables
            assert "secret" not in str(result)


async def test_a_desk_that_closes_ends_everything() -> None:
    async with scripted_queue() as desk:
        jobs = [desk.submit("ann", scripted_question("slowly", number=n)) for n in range(2)]
        advice = desk.submit("ann", scripted_question("slowly", kind="advise"))
        await wait_until_running(jobs[0])
        await wait_until_running(advice)
        pids = [desk.solve_queue.process.pid, desk.advice_queue.process.pid]
    assert [job.state for job in (*jobs, advice)] == [JobState.CANCELLED] * 3
    for pid in pids:
        assert pid is not None
        assert is_dead(pid)


async def test_a_desk_that_was_never_asked_closes_too() -> None:
    async with scripted_queue() as desk:
        assert desk.solve_queue.process.pid is None


KILLED_PROGRAM = f"""
import asyncio
from pitboss.room.lab_service.process import LabProcess
from tests.room.labs.scripted_queue import scripted_question

async def ask():
    process = LabProcess(0, {SCRIPTED_WORKER!r})
    await process.ask(scripted_question("slowly").key, lambda _: print(process.pid, flush=True))

asyncio.run(ask())
"""


def test_a_process_ends_with_its_room() -> None:
    """Even if the room is killed, and the process in the midst of its work."""
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
