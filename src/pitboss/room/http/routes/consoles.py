"""The route for consoles: what a dealer or a floorperson can do at a table now."""

from typing import Final

from fastapi import APIRouter, Request, Response

from pitboss.console.console import Console
from pitboss.room.http.dependencies import (
    CurrentAccount,
    CurrentRoom,
    find_hub,
    require_role,
)
from pitboss.room.http.openapi import json_schema
from pitboss.room.http.responses import (
    cache_content,
    content_response,
    encode_json,
    response_docs,
)
from pitboss.room.people.accounts import AccountRole

router = APIRouter(prefix="/api", tags=["tables"])
CONSOLE_ROLES: Final = (
    AccountRole.DEALER,
    AccountRole.FLOORPERSON,
    AccountRole.SURVEILLANCE,
    AccountRole.AUDITOR,
)


@router.get("/tables/{table}/console", responses=response_docs(json_schema(Console)))
async def read_console(
    table: str, request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Return what you can do at a table now: the next step, other actions, payments and limits.

    Each action has the commands that carry it out, to be sent to `/api/tables/{table}/commands`
    with the answers to its prompts. Dealers get the console of tables that they are assigned to;
    surveillance and auditors get it without actions. With the `ETag` of the last response, an
    unchanged console is not sent again.
    """
    require_role(account, *CONSOLE_ROLES)
    await find_hub(room, table)
    console = await room.console(account, table)
    return content_response(request, cache_content(encode_json(console)))
