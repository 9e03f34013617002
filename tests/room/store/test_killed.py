"""Programs that are killed while they append: what they were told is there, once. (RECOV-1)"""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.room.store.batches import check, found, paid, version_of
from tests.room.store.places import Place

ROOT = Path(__file__).parents[3]
STREAMS = ["a", "b", "c"]


async def _started(place: Place, *streams: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.room.store.appender",
        place.address,
        *streams,
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )


async def _killed_after(
    program: asyncio.subprocess.Process, lines: int, seconds: float
) -> dict[str, int]:
    """The last version of each stream that a program heard of before it was killed."""
    assert program.stdout
    said = [await program.stdout.readline() for _ in range(lines)]
    await asyncio.sleep(seconds)
    program.kill()
    said += (await program.stdout.read()).splitlines(keepends=True)
    await program.wait()
    progress = [line.decode().split() for line in said if line.endswith(b"\n")]
    return {stream: int(version) for stream, version in progress}


@pytest.mark.slow
async def test_repeated_kills_lose_nothing_acknowledged(place: Place) -> None:
    chance = Random(7)
    known = dict.fromkeys(STREAMS, 0)
    async with place.store() as store:
        await found(store, *STREAMS)
    for _ in range(5):
        program = await _started(place, *STREAMS)
        known |= await _killed_after(program, chance.randint(1, 40), chance.random() / 20)
        async with place.store() as store:
            await check(store)
            for stream in STREAMS:
                # One batch of each was perhaps written, and its writer never heard of it.
                assert known[stream] <= await version_of(store, stream) <= known[stream] + 1
                known[stream] = await version_of(store, stream)
    assert min(known.values()) > 0


async def test_two_programs_on_one_database(place: Place) -> None:
    async with place.store() as store:
        await found(store, "mine", *STREAMS)
        program = await _started(place, *STREAMS)
        assert program.stdout
        await program.stdout.readline()
        for version in range(50):
            await store.append(paid("mine", version))
        known = await _killed_after(program, 1, 0)
        await check(store)
        assert await version_of(store, "mine") == 50
        for stream, version in known.items():
            assert version <= await version_of(store, stream)
