"""Guest accounts expire, or become permanent with their chips and history."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.room import back_office_events as e
from pitboss.room import room as room_module
from pitboss.room.audit.auditor import audit
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.people.credentials import SESSIONS
from pitboss.room.people.guests import GUEST_VISITS, GUESTS_BY_DAY
from pitboss.room.settings import RoomSettings
from pitboss.room.store import CommitUncertain
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.table import commands as c
from tests.room.http.in_process_room import (
    PASSWORD,
    TABLE,
    Caller,
    InProcessRoom,
    error_of,
    token_of,
)

PLAY_CHIPS = RoomSettings().play_chips
GUEST_DAYS = RoomSettings().guest_days
KEY_HEADERS = {"Idempotency-Key": "nobody-guesses-this-key"}
KEEP = {"password": PASSWORD}


async def guest(house: InProcessRoom, name: str = "Gus") -> Caller:
    answer = await house.caller().post("/api/accounts", {"name": name})
    assert answer.status_code == 201, answer.text
    return house.caller(token_of(answer), name)


async def clean_up(house: InProcessRoom) -> None:
    while await house.room.clean_up():
        pass


async def names(house: InProcessRoom) -> list[str]:
    return sorted(account.name for account in await house.room.account_service.accounts())


async def findings(folder: Path) -> list[str]:
    store = await open_read_only(file=folder / DATABASE_FILE)
    try:
        return [str(finding) for finding in (await audit(store)).findings]
    finally:
        await store.close()


def rows(folder: Path, statement: str, *values: object) -> list[Any]:
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as db:
        return db.execute(statement, values).fetchall()


# Expiry of guests


async def test_ledg_1_an_expired_guest_s_chips_go_to_the_house(
    tmp_path: Path,
) -> None:
    async with InProcessRoom(tmp_path) as house:
        await guest(house)
        await house.account("Ann")
        house.clock.forward(days=GUEST_DAYS, hours=3)
        await clean_up(house)
        assert await names(house) == ["Ann", "Gus"]
        house.clock.forward(days=1)
        await clean_up(house)
        assert await names(house) == ["Ann"]
        assert (await house.events())[-1] == e.GuestEnded("Gus", PLAY_CHIPS)
        assert (await house.office())[-1].by.name == "house"
        ann_alone = {"house": -PLAY_CHIPS, "player:Ann": PLAY_CHIPS}
        assert {
            account: cents
            for account, cents in (await house.store.balances()).items()
            if "/" not in account
        } == ann_alone
        head = len(await house.office())
        await clean_up(house)
        assert len(await house.office()) == head, "nobody ends twice"
        for shelf in (GUEST_VISITS, SESSIONS):
            assert not await house.store.collection(shelf)
        assert [*await house.store.collection(GUESTS_BY_DAY)] == [""]
    assert not rows(tmp_path, "SELECT account FROM balances WHERE account = 'player:Gus'")
    assert not rows(tmp_path, "SELECT name FROM shelves WHERE shelf = 'accounts' AND name = 'gus'")
    assert await findings(tmp_path) == []


async def test_returning_guest_is_kept(tmp_path: Path) -> None:
    """Every visit counts, even across restarts, and however often the cleanup runs."""
    async with InProcessRoom(tmp_path) as house:
        gus = await guest(house)
        clock = house.clock
        for _ in range(GUEST_DAYS - 1):
            clock.forward(hours=23)
            assert (await gus.get("/api/me")).status_code == 200
            await clean_up(house)
    async with InProcessRoom(tmp_path, clock=clock) as house:
        clock.forward(days=GUEST_DAYS)
        await clean_up(house)
        assert await names(house) == ["Gus"]
        clock.forward(days=1)
        await clean_up(house)
        assert await names(house) == []
    assert await findings(tmp_path) == []


async def test_visits_are_written_once_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with InProcessRoom(tmp_path) as house:
        gus = await guest(house)
        puts: list[str] = []
        put = house.store.put

        async def counting_put(*items: Any) -> None:  # noqa: ANN401  whatever is put
            puts.extend(item.collection for item in items)
            await put(*items)

        monkeypatch.setattr(house.store, "put", counting_put)
        for _ in range(10):
            house.clock.forward(minutes=2)
            await gus.get("/api/me")
        assert puts.count(GUEST_VISITS) == 1
        house.clock.forward(hours=12)
        await gus.get("/api/me")
        assert puts.count(GUEST_VISITS) == 2


@pytest.mark.parametrize("leaves_chips", [False, True])
async def test_seated_guest_does_not_expire(tmp_path: Path, leaves_chips: bool) -> None:
    async with InProcessRoom(tmp_path) as house:
        gus = await guest(house)
        await gus.execute(c.TakeSeat(1))
        if leaves_chips:
            await gus.execute(c.BuyIn(100_00))
        house.clock.forward(days=GUEST_DAYS + 1)
        await clean_up(house)
        assert await names(house) == ["Gus"]
        account = await house.room.account_service.account("Gus")
        assert account is not None
        await house.room.execute(account, TABLE, c.Leave(1))
        await clean_up(house)
        assert await names(house) == ["Gus"], "it is tried again on the next day"
        house.clock.forward(days=1)
        await clean_up(house)
        assert await names(house) == []
        assert (await house.events())[-1] == e.GuestEnded("Gus", PLAY_CHIPS)
    assert await findings(tmp_path) == []


async def test_watching_guest_does_not_expire(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await guest(house)
        account = await house.room.account_service.account("Gus")
        watcher = house.room.watch(account, TABLE)
        house.clock.forward(days=GUEST_DAYS + 1)
        await clean_up(house)
        assert await names(house) == ["Gus"]
        house.room.unwatch(account, watcher)


async def test_moving_chips_keep_a_guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever arrives or leaves between reading the balance and writing it, nothing is lost."""
    async with InProcessRoom(tmp_path) as house:
        await guest(house)
        house.clock.forward(days=GUEST_DAYS + 1)
        balance = house.store.balance
        for total in (PLAY_CHIPS - 1, PLAY_CHIPS + 1):

            async def outdated_balance(_: str, total: int = total) -> int:
                return total

            monkeypatch.setattr(house.store, "balance", outdated_balance)
            await clean_up(house)
            assert await names(house) == ["Gus"]
            assert await balance("player:Gus") == PLAY_CHIPS
            house.clock.forward(days=1)
        monkeypatch.setattr(house.store, "balance", balance)
        await clean_up(house)
        assert await names(house) == []
    assert await findings(tmp_path) == []


async def test_recov_1_a_commit_of_unknown_outcome_deletes_a_guest_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = SqliteStore.append
    async with InProcessRoom(tmp_path) as house:
        for name in ("Gus", "Gil"):
            await guest(house, name)
        house.clock.forward(days=GUEST_DAYS + 1)
        for is_done in (False, True):

            async def uncertain(self: SqliteStore, batch: Any, is_finished: bool = is_done) -> None:  # noqa: ANN401
                if is_finished:
                    await append(self, batch)
                raise CommitUncertain("the disk did not answer")

            monkeypatch.setattr(SqliteStore, "append", uncertain)
            with pytest.raises(CommitUncertain):
                await house.room.clean_up()
            monkeypatch.undo()
        await clean_up(house)
        ended_guests = [
            event.name for event in await house.events() if isinstance(event, e.GuestEnded)
        ]
        assert sorted(ended_guests) == ["Gil", "Gus"]
    assert await findings(tmp_path) == []


async def test_no_guest_expires_while_a_table_is_unreadable(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await guest(house)
        house.clock.forward(days=GUEST_DAYS + 1)
        actor, head = house.actor(), house.actor().head
        actor.head = type(head)(0, "")
        await clean_up(house)
        assert await names(house) == ["Gus"]
        actor.head = head
        await clean_up(house)
        assert await names(house) == []


async def test_names_of_expired_guests_stay_reserved(tmp_path: Path) -> None:
    """Logs name people, so nobody may take over the history of an earlier guest."""
    async with InProcessRoom(tmp_path) as house:
        gus = await guest(house)
        house.clock.forward(days=GUEST_DAYS + 1)
        await clean_up(house)
        assert (await gus.get("/api/me")).status_code == 401
        for name, reason in (("Gus", "'Gus' is taken"), ("Gu5", "looks too much like")):
            answer = await house.caller().post("/api/accounts", {"name": name})
            assert answer.status_code == 409
            assert reason in error_of(answer)


async def test_key_of_an_expired_guest_is_useless(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, settings=RoomSettings(guest_days=1)) as house:
        assert (await house.caller().post("/api/accounts", {}, **KEY_HEADERS)).status_code == 201
        house.clock.forward(days=2)  # the key itself is stored for longer
        await clean_up(house)
        answer = await house.caller().post("/api/accounts", {}, **KEY_HEADERS)
        assert answer.status_code == 409
        assert "has expired" in error_of(answer)


async def test_guests_of_an_older_version_count_as_recent(
    tmp_path: Path,
) -> None:
    async with InProcessRoom(tmp_path) as house:
        await guest(house)
        clock = house.clock
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.execute("DELETE FROM shelves WHERE shelf = ?", (GUESTS_BY_DAY,))
        db.commit()
    clock.forward(days=GUEST_DAYS + 1)
    async with InProcessRoom(tmp_path, clock=clock) as house:
        await clean_up(house)
        assert await names(house) == ["Gus"]
        clock.forward(days=GUEST_DAYS + 1)
        await clean_up(house)
        assert await names(house) == []


async def test_room_expires_guests_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "CLEANUP_PAUSE", 0.01)
    monkeypatch.setattr(room_module, "GUESTS_PER_BATCH", 2)
    async with InProcessRoom(tmp_path) as house:
        clock = house.clock
        for name in ("Gus", "Gil", "Guy", "Gem", "Gib"):
            await guest(house, name)
    clock.forward(days=GUEST_DAYS + 1)
    async with InProcessRoom(tmp_path, clock=clock) as house:
        async with asyncio.timeout(10):
            while await names(house):
                await asyncio.sleep(0.02)
    assert await findings(tmp_path) == []


async def test_node_2_the_work_does_not_grow_with_accounts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither startup nor cleanup reads guests who expired or are still recent."""

    async def rows_read(count: int, more: int = 0) -> tuple[int, int]:
        folder = tmp_path / f"{count} {more}"
        folder.mkdir()
        async with InProcessRoom(folder) as house:
            clock = house.clock
            for number in range(count):
                await house.room.account_service.open_account(f"Old {number}", AccountRole.PLAYER)
            clock.forward(days=GUEST_DAYS + 1)
            await clean_up(house)
            for number in range(more):
                await house.room.account_service.open_account(f"New {number}", AccountRole.PLAYER)
            await guest(house, "Gus")
        clock.forward(days=GUEST_DAYS)
        read: list[int] = []
        fetch = SqliteStore._read

        async def counting_read(
            self: SqliteStore, statement: str, *values: object
        ) -> Sequence[Any]:
            result = await fetch(self, statement, *values)
            if "shelves" in statement or "balances" in statement:
                read.append(len(result))
            return result

        monkeypatch.setattr(SqliteStore, "_read", counting_read)
        async with InProcessRoom(folder, clock=clock) as house:
            first_reads = sum(read)
            read.clear()
            await clean_up(house)
            cleanup_reads = sum(read)
        monkeypatch.undo()
        return first_reads, cleanup_reads

    few, many, many_more = await rows_read(3), await rows_read(60), await rows_read(3, 60)
    assert few == many
    assert few[1] == many_more[1]


# Guests who become permanent accounts


async def test_a_guest_keeps_chips_and_history(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        gus = await guest(house)
        await gus.execute(c.TakeSeat(1))
        await gus.execute(c.BuyIn(100_00))
        before = (await gus.get("/api/me")).json()
        answer = await gus.post("/api/me/account", KEEP, **KEY_HEADERS)
        assert answer.status_code == 201
        assert answer.json() == {**before, "guest": False}
        assert (await gus.get("/api/me")).status_code == 401, "the session was replaced"
        caller = house.caller(token_of(answer), "Gus")
        assert (await caller.get("/api/me")).json() == answer.json()
        assert (await caller.execute(c.CashOut())).status_code == 200
        history = (await caller.get("/api/me/history")).json()
        assert [item["what"] for item in history["exchanges"]] == ["buy-in", "cash-out"]
        signed_in = await house.caller().post("/api/session", {"name": "gus", **KEEP})
        assert signed_in.json()["cents"] == PLAY_CHIPS
        events = await house.events()
        assert [event for event in events if isinstance(event, e.GuestSignedUp)] == [
            e.GuestSignedUp("Gus")
        ]
        house.clock.forward(days=10 * GUEST_DAYS)
        await clean_up(house)
        assert await names(house) == ["Gus"]
        assert [*await house.store.collection(GUESTS_BY_DAY)] == [""]
    assert await findings(tmp_path) == []


async def test_ledg_2_a_repeated_request_gets_another_session(tmp_path: Path) -> None:
    """Even the expired session is accepted, since the response with the new one was lost."""
    async with InProcessRoom(tmp_path) as house:
        gus = await guest(house)
        answers = [await gus.post("/api/me/account", KEEP, **KEY_HEADERS) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].json() == answers[1].json()
        assert (await house.caller(token_of(answers[1])).get("/api/me")).status_code == 200
        other_password = {"password": "another good password"}
        for caller, body in ((gus, other_password), (house.caller(), other_password)):
            answer = await caller.post("/api/me/account", body, **KEY_HEADERS)
            assert answer.status_code == 401
        hal = await guest(house, "Hal")
        answer = await hal.post("/api/me/account", other_password, **KEY_HEADERS)
        assert answer.status_code == 409
        assert "already used for a different request" in error_of(answer)
        answer = await hal.post("/api/me/account", KEEP, **{"Idempotency-Key": "short"})
        assert "at least 16 characters" in error_of(answer)
        assert sum(isinstance(event, e.GuestSignedUp) for event in await house.events()) == 1


@pytest.mark.parametrize("same_key", [True, False])
async def test_ledg_3_of_two_simultaneous_requests_one_wins(tmp_path: Path, same_key: bool) -> None:
    async with InProcessRoom(tmp_path) as house:
        gus = await guest(house)
        headers = [
            KEY_HEADERS,
            KEY_HEADERS if same_key else {"Idempotency-Key": "nobody-guesses-this-either"},
        ]
        passwords = [PASSWORD, PASSWORD if same_key else "another good password"]
        answers = await asyncio.gather(
            *(
                gus.post("/api/me/account", {"password": password}, **header)
                for password, header in zip(passwords, headers, strict=True)
            )
        )
        codes = sorted(answer.status_code for answer in answers)
        assert codes == ([201, 201] if same_key else [201, 409])
        assert sum(isinstance(event, e.GuestSignedUp) for event in await house.events()) == 1
        body = {"name": "Gus", "password": passwords[answers[1].status_code == 201]}
        assert (await house.caller().post("/api/session", body)).status_code == 201
    assert await findings(tmp_path) == []


async def test_accounts_that_cannot_become_permanent(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, settings=RoomSettings(sign_up=False)) as house:
        gus = await guest(house)
        answer = await gus.post("/api/me/account", KEEP)
        assert (answer.status_code, error_of(answer)) == (
            403,
            "new accounts are by invitation only",
        )
    async with InProcessRoom(tmp_path) as house:
        gus = await guest(house, "Gil")
        for body in ({}, {"password": "short"}, {**KEEP, "name": "Gin"}):
            assert (await gus.post("/api/me/account", body)).status_code == 422
        ann = await house.sign_in("Ann")
        answer = await ann.post("/api/me/account", KEEP)
        assert answer.status_code == 409
        assert "already has a password" in error_of(answer)
        assert (await house.caller().post("/api/me/account", KEEP)).status_code == 401
        assert (await gus.get("/api/me")).json()["guest"]


async def test_sec_5_no_password_is_stored_or_logged(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        gus = await guest(house)
        await gus.post("/api/me/account", KEEP, **KEY_HEADERS)
    for file in tmp_path.iterdir():
        for secret in (PASSWORD, KEY_HEADERS["Idempotency-Key"]):
            assert secret.encode() not in file.read_bytes(), file


async def test_log_4_a_guest_who_was_deleted_by_hand_is_found(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await guest(house)
        await guest(house, "Gil")
        house.clock.forward(days=GUEST_DAYS + 1)
        await clean_up(house)
        account = Account("Gus", AccountRole.PLAYER, guest=True)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.execute(
            "INSERT INTO shelves (shelf, name, value, hash) VALUES (?, ?, ?, '')",
            (ACCOUNTS, account.key, b'{"name": "Gus", "part": "player", "guest": true}'),
        )
        db.execute("INSERT INTO balances (account, whole, rest) VALUES ('player:Gil', 5, '')")
        db.commit()
    sentences = await findings(tmp_path)
    assert any("the account 'Gus' was never opened" in sentence for sentence in sentences)
    assert any("player:Gil holds 5 cents" in sentence for sentence in sentences)
