"""The stream interface of a store behaves the same on both databases."""

import asyncio
from fractions import Fraction

import pytest

from pitboss.room.store import (
    Batch,
    Conflict,
    Entry,
    Head,
    NewStream,
    Overdraft,
    Put,
    SealedSeed,
    Snapshot,
    StoredPosting,
    StoredResponse,
    StoreUnavailable,
    Stream,
    sql,
)
from tests.room.store.sample_batches import (
    check_store,
    count,
    create_streams,
    line_batch,
    lines_of,
    payment_batch,
    postings_of,
    version_of,
)
from tests.room.store.store_locations import StoreLocation


async def test_appended_lines_are_read_back(place: StoreLocation) -> None:
    line = Entry(1, b"\x00\xff not text", "2026-03-01T12:00:00Z", "Åse 🂡", "dealer", "Opened")
    posting = StoredPosting(1, 0, "house", "tray", Fraction(10, 3), "pending", "the float’s third")
    answer = StoredResponse("account-1", "key", b"\x00body", b"answer\xff")
    first = Batch(
        "t",
        0,
        "hash",
        [line],
        [posting],
        {"t/house": Fraction(-10, 3), "t/tray": Fraction(10, 3)},
        [("player:Åse", 5), ("house", -5)],
        [answer],
        [SealedSeed(7, b"\x00sealed")],
        [Put("s", "k", b"v")],
    )
    async with place.store() as store:
        await store.create_stream(
            "t", "table", "A Table", {"bank": 5, "automation": ["everything"]}
        )
        await store.append(first)
    async with place.store() as store:
        settings = {"bank": 5, "automation": ["everything"]}
        assert await store.streams() == [Stream("t", "table", "A Table", Head(1, "hash"), settings)]
        assert await lines_of(store, "t") == [line]
        assert await postings_of(store, "t") == [posting]
        assert await store.balances("t/") == {
            "t/house": Fraction(-10, 3),
            "t/tray": Fraction(10, 3),
        }
        assert await store.balance("player:Åse") == 5
        assert await store.stored_response("account-1", "t", "key") == answer
        assert await store.sealed_seed("t", 7) == b"\x00sealed"
        assert await store.get("s", "k") == b"v"


async def test_missing_values(place: StoreLocation) -> None:
    async with place.store() as store:
        assert await store.streams() == []
        assert await lines_of(store, "t") == []
        assert await postings_of(store, "t") == []
        assert await store.balance("player:Ann") == 0
        assert await store.balances() == {}
        assert await store.stored_response("a", "t", "k") is None
        assert await store.sealed_seed("t", 1) is None
        assert await store.snapshot("t") is None
        assert await store.get("s", "k") is None
        assert await store.collection("s") == {}


async def test_only_one_of_many_racers_wins(place: StoreLocation) -> None:
    """LEDG-3: this also holds for writers in two stores, like two programs."""
    async with place.store() as one, place.store() as other:
        await create_streams(one, "t")
        for version in range(5):
            racers = [(one, other)[n % 2].append(line_batch("t", version)) for n in range(16)]
            outcomes = await asyncio.gather(*racers, return_exceptions=True)
            assert count(outcomes, Conflict) == 15
        await check_store(other)
        assert await version_of(one, "t") == 5


async def test_batches_of_one_stream_can_wait_together(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "t")
        await asyncio.gather(*(store.append(line_batch("t", n)) for n in range(20)))
        await check_store(store)
        assert await version_of(store, "t") == 20


async def test_refused_batch_has_no_effect_on_others(
    place: StoreLocation,
) -> None:
    names = [f"t{n:02}" for n in range(30)]
    wrong = {
        "t07": line_batch("t07", 3),
        "t11": line_batch(
            "t11", 0, 2, shared_changes={"player:Ben": -1, "house": 1}, puts=[Put("s", "k", b"")]
        ),
        "t19": line_batch("t19", 0, responses=[StoredResponse("a", "k", b"", b"")] * 2),
    }
    async with place.store() as store:
        await create_streams(store, *names)
        outcomes = await asyncio.gather(
            *(store.append(wrong.get(name) or payment_batch(name, 0)) for name in names),
            return_exceptions=True,
        )
        assert [name for name, item in zip(names, outcomes, strict=True) if item] == list(wrong)
        assert (count(outcomes, Conflict), count(outcomes, Overdraft)) == (2, 1)
        assert await store.balance("player:Ann") == 27
        assert await store.stored_response("a", "t19", "k") is None
        assert await store.collection("s") == {}
        await check_store(store)


async def test_invalid_value_is_refused_alone(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "a", "b", "c")
        outcomes = await asyncio.gather(
            store.append(payment_batch("a", 0)),
            store.append(payment_batch("b", 0, 1 << 70)),
            store.append(line_batch("c", 0, responses=[StoredResponse("x", "\ud800", b"", b"")])),
            return_exceptions=True,
        )
        assert outcomes[0] is None
        assert count(outcomes, ValueError) == 2
        await check_store(store)
        assert await version_of(store, "a") == 1


async def test_duplicate_conflicts(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "t")
        answer, seal, put = (
            StoredResponse("a", "k", b"", b""),
            SealedSeed(1, b""),
            Put("s", "k", b"", must_be_new=True),
        )
        await store.append(line_batch("t", 0, responses=[answer], sealed_seeds=[seal], puts=[put]))
        for again in (
            line_batch("t", 1, responses=[StoredResponse("a", "k", b"other", b"")]),
            line_batch("t", 1, sealed_seeds=[SealedSeed(1, b"other")]),
            line_batch("t", 1, puts=[Put("s", "k", b"other", must_be_new=True)]),
        ):
            with pytest.raises(Conflict):
                await store.append(again)
        await check_store(store)
        assert await version_of(store, "t") == 1


async def test_keys_are_per_account_and_stream(place: StoreLocation) -> None:
    """LEDG-2: two accounts can use the same key, and one account can use it in two streams."""
    async with place.store() as store:
        await create_streams(store, "t", "u")
        await store.append(line_batch("t", 0, responses=[StoredResponse("a", "k", b"1", b"1")]))
        await store.append(line_batch("t", 1, responses=[StoredResponse("b", "k", b"2", b"2")]))
        await store.append(line_batch("u", 0, responses=[StoredResponse("a", "k", b"3", b"3")]))
        await store.append(line_batch("u", 1, 0, responses=[StoredResponse("a", "l", b"4", b"4")]))
        assert await store.stored_response("a", "t", "k") == StoredResponse("a", "k", b"1", b"1")
        assert await store.stored_response("b", "t", "k") == StoredResponse("b", "k", b"2", b"2")
        assert await store.stored_response("a", "u", "k") == StoredResponse("a", "k", b"3", b"3")
        assert await store.stored_response("a", "u", "l") == StoredResponse("a", "l", b"4", b"4")
        assert await store.stored_response("b", "u", "k") is None


async def test_ledg_2_old_responses_are_deleted_a_few_at_a_time(place: StoreLocation) -> None:
    """The oldest ones come first."""
    async with place.store() as store:
        await create_streams(store, "t", "u")
        for stream in ("t", "u"):
            for number in range(6):
                key, day = f"k{number}", f"2026-03-{number + 1:02}T12:00:00Z"
                response = StoredResponse("a", key, b"1", b"ack", day)
                await store.append(line_batch(stream, number, responses=[response]))
        before = "2026-03-04T00:00:00Z"
        assert [await store.delete_responses(before, 4) for _ in range(3)] == [4, 2, 0]
        for stream in ("t", "u"):
            left = [await store.stored_response("a", stream, f"k{number}") for number in range(6)]
            assert [response is None for response in left] == [True] * 3 + [False] * 3


async def test_page_of_a_collection_is_ordered_by_key(place: StoreLocation) -> None:
    async with place.store() as store:
        await store.put(*(Put("c", key, key.encode()) for key in ("é", "b", "a c", "ab", "B", "")))
        await store.put(Put("d", "a", b"other"))
        assert [*await store.collection_page("c", limit=10)] == ["B", "a c", "ab", "b", "é"]
        assert await store.collection_page("c", "B", limit=2) == {"a c": b"a c", "ab": b"ab"}
        assert [*await store.collection_page("c", "B", before="b", limit=9)] == ["a c", "ab"]
        assert await store.collection_page("c", "é", limit=9) == {}


async def test_streams_are_created_once_and_listed_in_order(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "b", "B", "a-1", "a1", "ä")
        await store.create_stream("a", "table", "A table", {"bank": 1})
        with pytest.raises(Conflict):
            await store.create_stream("a", "table", "Another", {})
        streams = await store.streams()
        assert [stream.id for stream in streams] == ["B", "a", "a-1", "a1", "b", "ä"]
        assert streams[1] == Stream("a", "table", "A table", Head(0, ""), {"bank": 1})
        with pytest.raises(Conflict):
            await store.append(line_batch("nowhere", 0))


async def test_lines_and_postings_are_paged_in_order(
    place: StoreLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql, "ROWS_PER_PAGE", 7)
    async with place.store() as store:
        await create_streams(store, "t", "u")
        sums = [
            StoredPosting(version, at, "house", "tray", version * 10 + at, "posted", "")
            for version in range(1, 13)
            for at in range(version % 4)
        ]
        await store.append(line_batch("t", 0, 12, postings=sums[::-1]))
        await store.append(line_batch("u", 0, 3))
        pages = [len(some) async for some in store.entries("t")]
        assert pages == [7, 5]
        assert [item.version for item in await lines_of(store, "t", 4)] == list(range(5, 13))
        assert await postings_of(store, "t") == sums
        assert await postings_of(store, "t", 5) == [item for item in sums if item.version > 5]
        assert [len(some) async for some in store.postings("t")] == [7, 7, 4]


async def test_only_the_latest_snapshot_is_stored(place: StoreLocation) -> None:
    async with place.store() as store:
        for version in (4, 9):
            await store.save_snapshot("t", Snapshot(version, f"hash {version}", b"state\x00"))
        assert await store.snapshot("t") == Snapshot(9, "hash 9", b"state\x00")
        assert await store.snapshot("u") is None


async def test_collections(place: StoreLocation) -> None:
    async with place.store() as store:
        await store.put(
            Put("s", "b", b"1"), Put("s", "a", b"2", must_be_new=True), Put("z", "a", b"3")
        )
        await store.put(Put("s", "b", b"4"))
        assert await store.collection("s") == {"a": b"2", "b": b"4"}
        with pytest.raises(Conflict):
            await store.put(Put("s", "c", b"5"), Put("s", "a", b"6", must_be_new=True))
        assert await store.collection("s") == {"a": b"2", "b": b"4"}
        await store.put(Put("s", "a", None), Put("s", "never", None))
        assert await store.collection("s") == {"b": b"4"}
        assert await store.get("z", "a") == b"3"


async def test_puts_are_applied_in_order(place: StoreLocation) -> None:
    """This also holds while others write."""
    async with place.store() as store:
        await create_streams(store, "t", "u")
        again = [
            Put("s", "k", b"old"),
            Put("s", "k", None),
            Put("s", "k", b"new", must_be_new=True),
        ]
        await asyncio.gather(
            store.append(line_batch("t", 0, puts=[Put("s", "x", b"1"), Put("s", "y", None)])),
            store.append(line_batch("u", 0, puts=again)),
            store.put(Put("s", "z", None), Put("s", "z", b"2"), Put("s", "x", b"3")),
        )
        assert await store.collection("s") == {"k": b"new", "x": b"3", "z": b"2"}


async def test_close_writes_pending_batches(
    place: StoreLocation,
) -> None:
    store = await place.open()
    await create_streams(store, "t")
    waiting = [asyncio.ensure_future(store.append(line_batch("t", n))) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    for request in (store.append(line_batch("t", 50)), store.streams(), store.check_writable()):
        with pytest.raises(StoreUnavailable, match="closed"):
            await request
    await store.close()
    async with place.store() as again:
        await again.check_writable()
        await check_store(again)
        assert await version_of(again, "t") == 50


async def test_canceled_waiter_blocks_nobody(place: StoreLocation) -> None:
    """The write is completed all the same."""
    async with place.store() as store:
        await create_streams(store, "t", "u")
        task = asyncio.ensure_future(store.append(line_batch("t", 0)))
        await asyncio.sleep(0)
        task.cancel()
        await store.append(line_batch("u", 0))
        await store.append(line_batch("t", 1))
        await check_store(store)


async def test_streams_are_created_and_written_together_or_not_at_all(place: StoreLocation) -> None:
    """A batch, the streams that it creates and the batches beside it are one transaction."""
    async with place.store() as store:
        await create_streams(store, "office")
        new = [NewStream("t", "table", "T", {"bank": 5})]
        first = line_batch("t", 0, 3, puts=[Put("s", "t", b"1")])
        whole = line_batch(
            "office", 0, new_streams=new, linked_batches=[first], puts=[Put("s", "k", b"v")]
        )
        await store.append(whole)
        assert await version_of(store, "t") == 3
        duplicate = Put("s", "k", b"w", must_be_new=True)
        for wrong in (
            line_batch("office", 1, new_streams=new, linked_batches=[line_batch("t", 3)]),
            line_batch(
                "office",
                1,
                new_streams=[NewStream("u", "table", "U")],
                linked_batches=[line_batch("u", 1)],
            ),
            line_batch(
                "office",
                1,
                new_streams=[NewStream("u", "table", "U")],
                linked_batches=[line_batch("t", 2)],
            ),
            line_batch(
                "office",
                1,
                linked_batches=[line_batch("t", 3, puts=[duplicate])],
            ),
        ):
            with pytest.raises(Conflict):
                await store.append(wrong)
        assert [item.id for item in await store.streams()] == ["office", "t"]
        assert (await version_of(store, "office"), await version_of(store, "t")) == (1, 3)
        await check_store(store)
    async with place.store() as store:
        assert await store.collection("s") == {"k": b"v", "t": b"1"}
        await check_store(store)


async def test_only_one_of_many_creates_a_stream(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, *(f"office {at}" for at in range(8)))
        outcomes = await asyncio.gather(
            *(
                store.append(
                    line_batch(
                        f"office {at}",
                        0,
                        new_streams=[NewStream("t", "table", "T")],
                        linked_batches=[line_batch("t", 0)],
                    )
                )
                for at in range(8)
            ),
            return_exceptions=True,
        )
        assert count(outcomes, Conflict) == 7
        assert await version_of(store, "t") == 1
        await check_store(store)
