"""The desk of the lab: who waits for what, how much anybody may ask, and what is remembered."""

import asyncio

import pytest

from pitboss.refusal import Refused
from pitboss.room.labs.desk import TooMuch
from pitboss.room.labs.kept import Kept
from pitboss.room.labs.lane import State
from pitboss.room.labs.question import Kind
from tests.room.labs.desks import ended, odd_desk, running, told


async def test_what_is_asked_twice_is_worked_out_once() -> None:
    async with odd_desk() as desk:
        first, second = desk.ask("ann", told()), desk.ask("bob", told())
        assert first.id != second.id
        assert first.work is second.work
        assert await ended(desk, first) == await ended(desk, second)
        later = desk.ask("cid", told())
        assert (later.state, later.open) == (State.DONE, False)
        assert await ended(desk, later) == await ended(desk, first)


async def test_who_asks_again_has_the_same_job() -> None:
    async with odd_desk() as desk:
        assert desk.ask("ann", told("quickly")) is desk.ask("ann", told("quickly"))


async def test_progress_is_seen_while_it_goes_on() -> None:
    async with odd_desk() as desk:
        job = desk.ask("ann", told("slowly"))
        await running(job)
        before = job.work.progress
        assert (before.what, before.of) == ("sleeping", 600)
        while job.work.progress.done == before.done:
            await asyncio.sleep(0.01)
        assert job.work.progress.done > before.done


async def test_jobs_of_others_are_not_there() -> None:
    async with odd_desk() as desk:
        job = desk.ask("ann", told())
        assert desk.job("ann", job.id) is job
        assert desk.job("bob", job.id) is None
        assert desk.job("ann", "made up") is None


# Limits


async def test_one_person_has_two_at_a_time() -> None:
    async with odd_desk() as desk:
        first = desk.ask("ann", told("slowly"))
        second = desk.ask("ann", told(number=1))
        with pytest.raises(TooMuch, match="2 of your questions are being worked out"):
            desk.ask("ann", told(number=2))
        other = desk.ask("bob", told(number=2))
        assert [desk.ahead(job) for job in (first, second, other)] == [1, 2, 3]
        await running(first)
        assert [desk.ahead(job) for job in (first, second, other)] == [0, 1, 2]
        desk.cancel(first)
        third = desk.ask("ann", told(number=3))
        for job in (second, other, third):
            assert await ended(desk, job)
        assert desk.ask("ann", told(number=4)).open


async def test_what_is_known_counts_for_nobody() -> None:
    async with odd_desk(own=1) as desk:
        await ended(desk, desk.ask("ann", told()))
        desk.ask("ann", told("slowly"))
        assert desk.ask("ann", told()).state is State.DONE


async def test_all_together_have_so_many() -> None:
    async with odd_desk(all=3) as desk:
        jobs = [desk.ask(f"guest {n}", told("slowly", number=n)) for n in range(3)]
        with pytest.raises(TooMuch, match="too much to do"):
            desk.ask("guest 4", told(number=4))
        assert desk.ask("guest 5", told("slowly", number=0)).work is jobs[0].work


@pytest.mark.parametrize("kind", ["solve", "report"])
async def test_guests_together_leave_room_for_others(kind: Kind) -> None:
    async with odd_desk(all=4, all_guests=2) as desk:
        first, second = [
            desk.ask(f"guest {n}", told("slowly", kind=kind, number=n), guest=True)
            for n in range(2)
        ]
        with pytest.raises(TooMuch, match="enough to do for guests"):
            desk.ask("guest 2", told(kind=kind, number=2), guest=True)
        joined = desk.ask("guest 2", told("slowly", kind=kind, number=1), guest=True)
        assert joined.work is second.work, "what is worked on anyway is nothing more"
        await running(first)
        ann = desk.ask("ann", told(kind=kind, number=3))
        bob = desk.ask("bob", told(kind=kind, number=4))
        assert [desk.ahead(job) for job in (first, ann, bob, second)] == [0, 1, 2, 3]
        with pytest.raises(TooMuch, match="too much to do"):
            desk.ask("cid", told(kind=kind, number=5))
        desk.cancel(first)
        assert await ended(desk, ann)
        assert desk.ask("guest 0", told(kind=kind, number=6), guest=True).open


async def test_what_others_ask_as_well_is_no_more_a_guests() -> None:
    async with odd_desk(all_guests=3) as desk:
        slow, *waiting = [
            desk.ask(f"guest {n}", told("slowly", kind="report", number=n), guest=True)
            for n in range(3)
        ]
        await running(slow)
        assert [desk.ahead(job) for job in waiting] == [1, 2]
        desk.ask("ann", told("slowly", kind="report", number=2))
        assert [desk.ahead(job) for job in waiting] == [2, 1]
        assert desk.ask("guest 3", told(kind="report", number=3), guest=True).open


async def test_advice_has_a_lane_and_limits_of_its_own() -> None:
    async with odd_desk(own_advice=1) as desk:
        solving = [desk.ask("ann", told("slowly", number=n)) for n in range(2)]
        await running(solving[0])
        assert b'"nice"' in await desk.answer("ann", told(kind="advise"))
        assert [job.state for job in solving] == [State.RUNNING, State.WAITING]
        first = desk.ask("ann", told("slowly", kind="advise"))
        with pytest.raises(TooMuch, match="1 of your questions"):
            await desk.answer("ann", told("quickly", kind="advise"))
        assert first.open


async def test_nobody_waits_for_ever() -> None:
    async with odd_desk(wait=0.5) as desk:
        with pytest.raises(TooMuch, match="still at work"):
            await desk.answer("ann", told("slowly", kind="advise"))
        with pytest.raises(Refused, match="nothing to solve"):
            await desk.answer("bob", told("refuse"))


# What is remembered


async def test_the_last_jobs_are_remembered() -> None:
    async with odd_desk(own_jobs=3, owners=2) as desk:
        jobs = []
        for number in range(5):
            jobs.append(desk.ask("ann", told(number=number)))
            await ended(desk, jobs[-1])
        assert [desk.job("ann", job.id) is job for job in jobs] == [False, False, True, True, True]
        slow = desk.ask("bob", told("slowly"))
        for n in range(3):
            desk.ask(f"guest {n}", told(number=1))
        assert desk.job("ann", jobs[-1].id) is None
        assert desk.job("bob", slow.id) is slow, "who waits is not forgotten"


async def test_answers_make_room_for_others() -> None:
    async with odd_desk() as desk:
        desk._kept = Kept(3 << 20)
        jobs = []
        for number in range(4):
            jobs.append(desk.ask(f"guest {number}", told("long", number=number)))
            assert len((await ended(desk, jobs[-1]))["long"]) == 1 << 20
        assert desk.job("guest 0", jobs[0].id) is None, "its answer is gone, and so is the job"
        assert desk.job("guest 3", jobs[3].id) is jobs[3]


def test_what_was_asked_last_is_kept() -> None:
    kept = Kept(10)
    kept.put(b"a", b"1234")
    kept.put(b"b", b"1234")
    assert kept.get(b"a") == b"1234"
    kept.put(b"c", b"1234")
    assert [kept.get(one) for one in (b"a", b"b", b"c")] == [b"1234", None, b"1234"]
    kept.put(b"c", b"123")
    assert kept.get(b"a") == b"1234", "what is put again takes its room once"
    kept.put(b"d", b"much too long")
    assert kept.get(b"d") is None
