"""What the viewers of a table are sent: the whole view first, then changes, version by version.

A change is a merge patch (RFC 7396). What everybody in a role sees is computed once per role
(`Projection`); a player's own cards and choices are computed for that player alone (`Viewer`).
Nothing is pushed: each `Watcher` is woken and fetches what is new, so a slow one is sent fewer,
larger changes. Onlookers are woken a moment later and a few at a time (SEC-8).
"""

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice
from math import floor
from typing import Any, Final

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from pitboss.room.people.dual_control import filing_proposer
from pitboss.room.table_actor import TableActor
from pitboss.shuffle import Shoe
from pitboss.table import Person, Role, State
from pitboss.table.commands import FileSubmission
from pitboss.table.day import Day
from pitboss.table.state import encode_fraction
from pitboss.table.views import RoundView, UpcomingView, View, own_view, public_view

MAX_CHANGES: Final = 64
"""Changes that are kept for viewers who come back."""
_encode: Final = msgspec.json.Encoder(enc_hook=encode_fraction).encode
JsonObject = dict[str, Any]
InviterChains = Mapping[str, tuple[str, ...]]
"""Who invited somebody, who invited that one, and so on, by name."""


def add_inviters(view: View, chains: InviterChains, creator: str) -> View:
    """The same, with who invited whom beside what takes two people (SEC-7).

    What the house put up for the ``creator`` of the table bears the founder's name.
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
    if isinstance(coming := view.upcoming, UpcomingView):
        coming = replace(coming, by=filing_proposer(coming.by, creator, coming.approved_by))
        view = replace(view, upcoming=coming)
        people += [coming.by, coming.approved_by]
    if isinstance(view.day, Day):
        people += [deck.by for deck in view.day.decks.values()]
        people += [view.day.incident.by] if view.day.incident else []
    if isinstance(view.round, RoundView):
        people += [*view.round.reported.values(), view.round.hit_by, view.round.verified_by]
    invited = {item: chains[item] for item in people if item in chains}
    return replace(view, invited=invited) if invited else view


class Change(Struct, frozen=True):
    """From one version to another, for everybody in a role."""

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
        """Catch up with the table."""
        if state.version == self.version:
            return
        shown = _to_json(add_inviters(public_view(state, self.role), self._chains, self._creator))
        if self.version >= 0:
            patch = _encode(merge_patch(self.content, shown))
            self.changes.append(Change(self.version, state.version, patch))
        self.version, self.content = state.version, shown

    def changes_since(self, version: int) -> list[Change] | None:
        """The changes after a version that somebody has; none known, and all is sent again."""
        result: list[Change] = []
        if version == self.version:
            return result
        for change in reversed(self.changes):
            result.insert(0, change)
            if change.since <= version:
                return result if change.since == version else None
        return None


class Viewer:
    """One viewer's place at a table: what was sent already, and what comes next."""

    def __init__(self, person: Person, version: int | None = None) -> None:
        """Somebody who comes back says which version was seen last."""
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
        """What this viewer has not seen yet; nothing, if that is so."""
        own = self._encode_own(state, shoe)
        fresh = own != self._own
        missed = projection.changes_since(self.version)
        if missed == [] and not fresh:
            return []
        self._own, self.version = own, projection.version
        beside = b',"own":' + own if fresh or missed is None else b""
        beside += _countdown_field(countdown)
        if missed is None:
            return [
                b'{"type":"view","version":%d,"view":%b%b}'
                % (projection.version, _encode(projection.content), beside)
            ]
        if not missed:
            return [
                b'{"type":"change","since":%d,"version":%d,"patch":{}%b}'
                % (self.version, self.version, beside)
            ]
        *most, last = [
            b'{"type":"change","since":%d,"version":%d,"patch":%b' % (c.since, c.version, c.patch)
            for c in missed
        ]
        return [*(item + b"}" for item in most), last + beside + b"}"]

    def _encode_own(self, state: State, shoe: Shoe | None) -> bytes:
        round_, name = state.round, self.person.name
        if self.person.role != Role.PLAYER or name not in state.seats.values() or round_ is None:
            return b"{}"
        # It is the same as before, unless one of these is another.
        seats = [seat for seat, player in round_.players.items() if player == name]
        asked = (
            (round_.step, len(round_.decisions.get(round_.turn, ())))
            if round_.turn in seats
            else None
        )
        held = [(seat, round_.holes.get(seat), seat in round_.folded) for seat in seats]
        telling = (round_.number, asked, held, len(round_.shown), shoe is None, round_.rules)
        if telling != self._own_inputs:
            self._own_inputs = telling
            self._encoded_own = _encode(own_view(state, shoe, self.person))
        return self._encoded_own


def beat_frame(countdown: tuple[str, float] | None) -> bytes:
    """A sign of life: whoever does not get one for some seconds has no connection."""
    return b'{"type":"beat"%b}' % _countdown_field(countdown)


def _countdown_field(countdown: tuple[str, float] | None) -> bytes:
    """Never more than there is: a page that shows it promises no time that is up."""
    if countdown is None:
        return b""
    return b',"clock":{"for":"%b","seconds":%.1f}' % (
        countdown[0].encode(),
        floor(10 * countdown[1]) / 10,
    )


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> JsonObject:
    """What turns one into the other."""
    patch: JsonObject = {name: None for name in before if name not in after}
    for name, value in after.items():
        was = before.get(name)
        if was == value:
            continue
        if isinstance(was, dict) and isinstance(value, dict):
            patch[name] = merge_patch(was, value)
        else:
            patch[name] = value
    return patch


def _to_json(value: object) -> JsonObject:
    shown: JsonObject = msgspec.to_builtins(value, str_keys=True, enc_hook=encode_fraction)
    return {name: item for name, item in shown.items() if item is not None}


ONLOOKER_DELAY: Final = 0.2
"""Seconds until whoever neither plays nor works at a table is shown what happened…"""
ONLOOKERS_PER_TURN: Final = 5
"""…and how many of them before somebody else has a turn."""


class Watcher:
    """One viewer of one table."""

    def __init__(self, hub: "Hub", viewer: Viewer) -> None:
        self._hub, self._viewer = hub, viewer
        self._wake_event = asyncio.Event()
        self._wake_event.set()
        self.is_dismissed = False
        """Whether this viewer is to go: an account that is something else now."""

    @property
    def is_participant(self) -> bool:
        """Whether this viewer sits at the table or works in the room."""
        viewer = self._viewer.person
        looks_on = viewer.role in (Role.ONLOOKER, Role.PLAYER)
        return not looks_on or viewer.name in self._hub.actor.committed_state.seats.values()

    def wake(self) -> None:
        """Something may be new."""
        self._wake_event.set()

    async def wait_until_woken(self) -> None:
        """Until something may be new."""
        await self._wake_event.wait()
        self._wake_event.clear()

    async def frames(self) -> list[bytes]:
        """What is new, as soon as something is."""
        while True:
            await self.wait_until_woken()
            if self.is_dismissed or self._hub.block_reason:
                return []
            if new := self._hub.frames(self._viewer):
                return new

    def leave(self) -> None:
        """Nobody looks any more."""
        if self in self._hub.watchers:
            self._hub.watchers.discard(self)
            self._hub.actor.remove_watcher(self._viewer.person.name)


class Hub:
    """The viewers of one table."""

    def __init__(self, actor: TableActor, chains: InviterChains | None = None) -> None:
        """``chains``: who invited whom, of everybody who may do something that takes two."""
        self.actor, self._chains = actor, {} if chains is None else chains
        self.watchers: set[Watcher] = set()
        self.block_reason = ""
        """Why nothing is shown at present, if nothing is."""
        self._projections: dict[Role, Projection] = {}
        self._onlookers_pending = False

    def watch(self, viewer: Person, version: int | None = None) -> Watcher:
        """Look from now on, or from a version on that was seen before."""
        watcher = Watcher(self, Viewer(viewer, version))
        self.watchers.add(watcher)
        self.actor.add_watcher(viewer.name)
        return watcher

    def notify(self) -> None:
        """Wake those who take part, and a moment later those who only look on."""
        for watcher in self.watchers:
            if watcher.is_participant:
                watcher.wake()
            elif not self._onlookers_pending:
                self._onlookers_pending = True
                asyncio.get_running_loop().call_later(ONLOOKER_DELAY, self._wake_onlookers)

    def _wake_onlookers(self) -> None:
        self._onlookers_pending = False
        self._wake_some(iter(tuple(self.watchers)))

    def _wake_some(self, waiting: Iterator[Watcher]) -> None:
        """Wake the next few, and the rest when everybody else had a turn."""
        some = tuple(islice(waiting, ONLOOKERS_PER_TURN))
        for watcher in some:
            watcher.wake()
        if some:
            asyncio.get_running_loop().call_soon(self._wake_some, waiting)

    def wake_all(self) -> None:
        """Wake everybody: nothing is shown any more, or again."""
        for watcher in self.watchers:
            watcher.wake()

    def frames(self, viewer: Viewer) -> list[bytes]:
        """What one viewer has not seen."""
        role = viewer.person.role
        projection = self._projections.get(role)
        if projection is None:
            projection = Projection(role, self._chains, self.actor.creator)
            self._projections[role] = projection
        state = self.actor.committed_state
        projection.update(state)
        return viewer.frames(projection, state, self.actor.shoe, self.actor.countdown())
