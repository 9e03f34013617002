"""Finding and opening any of 100,000 rounds takes less than a second, over HTTP."""

import random
import time
from pathlib import Path
from typing import Final

import pytest

from pitboss.room.people.accounts import AccountRole
from tests.room.grown_room import (
    LINES_PER_ROUND,
    SETTINGS,
    TABLE,
    grow_room,
)
from tests.room.http.in_process_room import Caller, InProcessRoom

ROUNDS: Final = 100_000
SEARCHES: Final = 40
GOAL: Final = 1.0
"""Seconds."""


async def seconds(caller: Caller, path: str) -> float:
    """Return how long a request takes that finds or opens a round."""
    start = time.perf_counter()
    answer = await caller.get(path)
    elapsed = time.perf_counter() - start
    assert answer.status_code == 200, answer.text
    assert answer.json().get("rounds", True), path
    return elapsed


@pytest.mark.soak
async def test_any_of_many_rounds_is_found_and_opened_in_a_second(tmp_path: Path) -> None:
    await grow_room(tmp_path / "room", ROUNDS * LINES_PER_ROUND)
    chance = random.Random(1)
    days = [f"2025-{chance.randint(2, 12):02}-{chance.randint(1, 28):02}" for _ in range(SEARCHES)]
    async with InProcessRoom(tmp_path / "room", games={}, settings=SETTINGS) as house:
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        times = {
            "find by day": [await seconds(ada, f"/api/rounds?day={day}") for day in days],
            "find by player": [
                await seconds(ada, f"/api/rounds?player=Ann&to={day}&table={TABLE}") for day in days
            ],
            "find by staff and amount": [
                await seconds(ada, f"/api/rounds?staff=Dee&minimum=800&to={day}") for day in days
            ],
            "open the first day's": [
                await seconds(ada, f"/api/tables/{TABLE}/rounds/{number}/replay")
                for number in (1, 2, 3, 4)
            ],
            "open the last day's": [
                await seconds(ada, f"/api/tables/{TABLE}/rounds/{number}/replay")
                for number in (5, 6, 7, 8)
            ],
        }
    for name, results in times.items():
        in_order = sorted(results)
        median = in_order[len(in_order) // 2]
        print(f"{name}: median {1000 * median:.0f} ms, at most {1000 * in_order[-1]:.0f} ms")
    assert max(max(results) for results in times.values()) < GOAL
