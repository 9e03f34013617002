"""The search for rounds: one index finds them by time, the other conditions are checked on each.

A page looks at `MAX_SCANNED` rounds at most, whatever it is searched for, so it takes the same time
however old the room is.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from pitboss.room.store.interface import (
    RoundFilter,
    RoundMatch,
    RoundPage,
    RoundPlace,
)
from pitboss.room.store.sql import ROUND_COLUMNS, Row, read_round

INCIDENT: Final = "incident"
JACKPOT: Final = "jackpot"
CORRECTION: Final = "correction"
VOID: Final = "void"
MAX_SCANNED: Final = 2000
"""Rounds that a page looks at if an index alone cannot find those that are query."""
MAX_DIGITS: Final = 17
"""Digits of the largest amount in cents that is searched for; larger ones are marked like it."""
_AFTER_ALL: Final = "~"
"""A text after every time."""
_LAST_VERSION: Final = 1 << 62
_NEWEST_FIRST: Final = "ORDER BY at DESC, stream DESC, version DESC"

Read = Callable[..., Awaitable[Sequence[Row]]]


def staff_mark(name: str) -> str:
    """Return the mark of rounds in which somebody acted, by the normalized name."""
    return f"staff:{name}"


def credit_mark(cents: int) -> str:
    """Return the mark of rounds by the digits of their largest credit."""
    return f"credit:{_digits(cents):02}"


def _digits(cents: int) -> int:
    return min(len(str(cents)), MAX_DIGITS) if cents else 0


class _Source(Struct, frozen=True):
    """A statement that finds rounds by one index, the newest first, and its parameters."""

    statement: str
    parameters: tuple[object, ...]


class _Search(Struct, frozen=True):
    """Where rounds are found, and what is checked on each of them."""

    sources: Sequence[_Source]
    has_round: bool
    """Whether the sources name the round itself, rather than the line that closed it."""
    conditions: Sequence[tuple[str, tuple[object, ...]]]
    """Conditions in SQL, with their parameters."""


async def search_rounds(
    read: Read, query: RoundFilter, after: RoundPlace | None, limit: int
) -> RoundPage:
    """Return a page of closed rounds, the newest first."""
    place = RoundPlace(query.end or _AFTER_ALL, "", 0)
    if after is not None and (after.at, after.stream, after.version) < (place.at, "", 0):
        place = after
    search = _plan(query, place)
    scan_limit = MAX_SCANNED if search.conditions else limit + 1
    rows = await read(*_page_statement(search, scan_limit, limit + 1))
    matches = [RoundMatch(RoundPlace(*row[:3]), read_round(row[3:])) for row in rows[:limit]]
    if len(rows) > limit:
        return RoundPage(matches, matches[-1].place)
    if search.conditions and (last := await read(*_last_statement(search, scan_limit))):
        return RoundPage(matches, RoundPlace(*last[0]))
    return RoundPage(matches)


def _plan(query: RoundFilter, place: RoundPlace) -> _Search:
    """Choose the index that finds the fewest rounds; everything else becomes a condition."""
    conditions: dict[str, tuple[str, tuple[object, ...]]] = {}
    sources: list[_Source] = []
    marks = [
        mark
        for mark, is_wanted in (
            (CORRECTION, query.has_correction),
            (JACKPOT, query.has_jackpot),
            (VOID, query.is_void),
            (INCIDENT, query.has_incident),
        )
        if is_wanted
    ]
    if JACKPOT in marks:
        conditions[JACKPOT] = ("r.jackpots > 0", ())
    if VOID in marks:
        conditions[VOID] = ("r.is_void = 1", ())
    if INCIDENT in marks:
        conditions[INCIDENT] = ("r.incidents > 0", ())
    if query.player:
        conditions["player"] = _has_name("players", query.player)
    if query.minimum > 0:
        conditions["minimum"] = ("r.largest_credit >= ?", (query.minimum,))
    if query.staff:
        text, names = _has_name("staff", query.staff)
        signature = (
            "EXISTS (SELECT 1 FROM round_marks AS signed WHERE signed.mark = ? "
            "AND signed.at = d.at AND signed.stream = d.stream AND signed.version = d.version)"
        )
        conditions["staff"] = (f"({text} OR {signature})", (*names, staff_mark(query.staff)))
    if query.tables:
        placeholders = ", ".join("?" * len(query.tables))
        conditions["tables"] = (f"r.stream IN ({placeholders})", query.tables)
    has_round = True
    if marks:
        sources = [_by_mark(marks[0], query.start, place)]
        conditions.pop(marks[0], None)
    elif query.player:
        sources, has_round = [_by_player(query.player, query.start, place)], False
        del conditions["player"]
    elif query.minimum > 0:
        digits = _digits(query.minimum)
        if query.minimum == 10 ** (digits - 1):
            del conditions["minimum"]
        sources = [
            _by_mark(f"credit:{number:02}", query.start, place)
            for number in range(digits, MAX_DIGITS + 1)
        ]
    elif query.staff:
        sources = [_by_mark(staff_mark(query.staff), query.start, place)]
        del conditions["staff"]
    elif query.tables:
        sources, has_round = (
            [_by_table(t, query.start, place) for t in query.tables],
            False,
        )
        del conditions["tables"]
    else:
        sources, has_round = [_by_time(query.start, place)], False
    return _Search(sources, has_round, tuple(conditions.values()))


def _has_name(column: str, name: str) -> tuple[str, tuple[object, ...]]:
    return f"replace(r.{column}, ?, '') <> r.{column}", (f" {name} ",)


def _by_mark(mark: str, start: str, place: RoundPlace) -> _Source:
    return _Source(
        "SELECT at, stream, version, round FROM round_marks "  # noqa: S608  our own names
        f"WHERE mark = ? AND at >= ? AND (at, stream, version) < (?, ?, ?) {_NEWEST_FIRST}",
        (mark, start, place.at, place.stream, place.version),
    )


def _by_player(player: str, start: str, place: RoundPlace) -> _Source:
    return _Source(
        "SELECT at, stream, version, 0 AS round FROM history "  # noqa: S608  our own names
        "WHERE player = ? AND kind = 'round' AND at >= ? "
        f"AND (at, stream, version) < (?, ?, ?) {_NEWEST_FIRST}",
        (player, start, place.at, place.stream, place.version),
    )


def _by_table(table: str, start: str, place: RoundPlace) -> _Source:
    version = place.version if table == place.stream else _LAST_VERSION * (table < place.stream)
    return _Source(
        "SELECT closed_at AS at, stream, last_version AS version, round FROM rounds "
        "WHERE stream = ? AND closed_at >= ? AND (closed_at, last_version) < (?, ?) "
        "ORDER BY closed_at DESC, last_version DESC",
        (table, start, place.at, version),
    )


def _by_time(start: str, place: RoundPlace) -> _Source:
    return _Source(
        "SELECT closed_at AS at, stream, last_version AS version, round FROM rounds "
        "WHERE closed_at >= ? AND (closed_at, stream, last_version) < (?, ?, ?) "
        "ORDER BY closed_at DESC, stream DESC, last_version DESC",
        (start, place.at, place.stream, place.version),
    )


def _union(search: _Search, scan_limit: int) -> tuple[str, list[Any]]:
    """Return the statement for the newest rounds of all sources, and its parameters."""
    parts, parameters = [], list[Any]()
    for number, source in enumerate(search.sources):
        parts.append(f"SELECT * FROM ({source.statement} LIMIT ?) AS s{number}")  # noqa: S608
        parameters += [*source.parameters, scan_limit]
    return " UNION ALL ".join(parts), parameters


def _page_statement(search: _Search, scan_limit: int, limit: int) -> tuple[object, ...]:
    union, parameters = _union(search, scan_limit)
    columns = ", ".join(f"r.{name}" for name in ROUND_COLUMNS.split(", "))
    on = (
        "r.round = d.round"
        if search.has_round
        else "r.closed_at = d.at AND r.last_version = d.version"
    )
    where = " AND ".join(text for text, _ in search.conditions) or "1 = 1"
    statement = (
        f"SELECT d.at, d.stream, d.version, {columns} "  # noqa: S608  our own names
        f"FROM (SELECT * FROM ({union}) AS a {_NEWEST_FIRST} LIMIT ?) AS d "
        f"JOIN rounds AS r ON r.stream = d.stream AND {on} WHERE {where} "
        "ORDER BY d.at DESC, d.stream DESC, d.version DESC LIMIT ?"
    )
    values = [value for _, values in search.conditions for value in values]
    return statement, *parameters, scan_limit, *values, limit


def _last_statement(search: _Search, scan_limit: int) -> tuple[object, ...]:
    """Return the statement for the last of the rounds that a page has looked at, if it is full."""
    union, parameters = _union(search, scan_limit)
    statement = (
        f"SELECT at, stream, version FROM ({union}) AS a "  # noqa: S608  our own names
        f"{_NEWEST_FIRST} LIMIT 1 OFFSET ?"
    )
    return statement, *parameters, scan_limit - 1
