"""Work that is cancelled, takes too long or fails, and the process that does it."""

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
from tests.room.labs.desks import ODD, ended, odd_desk, running, told


def gone(pid: int) -> bool:
    """Whether a process is no more, or only waits to be buried."""
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


async def test_work_that_is_cancelled_ends_and_the_next_is_done() -> None:
    async with odd_desk() as desk:
        slow, waiting = desk.submit("ann", told("slowly")), desk.submit("ann", told("quickly"))
        await running(slow)
        pid = desk.solve_queue.process.pid
        desk.cancel(slow)
        assert slow.state is JobState.CANCELLED
        result = await ended(desk, waiting)
        assert result["pid"] != pid
        assert pid is not None
        assert gone(pid)
        desk.cancel(slow)
        desk.cancel(waiting)
        assert (slow.state, waiting.state) == (JobState.CANCELLED, JobState.DONE)


async def test_what_waits_is_cancelled_without_harm() -> None:
    async with odd_desk() as desk:
        slow, waiting = desk.submit("ann", told("slowly")), desk.submit("ann", told())
        await running(slow)
        desk.cancel(waiting)
        assert waiting.state is JobState.CANCELLED
        assert len(desk.solve_queue) == 1
        assert slow.state is JobState.RUNNING


async def test_what_is_cancelled_before_the_process_stands() -> None:
    async with odd_desk() as desk:
        job = desk.submit("ann", told("slowly"))
        await asyncio.sleep(0)  # the lane takes it up
        desk.cancel(job)
        assert await ended(desk, desk.submit("ann", told()))


async def test_what_is_nearly_done_is_waited_for() -> None:
    """To be done with it is quicker than to start another process; the answer is kept, too."""
    async with odd_desk(grace=20) as desk:
        job = desk.submit("ann", told("quickly"))
        await running(job)
        pid = desk.solve_queue.process.pid
        desk.cancel(job)
        assert job.state is JobState.CANCELLED
        assert (await ended(desk, desk.submit("ann", told())))["pid"] == pid
        assert desk.submit("ann", told("quickly")).state is JobState.DONE


async def test_what_others_wait_for_goes_on() -> None:
    async with odd_desk() as desk:
        mine, yours = desk.submit("ann", told("quickly")), desk.submit("bob", told("quickly"))
        await running(mine)
        desk.cancel(mine)
        assert await ended(desk, yours)
        assert (mine.state, yours.state) == (JobState.CANCELLED, JobState.DONE)


async def test_what_somebody_asks_again_goes_on() -> None:
    async with odd_desk(grace=0.1) as desk:
        mine = desk.submit("ann", told("quickly"))
        await running(mine)
        desk.cancel(mine)
        again = desk.submit("ann", told("quickly"))
        assert again.work is mine.work
        assert await ended(desk, again)


async def test_a_process_that_is_killed_at_work() -> None:
    async with odd_desk() as desk:
        job = desk.submit("ann", told("slowly"))
        await running(job)
        pid = desk.solve_queue.process.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert await ended(desk, job) is None
        assert job.state is JobState.FAILED
        assert str(job.work.refusal) == PROCESS_LOST
        assert (await ended(desk, desk.submit("ann", told())))["pid"] != pid


async def test_a_process_that_is_killed_between_two_questions() -> None:
    async with odd_desk() as desk:
        first = await ended(desk, desk.submit("ann", told()))
        os.kill(first["pid"], signal.SIGKILL)
        while desk.solve_queue.process.pid is not None:
            await asyncio.sleep(0.01)
        assert (await ended(desk, desk.submit("ann", told(number=1))))["pid"] != first["pid"]


async def test_what_crashes_fails_and_may_be_asked_again() -> None:
    async with odd_desk() as desk:
        for _ in range(2):
            job = desk.submit("ann", told("crash"))
            await ended(desk, job)
            assert (job.state, str(job.work.refusal)) == (JobState.FAILED, PROCESS_LOST)
        assert await ended(desk, desk.submit("ann", told()))


async def test_what_nobody_foresaw_is_told_to_the_log_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with odd_desk() as desk:
        job = desk.submit("ann", told("fail"))
        await ended(desk, job)
        assert str(job.work.refusal) == PROCESS_LOST
    lines = [x.getMessage() for x in caplog.records if x.levelno >= logging.ERROR]
    assert len(lines) == 1
    assert "ZeroDivisionError in" in lines[0]
    assert "Ah" not in lines[0]


async def test_what_the_lab_refuses_has_its_reason() -> None:
    async with odd_desk() as desk:
        before = await ended(desk, desk.submit("ann", told()))
        job = desk.submit("ann", told("refuse"))
        await ended(desk, job)
        assert job.work.refusal is not None
        assert (job.state, job.work.refusal.clause) == (JobState.FAILED, "CCP 1.A")
        after = await ended(desk, desk.submit("ann", told(number=1)))
        assert after["pid"] == before["pid"], "that is no reason to start again"


async def test_what_takes_too_long_is_given_up() -> None:
    async with odd_desk(timeout=1) as desk:
        job = desk.submit("ann", told("slowly"))
        await ended(desk, job)
        assert str(job.work.refusal) == "this took longer than 1 seconds and was stopped"
        assert len(desk.solve_queue) == 0
    async with odd_desk() as desk:
        assert await ended(desk, desk.submit("ann", told()))


async def test_what_prints_does_not_come_between_the_answers() -> None:
    async with odd_desk() as desk:
        assert (await ended(desk, desk.submit("ann", told("chat"))))["asked"]["decisions"] == [
            "chat"
        ]


async def test_a_process_gives_way_and_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_DATABASE", "postgresql://pit:secret@db/room")
    monkeypatch.setenv("PITBOSS_KEY", "/srv/keys/room")
    monkeypatch.setenv("PGPASSWORD", "secret")
    async with odd_desk(niceness=7, advice_niceness=3) as desk:
        for kind, nice in (("solve", 7), ("advise", 3)):
            result = await ended(desk, desk.submit("ann", told(kind=kind)))  # type: ignore[arg-type]
            assert result["nice"] == os.nice(0) + nice
            assert result["environment"]["PITBOSS_CACHE"] == os.environ["PITBOSS_CACHE"]
            named = set(result["environment"])
            assert not {"PITBOSS_DATABASE", "PITBOSS_KEY", "PGPASSWORD"} & named
            assert "secret" not in str(result)


async def test_a_desk_that_closes_ends_everything() -> None:
    async with odd_desk() as desk:
        jobs = [desk.submit("ann", told("slowly", number=n)) for n in range(2)]
        advice = desk.submit("ann", told("slowly", kind="advise"))
        await running(jobs[0])
        await running(advice)
        pids = [desk.solve_queue.process.pid, desk.advice_queue.process.pid]
    assert [job.state for job in (*jobs, advice)] == [JobState.CANCELLED] * 3
    for pid in pids:
        assert pid is not None
        assert gone(pid)


async def test_a_desk_that_was_never_asked_closes_too() -> None:
    async with odd_desk() as desk:
        assert desk.solve_queue.process.pid is None


KILLED = f"""
import asyncio
from pitboss.room.lab_service.process import LabProcess
from tests.room.labs.desks import told

async def ask():
    process = LabProcess(0, {ODD!r})
    await process.ask(told("slowly").key, lambda _: print(process.pid, flush=True))

asyncio.run(ask())
"""


def test_a_process_ends_with_its_room() -> None:
    """Even if the room is killed, and the process in the midst of its work."""
    room = subprocess.Popen(
        [sys.executable, "-c", KILLED], stdout=subprocess.PIPE, cwd=Path(__file__).parents[3]
    )
    assert room.stdout is not None
    pid = int(room.stdout.readline())
    assert not gone(pid)
    room.kill()
    room.wait()
    room.stdout.close()
    until = time.monotonic() + 20
    while not gone(pid) and time.monotonic() < until:
        time.sleep(0.02)
    assert gone(pid)
