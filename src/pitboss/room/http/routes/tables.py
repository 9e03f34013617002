"""Routes for tables: the lobby, views, commands, exports, and proofs of rounds."""

from collections.abc import AsyncIterator
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from pitboss.errors import Refused
from pitboss.games import all_games, find_game
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.room.http.dependencies import (
    TABLE_LOADING,
    CurrentAccount,
    CurrentRoom,
    OptionalAccount,
    build_report,
    decode_body,
    find_hub,
    require_role,
)
from pitboss.room.http.openapi import COMMAND_SCHEMA, json_schema
from pitboss.room.http.responses import (
    JSON,
    CachedContent,
    RequestDenied,
    cache_content,
    content_response,
    encode_json,
    response_docs,
)
from pitboss.room.http.routes.accounts import IdempotencyKey, StrictBody
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.report_service.report_requests import RoundRequest
from pitboss.room.requests import check_submission_size
from pitboss.room.room import Room
from pitboss.room.stored_table import TableSettings
from pitboss.room.viewers import Hub
from pitboss.submission import check_filing
from pitboss.table.commands import Command
from pitboss.table.export import FileMarks, encode_last_line
from pitboss.table.house_rules import SHUFFLE_COMMITMENT
from pitboss.table.people import ANONYMOUS
from pitboss.table.proofs import Proofs, proofs
from pitboss.table.state import MAX_RECALLED_ROUNDS, State, recall_round
from pitboss.table.views import encode_view

router = APIRouter(prefix="/api", tags=["tables"])
_command_decoder = msgspec.json.Decoder(Command)
NDJSON = "application/x-ndjson"
MIN_SUMMARY_LENGTH = 70
"""Least characters of a game's summary in the lobby."""
EXPORT_ROLES = (
    AccountRole.DEALER,
    AccountRole.FLOORPERSON,
    AccountRole.SURVEILLANCE,
    AccountRole.AUDITOR,
)


class LobbyTable(BaseModel):
    """A table in the lobby."""

    table: str
    title: str
    game: str
    game_name: str
    minimum: int
    maximum: int
    about: str
    """A summary of the game in a sentence or two."""
    sides: list[str]
    """The side wagers on offer."""
    felt: list[list[int]]
    """The layout of the table's own cards: how many in each place, row by row."""
    seats: int
    taken: dict[int, str]
    """The players by seat."""
    meters: dict[str, int]
    """The amount of each meter in whole cents."""
    round: int
    phase: str
    stopped: str
    """Why the table is unavailable; empty while it is running."""


class CommandResult(BaseModel):
    """The acknowledgment of a command."""

    version: int
    """The version of the table after it: frames of this or a later version show it."""
    again: bool
    """Whether it was already carried out under the same key."""


class NewTable(StrictBody):
    """A table to be opened."""

    table: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]
    title: Annotated[str, Field(min_length=1, max_length=60)]
    game: str
    submission: dict[str, Any] = Field(default_factory=dict)
    automation: Annotated[list[str], Field(default_factory=lambda: ["everything"])]
    house_dealer: bool = True
    """Whether the house opens and closes betting by itself."""


@router.get("/games")
async def list_games() -> dict[str, str]:
    """List the games of the house: names by key."""
    return {game.key: game.name for game in all_games().values()}


class Lobby:
    """The JSON of the lobby, of which only tables that changed are encoded again."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[object, bytes]] = {}
        self._content = cache_content(b"[]")

    def render(self, room: Room) -> CachedContent:
        """Return the list of all tables."""
        tables = {
            table: self._table_content(room, table, hub) for table, hub in sorted(room.hubs.items())
        }
        if tables != self._tables:
            self._tables = tables
            self._content = cache_content(
                b"[" + b",".join(content for _, content in tables.values()) + b"]"
            )
        return self._content

    def _table_content(self, room: Room, table: str, hub: Hub) -> tuple[object, bytes]:
        key = (hub.actor.committed_state.version, room.titles[table], _stop_reason(room, hub))
        previous = self._tables.get(table)
        if previous is not None and previous[0] == key:
            return previous
        return key, msgspec.json.encode(_lobby_entry(room, table, hub))


@router.get("/tables", response_model=list[LobbyTable])
async def read_lobby(room: CurrentRoom, _: OptionalAccount, request: Request) -> Response:
    """List all tables."""
    lobby: Lobby = request.app.state.lobby
    return content_response(request, lobby.render(room))


def _stop_reason(room: Room, hub: Hub) -> str:
    return (
        room.block_reason
        or hub.actor.stop_reason
        or ("" if hub.actor.ready.is_set() else TABLE_LOADING)
    )


def _lobby_entry(room: Room, table: str, hub: Hub) -> dict[str, object]:
    state = hub.actor.committed_state
    rules, round_ = state.rules, state.round
    return {
        "table": table,
        "title": room.titles[table],
        "game": state.game,
        "game_name": all_games()[state.game].name if state.game else "",
        "minimum": rules.table.minimum if rules else 0,
        "maximum": rules.table.maximum if rules else 0,
        "about": _game_summary(state.game) if state.game else "",
        "sides": [side.label for side in rules.sides] if rules else [],
        "felt": _board_rows(state.game) if state.game else [],
        "seats": rules.seats if rules else 0,
        "taken": dict(state.seats),
        "meters": {name: int(state.meter_amount(name)) for name in state.books},
        "round": round_.number if round_ else 0,
        "phase": round_.phase.value if round_ else "",
        "stopped": _stop_reason(room, hub),
    }


@cache
def _game_summary(game: str) -> str:
    """Return the first sentences of a game's story."""
    summary = ""
    for sentence in all_games()[game].story.split(". "):
        summary = f"{summary} {sentence.removesuffix('.')}.".lstrip()
        if len(summary) >= MIN_SUMMARY_LENGTH:
            break
    return summary


@cache
def _board_rows(game: str) -> list[list[int]]:
    layout = build_rules_card(all_games()[game]).layout
    cards = {place.name: place.cards for place in layout.places}
    return [[cards.get(name, 0) for name in row] for row in layout.table]


@router.post("/tables", status_code=201)
async def create_table(
    body: NewTable, room: CurrentRoom, account: CurrentAccount, key: IdempotencyKey = ""
) -> LobbyTable:
    """Create a table; without a submission, it uses the built-in example of its game.

    A submission has to be a complete filing. It is proposed for approval, and the table opens no
    round until a second person approves it. Repeating the key returns the same table.
    """
    require_role(account, AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)
    find_game(body.game)
    if check_submission_size(body.submission):
        check_filing(find_game(body.game), body.submission, room.clock().date())
    settings = TableSettings(tuple(body.automation))
    if not body.house_dealer:
        settings = TableSettings(tuple(body.automation), None)
    settings.automation_flags  # noqa: B018  refused here if one of them is unknown
    hub = await room.create_table(
        body.table, body.title, body.game, settings, body.submission, account.person, key=key
    )
    return LobbyTable.model_validate(_lobby_entry(room, body.table, hub))


class Restart(StrictBody):
    """The request to restart a stopped table."""

    cause: str
    """Why the table stopped, as the lobby shows it."""


@router.post("/tables/{table}/restart")
async def restart_table(
    table: str, body: Restart, room: CurrentRoom, account: CurrentAccount
) -> LobbyTable:
    """Restart a stopped table from its log; the request repeats the cause, which is logged."""
    require_role(account, AccountRole.FLOORPERSON)
    await find_hub(room, table)
    hub = await room.restart_table(table, body.cause, account.person)
    return LobbyTable.model_validate(_lobby_entry(room, table, hub))


@router.get("/tables/{table}", responses={200: {"content": {JSON: {}}}})
async def read_table(table: str, room: CurrentRoom, account: OptionalAccount) -> Response:
    """Return a table as the viewer may see it."""
    await find_hub(room, table)
    return Response(encode_view(room.view(account, table)), media_type=JSON)


@router.post(
    "/tables/{table}/commands",
    openapi_extra={
        "requestBody": {"required": True, "content": {JSON: {"schema": COMMAND_SCHEMA}}}
    },
)
async def execute_command(
    table: str,
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    key: IdempotencyKey = "",
) -> CommandResult:
    """Send a command to a table: sit, wager, decide, deal, report, approve and so on."""
    await find_hub(room, table)
    command = decode_body(_command_decoder, await request.body())
    ack = await room.execute(account, table, command, key)
    return CommandResult(version=ack.version, again=ack.again)


@router.get(
    "/tables/{table}/export",
    response_class=StreamingResponse,
    responses={200: {"content": {NDJSON: {"schema": {"type": "string"}}}}},
)
async def export_table(
    table: str,
    room: CurrentRoom,
    account: CurrentAccount,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
) -> Response:
    """Export the log of a table, or the part after a version, in the format of `pitboss verify`.

    No line has the seed or the hidden cards of a round that is still open.
    """
    require_role(account, *EXPORT_ROLES)
    await find_hub(room, table)
    pages = _export_lines(room, table, after)
    first_page = await anext(pages, b"")  # archived lines may be missing

    async def content() -> AsyncIterator[bytes]:
        yield first_page
        async for page in pages:
            yield page

    return StreamingResponse(content(), media_type=NDJSON)


async def _export_lines(room: CurrentRoom, table: str, after: int) -> AsyncIterator[bytes]:
    marks, version = FileMarks(), after
    head = room.hubs[table].actor.head
    async for entries in room.store.entries(table, after):
        lines = []
        for entry in entries:
            if entry.version > head.version:
                break
            marks = marks.after_line(entry.line)
            version = entry.version
            lines.append(entry.line + b"\n")
        if lines:  # at once: sending them one by one would keep the event loop busy
            yield b"".join(lines)
        if version == head.version:
            break
    if not after:
        yield encode_last_line(version, head.hash, marks) + b"\n"


@router.get("/me/rounds", responses={200: {"content": {JSON: {}}}})
async def read_own_rounds(room: CurrentRoom, account: CurrentAccount) -> Response:
    """Return the last rounds that you played at every table."""
    rounds = {table: _own_rounds(room, table, account) for table in sorted(room.hubs)}
    return Response(
        msgspec.json.encode({table: own for table, own in rounds.items() if own}),
        media_type=JSON,
    )


def _own_rounds(room: CurrentRoom, table: str, account: Account) -> list[object]:
    view = room.view(account, table)
    last_rounds = view.last if isinstance(view.last, tuple) else ()
    return [
        round_
        for round_ in last_rounds
        if any(seat.player == account.name for seat in round_.seats.values())
    ]


MAX_SAFE_INTEGER: Final = 2**53 - 1
"""The largest integer that every JSON parser reads exactly."""
ProofRound = Annotated[
    int,
    Query(
        ge=0,
        le=MAX_SAFE_INTEGER,
        description="The number of a recently closed round; 0 for the current one.",
    ),
]
RoundNumber = Annotated[int, Path(ge=1, le=MAX_SAFE_INTEGER)]


@router.get("/tables/{table}/proofs", responses=response_docs(json_schema(Proofs | None)))
async def read_proofs(
    table: str, room: CurrentRoom, account: OptionalAccount, round: ProofRound = 0
) -> Response:
    """Return the commitments of a round, and the proofs of the cards that the viewer may see now.

    `null` if no round has been opened yet.
    """
    actor = (await find_hub(room, table)).actor
    state, viewer = actor.committed_state, account.person if account else ANONYMOUS
    round_ = state.round
    if round_ is None and not round:
        return Response(b"null", media_type=JSON)
    if round_ is not None and round in (0, round_.number):
        return Response(encode_json(proofs(state, round_, actor.shoe, viewer)), media_type=JSON)
    closed_round = recall_round(state, round)
    if closed_round is None:
        raise RequestDenied(
            404,
            f"proofs are available only for the current round and the last {MAX_RECALLED_ROUNDS} "
            f"closed rounds: to check round {round}, export it",
        )
    return Response(encode_json(proofs(state, closed_round, None, viewer)), media_type=JSON)


@router.get(
    "/tables/{table}/rounds/{number}/export",
    response_class=Response,
    responses={200: {"content": {NDJSON: {"schema": {"type": "string"}}}}},
)
async def export_round(
    table: str, number: RoundNumber, request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Export a closed round as a file for `pitboss verify`.

    Dealers, floorpersons, surveillance and auditors get all of it; others, what everyone could see.
    """
    state = (await find_hub(room, table)).actor.committed_state
    check_closed(state, number)
    report_request = RoundRequest(table, number, account.part in EXPORT_ROLES)
    report = await build_report(request, account, report_request)
    disposition = f'attachment; filename="{table}-round-{number}.jsonl"'
    return Response(report.content, headers={"Content-Disposition": disposition}, media_type=NDJSON)


def check_closed(state: State, number: int) -> None:
    """Refuse a round that is not closed yet."""
    round_ = state.round
    if round_ is None or number > round_.number:
        raise RequestDenied(404, f"this table has no round {number} yet")
    if number == round_.number and state.has_open_round:
        raise Refused(
            f"round {number} is open: its seed is revealed when it closes", SHUFFLE_COMMITMENT
        )
