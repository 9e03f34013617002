"""LEDG-2, LEDG-3, ROUND-11: creating a table is one transaction with one winner per key."""

import asyncio
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.room import back_office_events as e
from pitboss.room import server
from pitboss.room.people.accounts import AccountRole
from pitboss.room.store import Batch, CommitUncertain
from pitboss.room.store.sqlite import SqliteStore
from pitboss.room.stored_table import TableSettings
from pitboss.submission import is_example
from tests.filings import complete
from tests.room.http.in_process_room import GAME, InProcessRoom, error_of

NEW = {"table": "new", "title": "New", "game": GAME}
KEY_HEADERS = {"Idempotency-Key": "a-key-of-my-own"}


def count_created(events: list[object], table: str = "new") -> int:
    return sum(isinstance(event, e.TableFounded) and event.table == table for event in events)


async def test_ledg_3_of_two_people_who_create_one_table_one_wins(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        tasks = len(house.room._tasks)
        answers = await asyncio.gather(*(flo.post("/api/tables", NEW) for _ in range(5)))
        assert sorted(item.status_code for item in answers) == [201, 409, 409, 409, 409]
        refused = {error_of(item) for item in answers if item.status_code == 409}
        assert refused == {"the table 'new' already exists"}
        assert len(house.room._tasks) == tasks + 1
        assert count_created(await house.events()) == 1
        assert house.actor("new").committed_state.rules is not None
        assert sum(task.get_name() == "table new" for task in asyncio.all_tasks()) == 1


async def test_ledg_2_a_repeated_key_gives_the_same_table(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        answers = await asyncio.gather(
            *(flo.post("/api/tables", NEW, **KEY_HEADERS) for _ in range(4))
        )
        assert {item.status_code for item in answers} == {201}
        assert len({item.content for item in answers}) == 1
        other = await flo.post("/api/tables", NEW | {"title": "Other"}, **KEY_HEADERS)
        assert other.status_code == 409
        assert "already used for a different request" in error_of(other)
        fay = await house.sign_in("Fay", AccountRole.FLOORPERSON)
        assert (await fay.post("/api/tables", NEW, **KEY_HEADERS)).status_code == 409
        assert count_created(await house.events()) == 1
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo")
        assert (await flo.post("/api/tables", NEW, **KEY_HEADERS)).status_code == 201
        assert count_created(await house.events()) == 1


async def test_recov_1_a_table_is_created_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room is killed after each of the writes in turn, however many there are."""
    append, after = SqliteStore.append, [0]

    async def killed_append(self: SqliteStore, batch: Batch) -> None:
        if after[0] == 0:
            raise CommitUncertain("the power is off")
        after[0] -= 1
        await append(self, batch)

    for writes in range(4):
        folder = tmp_path / str(writes)
        folder.mkdir()
        async with InProcessRoom(folder) as house:
            after[0] = writes
            monkeypatch.setattr(SqliteStore, "append", killed_append)
            try:
                await house.room.create_table("new", "New", GAME, TableSettings(pace=None))
                is_acknowledged = True
            except CommitUncertain:
                is_acknowledged = False
            monkeypatch.undo()
        async with InProcessRoom(folder) as house:
            exists = "new" in house.room.hubs
            assert exists == is_acknowledged
            assert count_created(await house.events()) == exists
            if exists:
                assert house.actor("new").committed_state.rules is not None


async def test_uncertain_request_is_retried_with_the_same_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = SqliteStore.append

    async def silent(self: SqliteStore, batch: Batch) -> None:
        await append(self, batch)
        raise CommitUncertain("the disk does not answer")

    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        monkeypatch.setattr(SqliteStore, "append", silent)
        answer = await flo.post("/api/tables", NEW, **KEY_HEADERS)
        assert (answer.status_code, answer.json()["uncertain"]) == (503, True)
        monkeypatch.undo()
        assert (await flo.post("/api/tables", NEW, **KEY_HEADERS)).status_code == 201
        assert count_created(await house.events()) == 1


async def test_older_table_without_its_line_gets_one(tmp_path: Path) -> None:
    """An older program was killed between the stream and the back office's line."""
    async with InProcessRoom(tmp_path) as house:
        settings = {"game": GAME, "pace": None}
        await house.store.create_stream("old", "table", "Old", settings)
    async with InProcessRoom(tmp_path) as house:
        assert count_created(await house.events(), "old") == 1
        assert house.actor("old").committed_state.rules is not None
    async with InProcessRoom(tmp_path) as house:
        assert count_created(await house.events(), "old") == 1


async def test_round_11_nobody_creates_a_table_by_their_own_rules_alone(tmp_path: Path) -> None:
    """Neither a floorperson nor an administrator can put a submission in force alone."""
    own = complete(GAME, {"table": {"minimum": 1000}})
    async with InProcessRoom(tmp_path) as house:
        for part in AccountRole:
            caller = await house.sign_in(f"a {part}", part)
            body = {**NEW, "table": f"own-{part}", "submission": own}
            answer = await caller.post("/api/tables", body)
            if part in (AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR):
                assert answer.status_code == 201
                assert house.actor(f"own-{part}").committed_state.rules is None
            else:
                assert answer.status_code == 403, part
                assert f"own-{part}" not in house.room.hubs
        state = house.actor("own-floorperson").committed_state
        assert [proposal.by for proposal in state.proposals.values()] == ["a floorperson"]
        flo = await house.sign_in("a floorperson")
        path = "/api/tables/own-floorperson/submissions/1/approve"
        refused = await flo.post(path)
        assert (refused.status_code, refused.json()["clause"]) == (409, "SEC-3")
        fay = await house.sign_in("Fay", AccountRole.FLOORPERSON)
        assert (await fay.post(path)).status_code == 200
        assert house.actor("own-floorperson").committed_state.rules is not None
        assert is_example(house.actor().committed_state.filed[-1].submission)


async def test_interrupted_start_is_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with InProcessRoom(tmp_path, games={}) as house:
        open_table, many = house.room.create_table, [2]

        async def cut_off(*arguments: object, **more: object) -> object:
            many[0] -= 1
            if many[0] < 0:
                raise Refused("the power is off")
            return await open_table(*arguments, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(house.room, "create_table", cut_off)
        with pytest.raises(Refused):
            await server._create_tables(house.room)
    async with InProcessRoom(tmp_path, games={}) as house:
        assert len(house.room.hubs) == 2
        await server._create_tables(house.room)
        assert len(house.room.hubs) == len(GAMES)
    async with InProcessRoom(tmp_path, games={}) as house:
        await server._create_tables(house.room)
        assert len(house.room.hubs) == len(GAMES)
