"""Answers that are ready: bytes with a tag, sent again only to those who have others."""

from hashlib import sha256

from fastapi import Request, Response
from msgspec import Struct


class Ready(Struct, frozen=True):
    """An answer as it is sent."""

    content: bytes
    kind: str
    tag: str


def ready(content: bytes, kind: str = "application/json") -> Ready:
    """An answer, known by its hash."""
    return Ready(content, kind, f'"{sha256(content).hexdigest()[:32]}"')


def sent(request: Request, answer: Ready) -> Response:
    """The answer; nothing, to those who have it."""
    # Asked for again at every visit, and sent only if it is another: a new version shows at once.
    headers = {"ETag": answer.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == answer.tag:
        return Response(status_code=304, headers=headers)
    return Response(answer.content, media_type=answer.kind, headers=headers)
