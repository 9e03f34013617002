"""All tables of a room at a glance, of which only those that changed are computed again."""

from typing import Final

from msgspec import Struct

from pitboss.console.floor import FloorMatter, FloorTable, floor_table, next_change
from pitboss.room.room import Room

LOADING: Final = "the table is still loading"


class FloorAlert(Struct, frozen=True):
    """Something that is announced even to staff who do not look at the page."""

    table: str
    title: str
    matter: FloorMatter


class Floor(Struct, frozen=True):
    """All tables, those that need somebody first, and what is announced."""

    tables: tuple[FloorTable, ...]
    alerts: tuple[FloorAlert, ...]


class _Glance(Struct):
    """A table at a glance, and for how long it stays like this."""

    key: tuple[int, str, str, str]
    until: int | None
    table: FloorTable


class FloorFeed:
    """The glance at every table, kept until its table changes or a time passes."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._glances: dict[str, _Glance] = {}
        self._floor = Floor((), ())

    def update(self) -> Floor:
        """Return all tables as they are committed; the same value if nothing has changed."""
        now, has_change = int(self._room.clock().timestamp()), False
        for table, hub in self._room.hubs.items():
            state = hub.actor.committed_state
            stop_reason = (
                self._room.block_reason
                or hub.actor.stop_reason
                or ("" if hub.actor.ready.is_set() else LOADING)
            )
            title = self._room.titles[table]
            result = self._room.unusual_results.get(table, "")
            key, glance = (state.version, title, stop_reason, result), self._glances.get(table)
            is_current = glance is not None and glance.key == key
            if is_current and glance and (glance.until is None or now < glance.until):
                continue
            has_change = True
            self._glances[table] = _Glance(
                key,
                next_change(state, now),
                floor_table(table, title, state, now, stop_reason, result),
            )
        if has_change:
            self._floor = self._collect()
        return self._floor

    def _collect(self) -> Floor:
        tables = [glance.table for glance in self._glances.values()]
        tables.sort(key=lambda item: (not item.needs_somebody, not item.matters, item.table))
        alerts = tuple(
            FloorAlert(item.table, item.title, matter)
            for item in tables
            for matter in item.matters
            if matter.is_alert
        )
        return Floor(tuple(tables), alerts)
