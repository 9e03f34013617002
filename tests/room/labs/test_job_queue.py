"""The lab's job queue and its processes, including games loaded from files."""

import asyncio
import json
from pathlib import Path

import pytest

from pitboss import games
from pitboss.cli.game import GAME_TEMPLATE
from pitboss.errors import Refused
from pitboss.room.lab_service.job_queue import AnswerCache, JobState, TooManyJobs
from pitboss.room.lab_service.process import LabProcess
from pitboss.room.lab_service.questions import Kind, make_question
from tests.room.labs.scripted_queue import (
    result_of,
    scripted_question,
    scripted_queue,
    wait_until_running,
)


async def test_same_question_is_computed_once() -> None:
    async with scripted_queue() as queue:
        first, second = (
            queue.submit("ann", scripted_question()),
            queue.submit("bob", scripted_question()),
        )
        assert first.id != second.id
        assert first.work is second.work
        assert await result_of(queue, first) == await result_of(queue, second)
        later = queue.submit("cid", scripted_question())
        assert (later.state, later.is_open) == (JobState.DONE, False)
        assert await result_of(queue, later) == await result_of(queue, first)


async def test_repeated_question_returns_the_same_job() -> None:
    async with scripted_queue() as queue:
        assert queue.submit("ann", scripted_question("quickly")) is queue.submit(
            "ann", scripted_question("quickly")
        )


async def test_progress_is_reported() -> None:
    async with scripted_queue() as queue:
        job = queue.submit("ann", scripted_question("slowly"))
        await wait_until_running(job)
        before = job.work.progress
        assert (before.what, before.of) == ("sleeping", 600)
        while job.work.progress.done == before.done:
            await asyncio.sleep(0.01)
        assert job.work.progress.done > before.done


async def test_jobs_of_others_are_hidden() -> None:
    async with scripted_queue() as queue:
        job = queue.submit("ann", scripted_question())
        assert queue.find_job("ann", job.id) is job
        assert queue.find_job("bob", job.id) is None
        assert queue.find_job("ann", "made up") is None


# Limits


async def test_jobs_per_person_are_limited() -> None:
    async with scripted_queue() as queue:
        first = queue.submit("ann", scripted_question("slowly"))
        second = queue.submit("ann", scripted_question(number=1))
        with pytest.raises(TooManyJobs, match=r"your limit of running lab jobs \(2\)"):
            queue.submit("ann", scripted_question(number=2))
        other = queue.submit("bob", scripted_question(number=2))
        assert [queue.count_ahead(job) for job in (first, second, other)] == [1, 2, 3]
        await wait_until_running(first)
        assert [queue.count_ahead(job) for job in (first, second, other)] == [0, 1, 2]
        queue.cancel(first)
        third = queue.submit("ann", scripted_question(number=3))
        for job in (second, other, third):
            assert await result_of(queue, job)
        assert queue.submit("ann", scripted_question(number=4)).is_open


async def test_cached_results_do_not_count() -> None:
    async with scripted_queue(per_owner=1) as queue:
        await result_of(queue, queue.submit("ann", scripted_question()))
        queue.submit("ann", scripted_question("slowly"))
        assert queue.submit("ann", scripted_question()).state is JobState.DONE


async def test_total_jobs_are_limited() -> None:
    async with scripted_queue(total=3) as queue:
        jobs = [queue.submit(f"guest {n}", scripted_question("slowly", number=n)) for n in range(3)]
        with pytest.raises(TooManyJobs, match="the lab is too busy:"):
            queue.submit("guest 4", scripted_question(number=4))
        assert queue.submit("guest 5", scripted_question("slowly", number=0)).work is jobs[0].work


@pytest.mark.parametrize("kind", ["solve", "report"])
async def test_guests_cannot_fill_the_queue(kind: Kind) -> None:
    async with scripted_queue(total=4, guest_total=2) as queue:
        first, second = [
            queue.submit(f"guest {n}", scripted_question("slowly", kind=kind, number=n), guest=True)
            for n in range(2)
        ]
        with pytest.raises(TooManyJobs, match="too busy for more jobs from guests"):
            queue.submit("guest 2", scripted_question(kind=kind, number=2), guest=True)
        joined_job = queue.submit(
            "guest 2", scripted_question("slowly", kind=kind, number=1), guest=True
        )
        assert joined_job.work is second.work, "what is worked on anyway is nothing more"
        await wait_until_running(first)
        ann = queue.submit("ann", scripted_question(kind=kind, number=3))
        bob = queue.submit("bob", scripted_question(kind=kind, number=4))
        assert [queue.count_ahead(job) for job in (first, ann, bob, second)] == [0, 1, 2, 3]
        with pytest.raises(TooManyJobs, match="the lab is too busy:"):
            queue.submit("cid", scripted_question(kind=kind, number=5))
        queue.cancel(first)
        assert await result_of(queue, ann)
        assert queue.submit("guest 0", scripted_question(kind=kind, number=6), guest=True).is_open


async def test_shared_job_no_longer_counts_as_a_guest_s() -> None:
    async with scripted_queue(guest_total=3) as queue:
        slow, *waiting = [
            queue.submit(
                f"guest {n}", scripted_question("slowly", kind="report", number=n), guest=True
            )
            for n in range(3)
        ]
        await wait_until_running(slow)
        assert [queue.count_ahead(job) for job in waiting] == [1, 2]
        queue.submit("ann", scripted_question("slowly", kind="report", number=2))
        assert [queue.count_ahead(job) for job in waiting] == [2, 1]
        assert queue.submit(
            "guest 3", scripted_question(kind="report", number=3), guest=True
        ).is_open


async def test_advice_has_its_own_queue_and_limits() -> None:
    async with scripted_queue(advice_per_owner=1) as queue:
        solving = [queue.submit("ann", scripted_question("slowly", number=n)) for n in range(2)]
        await wait_until_running(solving[0])
        assert b'"nice"' in await queue.answer_now("ann", scripted_question(kind="advise"))
        assert [job.state for job in solving] == [JobState.RUNNING, JobState.WAITING]
        first = queue.submit("ann", scripted_question("slowly", kind="advise"))
        with pytest.raises(TooManyJobs, match=r"your limit of running lab jobs \(1\)"):
            await queue.answer_now("ann", scripted_question("quickly", kind="advise"))
        assert first.is_open


async def test_waiting_for_advice_has_a_time_limit() -> None:
    async with scripted_queue(advice_wait=2) as queue:
        with pytest.raises(TooManyJobs, match="still working on this"):
            await queue.answer_now("ann", scripted_question("slowly", kind="advise"))
        with pytest.raises(Refused, match="nothing to solve"):
            await queue.answer_now("bob", scripted_question("refuse"))


# Stored results


async def test_last_jobs_are_stored() -> None:
    async with scripted_queue(remembered_jobs=3, remembered_owners=2) as queue:
        jobs = []
        for number in range(5):
            jobs.append(queue.submit("ann", scripted_question(number=number)))
            await result_of(queue, jobs[-1])
        assert [queue.find_job("ann", job.id) is job for job in jobs] == [
            False,
            False,
            True,
            True,
            True,
        ]
        slow = queue.submit("bob", scripted_question("slowly"))
        for n in range(3):
            queue.submit(f"guest {n}", scripted_question(number=1))
        assert queue.find_job("ann", jobs[-1].id) is None
        assert queue.find_job("bob", slow.id) is slow, "who waits is not forgotten"


async def test_old_results_are_evicted() -> None:
    async with scripted_queue() as queue:
        queue._cache = AnswerCache(3 << 20)
        jobs = []
        for number in range(4):
            jobs.append(queue.submit(f"guest {number}", scripted_question("long", number=number)))
            assert len((await result_of(queue, jobs[-1]))["long"]) == 1 << 20
        assert queue.find_job("guest 0", jobs[0].id) is None, (
            "its answer is gone, and so is the job"
        )
        assert queue.find_job("guest 3", jobs[3].id) is jobs[3]


def test_recently_used_results_are_kept() -> None:
    cache = AnswerCache(10)
    cache.put(b"a", b"1234")
    cache.put(b"b", b"1234")
    assert cache.get(b"a") == b"1234"
    cache.put(b"c", b"1234")
    assert [cache.get(item) for item in (b"a", b"b", b"c")] == [b"1234", None, b"1234"]
    cache.put(b"c", b"123")
    assert cache.get(b"a") == b"1234", "what is put again takes its room once"
    cache.put(b"d", b"much too long")
    assert cache.get(b"d") is None


TEXT = GAME_TEMPLATE.format(key="from-a-file", title="From A File", constant="GAME")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in (("_added_games", {}), ("_game_files", {}), ("_load_faults", [])):
        monkeypatch.setattr(games, name, value)
    path = tmp_path / "from_a_file.py"
    path.write_text(TEXT)
    games.add_game_file(path)
    return path


async def advise_once(process: LabProcess) -> bytes:
    question = make_question("advise", "from-a-file", cards_seen={"hole": "Ks Qd"})
    try:
        return await process.ask(question.key, lambda _: None)
    finally:
        await process.close()


@pytest.mark.usefixtures("file")
def test_a_lab_process_advises_on_a_game_from_a_file() -> None:
    answer = json.loads(asyncio.run(advise_once(LabProcess(0))))
    assert answer["best"] == "2x"


def test_a_lab_process_refuses_a_file_that_has_changed(file: Path) -> None:
    process = LabProcess(0)
    file.write_text(TEXT.replace("5 to 1", "6 to 1"))
    with pytest.raises(Refused, match=r"from_a_file\.py has changed since it was loaded"):
        asyncio.run(advise_once(process))
