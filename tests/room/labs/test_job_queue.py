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


async def test_what_is_asked_twice_is_worked_out_once() -> None:
    async with scripted_queue() as desk:
        first, second = (
            desk.submit("ann", scripted_question()),
            desk.submit("bob", scripted_question()),
        )
        assert first.id != second.id
        assert first.work is second.work
        assert await result_of(desk, first) == await result_of(desk, second)
        later = desk.submit("cid", scripted_question())
        assert (later.state, later.is_open) == (JobState.DONE, False)
        assert await result_of(desk, later) == await result_of(desk, first)


async def test_who_asks_again_has_the_same_job() -> None:
    async with scripted_queue() as desk:
        assert desk.submit("ann", scripted_question("quickly")) is desk.submit(
            "ann", scripted_question("quickly")
        )


async def test_progress_is_seen_while_it_goes_on() -> None:
    async with scripted_queue() as desk:
        job = desk.submit("ann", scripted_question("slowly"))
        await wait_until_running(job)
        before = job.work.progress
        assert (before.what, before.of) == ("sleeping", 600)
        while job.work.progress.done == before.done:
            await asyncio.sleep(0.01)
        assert job.work.progress.done > before.done


async def test_jobs_of_others_are_not_there() -> None:
    async with scripted_queue() as desk:
        job = desk.submit("ann", scripted_question())
        assert desk.find_job("ann", job.id) is job
        assert desk.find_job("bob", job.id) is None
        assert desk.find_job("ann", "made up") is None


# Limits


async def test_one_person_has_two_at_a_time() -> None:
    async with scripted_queue() as desk:
        first = desk.submit("ann", scripted_question("slowly"))
        second = desk.submit("ann", scripted_question(number=1))
        with pytest.raises(TooManyJobs, match="2 of your questions are already running"):
            desk.submit("ann", scripted_question(number=2))
        other = desk.submit("bob", scripted_question(number=2))
        assert [desk.count_ahead(job) for job in (first, second, other)] == [1, 2, 3]
        await wait_until_running(first)
        assert [desk.count_ahead(job) for job in (first, second, other)] == [0, 1, 2]
        desk.cancel(first)
        third = desk.submit("ann", scripted_question(number=3))
        for job in (second, other, third):
            assert await result_of(desk, job)
        assert desk.submit("ann", scripted_question(number=4)).is_open


async def test_what_is_known_counts_for_nobody() -> None:
    async with scripted_queue(per_owner=1) as desk:
        await result_of(desk, desk.submit("ann", scripted_question()))
        desk.submit("ann", scripted_question("slowly"))
        assert desk.submit("ann", scripted_question()).state is JobState.DONE


async def test_all_together_have_so_many() -> None:
    async with scripted_queue(total=3) as desk:
        jobs = [desk.submit(f"guest {n}", scripted_question("slowly", number=n)) for n in range(3)]
        with pytest.raises(TooManyJobs, match="the lab is too busy:"):
            desk.submit("guest 4", scripted_question(number=4))
        assert desk.submit("guest 5", scripted_question("slowly", number=0)).work is jobs[0].work


@pytest.mark.parametrize("kind", ["solve", "report"])
async def test_guests_together_leave_room_for_others(kind: Kind) -> None:
    async with scripted_queue(total=4, guest_total=2) as desk:
        first, second = [
            desk.submit(f"guest {n}", scripted_question("slowly", kind=kind, number=n), guest=True)
            for n in range(2)
        ]
        with pytest.raises(TooManyJobs, match="too busy for more questions from guests"):
            desk.submit("guest 2", scripted_question(kind=kind, number=2), guest=True)
        joined_job = desk.submit(
            "guest 2", scripted_question("slowly", kind=kind, number=1), guest=True
        )
        assert joined_job.work is second.work, "what is worked on anyway is nothing more"
        await wait_until_running(first)
        ann = desk.submit("ann", scripted_question(kind=kind, number=3))
        bob = desk.submit("bob", scripted_question(kind=kind, number=4))
        assert [desk.count_ahead(job) for job in (first, ann, bob, second)] == [0, 1, 2, 3]
        with pytest.raises(TooManyJobs, match="the lab is too busy:"):
            desk.submit("cid", scripted_question(kind=kind, number=5))
        desk.cancel(first)
        assert await result_of(desk, ann)
        assert desk.submit("guest 0", scripted_question(kind=kind, number=6), guest=True).is_open


async def test_what_others_ask_as_well_is_no_more_a_guests() -> None:
    async with scripted_queue(guest_total=3) as desk:
        slow, *waiting = [
            desk.submit(
                f"guest {n}", scripted_question("slowly", kind="report", number=n), guest=True
            )
            for n in range(3)
        ]
        await wait_until_running(slow)
        assert [desk.count_ahead(job) for job in waiting] == [1, 2]
        desk.submit("ann", scripted_question("slowly", kind="report", number=2))
        assert [desk.count_ahead(job) for job in waiting] == [2, 1]
        assert desk.submit(
            "guest 3", scripted_question(kind="report", number=3), guest=True
        ).is_open


async def test_advice_has_a_lane_and_limits_of_its_own() -> None:
    async with scripted_queue(advice_per_owner=1) as desk:
        solving = [desk.submit("ann", scripted_question("slowly", number=n)) for n in range(2)]
        await wait_until_running(solving[0])
        assert b'"nice"' in await desk.answer_now("ann", scripted_question(kind="advise"))
        assert [job.state for job in solving] == [JobState.RUNNING, JobState.WAITING]
        first = desk.submit("ann", scripted_question("slowly", kind="advise"))
        with pytest.raises(TooManyJobs, match="1 of your questions"):
            await desk.answer_now("ann", scripted_question("quickly", kind="advise"))
        assert first.is_open


async def test_waiting_for_advice_has_a_time_limit() -> None:
    async with scripted_queue(advice_wait=2) as desk:
        with pytest.raises(TooManyJobs, match="still working on this"):
            await desk.answer_now("ann", scripted_question("slowly", kind="advise"))
        with pytest.raises(Refused, match="nothing to solve"):
            await desk.answer_now("bob", scripted_question("refuse"))


# What is remembered


async def test_the_last_jobs_are_remembered() -> None:
    async with scripted_queue(remembered_jobs=3, remembered_owners=2) as desk:
        jobs = []
        for number in range(5):
            jobs.append(desk.submit("ann", scripted_question(number=number)))
            await result_of(desk, jobs[-1])
        assert [desk.find_job("ann", job.id) is job for job in jobs] == [
            False,
            False,
            True,
            True,
            True,
        ]
        slow = desk.submit("bob", scripted_question("slowly"))
        for n in range(3):
            desk.submit(f"guest {n}", scripted_question(number=1))
        assert desk.find_job("ann", jobs[-1].id) is None
        assert desk.find_job("bob", slow.id) is slow, "who waits is not forgotten"


async def test_answers_make_room_for_others() -> None:
    async with scripted_queue() as desk:
        desk._cache = AnswerCache(3 << 20)
        jobs = []
        for number in range(4):
            jobs.append(desk.submit(f"guest {number}", scripted_question("long", number=number)))
            assert len((await result_of(desk, jobs[-1]))["long"]) == 1 << 20
        assert desk.find_job("guest 0", jobs[0].id) is None, "its answer is gone, and so is the job"
        assert desk.find_job("guest 3", jobs[3].id) is jobs[3]


def test_what_was_asked_last_is_kept() -> None:
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


async def ask(process: LabProcess) -> bytes:
    question = make_question("advise", "from-a-file", cards_seen={"hole": "Ks Qd"})
    try:
        return await process.ask(question.key, lambda _: None)
    finally:
        await process.close()


@pytest.mark.usefixtures("file")
def test_a_lab_process_advises_on_a_game_from_a_file() -> None:
    answer = json.loads(asyncio.run(ask(LabProcess(0))))
    assert answer["best"] == "2x"


def test_a_lab_process_refuses_a_file_that_has_changed(file: Path) -> None:
    process = LabProcess(0)
    file.write_text(TEXT.replace("5 to 1", "6 to 1"))
    with pytest.raises(Refused, match=r"from_a_file\.py has changed since it was loaded"):
        asyncio.run(ask(process))
