"""What a viewer is sent: the whole view first, then what changed since, version by version.

A change is a merge patch (RFC 7396): what it names is replaced, what it names as ``null`` is gone.
What everybody in a role sees is worked out once for all of them. What only one player may see, the
own cards and choices, is worked out for this player alone and sent beside it; so is the time that
the house waits, if it does.
"""

from collections import deque
from collections.abc import Mapping
from math import floor
from typing import Any, Final

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from pitboss.room.two_people import filed_by
from pitboss.shuffle import Shoe
from pitboss.table import Person, Role, State
from pitboss.table.commands import FileSubmission
from pitboss.table.day import Day
from pitboss.table.state import plain
from pitboss.table.views import RoundView, UpcomingView, View, own_part, public_part

KEPT: Final = 64
"""Changes that are kept for viewers who come back."""
_encode: Final = msgspec.json.Encoder(enc_hook=plain).encode
Shown = dict[str, Any]
Chains = Mapping[str, tuple[str, ...]]
"""Who invited somebody, who invited that one, and so on, by name."""


def with_inviters(seen: View, chains: Chains, founder: str) -> View:
    """The same, with who invited whom beside what takes two people (SEC-7).

    What the house put up for the ``founder`` of the table bears the founder's name.
    """
    if isinstance(seen.proposals, UnsetType):
        return seen
    proposals = {
        number: replace(one, by=filed_by(one.by, founder))
        if isinstance(one.matter, FileSubmission)
        else one
        for number, one in seen.proposals.items()
    }
    seen = replace(seen, proposals=proposals)
    people = [one.by for one in proposals.values()]
    if isinstance(coming := seen.upcoming, UpcomingView):
        coming = replace(coming, by=filed_by(coming.by, founder, coming.approved_by))
        seen = replace(seen, upcoming=coming)
        people += [coming.by, coming.approved_by]
    if isinstance(seen.day, Day):
        people += [deck.by for deck in seen.day.decks.values()]
        people += [seen.day.incident.by] if seen.day.incident else []
    if isinstance(seen.round, RoundView):
        people += [*seen.round.reported.values(), seen.round.hit_by, seen.round.verified_by]
    invited = {one: chains[one] for one in people if one in chains}
    return replace(seen, invited=invited) if invited else seen


class Change(Struct, frozen=True):
    """From one version to another, for everybody in a role."""

    since: int
    version: int
    patch: bytes


class Projection:
    """What everybody in one role sees of a table, and how it changed."""

    def __init__(self, role: Role, chains: Chains | None = None, founder: str = "") -> None:
        self.role, self._founder = role, founder
        self._chains = {} if chains is None else chains
        self.version = -1
        self.shown: Shown = {}
        self.changes: deque[Change] = deque(maxlen=KEPT)

    def follow(self, state: State) -> None:
        """Catch up with the table."""
        if state.version == self.version:
            return
        shown = _plain(with_inviters(public_part(state, self.role), self._chains, self._founder))
        if self.version >= 0:
            patch = _encode(patched(self.shown, shown))
            self.changes.append(Change(self.version, state.version, patch))
        self.version, self.shown = state.version, shown

    def since(self, version: int) -> list[Change] | None:
        """The changes after a version that somebody has; none known, and all is sent again."""
        found: list[Change] = []
        if version == self.version:
            return found
        for change in reversed(self.changes):
            found.insert(0, change)
            if change.since <= version:
                return found if change.since == version else None
        return None


class Eye:
    """One viewer's place at a table: what was sent already, and what comes next."""

    def __init__(self, viewer: Person, version: int | None = None) -> None:
        """Somebody who comes back says which version was seen last."""
        self.viewer = viewer
        self.seen = -1 if version is None else version
        self._own = b""
        self._told = b"{}"
        self._telling: tuple[object, ...] = ()

    def frames(
        self,
        projection: Projection,
        state: State,
        shoe: Shoe | None,
        clock: tuple[str, float] | None = None,
    ) -> list[bytes]:
        """What this viewer has not seen yet; nothing, if that is so."""
        own = self._own_now(state, shoe)
        fresh = own != self._own
        missed = projection.since(self.seen)
        if missed == [] and not fresh:
            return []
        self._own, self.seen = own, projection.version
        beside = b',"own":' + own if fresh or missed is None else b""
        beside += _time_left(clock)
        if missed is None:
            return [
                b'{"type":"view","version":%d,"view":%b%b}'
                % (projection.version, _encode(projection.shown), beside)
            ]
        if not missed:
            return [
                b'{"type":"change","since":%d,"version":%d,"patch":{}%b}'
                % (self.seen, self.seen, beside)
            ]
        *most, last = [
            b'{"type":"change","since":%d,"version":%d,"patch":%b' % (c.since, c.version, c.patch)
            for c in missed
        ]
        return [*(one + b"}" for one in most), last + beside + b"}"]

    def _own_now(self, state: State, shoe: Shoe | None) -> bytes:
        now, name = state.round, self.viewer.name
        if self.viewer.role != Role.PLAYER or name not in state.seats.values() or now is None:
            return b"{}"
        # It is the same as before, unless one of these is another.
        seats = [seat for seat, player in now.players.items() if player == name]
        asked = (now.step, len(now.decisions.get(now.turn, ()))) if now.turn in seats else None
        held = [(seat, now.holes.get(seat), seat in now.folded) for seat in seats]
        telling = (now.number, asked, held, len(now.shown), shoe is None, now.rules)
        if telling != self._telling:
            self._telling = telling
            self._told = _encode(own_part(state, shoe, self.viewer))
        return self._told


def beat(clock: tuple[str, float] | None) -> bytes:
    """A sign of life: whoever does not get one for some seconds has no connection."""
    return b'{"type":"beat"%b}' % _time_left(clock)


def _time_left(clock: tuple[str, float] | None) -> bytes:
    """Never more than there is: a page that shows it promises no time that is up."""
    if clock is None:
        return b""
    return b',"clock":{"for":"%b","seconds":%.1f}' % (clock[0].encode(), floor(10 * clock[1]) / 10)


def patched(before: Mapping[str, Any], after: Mapping[str, Any]) -> Shown:
    """What turns one into the other."""
    patch: Shown = {name: None for name in before if name not in after}
    for name, value in after.items():
        was = before.get(name)
        if was == value:
            continue
        if isinstance(was, dict) and isinstance(value, dict):
            patch[name] = patched(was, value)
        else:
            patch[name] = value
    return patch


def _plain(value: object) -> Shown:
    shown: Shown = msgspec.to_builtins(value, str_keys=True, enc_hook=plain)
    return {name: one for name, one in shown.items() if one is not None}
