"""SEC-8: players are notified at once, and never wait for onlookers."""

import asyncio
from types import SimpleNamespace
from typing import Any

from pitboss.room.viewers import ONLOOKER_DELAY, ONLOOKERS_PER_TURN, Hub, Watcher
from pitboss.table.people import ANONYMOUS, Person, Role

CROWD = 50


def hub_with(seats: dict[int, str]) -> Hub:
    actor: Any = SimpleNamespace(
        committed_state=SimpleNamespace(seats=seats), add_watcher=lambda _: None, creator=""
    )
    return Hub(actor)


async def is_woken(watcher: Watcher) -> bool:
    try:
        async with asyncio.timeout(0):
            await watcher.wait_until_woken()
    except TimeoutError:
        return False
    return True


async def test_sec_8_players_and_staff_are_woken_before_onlookers() -> None:
    hub = hub_with({2: "Ann"})
    ann, dee = (hub.watch(Person(*item)) for item in (("Ann", Role.PLAYER), ("Dee", Role.DEALER)))
    crowd = [hub.watch(ANONYMOUS) for _ in range(CROWD)]
    crowd.append(hub.watch(Person("Ben", Role.PLAYER)))  # has no seat here
    for watcher in hub.watchers:
        assert await is_woken(watcher), "whoever comes looks at once"
    for _ in range(3):
        hub.notify()
    assert [await is_woken(item) for item in (ann, dee)] == [True, True]
    assert not any([await is_woken(item) for item in crowd])
    await asyncio.sleep(ONLOOKER_DELAY * 1.5)
    for item in crowd:
        assert await is_woken(item)
        assert not await is_woken(item), "three changes are one for them"


async def test_everybody_is_notified_when_nothing_is_shown() -> None:
    hub = hub_with({})
    crowd = [hub.watch(ANONYMOUS) for _ in range(CROWD)]
    for item in crowd:
        await is_woken(item)
    hub.wake_all()
    assert all([await is_woken(item) for item in crowd])


async def test_sec_8_onlookers_are_woken_a_few_at_a_time() -> None:
    hub = hub_with({})
    crowd = [hub.watch(ANONYMOUS) for _ in range(CROWD)]
    for item in crowd:
        await is_woken(item)
    hub.notify()
    await asyncio.sleep(ONLOOKER_DELAY / 2)
    most, woken = 0, 0
    while woken < CROWD:
        await asyncio.sleep(0)
        wake_count = sum(item._wake_event.is_set() for item in crowd)
        most, woken = max(most, wake_count - woken), wake_count
    assert 0 < most <= ONLOOKERS_PER_TURN
