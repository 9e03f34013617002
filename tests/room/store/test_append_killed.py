"""RECOV-1: whatever was acknowledged to a killed program is stored exactly once."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.room.store.sample_batches import check_store, create_streams, payment_batch, version_of
from tests.room.store.store_locations import StoreLocation

ROOT = Path(__file__).parents[3]
STREAMS = ["a", "b", "c"]


async def _start_program(place: StoreLocation, *streams: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.room.store.append_forever",
        place.address,
        *streams,
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )


async def _kill_after(
    program: asyncio.subprocess.Process, lines: int, seconds: float
) -> dict[str, int]:
    """Kill a program after a while; return the last acknowledged version of each stream."""
    assert program.stdout
    output_lines = [await program.stdout.readline() for _ in range(lines)]
    await asyncio.sleep(seconds)
    program.kill()
    output_lines += (await program.stdout.read()).splitlines(keepends=True)
    await program.wait()
    acknowledgments = [line.decode().split() for line in output_lines if line.endswith(b"\n")]
    return {stream: int(version) for stream, version in acknowledgments}


@pytest.mark.slow
async def test_repeated_kills_lose_nothing_acknowledged(place: StoreLocation) -> None:
    chance = Random(7)
    versions = dict.fromkeys(STREAMS, 0)
    async with place.store() as store:
        await create_streams(store, *STREAMS)
    for _ in range(5):
        program = await _start_program(place, *STREAMS)
        versions |= await _kill_after(program, chance.randint(1, 40), chance.random() / 20)
        async with place.store() as store:
            await check_store(store)
            for stream in STREAMS:
                # One more batch per stream may have been written without an acknowledgment.
                assert versions[stream] <= await version_of(store, stream) <= versions[stream] + 1
                versions[stream] = await version_of(store, stream)
    assert min(versions.values()) > 0


async def test_two_programs_on_one_database(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "mine", *STREAMS)
        program = await _start_program(place, *STREAMS)
        assert program.stdout
        await program.stdout.readline()
        for version in range(50):
            await store.append(payment_batch("mine", version))
        versions = await _kill_after(program, 1, 0)
        await check_store(store)
        assert await version_of(store, "mine") == 50
        for stream, version in versions.items():
            assert version <= await version_of(store, stream)
