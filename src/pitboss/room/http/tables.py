"""Tables: the lobby, what each of them shows, and what people ask of it."""

from collections.abc import AsyncIterator
from functools import cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from pitboss.games import all_games, find_game
from pitboss.papers.card import rules_card
from pitboss.room.bounds import bounded
from pitboss.room.http.accounts import Key, Strict
from pitboss.room.http.hubs import READING, hub_of
from pitboss.room.http.identity import Anyone, ARoom, Known, allowed
from pitboss.room.http.reading import read
from pitboss.room.http.ready import Ready, ready, sent
from pitboss.room.http.schemas import COMMAND
from pitboss.room.hub import Hub
from pitboss.room.people.accounts import Account, Part
from pitboss.room.room import Room
from pitboss.room.settings import TableSettings
from pitboss.submission import check_filing
from pitboss.table.commands import Command
from pitboss.table.export import last_line
from pitboss.table.views import view_bytes

router = APIRouter(prefix="/api", tags=["tables"])
_command = msgspec.json.Decoder(Command)
JSON = "application/json"
LINES = "application/x-ndjson"
SAYS_SOMETHING = 70
"""Letters that tell a game from others."""
STAFF = (Part.DEALER, Part.FLOORPERSON, Part.SURVEILLANCE, Part.AUDITOR)


class Listed(BaseModel):
    """A table in the lobby."""

    table: str
    title: str
    game: str
    game_name: str
    minimum: int
    maximum: int
    about: str
    """What kind of game it is, in a sentence or two."""
    sides: list[str]
    """The side wagers on offer."""
    felt: list[list[int]]
    """The table's own cards as they lie: how many in each place, row by row."""
    seats: int
    taken: dict[int, str]
    meters: dict[str, int]
    """What each meter shows, in whole cents."""
    round: int
    phase: str
    stopped: str
    """Why nothing happens there, if nothing does."""


class Asked(BaseModel):
    """What a command led to."""

    version: int
    """A frame with this version, or a later one, shows it."""
    again: bool
    """Whether it had been done before, under the same key."""


class NewTable(Strict):
    """A table to be opened."""

    table: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]
    title: Annotated[str, Field(min_length=1, max_length=60)]
    game: str
    submission: dict[str, Any] = Field(default_factory=dict)
    automation: Annotated[list[str], Field(default_factory=lambda: ["everything"])]
    house_dealer: bool = True
    """Whether the house opens and closes the bets by itself."""


@router.get("/games")
async def games() -> dict[str, str]:
    """The games of the house."""
    return {game.key: game.name for game in all_games().values()}


class Lobby:
    """What is said of all tables, as it is sent: only those that changed are written anew."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[object, bytes]] = {}
        self._all = ready(b"[]")

    def listed(self, room: Room) -> Ready:
        """All tables."""
        known = {table: self._table(room, table, hub) for table, hub in sorted(room.hubs.items())}
        if known != self._tables:
            self._tables = known
            self._all = ready(b"[" + b",".join(content for _, content in known.values()) + b"]")
        return self._all

    def _table(self, room: Room, table: str, hub: Hub) -> tuple[object, bytes]:
        key = (hub.actor.shown.version, room.titles[table], _stopped(room, hub))
        before = self._tables.get(table)
        if before is not None and before[0] == key:
            return before
        return key, msgspec.json.encode(_listed(room, table, hub))


@router.get("/tables", response_model=list[Listed])
async def lobby(room: ARoom, _: Anyone, request: Request) -> Response:
    """All tables."""
    known: Lobby = request.app.state.lobby
    return sent(request, known.listed(room))


def _stopped(room: Room, hub: Hub) -> str:
    return room.blocked or hub.actor.stopped or ("" if hub.actor.read.is_set() else READING)


def _listed(room: Room, table: str, hub: Hub) -> dict[str, object]:
    state = hub.actor.shown
    rules, now = state.rules, state.round
    return {
        "table": table,
        "title": room.titles[table],
        "game": state.game,
        "game_name": all_games()[state.game].name if state.game else "",
        "minimum": rules.table.minimum if rules else 0,
        "maximum": rules.table.maximum if rules else 0,
        "about": _brief(state.game) if state.game else "",
        "sides": [side.label for side in rules.sides] if rules else [],
        "felt": _felt(state.game) if state.game else [],
        "seats": rules.seats if rules else 0,
        "taken": dict(state.seats),
        "meters": {name: int(state.shows(name)) for name in state.books},
        "round": now.number if now else 0,
        "phase": now.phase.value if now else "",
        "stopped": _stopped(room, hub),
    }


@cache
def _brief(game: str) -> str:
    """The beginning of a game's story, in whole sentences."""
    told = ""
    for sentence in all_games()[game].story.split(". "):
        told = f"{told} {sentence.removesuffix('.')}.".lstrip()
        if len(told) >= SAYS_SOMETHING:
            break
    return told


@cache
def _felt(game: str) -> list[list[int]]:
    layout = rules_card(all_games()[game]).layout
    cards = {place.name: place.cards for place in layout.places}
    return [[cards.get(name, 0) for name in row] for row in layout.table]


@router.post("/tables", status_code=201)
async def found(body: NewTable, room: ARoom, account: Known, key: Key = "") -> Listed:
    """Open another table, by the built-in example of its game.

    A submission has to be a complete filing. It is put up for approval, and the table opens no
    round until a second person approves it. A key that is sent again gives the same table again.
    """
    allowed(account, Part.FLOORPERSON, Part.ADMINISTRATOR)
    find_game(body.game)
    if bounded(body.submission):
        check_filing(find_game(body.game), body.submission, room.clock().date())
    settings = TableSettings(tuple(body.automation))
    if not body.house_dealer:
        settings = TableSettings(tuple(body.automation), None)
    settings.flags  # noqa: B018  refused here if one of them is unknown
    told = (body.table, body.title, body.game, settings, body.submission, account.person)
    hub = await room.found_table(*told, key=key)
    return Listed.model_validate(_listed(room, body.table, hub))


class Restart(Strict):
    """A stopped table."""

    cause: str
    """Why it does, as the lobby shows it."""


@router.post("/tables/{table}/restart")
async def restart(table: str, body: Restart, room: ARoom, account: Known) -> Listed:
    """Read a stopped table from its log again; one repeats the cause, which is logged."""
    allowed(account, Part.FLOORPERSON)
    await hub_of(room, table)
    hub = await room.restart_table(table, body.cause, account.person)
    return Listed.model_validate(_listed(room, table, hub))


@router.get("/tables/{table}", responses={200: {"content": {JSON: {}}}})
async def look(table: str, room: ARoom, account: Anyone) -> Response:
    """A table as one may see it."""
    await hub_of(room, table)
    return Response(view_bytes(room.look(account, table)), media_type=JSON)


@router.post(
    "/tables/{table}/commands",
    openapi_extra={"requestBody": {"required": True, "content": {JSON: {"schema": COMMAND}}}},
)
async def say(table: str, request: Request, room: ARoom, account: Known, key: Key = "") -> Asked:
    """Ask something of a table: sit, wager, decide, deal, report, approve, …"""
    await hub_of(room, table)
    told = await room.say(account, table, read(_command, await request.body()), key)
    return Asked(version=told.version, again=told.again)


@router.get(
    "/tables/{table}/export",
    response_class=StreamingResponse,
    responses={200: {"content": {LINES: {"schema": {"type": "string"}}}}},
)
async def export(
    table: str, room: ARoom, account: Known, after: Annotated[int, Query(ge=0, le=2**53)] = 0
) -> Response:
    """All that happened at a table, as `pitboss verify` reads it; or what came after a version.

    A round that is still open keeps its seed and its hidden cards: no line has them.
    """
    allowed(account, *STAFF)
    await hub_of(room, table)
    return StreamingResponse(_lines(room, table, after), media_type=LINES)


async def _lines(room: ARoom, table: str, after: int) -> AsyncIterator[bytes]:
    practice, version = False, after
    head = room.hubs[table].actor.head
    async for entries in room.store.lines(table, after):
        for entry in entries:
            if entry.version > head.version:
                break
            practice |= entry.kind == "RoundOpened" and b'"practice":true' in entry.line
            version = entry.version
            yield entry.line + b"\n"
    if not after:
        yield last_line(version, head.hash, practice=practice) + b"\n"


@router.get("/me/rounds", responses={200: {"content": {JSON: {}}}})
async def my_rounds(room: ARoom, account: Known) -> Response:
    """One's own part in the last rounds of every table."""
    found = {table: _own_rounds(room, table, account) for table in sorted(room.hubs)}
    return Response(
        msgspec.json.encode({table: rounds for table, rounds in found.items() if rounds}),
        media_type=JSON,
    )


def _own_rounds(room: ARoom, table: str, account: Account) -> list[object]:
    seen = room.look(account, table)
    last = seen.last if isinstance(seen.last, tuple) else ()
    return [one for one in last if any(seat.player == account.name for seat in one.seats.values())]
