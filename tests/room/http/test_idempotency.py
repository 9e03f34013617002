"""LEDG-2: a key repeated gives the same answer; with another body, an error; no refusal is kept."""

import asyncio
from pathlib import Path

import pytest

from pitboss.table import commands as c
from tests.room.http.houses import House, error_of

USED = "this key was already used for a different request: use a new key"


async def test_the_same_key_and_body_over_http_and_sockets(tmp_path: Path) -> None:
    """Also from one to the other, and after a restart."""
    async with House(tmp_path) as house:
        ann = await house.comes("Ann")
        await ann.say(c.TakeSeat(1))
        first = (await ann.say(c.BuyIn(100_00), "k1")).json()
        assert first["again"] is False
        assert (await ann.say(c.BuyIn(100_00), "k1")).json() == first | {"again": True}
        async with ann.socket() as socket:
            progress = await socket.say(c.BuyIn(100_00), "k1")
            assert (progress["version"], progress["again"]) == (first["version"], True)
            second = await socket.say(c.BuyIn(50_00), "k2")
            assert second["again"] is False
        answer = (await ann.say(c.BuyIn(50_00), "k2")).json()
        assert answer == {"version": second["version"], "again": True}
        assert house.actor().committed_state.chips("Ann") == 150_00
    async with House(tmp_path) as house:
        ann = house.caller(ann.token)
        assert (await ann.say(c.BuyIn(100_00), "k1")).json() == first | {"again": True}
        async with ann.socket() as socket:
            progress = await socket.say(c.BuyIn(50_00), "k2")
            assert (progress["version"], progress["again"]) == (second["version"], True)
        assert house.actor().committed_state.chips("Ann") == 150_00


@pytest.mark.parametrize("restart", [False, True])
async def test_the_same_key_for_something_else(restart: bool, tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        ann = await house.comes("Ann")
        await ann.say(c.TakeSeat(1))
        await ann.say(c.BuyIn(100_00), "k1")
        if not restart:
            await _refused(house, ann.token)
    if restart:
        async with House(tmp_path) as house:
            await _refused(house, ann.token)


async def _refused(house: House, token: str) -> None:
    ann, head = house.caller(token), house.actor().head
    for other in (c.BuyIn(100_01), c.CashOut(), c.TakeSeat(2), c.BuyIn(10**12)):
        answer = await ann.say(other, "k1")
        assert (answer.status_code, error_of(answer)) == (409, USED)
    async with ann.socket() as socket:
        assert (await socket.say(c.CashOut(), "k1"))["error"] == USED
    assert house.actor().head == head


async def test_refusals_are_not_kept(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        ann = await house.comes("Ann")
        await ann.say(c.TakeSeat(1))
        assert (await ann.say(c.BuyIn(10**9), "k")).status_code == 409
        assert (await ann.say(c.BuyIn(100), "k")).json()["again"] is False
        assert (await ann.say(c.BuyIn(100), "k")).json()["again"] is True


async def test_a_key_is_one_person_s_and_one_table_s(tmp_path: Path) -> None:
    async with House(tmp_path, games={"felt": "stud-235", "other": "stud-235"}) as house:
        ann, bob = await house.comes("Ann"), await house.comes("Bob")
        assert (await ann.say(c.TakeSeat(1), "k")).json()["again"] is False
        assert (await bob.say(c.TakeSeat(2), "k")).json()["again"] is False
        assert (await ann.say(c.TakeSeat(1), "k", "other")).json()["again"] is False


async def test_without_a_key_it_is_done_each_time(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        ann = await house.comes("Ann")
        await ann.say(c.TakeSeat(1))
        for _ in range(3):
            assert (await ann.say(c.BuyIn(100))).json()["again"] is False
        assert house.actor().committed_state.chips("Ann") == 300


async def test_many_at_once_with_one_key(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        ann = await house.comes("Ann")
        await ann.say(c.TakeSeat(1))
        answers = await asyncio.gather(*(ann.say(c.BuyIn(100), "k") for _ in range(20)))
        progress = [item.json() for item in answers]
        assert {item["version"] for item in progress} == {progress[0]["version"]}
        assert sorted(item["again"] for item in progress) == [False] + [True] * 19
        assert house.actor().committed_state.chips("Ann") == 100


async def test_what_was_done_is_told_again_although_it_could_not_be_done_now(
    tmp_path: Path,
) -> None:
    """After a restart the money is gone, the seat is taken: by the same request, long ago."""
    async with House(tmp_path) as house:
        ann = await house.comes("Ann")
        asked: dict[str, c.Command] = {"sit": c.TakeSeat(1), "all": c.BuyIn(1_000_00)}
        first = {key: (await ann.say(command, key)).json() for key, command in asked.items()}
    async with House(tmp_path) as house:
        ann = house.caller(ann.token)
        for key, command in asked.items():
            assert (await ann.say(command, key)).json() == first[key] | {"again": True}
        assert (await ann.say(c.BuyIn(100), "more")).status_code == 409
