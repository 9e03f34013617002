"""LEDG-2: a repeated key returns the same response, or an error if the body differs."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.room.audit.auditor import audit
from pitboss.room.settings import RoomSettings
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.table import commands as c
from tests.room.http.in_process_room import TABLE, InProcessRoom, error_of

KEY_REUSED = "this idempotency key was already used for a different request: use a new key"


async def test_same_key_and_body_over_http_and_sockets(tmp_path: Path) -> None:
    """This also holds between HTTP and sockets, and after a restart."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        first = (await ann.execute(c.BuyIn(100_00), "k1")).json()
        assert first["again"] is False
        assert (await ann.execute(c.BuyIn(100_00), "k1")).json() == first | {"again": True}
        async with ann.socket() as socket:
            frame = await socket.execute(c.BuyIn(100_00), "k1")
            assert (frame["version"], frame["again"]) == (first["version"], True)
            second = await socket.execute(c.BuyIn(50_00), "k2")
            assert second["again"] is False
        answer = (await ann.execute(c.BuyIn(50_00), "k2")).json()
        assert answer == {"version": second["version"], "again": True}
        assert house.actor().committed_state.chips("Ann") == 150_00
    async with InProcessRoom(tmp_path) as house:
        ann = house.caller(ann.token)
        assert (await ann.execute(c.BuyIn(100_00), "k1")).json() == first | {"again": True}
        async with ann.socket() as socket:
            frame = await socket.execute(c.BuyIn(50_00), "k2")
            assert (frame["version"], frame["again"]) == (second["version"], True)
        assert house.actor().committed_state.chips("Ann") == 150_00


@pytest.mark.parametrize("restart", [False, True])
async def test_same_key_with_another_body(restart: bool, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        await ann.execute(c.BuyIn(100_00), "k1")
        if not restart:
            await _refused(house, ann.token)
    if restart:
        async with InProcessRoom(tmp_path) as house:
            await _refused(house, ann.token)


async def _refused(house: InProcessRoom, token: str) -> None:
    ann, head = house.caller(token), house.actor().head
    for other in (c.BuyIn(100_01), c.CashOut(), c.TakeSeat(2), c.BuyIn(10**12)):
        answer = await ann.execute(other, "k1")
        assert (answer.status_code, error_of(answer)) == (409, KEY_REUSED)
    async with ann.socket() as socket:
        assert (await socket.execute(c.CashOut(), "k1"))["error"] == KEY_REUSED
    assert house.actor().head == head


async def test_refusals_are_not_stored(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        assert (await ann.execute(c.BuyIn(10**9), "k")).status_code == 409
        assert (await ann.execute(c.BuyIn(100), "k")).json()["again"] is False
        assert (await ann.execute(c.BuyIn(100), "k")).json()["again"] is True


async def test_keys_are_per_person_and_table(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games={"felt": "stud-235", "other": "stud-235"}) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        assert (await ann.execute(c.TakeSeat(1), "k")).json()["again"] is False
        assert (await bob.execute(c.TakeSeat(2), "k")).json()["again"] is False
        assert (await ann.execute(c.TakeSeat(1), "k", "other")).json()["again"] is False


async def test_request_without_a_key_is_repeated(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        for _ in range(3):
            assert (await ann.execute(c.BuyIn(100))).json()["again"] is False
        assert house.actor().committed_state.chips("Ann") == 300


async def test_concurrent_requests_with_one_key(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        answers = await asyncio.gather(*(ann.execute(c.BuyIn(100), "k") for _ in range(20)))
        bodies = [item.json() for item in answers]
        assert {item["version"] for item in bodies} == {bodies[0]["version"]}
        assert sorted(item["again"] for item in bodies) == [False] + [True] * 19
        assert house.actor().committed_state.chips("Ann") == 100


async def test_repeated_key_succeeds_even_if_now_impossible(
    tmp_path: Path,
) -> None:
    """After a restart, money and seat are gone because of that same request."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        commands: dict[str, c.Command] = {"sit": c.TakeSeat(1), "all": c.BuyIn(1_000_00)}
        first = {key: (await ann.execute(command, key)).json() for key, command in commands.items()}
    async with InProcessRoom(tmp_path) as house:
        ann = house.caller(ann.token)
        for key, command in commands.items():
            assert (await ann.execute(command, key)).json() == first[key] | {"again": True}
        assert (await ann.execute(c.BuyIn(100), "more")).status_code == 409


async def test_ledg_2_a_key_is_recognized_for_a_few_days(tmp_path: Path) -> None:
    """After that it counts as new. The response says how long the key is kept."""
    async with InProcessRoom(tmp_path, settings=RoomSettings(key_days=3)) as house:
        clock = house.clock
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        answer = await ann.execute(c.BuyIn(100), "k")
        assert answer.headers["Idempotency-Key-Max-Age"] == str(3 * 24 * 3600)
        assert "Idempotency-Key-Max-Age" not in (await ann.get("/api/me")).headers
    clock.forward(days=3)
    for is_again in (True, False):
        async with InProcessRoom(tmp_path, settings=RoomSettings(key_days=3), clock=clock) as house:
            await house.room.clean_up()
            ann = await house.sign_in("Ann")
            assert (await ann.execute(c.BuyIn(100), "k")).json()["again"] is is_again
        clock.forward(minutes=1)
    store = await open_read_only(file=tmp_path / DATABASE_FILE)
    assert (await audit(store)).in_order
    await store.close()


async def test_log_4_a_response_that_was_changed_is_found_beside_deleted_ones(
    tmp_path: Path,
) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1), "old")
        house.clock.forward(days=6)
        ann = await house.sign_in("Ann")
        await ann.execute(c.BuyIn(100), "new")
        house.clock.forward(days=2)
        await house.room.clean_up()
        assert await house.store.stored_response("ann", TABLE, "old") is None
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.execute("UPDATE answers SET body = ?", (bytes(32),))
        db.commit()
    store = await open_read_only(file=tmp_path / DATABASE_FILE)
    sentences = [finding.sentence for finding in (await audit(store)).findings]
    await store.close()
    assert any("of answers does not match its hash" in sentence for sentence in sentences)
    assert any("does not match its checksum" in sentence for sentence in sentences)
