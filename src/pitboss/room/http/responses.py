"""Responses: JSON, cached content with an ETag, and errors.

An error is a `Problem`: one sentence, its clause, and the step that is due instead.
"""

import logging
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, Literal

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.routing import compile_path
from starlette.websockets import WebSocket

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.nodes.link import RelayedRefusal
from pitboss.room.store.interface import CommitUncertain, Conflict, StoreDamaged, StoreUnavailable
from pitboss.submission import Fault, SubmissionRefused
from pitboss.table.house_rules import PEOPLE, ROLES
from pitboss.table.state import encode_fraction

JSON: Final = "application/json"
CSV: Final = "text/csv"
Format = Literal["json", "csv"]


def encode_json(value: object) -> bytes:
    """Encode a value as JSON, with exact fractions as strings."""
    return msgspec.json.encode(value, enc_hook=encode_fraction)


def response_docs(
    schema: dict[str, Any], *, csv: bool = False, status: int = 200
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


def cache_content(content: bytes, media_type: str = JSON) -> CachedContent:
    """Return content with an ETag made from its hash."""
    return CachedContent(content, media_type, f'"{sha256(content).hexdigest()[:32]}"')


def content_response(request: Request, content: CachedContent) -> Response:
    """Return the content, or 304 if the client already has it."""
    # Browsers ask at every visit and download only what changed, so a new version shows at once.
    headers = {"ETag": content.etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == content.etag:
        return Response(status_code=304, headers=headers)
    return Response(content.content, media_type=content.media_type, headers=headers)


log: Final = logging.getLogger("pitboss.http")
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every response."""
UNEXPECTED: Final = "something went wrong on the server: try again later"
TRY_AGAIN: Final = "try_again"
"""The code of a problem that goes away if the request is repeated with the same key."""
RETRY_AFTER: Final = {"Retry-After": "1"}
MAX_SENTENCE: Final = 400
"""Most characters of a sentence that quotes the request."""


class UnreadableRequest(Exception):
    """A request whose body cannot be decoded."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out."""

    error: str
    clause: str | None = None
    due: str | None = None
    uncertain: bool = False
    """It is not known whether the request was carried out: repeat it with the same key."""
    code: str | None = None
    """`try_again`: repeat the same request with the same key."""
    faults: tuple[Fault, ...] = ()
    """All faults of a submission, each with its place and clause."""


class RequestDenied(Exception):
    """A request that is rejected with an HTTP status and a sentence."""

    def __init__(
        self, status: int, sentence: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.headers = status, sentence, headers


def problem_response(
    status: int, problem: Problem, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a problem as an HTTP response."""
    return Response(msgspec.json.encode(problem), status, headers, JSON)


async def reject_socket(socket: WebSocket, status: int, problem: Problem) -> None:
    """Refuse to open a socket, with a response if the server supports that."""
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(problem_response(status, problem, HEADERS))
    else:
        await socket.close(4000 + status, problem.error[:100])


def problem_of(error: Exception) -> tuple[int, Problem]:
    """Return the status and the problem for an exception."""
    match error:
        case RelayedRefusal():
            return error.status, msgspec.json.decode(error.body, type=Problem)
        case RequestDenied():
            return error.status, Problem(error.sentence)
        case SubmissionRefused():
            return 409, Problem(error.sentence, due=error.instruction, faults=error.faults)
        case Refused():
            status = 403 if error.clause in (ROLES, PEOPLE) else 409
            return status, Problem(error.sentence, error.clause, error.instruction)
        case Failed():
            code = TRY_AGAIN if error.retry else None
            return 503, Problem(error.sentence, uncertain=error.uncertain, code=code)
        case StoreUnavailable():
            return 503, Problem(f"nothing was done: {error}")
        case CommitUncertain():
            sentence = (
                f"it is not known whether this was done: check before you try again ({error})"
            )
            return 503, Problem(sentence, uncertain=True, code=TRY_AGAIN)
        case StoreDamaged():
            return 503, Problem(f"stored data cannot be read: {error}"[:MAX_SENTENCE])
        case Conflict():
            return 409, Problem("somebody else changed this first: reload, then try again")
        case msgspec.MsgspecError() | UnreadableRequest():
            return 422, Problem(f"the request is not valid: {error}"[:MAX_SENTENCE])
        case _:
            # The text of an unknown error may quote anything, so it goes to the log alone.
            log.error("unexpected error", exc_info=error)
            return 500, Problem(UNEXPECTED)


def add_error_handlers(app: FastAPI) -> None:
    """Make the application answer every error with a `Problem`."""

    async def handle_error(_: Request, error: Exception) -> Response:
        status, problem = problem_of(error)
        headers = getattr(error, "headers", None) or (RETRY_AFTER if status == 503 else None)
        return problem_response(status, problem, headers)

    for kind in (
        RequestDenied,
        Refused,
        Failed,
        StoreUnavailable,
        CommitUncertain,
        StoreDamaged,
        Conflict,
        UnreadableRequest,
        msgspec.MsgspecError,
    ):
        app.add_exception_handler(kind, handle_error)

    async def handle_validation_error(_: Request, error: Exception) -> Response:
        errors = error.errors() if isinstance(error, RequestValidationError) else []
        return problem_response(422, Problem(_validation_sentence(errors)))

    async def handle_http_error(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            return problem_response(*problem_of(error))
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(_allowed_methods(app, request.url.path))
        return problem_response(error.status_code, Problem(str(error.detail)), headers)

    app.add_exception_handler(RequestValidationError, handle_validation_error)
    app.add_exception_handler(HTTPException, handle_http_error)


def _allowed_methods(app: FastAPI, path: str) -> list[str]:
    """Return all methods of a path, over all of its routes."""
    methods = {
        method.upper()
        for pattern, operations in app.openapi()["paths"].items()
        if compile_path(pattern)[0].match(path)
        for method in operations
    }
    return sorted(methods) or ["GET"]  # paths outside the description are pages


def _validation_sentence(errors: Any) -> str:  # noqa: ANN401  pydantic's list of errors
    faults = [f"{'.'.join(map(str, error['loc'][1:]))}: {error['msg']}" for error in errors]
    sentence = "the request is not valid: " + ("; ".join(faults) or "it is empty")
    return sentence if len(sentence) <= MAX_SENTENCE else sentence[: MAX_SENTENCE - 1] + "…"
