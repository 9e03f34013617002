"""Both stores against a model of plain dictionaries, under random operations."""

import asyncio
import itertools
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from pitboss.room.store import Batch, Conflict, Overdraft, Put, StoredResponse
from tests.room.store.sample_batches import line_batch, lines_of
from tests.room.store.store_locations import (
    PostgresLocation,
    PostgresServer,
    SqliteLocation,
    StoreLocation,
)

T = TypeVar("T")
STREAMS = st.sampled_from(["a", "b"])
KEYS = st.sampled_from(["k", "l", "m"])
VALUES = st.none() | st.sampled_from([b"", b"\x00", b"1"])
PUTS = st.lists(st.builds(Put, st.just("s"), KEYS, VALUES, st.booleans()), max_size=3)
PEOPLE = st.sampled_from(["player:Ann", "player:Ben"])


class StoreMachine(RuleBasedStateMachine):
    """A store, and a model of what it should contain."""

    def __init__(self, place: StoreLocation) -> None:
        super().__init__()
        self._place, self._loop = place, asyncio.Runner()
        self.store = self.run(place.open())
        self.versions: dict[str, int] = {}
        self.answers: dict[tuple[str, str], StoredResponse] = {}
        self.shelf: dict[str, bytes] = {}
        self.balances = {"house": 0}

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self._loop.run(coroutine)

    def teardown(self) -> None:
        self.run(self.store.close())
        if isinstance(self._place, PostgresLocation):
            self.run(self._place.clear())
        self._loop.close()

    @rule(stream=STREAMS)
    def create_stream(self, stream: str) -> None:
        if stream in self.versions:
            with pytest.raises(Conflict):
                self.run(self.store.create_stream(stream, "table", "", {}))
        else:
            self.run(self.store.create_stream(stream, "table", "", {}))
            self.versions[stream] = 0

    @rule(
        stream=STREAMS,
        off=st.sampled_from([0, 0, 0, 0, 1, -1]),
        lines=st.integers(0, 2),
        key=st.none() | KEYS,
        person=PEOPLE,
        sum_=st.integers(-20, 40),
        puts=PUTS,
    )
    def append(
        self,
        stream: str,
        off: int,
        lines: int,
        key: str | None,
        person: str,
        sum_: int,
        puts: Sequence[Put],
    ) -> None:
        answers = [StoredResponse("x", key, b"", str(lines).encode())] if key else []
        expected = self.versions.get(stream, 0) + off
        changes = {person: sum_, "house": -sum_}
        batch = line_batch(
            stream, expected, lines, responses=answers, shared_changes=changes, puts=puts
        )
        shelf = self._after(puts)
        wrong = stream not in self.versions or off or shelf is None
        if wrong or (stream, key) in self.answers or self.balances.get(person, 0) + sum_ < 0:
            with pytest.raises((Conflict, Overdraft)):
                self.run(self.store.append(batch))
            return
        assert shelf is not None
        self.run(self.store.append(batch))
        self._note(batch, shelf)

    def _note(self, batch: Batch, shelf: dict[str, bytes]) -> None:
        self.versions[batch.stream] = batch.version
        self.shelf = shelf
        for answer in batch.responses:
            self.answers[batch.stream, answer.key] = answer
        for account, sum_ in batch.shared_changes:
            self.balances[account] = self.balances.get(account, 0) + sum_

    def _after(self, puts: Sequence[Put]) -> dict[str, bytes] | None:
        """Return the collection after the writes, or None if a new value exists already."""
        shelf = dict(self.shelf)
        for put in puts:
            if put.value is None:
                shelf.pop(put.key, None)
            elif put.must_be_new and put.key in shelf:
                return None
            else:
                shelf[put.key] = put.value
        return shelf

    @rule(puts=PUTS)
    def put(self, puts: Sequence[Put]) -> None:
        shelf = self._after(puts)
        if shelf is None:
            with pytest.raises(Conflict):
                self.run(self.store.put(*puts))
        else:
            self.run(self.store.put(*puts))
            self.shelf = shelf

    @rule()
    def reopen(self) -> None:
        self.run(self.store.close())
        self.store = self.run(self._place.open())

    @invariant()
    def the_same(self) -> None:
        self.run(self._compare())

    async def _compare(self) -> None:
        heads = {item.id: item.head for item in await self.store.streams()}
        assert {stream: head.version for stream, head in heads.items()} == self.versions
        for stream, version in self.versions.items():
            lines = await lines_of(self.store, stream)
            assert [line.version for line in lines] == list(range(1, version + 1))
            for key in ("k", "l", "m"):
                response = self.answers.get((stream, key))
                assert await self.store.stored_response("x", stream, key) == response
        assert await self.store.collection("s") == self.shelf
        assert {key: await self.store.get("s", key) for key in self.shelf} == self.shelf
        assert await self.store.balances() == {
            a: balance for a, balance in self.balances.items() if balance
        }


FEW = settings(max_examples=10, stateful_step_count=12)


@pytest.mark.slow
def test_sqlite(tmp_path: Path) -> None:
    folders = (tmp_path / str(n) for n in itertools.count())

    def machine() -> StoreMachine:
        folder = next(folders)
        folder.mkdir()
        return StoreMachine(SqliteLocation(folder))

    run_state_machine_as_test(cast("type[StoreMachine]", machine), settings=FEW)


@pytest.mark.slow
def test_postgres(server: PostgresServer) -> None:
    def machine() -> StoreMachine:
        return StoreMachine(asyncio.run(server.place()))

    run_state_machine_as_test(cast("type[StoreMachine]", machine), settings=FEW)
