"""Everybody who watches a table: each is woken when something happened, and fetches what is new.

Nothing is pushed at anyone. A slow viewer is sent fewer, larger changes, and holds nobody up. Those
who only look on are woken a moment later and a few at a time: however many there are, those who
play do not wait for them (SEC-8).
"""

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Final

from pitboss.room.actor import TableActor
from pitboss.room.frames import Chains, Eye, Projection
from pitboss.table import Person, Role

ONLOOKERS_WAIT: Final = 0.2
"""Seconds until whoever neither plays nor works at a table is shown what happened…"""
AT_A_TIME: Final = 5
"""…and how many of them before somebody else has a turn."""


class Watcher:
    """One viewer of one table."""

    def __init__(self, hub: "Hub", eye: Eye) -> None:
        self._hub, self._eye = hub, eye
        self._woken = asyncio.Event()
        self._woken.set()
        self.dismissed = False
        """Whether this viewer is to go: an account that is something else now."""

    @property
    def takes_part(self) -> bool:
        """Whether this viewer sits at the table or works in the room."""
        viewer = self._eye.viewer
        looks_on = viewer.role in (Role.ONLOOKER, Role.PLAYER)
        return not looks_on or viewer.name in self._hub.actor.shown.seats.values()

    def wake(self) -> None:
        """Something may be new."""
        self._woken.set()

    async def woken(self) -> None:
        """Until something may be new."""
        await self._woken.wait()
        self._woken.clear()

    async def frames(self) -> list[bytes]:
        """What is new, as soon as something is."""
        while True:
            await self.woken()
            if self.dismissed or self._hub.blocked:
                return []
            if new := self._hub.frames(self._eye):
                return new

    def leave(self) -> None:
        """Nobody looks any more."""
        if self in self._hub.watchers:
            self._hub.watchers.discard(self)
            self._hub.actor.depart(self._eye.viewer.name)


class Hub:
    """The viewers of one table."""

    def __init__(self, actor: TableActor, chains: Chains | None = None) -> None:
        """``chains``: who invited whom, of everybody who may do something that takes two."""
        self.actor, self._chains = actor, {} if chains is None else chains
        self.watchers: set[Watcher] = set()
        self.blocked = ""
        """Why nothing is shown at present, if nothing is."""
        self._projections: dict[Role, Projection] = {}
        self._others_wait = False

    def watch(self, viewer: Person, version: int | None = None) -> Watcher:
        """Look from now on, or from a version on that was seen before."""
        watcher = Watcher(self, Eye(viewer, version))
        self.watchers.add(watcher)
        self.actor.arrive(viewer.name)
        return watcher

    def changed(self) -> None:
        """Wake those who take part, and a moment later those who only look on."""
        for watcher in self.watchers:
            if watcher.takes_part:
                watcher.wake()
            elif not self._others_wait:
                self._others_wait = True
                asyncio.get_running_loop().call_later(ONLOOKERS_WAIT, self._wake_others)

    def _wake_others(self) -> None:
        self._others_wait = False
        self._wake_some(iter(tuple(self.watchers)))

    def _wake_some(self, waiting: Iterator[Watcher]) -> None:
        """Wake the next few, and the rest when everybody else had a turn."""
        some = tuple(islice(waiting, AT_A_TIME))
        for watcher in some:
            watcher.wake()
        if some:
            asyncio.get_running_loop().call_soon(self._wake_some, waiting)

    def wake_all(self) -> None:
        """Wake everybody: nothing is shown any more, or again."""
        for watcher in self.watchers:
            watcher.wake()

    def frames(self, eye: Eye) -> list[bytes]:
        """What one viewer has not seen."""
        role = eye.viewer.role
        projection = self._projections.get(role)
        if projection is None:
            projection = Projection(role, self._chains, self.actor.founder)
            self._projections[role] = projection
        state = self.actor.shown
        projection.follow(state)
        return eye.frames(projection, state, self.actor.shoe, self.actor.clock())
