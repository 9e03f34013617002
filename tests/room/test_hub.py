"""SEC-8: those who play are shown at once what happened, and never wait for those who look on."""

import asyncio
from types import SimpleNamespace
from typing import Any

from pitboss.room.hub import AT_A_TIME, ONLOOKERS_WAIT, Hub, Watcher
from pitboss.table.people import ANYBODY, Person, Role

CROWD = 50


def hub_with(seats: dict[int, str]) -> Hub:
    actor: Any = SimpleNamespace(
        shown=SimpleNamespace(seats=seats), arrive=lambda _: None, founder=""
    )
    return Hub(actor)


async def is_woken(watcher: Watcher) -> bool:
    try:
        async with asyncio.timeout(0):
            await watcher.woken()
    except TimeoutError:
        return False
    return True


async def test_sec_8_players_and_staff_are_woken_before_onlookers() -> None:
    hub = hub_with({2: "Ann"})
    ann, dee = (hub.watch(Person(*one)) for one in (("Ann", Role.PLAYER), ("Dee", Role.DEALER)))
    crowd = [hub.watch(ANYBODY) for _ in range(CROWD)]
    crowd.append(hub.watch(Person("Ben", Role.PLAYER)))  # has no seat here
    for watcher in hub.watchers:
        assert await is_woken(watcher), "whoever comes looks at once"
    for _ in range(3):
        hub.changed()
    assert [await is_woken(one) for one in (ann, dee)] == [True, True]
    assert not any([await is_woken(one) for one in crowd])
    await asyncio.sleep(ONLOOKERS_WAIT * 1.5)
    for one in crowd:
        assert await is_woken(one)
        assert not await is_woken(one), "three changes are one for them"


async def test_everybody_is_woken_when_nothing_is_shown_any_more() -> None:
    hub = hub_with({})
    crowd = [hub.watch(ANYBODY) for _ in range(CROWD)]
    for one in crowd:
        await is_woken(one)
    hub.wake_all()
    assert all([await is_woken(one) for one in crowd])


async def test_sec_8_onlookers_are_woken_a_few_at_a_time() -> None:
    hub = hub_with({})
    crowd = [hub.watch(ANYBODY) for _ in range(CROWD)]
    for one in crowd:
        await is_woken(one)
    hub.changed()
    await asyncio.sleep(ONLOOKERS_WAIT / 2)
    most, woken = 0, 0
    while woken < CROWD:
        await asyncio.sleep(0)
        now = sum(one._woken.is_set() for one in crowd)
        most, woken = max(most, now - woken), now
    assert 0 < most <= AT_A_TIME
