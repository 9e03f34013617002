"""NODE-1: several nodes run one room; each table has one writer, and every node shows it."""

import asyncio
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.audit.auditor import audit
from pitboss.room.failures import FailureKind
from pitboss.room.nodes.directory import LEASE_SECONDS, Directory, OwnershipLost
from pitboss.room.nodes.followed_table import FollowedTable
from pitboss.room.nodes.shared_room import PRESENCE_INTERVAL, SharedRoom
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.people.credentials import IDLE_LIMIT, Sessions
from pitboss.room.requests import Request
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import KEY_BYTES
from pitboss.room.server import open_node
from pitboss.room.settings import ServerSettings
from pitboss.room.store.interface import BACK_OFFICE, StoreInUse
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.postgres import PostgresStore
from pitboss.room.store.postgres_connection import TRANSACTION_LIMIT
from pitboss.room.stored_table import TableSettings
from pitboss.room.table_actor import TableActor
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER
from tests.room.nodes.two_nodes import PATIENCE, Nodes, running, sign_up, until
from tests.room.store.store_locations import PostgresLocation

HOLDEM = "holdem-bonus"
TABLES = ("one", "two", "three", "four")
TAKE_OVER_LIMIT = 5.0


async def create_tables(nodes: Nodes) -> None:
    for table in TABLES:
        settings = TableSettings(pace=None)
        await nodes.leader().create_table(table, table.title(), HOLDEM, settings)
    await until(lambda: all(nodes.owner(table) for table in TABLES))
    await until(lambda: all(set(room.hubs) >= set(TABLES) for room in nodes.rooms.values()))


def follower(nodes: Nodes, table: str) -> SharedRoom:
    """Return a room that does not own a table."""
    return next(room for room in nodes.rooms.values() if room is not nodes.owner(table))


def is_level(nodes: Nodes, table: str) -> bool:
    """Return whether every node shows the same last line of a table."""
    return len({room.hub(table).actor.head for room in nodes.rooms.values()}) == 1


async def assert_books_balance(place: PostgresLocation) -> None:
    store = await open_read_only(database=place.address)
    try:
        result = await audit(store)
    finally:
        await store.close()
    assert result.findings == ()


async def test_node_1_every_table_has_one_owner(postgres_place: PostgresLocation) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        counts = {name: len(room.node.own_streams) for name, room in nodes.rooms.items()}
        assert max(counts.values()) - min(counts.values()) <= 1
        for room in nodes.rooms.values():
            statuses = await room.nodes()
            assert sum(len(node.tables) for node in statuses) == len(TABLES)
            leaders = [node.address for node in statuses if node.is_leader]
            assert leaders == [nodes.leader().node.address]
            assert all(node.is_alive for node in statuses)
        for room in nodes.rooms.values():
            assert {hub.actor.committed_state.game for hub in room.hubs.values()} == {HOLDEM}


async def test_node_1_commands_are_forwarded_and_shown_everywhere(
    postgres_place: PostgresLocation,
) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        for table in TABLES:
            room, owner = follower(nodes, table), nodes.owner(table)
            assert owner
            assert isinstance(room.hub(table).actor, FollowedTable)
            watcher = room.watch(account, table)
            at_owner = owner.watch(account, table)  # so that the table does not move
            await watcher.frames()
            await room.execute(account, table, c.TakeSeat(2), "sit")
            again = await room.execute(account, table, c.TakeSeat(2), "sit")
            assert again.again
            assert (await owner.execute(account, table, c.TakeSeat(2), "sit")).again
            await room.execute(account, table, c.BuyIn(100_00), "buy")
            await owner.hub(table).writer.submit(Request(HOUSE_DEALER, c.OpenRound(), ""))
            await room.execute(account, table, c.PlaceWagers(2, {"ante": 500}, round=1), "bet")
            await owner.hub(table).writer.submit(Request(HOUSE_DEALER, c.NoMoreBets(), ""))
            await until(lambda: is_level(nodes, table))  # noqa: B023 -- it is awaited here
            assert room.view(account, table) == owner.view(account, table)
            assert b'"own":' in b"".join(await watcher.frames())
            room.unwatch(account, watcher)
            owner.unwatch(account, at_owner)
            with pytest.raises(Refused):
                await room.execute(account, table, c.TakeSeat(99), "else")
        assert nodes.link.forward_count


async def test_node_1_a_killed_node_is_replaced_in_time(postgres_place: PostgresLocation) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        for table in TABLES:
            await nodes.rooms["test:b"].execute(account, table, c.TakeSeat(2), "sit")
            await nodes.rooms["test:b"].execute(account, table, c.BuyIn(10_00), "buy")
        start = time.monotonic()
        await nodes.kill("a")
        await until(lambda: all(nodes.owner(table) for table in TABLES))
        await until(lambda: nodes.rooms["test:b"].is_leader)
        assert time.monotonic() - start < TAKE_OVER_LIMIT
        for table in TABLES:
            room = nodes.rooms["test:b"]
            assert (await room.execute(account, table, c.BuyIn(10_00), "buy")).again
            await room.execute(account, table, c.BuyIn(5_00), "more")
            assert room.hub(table).actor.committed_state.chips("Ann") == 15_00
    await assert_books_balance(postgres_place)


async def test_node_1_a_paused_node_that_wakes_writes_nothing(
    postgres_place: PostgresLocation,
) -> None:
    """Its lease has expired and its tables have other owners, so its batch is refused."""
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        sleeping_room, other = nodes.rooms["test:a"], nodes.rooms["test:b"]
        table = next(table for table in TABLES if nodes.owner(table) is sleeping_room)
        actor = sleeping_room.hub(table).writer
        sleeping_room._tasks["(node)"].cancel()  # no more renewals or notifications
        await until(
            lambda: table in other.node.own_streams and other.hub(table).actor.ready.is_set()
        )
        await until(lambda: not isinstance(other.hub(table).actor, FollowedTable))
        before = other.hub(table).actor.head
        with pytest.raises(OwnershipLost):
            await actor.submit(Request(account.person, c.TakeSeat(2), account.key, "sit"))
        assert actor.has_moved
        assert other.hub(table).actor.head == before
        await other.execute(account, table, c.TakeSeat(2), "sit")
        assert [line for line in await _kinds(postgres_place, table) if line == "PlayerSeated"] == [
            "PlayerSeated"
        ]


async def test_node_1_a_program_of_the_same_name_writes_in_another_epoch(
    postgres_place: PostgresLocation,
) -> None:
    """The earlier program may still have a batch on its way."""
    async with running(postgres_place.address, "a") as nodes:
        await create_tables(nodes)
        before = dict(nodes.rooms["test:a"].node.own_streams)
        await nodes.kill("a")
        room = await nodes.start("a")
        await until(lambda: room.node.own_streams.keys() == before.keys())
        assert all(room.node.own_streams[stream] > epoch for stream, epoch in before.items())


async def test_node_1_a_node_paused_in_a_transaction_blocks_nobody(
    postgres_place: PostgresLocation,
) -> None:
    """Its locks would keep others from its tables, and from every account that it changes."""
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        paused_room, other = nodes.rooms["test:a"], nodes.rooms["test:b"]
        tables = [table for table in TABLES if nodes.owner(table) is paused_room]
        theirs = next(table for table in TABLES if nodes.owner(table) is other)
        store = paused_room.store
        assert isinstance(store, PostgresStore)
        for task in paused_room._tasks.values():
            task.cancel()
        db = await store._connection()
        await db.execute("BEGIN")
        for row in ("streams SET version = version", "balances SET whole = whole"):
            await db.execute(f"UPDATE {row}")
        start = time.monotonic()
        await other.execute(account, theirs, c.TakeSeat(2), "sit")
        assert time.monotonic() - start < TRANSACTION_LIMIT + 1
        assert not other.failures.find(FailureKind.LEASE_LOST)
        await until(lambda: all(isinstance(other.hub(table).actor, TableActor) for table in tables))
        assert time.monotonic() - start < TAKE_OVER_LIMIT
        assert not other.failures.find(FailureKind.LEASE_LOST)
        for table in tables:
            await other.execute(account, table, c.TakeSeat(2), "sit")


async def test_node_1_a_paused_node_whose_name_was_given_away_writes_nothing(
    postgres_place: PostgresLocation,
) -> None:
    """A new program counts as another owner, even under the same name."""
    async with running(postgres_place.address, "a") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        paused_room = nodes.rooms.pop("test:a")
        paused_room._tasks["(node)"].cancel()
        actor = paused_room.hub(TABLES[0]).writer
        room = await nodes.start("a")
        try:
            await until(lambda: all(nodes.owner(table) is room for table in TABLES))
            before = room.hub(TABLES[0]).actor.head
            with pytest.raises(OwnershipLost):
                await actor.submit(Request(account.person, c.TakeSeat(2), account.key, "sit"))
            with pytest.raises(OwnershipLost):
                await paused_room.account_service.open_account("Bob", AccountRole.PLAYER)
        finally:
            await paused_room.close()
        assert room.hub(TABLES[0]).actor.head == before
        directory = await room.node._store.directory()
        assert {*directory.owned_by("a")} == {BACK_OFFICE, *TABLES}
        await room.execute(account, TABLES[0], c.TakeSeat(2), "sit")


async def test_node_1_a_node_that_wakes_shows_nothing_old(
    postgres_place: PostgresLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it knows who owns a table now, its own lines may be out of date."""
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        paused_room, other = nodes.rooms["test:a"], nodes.rooms["test:b"]
        table = next(table for table in TABLES if nodes.owner(table) is paused_room)
        paused_room._tasks["(node)"].cancel()
        await until(lambda: isinstance(other.hub(table).actor, TableActor))
        await other.execute(account, table, c.TakeSeat(2), "sit")
        read_directory, is_known = paused_room.node._store.directory, asyncio.Event()

        async def slow_directory() -> Directory:
            await is_known.wait()
            return await read_directory()

        monkeypatch.setattr(paused_room.node._store, "directory", slow_directory)
        task = asyncio.create_task(paused_room.node.run())
        await asyncio.sleep(0.3)  # by now it has renewed its lease
        try:
            with pytest.raises(Failed):
                await paused_room.catch_up(table)
        finally:
            is_known.set()
        async with asyncio.timeout(5):
            while True:
                with suppress(Failed):
                    await paused_room.catch_up(table)
                    break
        assert paused_room.hub(table).actor.head == other.hub(table).actor.head
        task.cancel()


async def test_node_1_a_stale_leader_changes_no_account(postgres_place: PostgresLocation) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        await sign_up(nodes, "Ann")
        stale = nodes.leader()
        stale._tasks["(node)"].cancel()
        others = [room for room in nodes.rooms.values() if room is not stale]
        await until(lambda: others[0].is_leader)
        with pytest.raises(OwnershipLost):
            await stale.account_service.change_account("Ann", HOUSE_DEALER, closed="cheated")
        with pytest.raises(OwnershipLost):
            await stale.account_service.open_account("Bob", AccountRole.PLAYER)
        assert await others[0].account_service.account("Bob") is None


async def test_node_1_an_orderly_stop_hands_tables_over(postgres_place: PostgresLocation) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        table = next(table for table in TABLES if nodes.owner(table) is nodes.rooms["test:a"])
        room = nodes.rooms["test:b"]
        start = time.monotonic()
        await nodes.stop("a")
        await until(lambda: all(nodes.owner(table) for table in TABLES))
        assert time.monotonic() - start < LEASE_SECONDS
        await room.execute(account, table, c.TakeSeat(1), "sit")
    await assert_books_balance(postgres_place)


async def test_node_1_a_new_node_gets_its_share(postgres_place: PostgresLocation) -> None:
    async with running(postgres_place.address, "a") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        room = await nodes.start("b")
        await until(lambda: len(room.node.own_streams) >= 2)
        await until(lambda: all(nodes.owner(table) for table in TABLES))
        for table in TABLES:
            for item in nodes.rooms.values():
                await item.execute(account, table, c.TakeSeat(2), "sit")
    await assert_books_balance(postgres_place)


async def test_a_table_moves_to_the_node_of_its_viewers(postgres_place: PostgresLocation) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        owner, other = nodes.owner(TABLES[0]), follower(nodes, TABLES[0])
        watcher = other.watch(account, TABLES[0])
        await until(lambda: nodes.owner(TABLES[0]) is other)
        await other.execute(account, TABLES[0], c.TakeSeat(1), "sit")
        assert nodes.link.forward_count == 0
        assert owner is not other
        other.unwatch(account, watcher)
    await assert_books_balance(postgres_place)


async def test_test_5_what_is_acknowledged_is_shown_at_every_node(
    postgres_place: PostgresLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if no notification arrives."""
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        for room in nodes.rooms.values():
            monkeypatch.setattr(room, "_note_change", lambda _: None)
        for number, table in enumerate(TABLES):
            owner, other = nodes.owner(table), follower(nodes, table)
            assert owner
            room, reader = (owner, other) if number % 2 else (other, owner)
            ack = await room.execute(account, table, c.TakeSeat(2), "sit")
            await reader.catch_up(table)
            assert reader.hub(table).actor.committed_state.version >= ack.version
            assert room.hub(table).actor.committed_state.version >= ack.version


async def test_test_5_a_stale_owner_shows_nothing_without_asking(
    postgres_place: PostgresLocation,
) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        stale, other = nodes.rooms["test:a"], nodes.rooms["test:b"]
        table = next(table for table in TABLES if nodes.owner(table) is stale)
        stale._tasks["(node)"].cancel()
        await until(lambda: isinstance(other.hub(table).actor, TableActor))
        await stale.catch_up(table)  # nothing has happened since then
        await other.execute(account, table, c.TakeSeat(2), "sit")
        with pytest.raises(Failed, match="try again"):
            await stale.catch_up(table)


async def test_lines_arrive_without_notifications(
    postgres_place: PostgresLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        monkeypatch.setattr(SharedRoom, "_note_change", lambda *_: None)
        for table in TABLES:
            owner = nodes.owner(table)
            assert owner
            await owner.execute(account, table, c.TakeSeat(2), "sit")
            await until(lambda: is_level(nodes, table), 3.0)  # noqa: B023 -- it is awaited here


async def test_time_1_all_nodes_use_the_clock_of_the_database(
    postgres_place: PostgresLocation,
) -> None:
    async with running(postgres_place.address, "a") as nodes:
        await nodes.start("b", lambda: utc_clock() + timedelta(hours=2))
        await nodes.start("c", lambda: utc_clock() - timedelta(hours=2))
        now = utc_clock()
        for room in nodes.rooms.values():
            assert abs(room.clock() - now) < timedelta(seconds=PATIENCE)
            account, token = await sign_up(nodes, f"Ann {room.node.name.upper()}")
            for reader in nodes.rooms.values():
                assert await reader.account_service.find_by_token(token) == account


async def test_a_guest_who_watches_at_another_node_is_present(
    postgres_place: PostgresLocation,
) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account = await nodes.leader().account_service.open_account("Ann", AccountRole.PLAYER)
        other = next(room for room in nodes.rooms.values() if not room.is_leader)
        assert not await nodes.leader()._is_present(account)
        watcher = other.watch(account, TABLES[0])
        await asyncio.sleep(PRESENCE_INTERVAL * 2)
        assert await nodes.leader()._is_present(account)
        other.unwatch(account, watcher)
        await asyncio.sleep(PRESENCE_INTERVAL * 2)
        assert not await nodes.leader()._is_present(account)


async def test_sec_5_a_session_in_use_at_another_node_continues(
    postgres_place: PostgresLocation,
) -> None:
    store, now = await PostgresStore.open(postgres_place.address), utc_clock()
    one, other = (Sessions(store, lambda: now) for _ in range(2))
    token = await one.start(Account("Ann", AccountRole.DEALER, "no password"))
    for _ in range(3):
        now += IDLE_LIMIT[True] * 0.9
        assert await other.find(token)
        await asyncio.gather(*other._touches)
    assert await one.find(token)
    now += IDLE_LIMIT[True] * 1.1
    assert await other.find(token) is None
    await store.close()


async def test_sec_4_a_session_that_ends_at_one_node_ends_everywhere(
    postgres_place: PostgresLocation,
) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        _, token = await sign_up(nodes, "Ann")
        leader = nodes.leader()
        other = next(room for room in nodes.rooms.values() if room is not leader)
        assert await other.account_service.find_by_token(token)
        await leader.account_service.sessions.end(token)
        await until(lambda: not other.account_service.sessions.is_cached(token))
        assert await other.account_service.find_by_token(token) is None


async def test_sec_4_a_closed_account_is_signed_out_everywhere(
    postgres_place: PostgresLocation,
) -> None:
    async with running(postgres_place.address, "a", "b") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        leader = nodes.leader()
        other = next(room for room in nodes.rooms.values() if room is not leader)
        watcher = other.watch(await _existing(other, "Ann"), TABLES[0])
        await leader.account_service.change_account("Ann", HOUSE_DEALER, closed="cheated")
        await until(lambda: watcher.is_dismissed)
        table = next(table for table in TABLES if nodes.owner(table) is not other)
        with pytest.raises((Refused, Failed)):
            await other.execute(account, table, c.TakeSeat(1), "sit")


async def test_fair_9_a_lost_key_is_recorded(postgres_place: PostgresLocation) -> None:
    async with running(postgres_place.address, "a") as nodes:
        await create_tables(nodes)
        account, _ = await sign_up(nodes, "Ann")
        room = nodes.leader()
        await room.execute(account, TABLES[0], c.TakeSeat(2), "sit")
        await room.hub(TABLES[0]).writer.submit(Request(HOUSE_DEALER, c.OpenRound(), ""))
    other_key = bytes([1]) * KEY_BYTES
    nodes = Nodes(postgres_place.address)
    with pytest.raises(Refused, match="key"):
        await nodes.start("a", key=other_key)
    room = await nodes.start("a", key=other_key, key_lost=True)
    await until(lambda: nodes.owner(TABLES[0]))
    round_ = room.hub(TABLES[0]).actor.committed_state.round
    assert round_
    assert "the key that encrypts the seed is lost" in round_.void
    await nodes.stop("a")
    assert "KeyLost" in await _kinds(postgres_place, BACK_OFFICE)


async def test_fair_9_no_key_is_lost_while_other_nodes_have_it(
    postgres_place: PostgresLocation, tmp_path: Path
) -> None:
    async with running(postgres_place.address, "a"):
        store = await PostgresStore.open(postgres_place.address, is_shared=True)
        settings = ServerSettings(key=tmp_path / "key", node="b", key_lost=True)
        with pytest.raises(Refused, match="other nodes are running"):
            await open_node(store, settings, "http://b.example")
        await store.close()
    assert not (tmp_path / "key").exists()


async def test_second_node_of_the_same_name_is_refused(
    postgres_place: PostgresLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.room.nodes.node.REGISTRATION_TIMEOUT", 0.5)
    async with running(postgres_place.address, "a") as nodes:
        with pytest.raises(Refused, match="a node named 'a' is running"):
            await nodes.start("a")


async def test_single_program_and_nodes_exclude_each_other(
    postgres_place: PostgresLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.room.store.postgres_connection.LOCK_TIMEOUT", 0.2)
    async with running(postgres_place.address, "a"):
        with pytest.raises(StoreInUse):
            await PostgresStore.open(postgres_place.address, exclusive=True)
    store = await PostgresStore.open(postgres_place.address, exclusive=True)
    try:
        with pytest.raises(StoreInUse, match="not a node"):
            await PostgresStore.open(postgres_place.address, is_shared=True)
    finally:
        await store.close()


async def _existing(room: SharedRoom, name: str) -> Account:
    account = await room.account_service.account(name)
    assert account
    return account


async def _kinds(place: PostgresLocation, table: str) -> list[str]:
    await asyncio.sleep(0.2)
    rows = await place.raw("SELECT stream, kind FROM entries ORDER BY version")
    return [kind for stream, kind in rows if stream == table]
