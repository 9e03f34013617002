"""LOG-4: an unreadable row is quarantined and reported, and the room stays open."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.room.audit.auditor import audit
from pitboss.room.failures import FailureKind
from pitboss.room.people.account_service import ACCOUNT_UNREADABLE
from pitboss.room.people.accounts import AccountRole, money_account
from pitboss.room.people.credentials import hash_token
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sql import row_hash
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.table import commands as c
from tests.room.http.in_process_room import PASSWORD, TABLE, InProcessRoom, error_of
from tests.room.test_failures import check_failure, lines, logged_sentences

__all__ = ["lines"]


def spoil(folder: Path, shelf: str, key: str, *, hashed_anew: bool = False) -> None:
    """Truncate a row, outside the room."""
    with closing(sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)) as db:
        query = "SELECT value FROM shelves WHERE shelf = ? AND name = ?"
        (value,) = db.execute(query, (shelf, key)).fetchone()
        cut = value[:-3]
        statement = "UPDATE shelves SET value = ? WHERE shelf = ? AND name = ?"
        db.execute(statement, (cut, shelf, key))
        if hashed_anew:  # as in an older room, whose rows had no hash
            fits = row_hash("shelves", shelf, key, cut)
            statement = "UPDATE shelves SET hash = ? WHERE shelf = ? AND name = ?"
            db.execute(statement, (fits, shelf, key))


@pytest.mark.parametrize("hashed_anew", [False, True])
async def test_log_4_an_account_that_cannot_be_read(
    hashed_anew: bool, tmp_path: Path, lines: pytest.LogCaptureFixture
) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        await ann.execute(c.TakeSeat(1))
        await ann.execute(c.BuyIn(500))
    spoil(tmp_path, "accounts", "ann", hashed_anew=hashed_anew)
    async with InProcessRoom(tmp_path) as house:
        ann, bob = house.caller(ann.token), house.caller(bob.token)
        refused = await ann.get("/api/me")
        assert (refused.status_code, error_of(refused)) == (403, ACCOUNT_UNREADABLE)
        body = {"name": "Ann", "password": PASSWORD}
        assert error_of(await house.caller().post("/api/session", body)) == ACCOUNT_UNREADABLE
        refusal = await house.caller().post("/api/accounts", body)
        assert refusal.status_code == 403
        # Everybody else plays on, and the money stays in the books.
        assert (await bob.execute(c.TakeSeat(2))).status_code == 200
        assert await house.store.balance(money_account("Ann")) == 1_000_00 - 500
        assert house.actor().committed_state.chips("Ann") == 500
        await check_failure(house, FailureKind.ROW_UNREADABLE, ready=True)
        assert len(logged_sentences(lines, FailureKind.ROW_UNREADABLE)) == 1
        text = (await house.caller().get("/ready")).text
        assert "ann" not in text.replace("cannot", "")
        assert "accounts/ann" in [
            getattr(record, "fields", {}).get("where") for record in lines.records
        ]
    store = await open_read_only(file=tmp_path / DATABASE_FILE)
    sentences = [finding.sentence for finding in (await audit(store)).findings]
    await store.close()
    assert any("the account 'ann' cannot be read" in sentence for sentence in sentences)
    assert any(
        "the row 'accounts/ann' does not match the log" in sentence for sentence in sentences
    )


async def test_log_4_a_session_that_cannot_be_read(
    tmp_path: Path, lines: pytest.LogCaptureFixture
) -> None:
    """The session is over, and its owner can sign in again."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
    spoil(tmp_path, "sessions", hash_token(ann.token))
    async with InProcessRoom(tmp_path) as house:
        assert (await house.caller(ann.token).get("/api/me")).status_code == 401
        body = {"name": "Ann", "password": PASSWORD}
        assert (await house.caller().post("/api/session", body)).status_code == 201
        assert await house.room.account_service.sessions.sweep() == 0
        await house.room.account_service.sessions.end_all("ann")
        await check_failure(house, FailureKind.ROW_UNREADABLE, ready=True)
        assert len(logged_sentences(lines, FailureKind.ROW_UNREADABLE)) == 1
        assert not any(hash_token(ann.token) in str(record.__dict__) for record in lines.records)


async def test_log_4_other_rows_that_cannot_be_read(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        boss = await house.sign_in("Boss", AccountRole.ADMINISTRATOR)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1), "k")
        token = (await boss.post("/api/invitations", {"part": "dealer"})).json()["token"]
        await house.store.get("devices", "secret")
        account = await house.room.account_service.account("Boss")
        assert account is not None
        await house.room.account_service.devices.token(account)
    for shelf, key in (
        ("staff proposals", f"{1:09}"), ("invitations", hash_token(token)), ("devices", "secret"),
    ):  # fmt: skip
        spoil(tmp_path, shelf, key)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE, isolation_level=None)) as db:
        db.execute("UPDATE answers SET body = zeroblob(32) WHERE idempotency = 'k'")
    async with InProcessRoom(tmp_path) as house:
        boss, flo, ann = (house.caller(item.token) for item in (boss, flo, ann))
        assert (await boss.get("/api/proposals")).json() == []
        assert (await flo.post("/api/proposals/1/approve")).status_code == 409
        again = await boss.post("/api/invitations", {"part": "dealer"})
        assert (again.status_code, again.json()["proposal"]) == (201, 2)
        response_body = (await house.caller().get(f"/api/invitations/{token}")).json()
        assert "cannot be read" in response_body["refused"]
        body = {"name": "Ann", "password": PASSWORD}
        assert (await house.caller().post("/api/session", body)).status_code == 201
        answer = await ann.execute(c.TakeSeat(1), "k")
        words = "the record of this request cannot be read: check the table"
        assert (answer.status_code, words in error_of(answer)) == (409, True)
        assert (await ann.execute(c.BuyIn(100), "new")).status_code == 200
        assert house.actor(TABLE).stop_reason == ""
