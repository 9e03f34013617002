"""How the room says no over HTTP: one sentence, the clause behind it, and what is due instead."""

import logging
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.routing import compile_path
from starlette.websockets import WebSocket

from pitboss.refusal import Refused
from pitboss.room.asks import Failed
from pitboss.room.store.shape import Conflict, Damaged, Unavailable, Uncertain
from pitboss.submission import Fault, SubmissionRefused
from pitboss.table.house import PEOPLE, ROLES

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
"""What every response carries."""
TRY_AGAIN: Final = "try_again"
"""The code of what is to be asked again with the same key."""
RETRY: Final = {"Retry-After": "1"}
LONGEST: Final = 400
"""Of a sentence that quotes what somebody sent."""


class Unreadable(Exception):
    """A request that is no command of a table."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """What is wrong."""

    error: str
    clause: str | None = None
    due: str | None = None
    uncertain: bool = False
    """Nobody knows whether it was done: ask again with the same key."""
    code: str | None = None
    """`try_again`: the same request with the same key is all that is to be done."""
    faults: tuple[Fault, ...] = ()
    """Of a submission: all of them, each with its place and clause."""


class Denied(Exception):
    """Not for this person: sign in, or somebody else does it."""

    def __init__(
        self, status: int, sentence: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.headers = status, sentence, headers


def answer(status: int, problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """A problem as a response."""
    return Response(msgspec.json.encode(problem), status, headers, "application/json")


async def turn_away(socket: WebSocket, status: int, problem: Problem) -> None:
    """Open no socket, and say why: as a response to the request for one, where that can be."""
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(answer(status, problem, HEADERS))
    else:
        await socket.close(4000 + status, problem.error[:100])


def problem_of(error: Exception) -> tuple[int, Problem]:
    """What to answer to an exception."""
    match error:
        case Denied():
            return error.status, Problem(error.sentence)
        case SubmissionRefused():
            return 409, Problem(error.sentence, due=error.due, faults=error.faults)
        case Refused():
            status = 403 if error.clause in (ROLES, PEOPLE) else 409
            return status, Problem(error.sentence, error.clause, error.due)
        case Failed():
            code = TRY_AGAIN if error.retry else None
            return 503, Problem(error.sentence, uncertain=error.uncertain, code=code)
        case Unavailable():
            return 503, Problem(f"it was not done: {error}")
        case Uncertain():
            unclear = f"it is not known whether this was done: {error}"
            return 503, Problem(unclear, uncertain=True, code=TRY_AGAIN)
        case Damaged():
            return 503, Problem(f"what is stored cannot be read: {error}"[:LONGEST])
        case Conflict():
            return 409, Problem("somebody else was first: look again")
        case msgspec.MsgspecError() | Unreadable():
            return 422, Problem(f"the request cannot be read: {error}"[:LONGEST])
        case _:
            # Its words may quote anything: they are told to the log alone, and not all of them.
            log.error("unforeseen", exc_info=error)
            return 500, Problem("something went wrong")


def add_handlers(app: FastAPI) -> None:
    """Every refusal in the same shape."""

    async def refused(_: Request, error: Exception) -> Response:
        status, problem = problem_of(error)
        headers = getattr(error, "headers", None) or (RETRY if status == 503 else None)
        return answer(status, problem, headers)

    for kind in (Denied, Refused, Failed, Unavailable, Uncertain, Damaged, Conflict, Unreadable,
                 msgspec.MsgspecError):  # fmt: skip
        app.add_exception_handler(kind, refused)

    async def invalid(_: Request, error: Exception) -> Response:
        told = error.errors() if isinstance(error, RequestValidationError) else []
        return answer(422, Problem(_told(told)))

    async def other(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            return answer(*problem_of(error))
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(_allowed(app, request.url.path))
        return answer(error.status_code, Problem(str(error.detail)), headers)

    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, other)


def _allowed(app: FastAPI, path: str) -> list[str]:
    """All methods that a path takes, whichever route was asked first."""
    found = {
        method.upper()
        for pattern, methods in app.openapi()["paths"].items()
        if compile_path(pattern)[0].match(path)
        for method in methods
    }
    return sorted(found) or ["GET"]  # what is not described are pages


def _told(errors: Any) -> str:  # noqa: ANN401  what pydantic found
    found = [f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg']}" for one in errors]
    told = "the request cannot be read: " + ("; ".join(found) or "it is empty")
    return told if len(told) <= LONGEST else told[: LONGEST - 1] + "…"
