"""Who asks: a session from a cookie, or a token in the header of a program's request."""

import re
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from pitboss.room.http.errors import Denied
from pitboss.room.people.accounts import Account, Part
from pitboss.room.people.door import Origin
from pitboss.room.people.sessions import COOKIE, hashed, new_token
from pitboss.room.room import Room

DEVICE: Final = "pitboss_device"
_ID: Final = re.compile(r"[A-Za-z0-9_-]{43}")
KNOWN: Final = "pitboss_known"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
ONCE: Final = ("Authorization", "Idempotency-Key")
"""Headers that a request has once, if at all; Host is checked by itself."""


def room_of(connection: HTTPConnection) -> Room:
    """The room that is asked."""
    found: Room = connection.app.state.room
    return found


def token_of(connection: HTTPConnection) -> str:
    """The token that came along, if one did."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip()
    return connection.cookies.get(COOKIE, "")


def ambiguity(connection: HTTPConnection) -> str:
    """Say what is in a request twice, so that nobody knows who asks or what for; or nothing.

    A proxy in front may have read the other one of the two. Cookies may come in several headers.
    """
    for name in ONCE:
        if len(connection.headers.getlist(name)) > 1:
            return f"The request has the header {name} more than once. Send it once."
    pairs = ";".join(connection.headers.getlist("cookie")).split(";")
    named = [pair.partition("=") for pair in pairs]
    if len({value.strip() for name, _, value in named if name.strip() == COOKIE}) > 1:
        return "The request names two sessions. Delete this site's cookies, then sign in again."
    return ""


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a browser sends this from our own pages. Programs send no origin."""
    origins = connection.headers.getlist("origin")
    if not origins:
        return True
    try:
        told = urlsplit(origins[0])
    except ValueError:
        return False
    ours = connection.headers.get("host", "").lower()
    # `null`, and whatever else is no address, has no place, and is never ours.
    theirs = told.netloc.lower() if told.scheme in ("http", "https") else ""
    return len(origins) == 1 and theirs != "" and theirs == ours


def is_page(connection: HTTPConnection) -> bool:
    """Whether a page of a browser sends this, ours or not: browsers say so in every POST."""
    return any(name in connection.headers for name in ("origin", "sec-fetch-site"))


async def who(request: Request) -> Account | None:
    """Who asks; nobody in particular may look, too."""
    token = token_of(request)
    return await room_of(request).door.known(token) if token else None


Anyone = Annotated[Account | None, Depends(who)]


async def known(account: Anyone) -> Account:
    """Somebody who is signed in."""
    if account is None:
        raise Denied(401, "sign in first")
    return account


Known = Annotated[Account, Depends(known)]
ARoom = Annotated[Room, Depends(room_of)]


def allowed(account: Account, *parts: Part) -> None:
    """Only for these; the default is no."""
    if account.part not in parts:
        may = " or ".join(parts)
        raise Denied(403, f"{account.name} is here as {account.part}: this is for {may}")


def _device(request: Request) -> str:
    """The id of the device that a request comes from; a new one, where it has none yet."""
    if not hasattr(request.state, "device"):
        sent = request.cookies.get(DEVICE, "")
        request.state.device = sent if _ID.fullmatch(sent) else new_token()
    device: str = request.state.device
    return device


async def origin_of(request: Request) -> Origin:
    """Where somebody comes in from: the device, and who is signed in there."""
    door, token = room_of(request).door, token_of(request)
    session = await door.sessions.found(token, used=False) if token else None
    device = hashed(_device(request))
    if DEVICE not in request.cookies and session is not None and session.device:
        device = session.device  # a program that keeps no cookies, but comes with a session
    return Origin(device, session.account if session else "")


def keep_device(request: Request, response: Response) -> None:
    """Let the browser remember which device it is, and show it to nobody else."""
    response.set_cookie(
        DEVICE, _device(request), httponly=True, samesite="strict",
        secure=request.url.scheme == "https", path="/api", max_age=400 * 24 * 3600,
    )  # fmt: skip


def keep_known(request: Request, response: Response, token: str) -> None:
    """Let the browser remember that somebody signed in here: strangers do not make it wait."""
    response.set_cookie(
        KNOWN, token, httponly=True, samesite="strict", secure=request.url.scheme == "https",
        path="/api/session", max_age=365 * 24 * 3600,
    )  # fmt: skip


def keep_cookie(request: Request, response: Response, token: str) -> None:
    """Let the browser remember the session, and show it to nobody else; without one, forget it."""
    response.set_cookie(
        COOKIE, token, httponly=True, samesite="strict", secure=request.url.scheme == "https",
        path="/", max_age=30 * 24 * 3600 if token else 0,
    )  # fmt: skip
