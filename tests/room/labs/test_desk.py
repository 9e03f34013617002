"""The job queue of the lab and its processes, which know games that were loaded from files."""

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
from tests.room.labs.desks import ended, odd_desk, running, told


async def test_what_is_asked_twice_is_worked_out_once() -> None:
    async with odd_desk() as desk:
        first, second = desk.submit("ann", told()), desk.submit("bob", told())
        assert first.id != second.id
        assert first.work is second.work
        assert await ended(desk, first) == await ended(desk, second)
        later = desk.submit("cid", told())
        assert (later.state, later.is_open) == (JobState.DONE, False)
        assert await ended(desk, later) == await ended(desk, first)


async def test_who_asks_again_has_the_same_job() -> None:
    async with odd_desk() as desk:
        assert desk.submit("ann", told("quickly")) is desk.submit("ann", told("quickly"))


async def test_progress_is_seen_while_it_goes_on() -> None:
    async with odd_desk() as desk:
        job = desk.submit("ann", told("slowly"))
        await running(job)
        before = job.work.progress
        assert (before.what, before.of) == ("sleeping", 600)
        while job.work.progress.done == before.done:
            await asyncio.sleep(0.01)
        assert job.work.progress.done > before.done


async def test_jobs_of_others_are_not_there() -> None:
    async with odd_desk() as desk:
        job = desk.submit("ann", told())
        assert desk.find_job("ann", job.id) is job
        assert desk.find_job("bob", job.id) is None
        assert desk.find_job("ann", "made up") is None


# Limits


async def test_one_person_has_two_at_a_time() -> None:
    async with odd_desk() as desk:
        first = desk.submit("ann", told("slowly"))
        second = desk.submit("ann", told(number=1))
        with pytest.raises(TooManyJobs, match="2 of your questions are already running"):
            desk.submit("ann", told(number=2))
        other = desk.submit("bob", told(number=2))
        assert [desk.count_ahead(job) for job in (first, second, other)] == [1, 2, 3]
        await running(first)
        assert [desk.count_ahead(job) for job in (first, second, other)] == [0, 1, 2]
        desk.cancel(first)
        third = desk.submit("ann", told(number=3))
        for job in (second, other, third):
            assert await ended(desk, job)
        assert desk.submit("ann", told(number=4)).is_open


async def test_what_is_known_counts_for_nobody() -> None:
    async with odd_desk(per_owner=1) as desk:
        await ended(desk, desk.submit("ann", told()))
        desk.submit("ann", told("slowly"))
        assert desk.submit("ann", told()).state is JobState.DONE


async def test_all_together_have_so_many() -> None:
    async with odd_desk(total=3) as desk:
        jobs = [desk.submit(f"guest {n}", told("slowly", number=n)) for n in range(3)]
        with pytest.raises(TooManyJobs, match="the lab is too busy:"):
            desk.submit("guest 4", told(number=4))
        assert desk.submit("guest 5", told("slowly", number=0)).work is jobs[0].work


@pytest.mark.parametrize("kind", ["solve", "report"])
async def test_guests_together_leave_room_for_others(kind: Kind) -> None:
    async with odd_desk(total=4, guest_total=2) as desk:
        first, second = [
            desk.submit(f"guest {n}", told("slowly", kind=kind, number=n), guest=True)
            for n in range(2)
        ]
        with pytest.raises(TooManyJobs, match="too busy for more questions from guests"):
            desk.submit("guest 2", told(kind=kind, number=2), guest=True)
        joined = desk.submit("guest 2", told("slowly", kind=kind, number=1), guest=True)
        assert joined.work is second.work, "what is worked on anyway is nothing more"
        await running(first)
        ann = desk.submit("ann", told(kind=kind, number=3))
        bob = desk.submit("bob", told(kind=kind, number=4))
        assert [desk.count_ahead(job) for job in (first, ann, bob, second)] == [0, 1, 2, 3]
        with pytest.raises(TooManyJobs, match="the lab is too busy:"):
            desk.submit("cid", told(kind=kind, number=5))
        desk.cancel(first)
        assert await ended(desk, ann)
        assert desk.submit("guest 0", told(kind=kind, number=6), guest=True).is_open


async def test_what_others_ask_as_well_is_no_more_a_guests() -> None:
    async with odd_desk(guest_total=3) as desk:
        slow, *waiting = [
            desk.submit(f"guest {n}", told("slowly", kind="report", number=n), guest=True)
            for n in range(3)
        ]
        await running(slow)
        assert [desk.count_ahead(job) for job in waiting] == [1, 2]
        desk.submit("ann", told("slowly", kind="report", number=2))
        assert [desk.count_ahead(job) for job in waiting] == [2, 1]
        assert desk.submit("guest 3", told(kind="report", number=3), guest=True).is_open


async def test_advice_has_a_lane_and_limits_of_its_own() -> None:
    async with odd_desk(advice_per_owner=1) as desk:
        solving = [desk.submit("ann", told("slowly", number=n)) for n in range(2)]
        await running(solving[0])
        assert b'"nice"' in await desk.answer_now("ann", told(kind="advise"))
        assert [job.state for job in solving] == [JobState.RUNNING, JobState.WAITING]
        first = desk.submit("ann", told("slowly", kind="advise"))
        with pytest.raises(TooManyJobs, match="1 of your questions"):
            await desk.answer_now("ann", told("quickly", kind="advise"))
        assert first.is_open


async def test_waiting_for_advice_has_a_time_limit() -> None:
    async with odd_desk(advice_wait=2) as desk:
        with pytest.raises(TooManyJobs, match="still working on this"):
            await desk.answer_now("ann", told("slowly", kind="advise"))
        with pytest.raises(Refused, match="nothing to solve"):
            await desk.answer_now("bob", told("refuse"))


# What is remembered


async def test_the_last_jobs_are_remembered() -> None:
    async with odd_desk(remembered_jobs=3, remembered_owners=2) as desk:
        jobs = []
        for number in range(5):
            jobs.append(desk.submit("ann", told(number=number)))
            await ended(desk, jobs[-1])
        assert [desk.find_job("ann", job.id) is job for job in jobs] == [
            False,
            False,
            True,
            True,
            True,
        ]
        slow = desk.submit("bob", told("slowly"))
        for n in range(3):
            desk.submit(f"guest {n}", told(number=1))
        assert desk.find_job("ann", jobs[-1].id) is None
        assert desk.find_job("bob", slow.id) is slow, "who waits is not forgotten"


async def test_answers_make_room_for_others() -> None:
    async with odd_desk() as desk:
        desk._cache = AnswerCache(3 << 20)
        jobs = []
        for number in range(4):
            jobs.append(desk.submit(f"guest {number}", told("long", number=number)))
            assert len((await ended(desk, jobs[-1]))["long"]) == 1 << 20
        assert desk.find_job("guest 0", jobs[0].id) is None, "its answer is gone, and so is the job"
        assert desk.find_job("guest 3", jobs[3].id) is jobs[3]


def test_what_was_asked_last_is_kept() -> None:
    kept = AnswerCache(10)
    kept.put(b"a", b"1234")
    kept.put(b"b", b"1234")
    assert kept.get(b"a") == b"1234"
    kept.put(b"c", b"1234")
    assert [kept.get(item) for item in (b"a", b"b", b"c")] == [b"1234", None, b"1234"]
    kept.put(b"c", b"123")
    assert kept.get(b"a") == b"1234", "what is put again takes its room once"
    kept.put(b"d", b"much too long")
    assert kept.get(b"d") is None


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
    asked = make_question("advise", "from-a-file", cards_seen={"hole": "Ks Qd"})
    try:
        return await process.ask(asked.key, lambda _: None)
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
