"""Observers of a simulated night: what viewers saw (TEST-5) and how long they waited (TIME-1).

Nothing is shown before it is committed, no viewer's version decreases, and a view after an
acknowledgment shows its effect. Times are on the room's stopwatch, which does not count pauses.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from pitboss.room.store.interface import Entry
from pitboss.room.table_log import EMPTY_HEAD, replay
from pitboss.room.timers import TimeLimits
from pitboss.room.viewers import Projection, Viewer
from pitboss.shuffle import Shoe
from pitboss.table import Person, Phase, Role, State
from pitboss.table.people import HOUSE_DEALER
from pitboss.table.proofs import rebuild_shoe

if TYPE_CHECKING:
    from tests.room.simulator.world import World


class SeenView(Struct, frozen=True):
    """What a viewer saw of a table at a version."""

    viewer: Person
    view: bytes
    own: bytes | None
    """The viewer's own cards and choices, if they were sent with it."""


def canonical_json(view: object) -> bytes:
    """Encode a view with sorted keys, so that equal contents give equal bytes."""
    return msgspec.json.encode(view, order="sorted")


class ViewLog:
    """Everything that viewers saw, and the versions that were acknowledged."""

    def __init__(self) -> None:
        self._views: defaultdict[str, defaultdict[int, set[SeenView]]] = defaultdict(
            lambda: defaultdict(set)
        )
        self._last_versions: dict[tuple[str, str], int] = {}
        self._acked_versions: defaultdict[str, int] = defaultdict(int)
        self.faults: list[str] = []
        self.total = 0

    def acknowledge(self, table: str, version: int) -> None:
        """Record an acknowledged version, which later views must not be older than."""
        self._acked_versions[table] = max(self._acked_versions[table], version)

    def minimum_version(self, table: str) -> int:
        """Return the oldest version that a view may show now."""
        return self._acked_versions[table]

    def check_version(self, client: str, table: str, version: int, minimum: int) -> None:
        """Record that a client shows a version, which must not be older than ``minimum``."""
        self.total += 1
        before = self._last_versions.get((client, table), 0)
        if version < before:
            self.faults.append(f"{table}: {client} saw version {version} after {before}")
        if version < minimum:
            self.faults.append(
                f"{table}: {client} saw version {version} after {minimum} was acknowledged"
            )
        self._last_versions[client, table] = version

    def record(self, table: str, version: int, read: SeenView) -> None:
        """Record what a client shows, to be compared with the log."""
        self._views[table][version].add(read)

    def compare(
        self, table: str, entries: Sequence[Entry], open_seeds: Mapping[int, str]
    ) -> Iterator[str]:
        """Yield every view that differs from the log, which lacks the seeds of open rounds."""
        views = self._views[table]
        if not views:
            return
        seeds = {**open_seeds, **_seeds(entries)}
        state, head = State(), EMPTY_HEAD
        shoes: dict[int, Shoe | None] = {}
        if 0 in views:
            yield f"{table}: somebody saw it before it was created"
        for entry in entries:
            state, head, _ = replay(state, head, [entry])
            for read in views.pop(head.version, ()):
                number = state.round.number if state.round else 0
                if number not in shoes:
                    shoes[number] = _shoe(state, seeds)
                yield from _compare(table, state, shoes[number], read)
        for version in views:
            if version:
                yield f"{table}: somebody saw version {version}, which was never committed"


def _seeds(entries: Iterable[Entry]) -> Mapping[int, str]:
    events = (
        msgspec.json.decode(entry.line)["event"] for entry in entries if entry.kind == "SeedOpened"
    )
    return {event["round"]: event["seed"] for event in events}


def _shoe(state: State, seeds: Mapping[int, str]) -> Shoe | None:
    round_ = state.round
    seed = seeds.get(round_.number) if round_ else None
    if round_ is None or seed is None:
        return None
    return rebuild_shoe(state, round_, bytes.fromhex(seed))


def _compare(table: str, state: State, shoe: Shoe | None, read: SeenView) -> Iterator[str]:
    where = f"{table}, version {state.version}: what {read.viewer.name} saw"
    fresh = Projection(Role.PLAYER)
    fresh.update(state)
    if canonical_json(fresh.content) != read.view:
        yield f"{where} was not committed"
    if read.own is None or (shoe is None and state.round is not None):
        return  # the seed of the round was lost
    # A restarted table has no shoe and may show less of a round, but never more.
    own = {
        canonical_json(msgspec.json.decode(part)) for part in _own_parts(read.viewer, state, shoe)
    }
    if read.own not in own:
        yield f"{where} of the own cards is not what that player may see"


def _own_parts(viewer: Person, state: State, shoe: Shoe | None) -> Iterator[bytes]:
    for item in (shoe, None):
        yield Viewer(viewer)._encode_own(state, item)


CHECK_INTERVAL: Final = 0.25
SLACK: Final = 3.0
"""Seconds that a due step may take."""
EARLY: Final = 1.0
Wait = tuple[object, ...]


class Timekeeper:
    """What each table has been waiting for, and for how long."""

    def __init__(self, world: "World", limits: TimeLimits) -> None:
        self._world, self._limits = world, limits
        self._waits: dict[str, dict[Wait, tuple[float, float]]] = {}
        """Since when each table has been waiting; restarted after a failure of the store."""
        self.faults: list[str] = []
        self.longest: dict[str, float] = {"bets": 0.0, "answers": 0.0}

    async def run(self) -> None:
        """Check all tables again and again."""
        boots = failures = -1
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            world = self._world
            if not world.is_up:
                continue
            if boots != world.restarts:
                boots = world.restarts
                self._waits.clear()
            # After a restart, or a failure of the store, every wait may begin anew.
            anew = world.is_troubled or failures != world.disk.failures
            failures = world.disk.failures
            now = world.elapsed()
            for table in world.tables:
                self._check_table(table, world.committed_state(table), now, restart=anew)

    def _check_table(self, table: str, state: State, now: float, *, restart: bool) -> None:
        before = self._waits.get(table, {})
        waits = {wait: before.get(wait, (now, now)) for wait in _running_waits(state)}
        if restart:
            waits = {wait: (start, now) for wait, (start, _) in waits.items()}
        self._waits[table] = waits
        for wait, (_, since) in waits.items():
            kind = str(wait[0])
            most = self._limits.bets if kind == "bets" else self._limits.answers
            self.longest[kind] = max(self.longest[kind], now - since)
            if now - since > most + SLACK:
                fault = f"{table}: {kind} of round {wait[1]} did not end in time"
                if fault not in self.faults:
                    self.faults.append(fault)
        for wait, (start, _) in before.items():
            if wait[0] == "answers" and wait not in waits:
                self._check_dismissal(table, state, wait, now - start)

    def _check_dismissal(self, table: str, state: State, wait: Wait, seconds: float) -> None:
        """Check that the house frees no seat early, except of players who left long ago."""
        _, number, _, seat = wait
        round_ = state.round
        if (
            round_ is None
            or round_.number != number
            or seat not in round_.away
            or seat in round_.reported
        ):
            return
        player = round_.players.get(seat, "")
        is_gone = self._world.since_seen(table, player) >= self._limits.gone - SLACK
        if (
            seconds < self._limits.answers - EARLY
            and not is_gone
            and self._ended_by_house(table, wait)
        ):
            self.faults.append(
                f"{table}: seat {seat} of round {number} was sent away after {seconds:.1f} s"
            )

    def _ended_by_house(self, table: str, wait: Wait) -> bool:
        for entry in reversed(self._world.disk_contents.entries[table]):
            if entry.kind == "PlayerAway":
                event = msgspec.json.decode(entry.line)["event"]
                if (event["round"], event["seat"]) == (wait[1], wait[3]):
                    return entry.by == HOUSE_DEALER.name
            if entry.kind == "RoundOpened":
                return False
        return False


def _running_waits(state: State) -> Iterator[Wait]:
    """Yield the waits of a table that have a time limit."""
    round_ = state.round
    if round_ is None or not state.has_open_round or state.day.incident is not None:
        return
    if round_.phase is Phase.BETTING and round_.wagers:
        yield "bets", round_.number
    if round_.turn is not None and (
        round_.turn not in round_.away or round_.turn in round_.reported
    ):
        yield "answers", round_.number, round_.step, round_.turn
