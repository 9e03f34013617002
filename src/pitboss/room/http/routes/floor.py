"""Routes for the floor: all tables at a glance, alerts, and what a decision would move."""

from typing import Final

import msgspec
from fastapi import APIRouter, Request, Response

from pitboss.console.consequences import Consequences, consequences
from pitboss.room.floor_feed import Floor, FloorAlert, FloorFeed
from pitboss.room.http.dependencies import (
    CurrentAccount,
    CurrentRoom,
    decode_body,
    find_hub,
    require_role,
)
from pitboss.room.http.openapi import COMMAND_SCHEMA, json_schema
from pitboss.room.http.responses import (
    JSON,
    CachedContent,
    cache_content,
    content_response,
    encode_json,
    response_docs,
)
from pitboss.room.people.accounts import AccountRole
from pitboss.table.commands import Command

router = APIRouter(prefix="/api", tags=["floor"])
FLOOR_ROLES: Final = (AccountRole.FLOORPERSON, AccountRole.SURVEILLANCE, AccountRole.AUDITOR)
DECIDING_ROLES: Final = (AccountRole.DEALER, AccountRole.FLOORPERSON)
_command_decoder: Final = msgspec.json.Decoder(Command)


class FloorContent:
    """The JSON of the floor, which is encoded again only if a table has changed."""

    def __init__(self, feed: FloorFeed) -> None:
        self.feed = feed
        self._floor: Floor | None = None
        self._content = cache_content(b"{}")

    def render(self) -> CachedContent:
        """Return all tables at a glance."""
        floor = self.feed.update()
        if floor is not self._floor:
            self._floor, self._content = floor, cache_content(encode_json(floor))
        return self._content


@router.get("/floor", responses=response_docs(json_schema(Floor)))
async def read_floor(request: Request, account: CurrentAccount) -> Response:
    """Return all tables at a glance, those that need somebody first, and the current alerts.

    With the `ETag` of the last response, an unchanged floor is not sent again.
    """
    require_role(account, *FLOOR_ROLES)
    content: FloorContent = request.app.state.floor
    return content_response(request, content.render())


@router.get("/alerts", responses=response_docs(json_schema(tuple[FloorAlert, ...])))
async def list_alerts(request: Request, account: CurrentAccount) -> Response:
    """List what is announced: jackpots to validate, old decks, meters and tables in trouble."""
    require_role(account, *FLOOR_ROLES)
    content: FloorContent = request.app.state.floor
    return content_response(request, cache_content(encode_json(content.feed.update().alerts)))


@router.post(
    "/tables/{table}/preview",
    openapi_extra={
        "requestBody": {"required": True, "content": {JSON: {"schema": COMMAND_SCHEMA}}}
    },
    responses=response_docs(json_schema(Consequences)),
)
async def preview_command(
    table: str, request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Return what a ruling, a validation or an approval would move, in money; nothing is done.

    What depends on a card that is still face down is left out, and the response says so.
    """
    require_role(account, *DECIDING_ROLES)
    hub = await find_hub(room, table)
    command = decode_body(_command_decoder, await request.body())
    if account.part is AccountRole.DEALER:
        await room.check_assigned(account, table)
    now = int(room.clock().timestamp())
    result = consequences(hub.actor.committed_state, account.person, command, now)
    return Response(encode_json(result), media_type=JSON)
