"""What people saw in a night, checked against what was committed (TEST-5).

Nothing is ever shown that was not committed, nobody's versions go back, and whoever looks after
something was acknowledged sees it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from pitboss.room.frames import Eye, Projection
from pitboss.room.lines import START, read_on
from pitboss.room.store.shape import Entry
from pitboss.shuffle import Shoe
from pitboss.table import Person, Role, State
from pitboss.table.proofs import rebuild_shoe


class Read(Struct, frozen=True):
    """What somebody saw of a table at a version."""

    viewer: Person
    view: bytes
    own: bytes | None
    """The own cards and choices, if they were sent with it."""


def encoded(view: object) -> bytes:
    """The same bytes for the same contents, in whatever order they came."""
    return msgspec.json.encode(view, order="sorted")


class Reads:
    """All that was seen and acknowledged."""

    def __init__(self) -> None:
        self._seen: defaultdict[str, defaultdict[int, set[Read]]] = defaultdict(
            lambda: defaultdict(set)
        )
        self._last: dict[tuple[str, str], int] = {}
        self._acknowledged: defaultdict[str, int] = defaultdict(int)
        self.faults: list[str] = []
        self.total = 0

    def acknowledge(self, table: str, version: int) -> None:
        """Whoever looks from now on sees at least this."""
        self._acknowledged[table] = max(self._acknowledged[table], version)

    def least(self, table: str) -> int:
        """The version that whoever looks now must see, or a later one."""
        return self._acknowledged[table]

    def saw(self, client: str, table: str, version: int, least: int) -> None:
        """Somebody's page shows a version, having looked when ``least`` had been acknowledged."""
        self.total += 1
        before = self._last.get((client, table), 0)
        if version < before:
            self.faults.append(f"{table}: {client} saw version {version} after {before}")
        if version < least:
            self.faults.append(
                f"{table}: {client} saw version {version} after {least} was acknowledged"
            )
        self._last[client, table] = version

    def note(self, table: str, version: int, read: Read) -> None:
        """Keep what a page shows, to be compared with the log."""
        self._seen[table][version].add(read)

    def compare(
        self, table: str, entries: Sequence[Entry], open_seeds: Mapping[int, str]
    ) -> Iterator[str]:
        """Whatever was seen and is not what the log says; of open rounds it has no seed yet."""
        seen = self._seen[table]
        if not seen:
            return
        seeds = {**open_seeds, **_seeds(entries)}
        state, head = State(), START
        shoes: dict[int, Shoe | None] = {}
        if 0 in seen:
            yield f"{table}: somebody saw it before it was there"
        for entry in entries:
            state, head = read_on(state, head, [entry])
            for read in seen.pop(head.version, ()):
                number = state.round.number if state.round else 0
                if number not in shoes:
                    shoes[number] = _shoe(state, seeds)
                yield from _compare(table, state, shoes[number], read)
        for version in seen:
            if version:
                yield f"{table}: somebody saw version {version}, which was never committed"


def _seeds(entries: Iterable[Entry]) -> Mapping[int, str]:
    events = (
        msgspec.json.decode(entry.line)["event"] for entry in entries if entry.kind == "SeedOpened"
    )
    return {event["round"]: event["seed"] for event in events}


def _shoe(state: State, seeds: Mapping[int, str]) -> Shoe | None:
    now = state.round
    seed = seeds.get(now.number) if now else None
    if now is None or seed is None:
        return None
    return rebuild_shoe(state, now, bytes.fromhex(seed))


def _compare(table: str, state: State, shoe: Shoe | None, read: Read) -> Iterator[str]:
    where = f"{table}, version {state.version}: what {read.viewer.name} saw"
    fresh = Projection(Role.PLAYER)
    fresh.follow(state)
    if encoded(fresh.shown) != read.view:
        yield f"{where} was not committed"
    if read.own is None or (shoe is None and state.round is not None):
        return  # the seed of a round was lost
    # Without its shoe, which a restarted table has not, a round shows less, and never more.
    own = {encoded(msgspec.json.decode(part)) for part in _own(read.viewer, state, shoe)}
    if read.own not in own:
        yield f"{where} of the own cards is not what that player may see"


def _own(viewer: Person, state: State, shoe: Shoe | None) -> Iterator[bytes]:
    for one in (shoe, None):
        yield Eye(viewer)._own_now(state, one)
