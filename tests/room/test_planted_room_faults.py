"""Every repaired fault, planted again, is detected by the simulator or a test."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MethodType
from typing import Any

import pytest

from pitboss.room import back_office, room, runtime, table_actor
from pitboss.room.requests import Ack, Request
from pitboss.room.store import Batch, Conflict, NewStream, StoredResponse, StoreUnavailable
from pitboss.room.store.sqlite import SqliteStore
from pitboss.room.table_log import restore_snapshot
from pitboss.room.timers import Attendance, TimeLimits, Timer, idle_timer, next_timer
from pitboss.table import State, Table, events
from tests.room import test_batched_commands, test_create_table, test_fair_9, test_timers
from tests.room.reports.two_day_room import copy_two_days
from tests.room.simulator.environment import SimLoop
from tests.room.simulator.run import NightFailure, run_night
from tests.room.store import faulty_vfs, test_recov_6

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
Detect = Callable[[Path, Patch], None]
DETECTIONS = (AssertionError, NightFailure, TimeoutError, pytest.fail.Exception)
MINUTES, NIGHTS = 2.0, 12


# How faults are detected


def by_nights(law: str) -> Detect:
    """Detect a fault by nights of the simulator, one of which must fail for this reason."""

    def detect(_: Path, __: Patch) -> None:
        for seed in range(NIGHTS):
            try:
                run_night(f"planted {seed}", MINUTES)
            except NightFailure as failure:
                if law in failure.why:
                    raise

    return detect


def by_test(test: Callable[..., None], *arguments: object) -> Detect:
    return lambda _, __: test(*arguments)


def by_room_test(test: Callable[..., Awaitable[None]], *, with_patch: bool = False) -> Detect:
    """Detect a fault by a test that takes a folder."""

    def detect(folder: Path, patch: Patch) -> None:
        async def run_with_timeout() -> None:
            async with asyncio.timeout(20):
                await (test(folder, patch) if with_patch else test(folder))

        with patch.context() as inner:
            patch = inner
            asyncio.run(run_with_timeout())

    return detect


def by_faults(fault: str) -> Detect:
    """Detect a fault by play on a disk that fails."""

    def detect(folder: Path, patch: Patch) -> None:
        for seed in range(test_recov_6.EVERY_RUN):
            with patch.context() as inner:
                evening = test_recov_6.run_with_fault(str(seed), fault, folder / str(seed), inner)
                asyncio.run(evening)

    return detect


# Faults


def timer_keyed_on_version(patch: Patch) -> None:
    versions: dict[int, int] = {}

    def planted_fault(
        running: Timer | None,
        table: Table,
        pace: TimeLimits | None,
        now: float,
        players: Mapping[str, Attendance],
    ) -> Timer:
        same = versions.get(id(table)) == table.state.version
        versions[id(table)] = table.state.version
        return next_timer(running if same else None, table, pace, now, players)

    patch.setattr(table_actor, "next_timer", planted_fault)


class WallWatch:
    """A stopwatch that reads the wall clock."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        assert isinstance(seconds, MethodType)
        assert isinstance(seconds.__self__, SimLoop)
        self._loop = seconds.__self__

    def __call__(self) -> float:
        return self._loop.clock().timestamp()

    async def run(self) -> None:
        while True:
            await asyncio.sleep(runtime.CHECK_INTERVAL)


def wall_clock_for_pace(patch: Patch) -> None:
    patch.setattr(room, "Stopwatch", WallWatch)


def pauses_that_count(patch: Patch) -> None:
    patch.setattr(runtime, "MAX_INTERVAL", 1e9)


def clocks_that_run_on_a_full_disk(patch: Patch) -> None:
    work = table_actor.TableActor._process

    async def planted_fault(self: table_actor.TableActor, requests: list[Request]) -> None:
        timer = self._timer
        await work(self, requests)
        self._timer = self._timer or timer

    patch.setattr(table_actor.TableActor, "_process", planted_fault)


def presence_by_refused_requests(patch: Patch) -> None:
    requests = table_actor.TableActor.submit

    async def planted_fault(self: table_actor.TableActor, request: Request) -> Ack:
        self.note_presence(request.by.name)
        return await requests(self, request)

    patch.setattr(table_actor.TableActor, "submit", planted_fault)


def seats_for_closed_pages(patch: Patch) -> None:
    def planted_fault(
        state: State, _: TimeLimits | None, __: Mapping[str, Attendance]
    ) -> Timer | None:
        return idle_timer(state, TimeLimits(gone=900), __)

    patch.setattr(table_actor, "idle_timer", planted_fault)


def founding_in_several_commits(patch: Patch) -> None:
    write = back_office.BackOffice.write

    async def planted_fault(
        self: back_office.BackOffice,
        *arguments: Any,  # noqa: ANN401
        new_streams: Sequence[NewStream] = (),
        linked_batches: Sequence[Batch] = (),
        **more: Any,  # noqa: ANN401
    ) -> None:
        for new in new_streams:
            await self.store.create_stream(new.id, new.kind, new.title, new.settings)
        for batch in linked_batches:
            await self.store.append(batch)
        await write(self, *arguments, **more)

    patch.setattr(back_office.BackOffice, "write", planted_fault)


def failed_syncs_that_pass(patch: Patch) -> None:
    def planted_fault(self: SqliteStore, _: object) -> None:
        self._rollback()
        raise StoreUnavailable("it can be tried again")

    patch.setattr(SqliteStore, "_handle_commit_error", planted_fault)


def commits_that_are_not_synced(patch: Patch) -> None:
    connect = faulty_vfs.Connection.__init__

    def planted_fault(self: faulty_vfs.Connection, *arguments: Any) -> None:  # noqa: ANN401
        connect(self, *arguments)
        self.execute("PRAGMA synchronous = NORMAL")

    patch.setattr(faulty_vfs.Connection, "__init__", planted_fault)


def seeds_lost_in_silence(patch: Patch) -> None:
    patch.setattr(room, "refuse_lost_rounds", lambda _: None)


def approval_through_an_alias(patch: Patch) -> None:
    patch.setattr(table_actor, "check_dual_control", lambda *_: None)


def dealers_at_every_table(patch: Patch) -> None:
    async def planted_fault(*_: object) -> None:
        pass

    patch.setattr(room.Room, "check_assigned", planted_fault)


def reports_that_need_no_ruling(patch: Patch) -> None:
    away = events.PlayerAway
    patch.setattr(events, "PlayerAway", lambda number, seat, *_: away(number, seat))


def keys_for_something_else(patch: Patch) -> None:
    answer_again = table_actor._repeat_response

    def planted_fault(request: Request, stored_response: StoredResponse) -> None:
        request.body_hash = stored_response.body_hash
        answer_again(request, stored_response)

    patch.setattr(table_actor, "_repeat_response", planted_fault)


def the_same_key_twice_in_a_batch(patch: Patch) -> None:
    patch.setattr(table_actor.TableActor, "_first_per_key", lambda _, requests: requests)


def views_before_the_commit(patch: Patch) -> None:
    write = table_actor.TableActor._write

    async def planted_fault(self: table_actor.TableActor, *arguments: Any) -> None:  # noqa: ANN401
        self.committed_state, self.shoe = self.table.state, self.table.shoe
        await write(self, *arguments)

    patch.setattr(table_actor.TableActor, "_write", planted_fault)


def views_that_go_back(patch: Patch) -> None:
    """While a table is loaded again, viewers see an old state."""
    read = table_actor.TableActor._read

    async def planted_fault(self: table_actor.TableActor) -> None:
        old = await self._store.snapshot(self.stream)
        result = restore_snapshot(old) if old else None
        self.committed_state = result[0] if result else self.committed_state
        await asyncio.sleep(5)
        await read(self)

    patch.setattr(table_actor.TableActor, "_read", planted_fault)


def another_writer_in_silence(patch: Patch) -> None:
    """A batch that was not written because of another writer is acknowledged."""
    write = table_actor.TableActor._write

    async def planted_fault(self: table_actor.TableActor, *arguments: Any) -> None:  # noqa: ANN401
        append = self._store.append

        async def forgiving(batch: Batch) -> None:
            with suppress(Conflict, StoreUnavailable):
                await append(batch)

        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(self._store, "append", forgiving, raising=False)
            await write(self, *arguments)

    patch.setattr(table_actor.TableActor, "_write", planted_fault)


def by_another_key(folder: Path, patch: Patch) -> None:
    """Open a room that was played in with another key."""
    copy_two_days(folder)
    by_room_test(test_fair_9.test_another_key_keeps_the_room_from_starting)(folder, patch)


PLANTED_FAULTS: Mapping[Plant, Detect] = {
    timer_keyed_on_version: by_nights("did not end in time"),
    wall_clock_for_pace: by_test(test_timers.test_time_1_the_wall_clock_moves_no_timer, -3600.0),
    pauses_that_count: by_test(
        test_timers.test_time_1_a_pause_of_the_program_costs_nobody_any_time
    ),
    clocks_that_run_on_a_full_disk: by_test(
        test_timers.test_time_1_a_full_disk_costs_nobody_any_time
    ),
    presence_by_refused_requests: by_test(test_timers.test_sec_8_refused_requests_hold_no_seat),
    seats_for_closed_pages: by_test(test_timers.test_sec_8_a_hundred_guests_come_and_go),
    founding_in_several_commits: by_room_test(
        test_create_table.test_recov_1_a_table_is_created_completely_or_not_at_all, with_patch=True
    ),
    failed_syncs_that_pass: by_faults("fsync"),
    commits_that_are_not_synced: by_faults("power"),
    seeds_lost_in_silence: by_another_key,
    approval_through_an_alias: by_nights("approved the own proposal"),
    dealers_at_every_table: by_nights("a dealer of another table"),
    reports_that_need_no_ruling: by_nights("alone"),
    keys_for_something_else: by_nights("was taken for something else"),
    the_same_key_twice_in_a_batch: by_room_test(
        test_batched_commands.test_ledg_2_a_request_sent_twice_at_once_does_not_affect_others,
        with_patch=True,
    ),
    views_before_the_commit: by_nights("committed"),
    views_that_go_back: by_nights("saw version"),
    another_writer_in_silence: by_nights("is lost"),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # a failed test leaves resources open
@pytest.mark.parametrize("plant", PLANTED_FAULTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_found(plant: Plant, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        with pytest.raises(DETECTIONS) as result:
            PLANTED_FAULTS[plant](tmp_path, patch)
    print(f"\n{plant.__name__}: {type(result.value).__name__} {str(result.value)[:200]}")
