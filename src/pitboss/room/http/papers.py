"""How a report leaves the room: as JSON, or as rows for a spreadsheet."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec
from fastapi import Response

from pitboss.room.http.shapes import Shape
from pitboss.table.state import plain

JSON: Final = "application/json"
CSV: Final = "text/csv"
Format = Literal["json", "csv"]


def json_of(told: object) -> bytes:
    """As the commands print it: exact fractions are texts."""
    return msgspec.json.encode(told, enc_hook=plain)


async def as_json(told: Callable[[], object], status: int = 200) -> Response:
    """What ``told`` gives, put into words on a thread of its own: it may be long."""
    return Response(await asyncio.to_thread(lambda: json_of(told())), status, media_type=JSON)


async def as_csv(rows: Callable[[], str], name: str) -> Response:
    """The rows as a file that a browser keeps under this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(await asyncio.to_thread(rows), headers=headers, media_type=CSV)


def answers(shape: Shape, *, csv: bool = False, status: int = 200) -> dict[int | str, Any]:
    """What a route says of its answer in the description of the API."""
    kinds: dict[str, Any] = {JSON: {"schema": shape}}
    if csv:
        kinds[CSV] = {"schema": {"type": "string"}}
    return {status: {"content": kinds}}
