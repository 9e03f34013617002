"""Find rounds by what is known about them: table, time, player, amount, staff, and so on."""

import re
from typing import Final

from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.room.reports.period import ALL_TIME, Period
from pitboss.room.store.interface import (
    BACK_OFFICE,
    RoundFilter,
    RoundMatch,
    RoundPlace,
    Store,
)
from pitboss.table.people import normalize_name

ROUNDS_PER_PAGE: Final = 50
MAX_ROUNDS_PER_PAGE: Final = 200
_PLACE: Final = re.compile(
    r"(?P<at>[0-9:.TZ-]{0,30}),(?P<stream>[a-z0-9-]{1,40}),(?P<version>[0-9]{1,15})"
)


class RoundSearch(Struct, frozen=True):
    """What is searched for. Everything that is given must apply."""

    tables: tuple[str, ...] = ()
    period: Period = ALL_TIME
    player: str = ""
    staff: str = ""
    minimum: int = 0
    """The least that a player was credited, in cents."""
    incident: bool = False
    jackpot: bool = False
    correction: bool = False
    void: bool = False


class RoundSummary(Struct, frozen=True):
    """A closed round in the result of a search. Money in cents."""

    at: str
    """When it was closed; with corrections, or with staff who made one, when it was corrected."""
    table: str
    round: int
    opened_at: str
    closed_at: str
    staked: int
    """Stakes, without wagers that were returned."""
    credited: int
    """Credits, envy and community pay included."""
    largest_credit: int
    """The largest credit of one player."""
    incidents: int
    jackpots: int
    void: bool
    players: tuple[str, ...]
    """Names in lower case, without spaces."""
    staff: tuple[str, ...]
    """Who of the staff acted in the round, in the same form."""
    first_line: int
    last_line: int


class RoundList(Struct, frozen=True):
    """A page of the rounds that were found, the newest first."""

    rounds: tuple[RoundSummary, ...]
    next: str = ""
    """Where the next page begins; empty on the last page."""
    searched_to: str = ""
    """On a page that is not the last: the time back to which rounds were searched."""
    not_indexed: tuple[str, ...] = ()
    """Tables whose rounds cannot be found yet, because their index is being built."""


async def find_rounds(
    store: Store, search: RoundSearch, *, after: str = "", limit: int = ROUNDS_PER_PAGE
) -> RoundList:
    """Return a page of rounds; ``after`` is the ``next`` of the page before."""
    if not 1 <= limit <= MAX_ROUNDS_PER_PAGE:
        raise Refused(f"the limit must be from 1 to {MAX_ROUNDS_PER_PAGE}")
    if search.minimum < 0:
        raise Refused("the minimum must not be negative")
    place = _parse_place(after) if after else None
    streams = [stream for stream in await store.streams() if stream.kind != BACK_OFFICE]
    tables = [stream.id for stream in streams]
    for table in search.tables:
        if table not in tables:
            hint = f"choose from {', '.join(tables)}" if tables else "the room has no tables"
            raise Refused(f"there is no table {short_repr(table)}: {hint}")
    query = RoundFilter(
        tables=tuple(dict.fromkeys(search.tables)),
        start=search.period.start,
        end=search.period.end,
        player=normalize_name(search.player),
        staff=normalize_name(search.staff),
        minimum=search.minimum,
        has_incident=search.incident,
        has_jackpot=search.jackpot,
        has_correction=search.correction,
        is_void=search.void,
    )
    page = await store.search_rounds(query, after=place, limit=limit)
    return RoundList(
        tuple(map(_summary, page.rounds)),
        f"{page.next.at},{page.next.stream},{page.next.version}" if page.next else "",
        page.next.at if page.next else "",
        tuple(stream.id for stream in streams if not stream.is_indexed),
    )


def _summary(match: RoundMatch) -> RoundSummary:
    row = match.row
    return RoundSummary(
        at=match.place.at,
        table=match.place.stream,
        round=row.round,
        opened_at=row.opened_at,
        closed_at=row.closed_at,
        staked=row.staked,
        credited=row.credited,
        largest_credit=row.largest_credit,
        incidents=row.incidents,
        jackpots=row.jackpots,
        void=row.is_void,
        players=row.players,
        staff=row.staff,
        first_line=row.first_version,
        last_line=row.last_version,
    )


def _parse_place(text: str) -> RoundPlace:
    """Return the place that a client names; a database need not be able to store any other text."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise Refused(
            f"{short_repr(text)} is not the start of a page: use the `next` of the previous page"
        )
    return RoundPlace(match["at"], match["stream"], int(match["version"]))
