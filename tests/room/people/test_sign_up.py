"""LEDG-2, RECOV-1: an account and its session are one transaction under one key."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from pitboss.room import back_office_events as e
from pitboss.room.people.account_service import KEY_LIFETIME
from pitboss.room.people.credentials import SESSIONS
from pitboss.room.store import Batch, CommitUncertain, Put
from pitboss.room.store.sqlite import SqliteStore
from tests.room.http.in_process_room import PASSWORD, InProcessRoom, error_of, token_of

KEY_HEADERS = {"Idempotency-Key": "nobody-guesses-this-key"}
GUEST: dict[str, str] = {"name": "Gus"}
PLAYER = {"name": "Ann", "password": PASSWORD}


async def test_recov_1_an_account_is_created_with_its_session_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power fails before each of the writes in turn, however many there are."""
    append, put, left = SqliteStore.append, SqliteStore.put, [0]

    def spend() -> None:
        if left[0] == 0:
            raise CommitUncertain("the power is off")
        left[0] -= 1

    async def killed_append(self: SqliteStore, batch: Batch) -> None:
        spend()
        await append(self, batch)

    async def killed_put(self: SqliteStore, *puts: Put) -> None:
        spend()
        await put(self, *puts)

    for writes in range(3):
        folder = tmp_path / str(writes)
        folder.mkdir()
        async with InProcessRoom(folder) as house:
            left[0] = writes
            monkeypatch.setattr(SqliteStore, "append", killed_append)
            monkeypatch.setattr(SqliteStore, "put", killed_put)
            answer = await house.caller().post("/api/accounts", GUEST)
            monkeypatch.undo()
        async with InProcessRoom(folder) as house:
            accounts, sessions = (
                await house.room.account_service.accounts(),
                await house.store.collection(SESSIONS),
            )
            assert len(accounts) == len(sessions) == (answer.status_code == 201)
            if accounts:
                caller = house.caller(token_of(answer))
                assert (await caller.get("/api/me")).json()["name"] == "Gus"


async def test_names_of_guests_do_not_run_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a number is taken, the next one tried is longer."""
    monkeypatch.setattr("secrets.randbelow", lambda _: 0)
    async with InProcessRoom(tmp_path) as house:
        anybody = house.caller()
        answers = [await anybody.post("/api/accounts", {}) for _ in range(4)]
        names = [answer.json()["name"] for answer in answers]
        assert names == ["Guest 1000", "Guest 10000", "Guest 100000", "Guest 1000000"]
        assert all(answer.json()["guest"] for answer in answers)
        one, other = [await anybody.post("/api/accounts", {}, **KEY_HEADERS) for _ in range(2)]
        assert one.json()["name"] == other.json()["name"] == "Guest 10000000"
        refused = await anybody.post("/api/accounts", {"password": PASSWORD})
        assert "not a valid name" in error_of(refused)


@pytest.mark.parametrize("body", [GUEST, PLAYER])
async def test_ledg_2_a_key_opens_one_account(tmp_path: Path, body: dict[str, str]) -> None:
    async with InProcessRoom(tmp_path) as house:
        anybody = house.caller()
        answers = await asyncio.gather(
            *(anybody.post("/api/accounts", body, **KEY_HEADERS) for _ in range(4))
        )
        assert {item.status_code for item in answers} == {201}
        tokens = {token_of(item) for item in answers}
        for token in tokens:
            me = await house.caller(token).get("/api/me")
            assert me.json()["name"] == body["name"]
        openings = [item for item in await house.events() if isinstance(item, e.AccountOpened)]
        assert len(openings) == 1
        other = await anybody.post("/api/accounts", {"name": "Other"}, **KEY_HEADERS)
        assert "already used for a different request" in error_of(other)
        refusal = await anybody.post("/api/accounts", body)
        assert "is taken" in error_of(refusal), "without the key it is somebody else's"


async def test_key_does_not_give_access_to_an_account(tmp_path: Path) -> None:
    """Neither another password nor a guest nor a later request gets in with it."""
    async with InProcessRoom(tmp_path) as house:
        anybody = house.caller()
        assert (await anybody.post("/api/accounts", PLAYER, **KEY_HEADERS)).status_code == 201
        for body in ({**PLAYER, "password": "another one, just as long"}, {"name": "Ann"}):
            answer = await anybody.post("/api/accounts", body, **KEY_HEADERS)
            assert answer.status_code == 409, body
        short = await anybody.post("/api/accounts", GUEST, **{"Idempotency-Key": "1"})
        assert (short.status_code, "16 characters" in error_of(short)) == (409, True)
        house.clock.forward(seconds=(KEY_LIFETIME + timedelta(seconds=1)).total_seconds())
        late = await anybody.post("/api/accounts", PLAYER, **KEY_HEADERS)
        assert (late.status_code, "has expired" in error_of(late)) == (409, True)
        account = await house.room.account_service.account("Ann")
        assert account is not None
        await house.room.account_service.change_account("Ann", account.person, closed="cheats")
        assert (await anybody.post("/api/accounts", PLAYER, **KEY_HEADERS)).status_code == 409


async def test_uncertain_sign_up_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = SqliteStore.append

    async def silent(self: SqliteStore, batch: Batch) -> None:
        await append(self, batch)
        raise CommitUncertain("the disk does not answer")

    async with InProcessRoom(tmp_path) as house:
        monkeypatch.setattr(SqliteStore, "append", silent)
        answer = await house.caller().post("/api/accounts", GUEST, **KEY_HEADERS)
        assert (answer.status_code, answer.json()["uncertain"]) == (503, True)
        monkeypatch.undo()
        again = await house.caller().post("/api/accounts", GUEST, **KEY_HEADERS)
        assert again.status_code == 201
        assert len(await house.room.account_service.accounts()) == 1
