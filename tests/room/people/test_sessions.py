"""Sessions: how long they last, what ends them, and how tokens are stored."""

import asyncio
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.credentials import (
    AGE_LIMIT,
    IDLE_LIMIT,
    SESSIONS,
    SWEEP_INTERVAL,
    hash_token,
    new_token,
)
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.stored_table import TableSettings
from pitboss.table import commands as c
from tests.room.http.in_process_room import PASSWORD, Caller, InProcessRoom, token_of

PARTS = [(AccountRole.PLAYER, False), (AccountRole.DEALER, True), (AccountRole.ADMINISTRATOR, True)]


async def is_known(caller: Caller) -> bool:
    return (await caller.get("/api/me")).status_code == 200


@pytest.mark.parametrize(("part", "staff"), PARTS)
async def test_idle_session_expires(tmp_path: Path, part: AccountRole, staff: bool) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann", part)
        idle = IDLE_LIMIT[staff].total_seconds()
        for _ in range(3):
            house.clock.forward(seconds=idle - 61)
            assert await is_known(ann)
        house.clock.forward(seconds=idle + 1)
        assert not await is_known(ann)
        house.clock.forward(seconds=-idle)  # an expired session stays expired
        assert not await is_known(ann)


@pytest.mark.parametrize(("part", "staff"), PARTS)
async def test_session_has_a_maximum_age(tmp_path: Path, part: AccountRole, staff: bool) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann", part)
        start, step = house.clock.at, IDLE_LIMIT[staff].total_seconds() / 2
        while house.clock.at - start + IDLE_LIMIT[staff] / 2 < AGE_LIMIT[staff]:
            house.clock.forward(seconds=step)
            assert await is_known(ann)
        house.clock.forward(seconds=step + 1)
        assert not await is_known(ann)


async def test_session_and_its_end_survive_a_restart(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        await bob.request("DELETE", "/api/session")
    async with InProcessRoom(tmp_path) as house:
        assert await is_known(house.caller(ann.token))
        assert not await is_known(house.caller(bob.token))


async def test_signing_out_ends_only_this_session(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        here, elsewhere = await house.sign_in("Ann"), await house.sign_in("Ann")
        answer = await here.request("DELETE", "/api/session")
        assert answer.status_code == 204
        assert 'pitboss_session=""' in answer.headers["set-cookie"]
        assert "Max-Age=0" in answer.headers["set-cookie"]
        assert not await is_known(here)
        assert await is_known(elsewhere)


async def test_sign_in_replaces_the_token(tmp_path: Path) -> None:
    """A token that an attacker planted in a browser is useless after the user signs in."""
    async with InProcessRoom(tmp_path) as house:
        await house.account("Ann")
        mallory = await house.sign_in("Mallory")
        browser = house.caller()
        cookie = {"Cookie": f"pitboss_session={mallory.token}"}
        body = {"name": "Ann", "password": PASSWORD}
        answer = await browser.request("POST", "/api/session", body, cookie)
        token = token_of(answer)
        assert token != mallory.token
        assert not await is_known(mallory)
        for fixated_token in ("planted", "", "x" * 5000):
            answer = await browser.request(
                "POST", "/api/session", body, {"Cookie": f"pitboss_session={fixated_token}"}
            )
            assert token_of(answer) != fixated_token
            assert not await is_known(house.caller(fixated_token)) or not fixated_token


async def test_new_password_ends_all_other_sessions(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        here, elsewhere = await house.sign_in("Ann"), await house.sign_in("Ann")
        body = {"password": PASSWORD, "next": "another good one"}
        answer = await here.request("PUT", "/api/me/password", body)
        token = token_of(answer)
        assert not await is_known(here)
        assert not await is_known(elsewhere)
        assert await is_known(house.caller(token))


@pytest.mark.parametrize("change", [{"part": AccountRole.FLOORPERSON}, {"closed": "left"}])
async def test_role_change_ends_every_session(tmp_path: Path, change: dict[str, object]) -> None:
    async with InProcessRoom(tmp_path) as house:
        sessions = [await house.sign_in("Dee", AccountRole.DEALER) for _ in range(3)]
        other = await house.sign_in("Dan", AccountRole.DEALER)
        await house.room.account_service.change_account("Dee", HOUSE, **change)
        for session in sessions:
            assert not await is_known(session)
        assert await is_known(other)
        assert list(await house.store.collection(SESSIONS)) == [hash_token(other.token)]


async def test_sessions_end_in_the_transaction_of_the_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds even if the program dies before it has deleted them one by one."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")

        async def dies(*_: object) -> None:
            raise asyncio.CancelledError

        monkeypatch.setattr(house.room.account_service.sessions, "end_all", dies)
        with pytest.raises(asyncio.CancelledError):
            await house.room.account_service.set_password("Ann", "another good one", HOUSE)
        assert not await is_known(ann)
    async with InProcessRoom(tmp_path) as house:
        assert not await is_known(house.caller(ann.token))


async def test_ended_session_does_not_reappear_while_loading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        sessions = house.room.account_service.sessions
        sessions._cache.clear()  # as after a restart
        get, read, go_on = SqliteStore.get, asyncio.Event(), asyncio.Event()

        async def slow(self: SqliteStore, shelf: str, key: str) -> bytes | None:
            result = await get(self, shelf, key)
            read.set()
            await go_on.wait()
            return result

        monkeypatch.setattr(SqliteStore, "get", slow)
        asking = asyncio.create_task(sessions.find(ann.token))
        await read.wait()
        await sessions.end(ann.token)
        go_on.set()
        assert await asking is None
        monkeypatch.undo()
        assert await sessions.find(ann.token) is None


async def test_old_role_is_not_cached_while_loading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.account("Dee", AccountRole.DEALER)
        service = house.room.account_service
        service._cache.clear()
        get, read, go_on = SqliteStore.get, asyncio.Event(), asyncio.Event()

        async def slow(self: SqliteStore, shelf: str, key: str) -> bytes | None:
            result = await get(self, shelf, key)
            if not read.is_set():
                read.set()
                await go_on.wait()
            return result

        monkeypatch.setattr(SqliteStore, "get", slow)
        asking = asyncio.create_task(service.account("Dee"))
        await read.wait()
        await service.change_account("Dee", HOUSE, part=AccountRole.FLOORPERSON)
        go_on.set()
        for result in (await asking, await service.account("Dee")):
            assert result is not None
            assert result.part is AccountRole.FLOORPERSON


async def test_the_store_has_only_hashes(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        assert list(await house.store.collection(SESSIONS)) == [
            sha256(ann.token.encode()).hexdigest()
        ]
    for file in tmp_path.iterdir():
        assert ann.token.encode() not in file.read_bytes(), file
    assert (tmp_path / DATABASE_FILE).exists()


async def test_expired_sessions_are_deleted(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        for _ in range(3):
            await house.sign_in("Ann")
        house.clock.forward(seconds=(IDLE_LIMIT[False] + SWEEP_INTERVAL).total_seconds())
        await house.sign_in("Bob")
        assert len(await house.store.collection(SESSIONS)) == 1
        assert await house.room.account_service.sessions.sweep() == 0


def test_tokens_cannot_be_guessed() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert min(map(len, tokens)) * 6 >= 128


async def test_sec_8_signing_out_frees_the_seat_and_returns_the_chips(tmp_path: Path) -> None:
    """It is done over HTTP with a page open at the table; other sessions keep their seats."""
    async with InProcessRoom(tmp_path) as house:
        hub = await house.room.create_table("paced", "Paced", "stud-235", TableSettings())
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        other = await house.sign_in("Bob")
        for seat, caller in enumerate((ann, bob), 1):
            await caller.execute(c.TakeSeat(seat), table="paced")
            await caller.execute(c.BuyIn(100_00), table="paced")
        async with ann.socket("paced"), bob.socket("paced"), other.socket("paced"):
            for caller in (ann, bob):
                assert (await caller.request("DELETE", "/api/session")).status_code == 204
            async with asyncio.timeout(10):
                while 1 in hub.actor.committed_state.seats:
                    await asyncio.sleep(0.01)
            assert dict(hub.actor.committed_state.seats) == {2: "Bob"}
        assert await house.store.balance("player:Ann") == house.room.settings.play_chips
