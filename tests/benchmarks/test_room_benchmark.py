"""The load of the room's benchmark: random think times under a seed, and waits from due times."""

import asyncio
from pathlib import Path
from statistics import mean

import pytest

from benchmarks.room.load import SEATS, Measurements, Recorder, exponential, summarize
from benchmarks.room.node_load import NodeAddress, Placement, _node_of, measure_nodes
from benchmarks.room.socket_load import OWN_LIMIT, WATCHED_RATE, measure_watched
from benchmarks.room.throughput import CoreLoad
from pitboss.room.rate_limits import Limits
from pitboss.room.room import Room
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.store.opening import open_store
from tests.room.store.store_locations import PostgresLocation


class FakeTime:
    """A clock that only sleeping moves."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        patch.setattr("benchmarks.room.load.time.perf_counter", lambda: self.now)
        patch.setattr("benchmarks.room.load.asyncio.sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_think_times_are_exponential_and_the_same_every_time() -> None:
    times = [exponential(f"decision {number}") for number in range(20_000)]
    assert times[:3] == [exponential(f"decision {number}") for number in range(3)]
    assert min(times) >= 0
    assert mean(times) == pytest.approx(1, abs=0.03)
    assert mean(time > 3 for time in times) == pytest.approx(0.0498, abs=0.006)


def test_a_table_keeps_its_schedule(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits neither for the room nor for other tables."""
    clock = FakeTime(monkeypatch)
    recorder = Recorder(2, lambda: None, rate=10)

    async def play() -> None:
        first = await recorder.wait_turn("t")
        assert clock.now == first == 1000 + exponential("decision 1") * 2 / 10
        clock.now += 60  # the room is late
        second = await recorder.wait_turn("t")
        assert clock.now == first + 60
        assert second == pytest.approx(first + exponential("decision 2") * 2 / 10)
        recorder.record(second)
        assert recorder.current.waits == [clock.now - second]
        other = await recorder.wait_turn("u")
        assert other == clock.now == first + 60 + exponential("decision 3") * 2 / 10

    asyncio.run(play())


def test_at_full_speed_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeTime(monkeypatch)
    recorder = Recorder(2, lambda: None)
    assert asyncio.run(recorder.wait_turn("t")) == clock.now == 1000


def test_figures_match_the_measurement() -> None:
    waits = [number / 1000 for number in range(200)]
    figures = summarize(Measurements(waits, 50, 10, 1))
    assert (figures.decisions_per_second, figures.p50_ms, figures.p99_ms) == (20, 100, 198)
    assert (figures.frames_per_second, figures.cpu_ms_per_decision) == (5, 5)
    assert summarize(Measurements(waits, 50, 10)).cpu_ms_per_decision is None


def test_players_send_less_than_a_socket_may() -> None:
    limit = Limits().messages
    assert (OWN_LIMIT.rate, OWN_LIMIT.burst) < (limit.rate, limit.burst)
    assert OWN_LIMIT.rate * 6 >= WATCHED_RATE


def test_decisions_are_counted_through_the_core(tmp_path: Path) -> None:
    async def measure() -> tuple[Measurements, ...]:
        store = await open_store(tmp_path, None)
        room = Room(store, SeedVault(b"b" * KEY_BYTES), utc_clock)
        await room.start()
        before = {stream.id: stream.head.version for stream in await store.streams()}
        result = await CoreLoad(room, 2).measure(0.2, 100)
        lines = sum(stream.head.version for stream in await store.streams())
        assert lines > sum(before.values()) + sum(len(item.waits) for item in result)
        await room.close()
        return result

    full, *_ = asyncio.run(measure())
    assert full.waits
    assert full.frames
    assert full.cpu_seconds is not None


def test_players_at_a_watched_table_stay_within_the_limit(tmp_path: Path) -> None:
    """They keep their pace from the start: a socket that floods the room would be closed."""
    result = asyncio.run(measure_watched(str(tmp_path), "", 3, 1))
    assert result.waits
    assert result.frames


def test_every_other_player_sits_at_a_node_that_does_not_own_the_table() -> None:
    nodes = {name: NodeAddress(name, 1, 1) for name in ("n0", "n1", "n2")}
    for owner in nodes:
        names = [_node_of(nodes, owner, seat).name for seat in SEATS]
        assert names.count(owner) == len(SEATS) / 2
        assert {*names} == {*nodes}
    alone = {"n0": nodes["n0"]}
    assert {_node_of(alone, "n0", seat).name for seat in SEATS} == {"n0"}


@pytest.mark.slow
@pytest.mark.parametrize("placement", ["together", "scattered"])
def test_decisions_are_counted_at_two_nodes(
    placement: Placement, postgres_place: PostgresLocation
) -> None:
    result = asyncio.run(measure_nodes(postgres_place.address, 2, 2, 1, 20, placement))
    assert len(result.by_rate) == len(result.database_cpu_seconds) == 3
    for measurements in result.by_rate:
        assert measurements.waits
        assert measurements.frames
        assert measurements.cpu_seconds is not None
