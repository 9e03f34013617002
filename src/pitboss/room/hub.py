"""Everybody who watches a table: each is woken when something happened, and fetches what is new.

Nothing is pushed at anyone. A slow viewer is sent fewer, larger changes, and holds nobody up.
"""

import asyncio

from pitboss.room.actor import TableActor
from pitboss.room.frames import Chains, Eye, Projection
from pitboss.table import Person, Role


class Watcher:
    """One viewer of one table."""

    def __init__(self, hub: "Hub", eye: Eye) -> None:
        self._hub, self._eye = hub, eye
        self._woken = asyncio.Event()
        self._woken.set()
        self.dismissed = False
        """Whether this viewer is to go: an account that is something else now."""

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

    def watch(self, viewer: Person, version: int | None = None) -> Watcher:
        """Look from now on, or from a version on that was seen before."""
        watcher = Watcher(self, Eye(viewer, version))
        self.watchers.add(watcher)
        self.actor.arrive(viewer.name)
        return watcher

    def changed(self) -> None:
        """Wake everybody."""
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
