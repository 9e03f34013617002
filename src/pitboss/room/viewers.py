"""What the viewers of a table are sent: the whole view first, then changes, version by version.

A change is a merge patch (RFC 7396). What everybody in a role sees is computed once per role
(`Projection`); a player's own cards and choices are computed for that player alone (`Viewer`).
Nothing is pushed: each `Watcher` is woken and fetches what is new, so a slow one is sent fewer,
larger changes. Onlookers are woken a moment later and a few at a time (SEC-8).
"""

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping, Set
from itertools import islice
from math import floor
from typing import Any, Final

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from pitboss.room.nodes.directory import OwnershipLost
from pitboss.room.nodes.followed_table import FollowedTable
from pitboss.room.people.dual_control import filing_proposer
from pitboss.room.table_actor import TableActor
from pitboss.shuffle import Shoe
from pitboss.table import Person, Role, State
from pitboss.table.commands import FileSubmission
from pitboss.table.day import Day
from pitboss.table.state import encode_fraction
from pitboss.table.views import RoundView, UpcomingView, View, own_view, public_view

MAX_CHANGES: Final = 64
"""Most changes in memory for viewers who reconnect."""
_encode: Final = msgspec.json.Encoder(enc_hook=encode_fraction).encode
JsonObject = dict[str, Any]
InviterChains = Mapping[str, tuple[str, ...]]
"""By name: who invited somebody, who invited that person, and so on."""


def add_inviters(view: View, chains: InviterChains, creator: str) -> View:
    """Return a view with the inviters of everybody whose act takes a second person (SEC-7).

    What the house proposed for the ``creator`` of the table is shown under the creator's name.
    """
    if isinstance(view.proposals, UnsetType):
        return view
    proposals = {
        number: replace(item, by=filing_proposer(item.by, creator))
        if isinstance(item.matter, FileSubmission)
        else item
        for number, item in view.proposals.items()
    }
    view = replace(view, proposals=proposals)
    people = [proposal.by for proposal in proposals.values()]
    if isinstance(upcoming := view.upcoming, UpcomingView):
        upcoming = replace(upcoming, by=filing_proposer(upcoming.by, creator, upcoming.approved_by))
        view = replace(view, upcoming=upcoming)
        people += [upcoming.by, upcoming.approved_by]
    if isinstance(view.day, Day):
        people += [deck.by for deck in view.day.decks.values()]
        people += [view.day.incident.by] if view.day.incident else []
    if isinstance(view.round, RoundView):
        people += [*view.round.reported.values(), view.round.hit_by, view.round.verified_by]
    inviters = {name: chains[name] for name in people if name in chains}
    return replace(view, invited=inviters) if inviters else view


class Change(Struct, frozen=True):
    """A patch from one version to another, for everybody in a role."""

    since: int
    version: int
    patch: bytes


class Projection:
    """What everybody in one role sees of a table, and how it changed."""

    def __init__(self, role: Role, chains: InviterChains | None = None, creator: str = "") -> None:
        self.role, self._creator = role, creator
        self._chains = {} if chains is None else chains
        self.version = -1
        self.content: JsonObject = {}
        self.changes: deque[Change] = deque(maxlen=MAX_CHANGES)

    def update(self, state: State) -> None:
        """Compute the view of a new state, and the change to it."""
        if state.version == self.version:
            return
        content = _to_json(add_inviters(public_view(state, self.role), self._chains, self._creator))
        if self.version >= 0:
            patch = _encode(merge_patch(self.content, content))
            self.changes.append(Change(self.version, state.version, patch))
        self.version, self.content = state.version, content

    def changes_since(self, version: int) -> list[Change] | None:
        """Return the changes since a version; None if they are no longer known."""
        result: list[Change] = []
        if version == self.version:
            return result
        for change in reversed(self.changes):
            result.insert(0, change)
            if change.since <= version:
                return result if change.since == version else None
        return None


class Viewer:
    """What one viewer of a table has been sent, and what comes next."""

    def __init__(self, person: Person, version: int | None = None) -> None:
        """Create a viewer; one who reconnects names the last ``version`` received."""
        self.person = person
        self.version = -1 if version is None else version
        self._own = b""
        self._encoded_own = b"{}"
        self._own_inputs: tuple[object, ...] = ()

    def frames(
        self,
        projection: Projection,
        state: State,
        shoe: Shoe | None,
        countdown: tuple[str, float] | None = None,
    ) -> list[bytes]:
        """Return the frames that this viewer has not been sent yet."""
        own = self._encode_own(state, shoe)
        has_own_changed = own != self._own
        missed_changes = projection.changes_since(self.version)
        if missed_changes == [] and not has_own_changed:
            return []
        self._own, self.version = own, projection.version
        extra_fields = b',"own":' + own if has_own_changed or missed_changes is None else b""
        extra_fields += _countdown_field(countdown)
        if missed_changes is None:
            return [
                b'{"type":"view","version":%d,"view":%b%b}'
                % (projection.version, _encode(projection.content), extra_fields)
            ]
        if not missed_changes:
            return [
                b'{"type":"change","since":%d,"version":%d,"patch":{}%b}'
                % (self.version, self.version, extra_fields)
            ]
        *frames, last = [
            b'{"type":"change","since":%d,"version":%d,"patch":%b' % (c.since, c.version, c.patch)
            for c in missed_changes
        ]
        return [*(item + b"}" for item in frames), last + extra_fields + b"}"]

    def _encode_own(self, state: State, shoe: Shoe | None) -> bytes:
        round_, name = state.round, self.person.name
        if self.person.role != Role.PLAYER or name not in state.seats.values() or round_ is None:
            return b"{}"
        # Encode it again only if one of these has changed.
        seats = [seat for seat, player in round_.players.items() if player == name]
        decision = (
            (round_.step, len(round_.decisions.get(round_.turn, ())))
            if round_.turn in seats
            else None
        )
        hands = [(seat, round_.holes.get(seat), seat in round_.folded) for seat in seats]
        inputs = (round_.number, decision, hands, len(round_.shown), shoe is None, round_.rules)
        if inputs != self._own_inputs:
            self._own_inputs = inputs
            self._encoded_own = _encode(own_view(state, shoe, self.person))
        return self._encoded_own


def beat_frame(countdown: tuple[str, float] | None) -> bytes:
    """Return a heartbeat; a client that gets none for some seconds has lost the connection."""
    return b'{"type":"beat"%b}' % _countdown_field(countdown)


def _countdown_field(countdown: tuple[str, float] | None) -> bytes:
    """Return the countdown as a field, rounded down so that pages never promise too much time."""
    if countdown is None:
        return b""
    return b',"clock":{"for":"%b","seconds":%.1f}' % (
        countdown[0].encode(),
        floor(10 * countdown[1]) / 10,
    )


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> JsonObject:
    """Return the merge patch that turns one object into the other."""
    patch: JsonObject = {name: None for name in before if name not in after}
    for name, value in after.items():
        old_value = before.get(name)
        if old_value == value:
            continue
        if isinstance(old_value, dict) and isinstance(value, dict):
            patch[name] = merge_patch(old_value, value)
        else:
            patch[name] = value
    return patch


def _to_json(value: object) -> JsonObject:
    content: JsonObject = msgspec.to_builtins(value, str_keys=True, enc_hook=encode_fraction)
    return {name: item for name, item in content.items() if item is not None}


ONLOOKER_DELAY: Final = 0.2
"""Seconds by which onlookers are shown events later than players and staff."""
ONLOOKERS_PER_TURN: Final = 5
"""Onlookers that are woken before other tasks of the event loop get a turn."""


class Watcher:
    """One viewer of one table."""

    def __init__(self, hub: "Hub", viewer: Viewer) -> None:
        self._hub, self._viewer = hub, viewer
        self._wake_event = asyncio.Event()
        self._wake_event.set()
        self.is_dismissed = False
        """Whether the viewer must sign in again, because the account has changed."""

    def is_participant(self, seat_holders: Set[str]) -> bool:
        """Return whether this viewer is among those at the table, or works in the room."""
        viewer = self._viewer.person
        return viewer.name in seat_holders or viewer.role not in (Role.ONLOOKER, Role.PLAYER)

    def wake(self) -> None:
        """Note that something may be new."""
        self._wake_event.set()

    async def wait_until_woken(self) -> None:
        """Wait until something may be new."""
        await self._wake_event.wait()
        self._wake_event.clear()

    async def frames(self) -> list[bytes]:
        """Wait for new frames and return them; return none once nothing may be shown."""
        while True:
            await self.wait_until_woken()
            if self.is_dismissed or self._hub.block_reason:
                return []
            if new := self._hub.frames(self._viewer):
                return new

    def leave(self) -> None:
        """Stop watching."""
        if self in self._hub.watchers:
            self._hub.watchers.discard(self)
            self._hub.actor.remove_watcher(self._viewer.person.name)


class Hub:
    """The viewers of one table."""

    def __init__(
        self, actor: TableActor | FollowedTable, chains: InviterChains | None = None
    ) -> None:
        """``chains`` has the inviters of everybody whose acts take a second person."""
        self.actor = actor
        """The writer of the table, or a follower if another node writes."""
        self._chains = {} if chains is None else chains
        self.watchers: set[Watcher] = set()
        self.block_reason = ""
        """Why nothing is shown at present; empty if something is."""
        self._projections: dict[Role, Projection] = {}
        self._onlookers_pending = False

    @property
    def writer(self) -> TableActor:
        """The writer of the table; raises `OwnershipLost` if another node has it."""
        if isinstance(self.actor, TableActor):
            return self.actor
        raise OwnershipLost

    def watch(self, viewer: Person, version: int | None = None) -> Watcher:
        """Add a watcher; one who reconnects names the last ``version`` received."""
        watcher = Watcher(self, Viewer(viewer, version))
        self.watchers.add(watcher)
        self.actor.add_watcher(viewer.name)
        return watcher

    def notify(self) -> None:
        """Wake players and staff, and a moment later the onlookers."""
        seat_holders = {*self.actor.committed_state.seats.values()}
        for watcher in self.watchers:
            if watcher.is_participant(seat_holders):
                watcher.wake()
            elif not self._onlookers_pending:
                self._onlookers_pending = True
                asyncio.get_running_loop().call_later(ONLOOKER_DELAY, self._wake_onlookers)

    def _wake_onlookers(self) -> None:
        self._onlookers_pending = False
        self._wake_some(iter(tuple(self.watchers)))

    def _wake_some(self, waiting: Iterator[Watcher]) -> None:
        """Wake the next few; other tasks get a turn before the rest."""
        batch = tuple(islice(waiting, ONLOOKERS_PER_TURN))
        for watcher in batch:
            watcher.wake()
        if batch:
            asyncio.get_running_loop().call_soon(self._wake_some, waiting)

    def wake_all(self) -> None:
        """Wake everybody, because tables are no longer shown, or are shown again."""
        for watcher in self.watchers:
            watcher.wake()

    def frames(self, viewer: Viewer) -> list[bytes]:
        """Return the frames that a viewer has not been sent yet."""
        role = viewer.person.role
        projection = self._projections.get(role)
        if projection is None:
            projection = Projection(role, self._chains, self.actor.creator)
            self._projections[role] = projection
        state = self.actor.committed_state
        projection.update(state)
        return viewer.frames(projection, state, self.actor.shoe, self.actor.countdown())
