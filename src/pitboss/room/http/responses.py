"""Responses: JSON, CSV files, and content with an ETag for clients that already have a copy."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final, Literal

import msgspec
from fastapi import Request, Response
from msgspec import Struct

from pitboss.room.http.openapi import JsonSchema
from pitboss.table.state import encode_fraction

JSON: Final = "application/json"
CSV: Final = "text/csv"
Format = Literal["json", "csv"]


def encode_json(value: object) -> bytes:
    """Encode a value as JSON, with exact fractions as strings."""
    return msgspec.json.encode(value, enc_hook=encode_fraction)


async def json_response(make_value: Callable[[], object], status: int = 200) -> Response:
    """Return the value of ``make_value`` as JSON, encoded in a thread, since it may be long."""
    return Response(
        await asyncio.to_thread(lambda: encode_json(make_value())), status, media_type=JSON
    )


async def csv_response(make_rows: Callable[[], str], name: str) -> Response:
    """Return rows as a CSV file that a browser saves under this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(await asyncio.to_thread(make_rows), headers=headers, media_type=CSV)


def response_docs(
    schema: JsonSchema, *, csv: bool = False, status: int = 200
) -> dict[int | str, Any]:
    """Return the OpenAPI description of a route's response."""
    content: dict[str, Any] = {JSON: {"schema": schema}}
    if csv:
        content[CSV] = {"schema": {"type": "string"}}
    return {status: {"content": content}}


class CachedContent(Struct, frozen=True):
    """Content that is ready to be sent, with its ETag."""

    content: bytes
    media_type: str
    etag: str


def cache_content(content: bytes, media_type: str = "application/json") -> CachedContent:
    """Return content with an ETag made from its hash."""
    return CachedContent(content, media_type, f'"{sha256(content).hexdigest()[:32]}"')


def content_response(request: Request, content: CachedContent) -> Response:
    """Return the content, or 304 if the client already has it."""
    # Browsers ask at every visit and download only what changed, so a new version shows at once.
    headers = {"ETag": content.etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == content.etag:
        return Response(status_code=304, headers=headers)
    return Response(content.content, media_type=content.media_type, headers=headers)
