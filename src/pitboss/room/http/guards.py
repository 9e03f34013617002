"""What stands before every route: sizes, origins, how many requests, and the headers of answers."""

import logging
import time
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from pitboss.room.http import health
from pitboss.room.http.errors import HEADERS, Problem, answer, turn_away
from pitboss.room.http.hosts import Hosts
from pitboss.room.http.identity import KNOWN, SAFE, ambiguity, room_of, same_origin, token_of
from pitboss.room.http.limits import MOST_BYTES, Buckets, Limits
from pitboss.room.networks import network_of
from pitboss.room.people.sessions import hashed

log: Final = logging.getLogger("pitboss.http")
SIGN_IN: Final = ("POST", "/api/session")
COMING_IN: Final = (
    SIGN_IN,
    ("POST", "/api/invitations"),
    ("GET", "/api/invitations"),
    ("PUT", "/api/me/password"),
)
"""Where passwords and invitations are tried: far fewer of these."""
TWO_LENGTHS: Final = "Send Content-Length or Transfer-Encoding, not both."
TOO_LARGE: Final = f"a request has {MOST_BYTES:,} bytes at most"
TOO_MANY_ACCOUNTS: Final = (
    "Too many guests and new accounts from your network. Wait a moment, then try again."
)
TOO_MANY_ATTEMPTS: Final = "too many attempts: wait a moment, then try again"
UNCOUNTED: Final = "pitboss.uncounted"
"""Said of an attempt to sign in, in its scope: it did not count as one of its address yet."""
SLOW_DOWN: Final = "pitboss.slow_down"
"""Said of a request, in its scope: whoever sent it has to wait before the next one is read."""
LONGEST_NUMBER: Final = 15
WAIT: Final = {"Retry-After": "2"}


class Guards:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Hosts) -> None:
        self._app, self._names = app, hosts
        self._hosts, self._sessions = Buckets(limits.host), Buckets(limits.session)
        self._devices, self._accounts = Buckets(limits.known_device), Buckets(limits.accounts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and (refusal := self._no_socket(HTTPConnection(scope))):
            status, sentence = refusal
            await turn_away(WebSocket(scope, receive, send), status, Problem(sentence))
        else:
            await self._app(scope, receive, send)

    def _no_socket(self, connection: HTTPConnection) -> tuple[int, str] | None:
        """Why no socket is opened, as status and sentence."""
        if refusal := self._unclear(connection):
            return refusal
        full = not self._hosts.take(host_of(connection))
        return (429, "too many connections: wait a moment, then try again") if full else None

    def _unclear(self, connection: HTTPConnection) -> tuple[int, str] | None:
        """Why nobody can tell for whom a request is, or whose, as status and sentence."""
        arrived_at, _ = connection.scope.get("server") or ("", None)
        if refusal := self._names.refusal(connection.headers.getlist("host"), arrived_at):
            return refusal
        sentence = ambiguity(connection)
        return (400, sentence) if sentence else None

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        start, request, status = time.perf_counter(), Request(scope), 0

        async def headed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                scope[SLOW_DOWN] = status == 429
                _add_headers(scope, message)
            await send(message)

        turned_away = self._turned_away(request)
        try:
            if turned_away is not None:
                await turned_away(scope, receive, headed)
            else:
                await self._app(scope, _bounded(receive), headed)
        except ClientDisconnect:
            return  # nobody waits for an answer
        except Exception:
            # What nobody foresaw is told to the log alone, and to nobody outside. The path may
            # be an invitation: only its pattern is written down.
            route = getattr(scope.get("route"), "path", "no route")
            log.exception("unforeseen in %s %s", known_method(request.method), route)
            if status:
                raise
            problem = answer(500, Problem("something went wrong"))
            await problem(scope, receive, headed)
        health.note(known_method(request.method), status, time.perf_counter() - start)

    def _turned_away(self, request: Request) -> Response | None:
        """A request that is not even looked at."""
        if refusal := self._unclear(request):
            status, sentence = refusal
            return answer(status, Problem(sentence))
        if "content-length" in request.headers and "transfer-encoding" in request.headers:
            # A proxy in front may see another request in it than we do (RFC 9112, 6.1).
            return answer(400, Problem(TWO_LENGTHS), {"Connection": "close"})
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return answer(400, Problem("the Content-Length of the request is not a number"))
        if len(length) > LONGEST_NUMBER or int(length) > MOST_BYTES:
            return answer(413, Problem(TOO_LARGE))
        if request.method not in SAFE and not same_origin(request):
            return answer(403, Problem("the request comes from another site"))
        host, token = host_of(request), token_of(request)
        # A token may be made up, a new one for every request: that counts as its address.
        known = token and room_of(request).door.sessions.at_hand(token)
        if not self._hosts.take(host) or not self._sessions.take(hashed(token) if known else host):
            return answer(429, Problem("too many requests: wait a moment, then try again"), WAIT)
        method, path = request.method, request.url.path
        if any(method == one and path.startswith(start) for one, start in COMING_IN) and not (
            self._is_known_device(request) or attempts_of(request).take(host)
        ):
            return answer(429, Problem(TOO_MANY_ATTEMPTS), WAIT)
        if (method, path) == ("POST", "/api/accounts") and not self._accounts.take(host):
            return answer(429, Problem(TOO_MANY_ACCOUNTS), WAIT)
        return None

    def _is_known_device(self, request: Request) -> bool:
        """Whether somebody signs in on a device that this room knows: strangers at the same address
        do not keep it waiting. If it is not known for that account, it counts as its address yet.
        """
        if (request.method, request.url.path) != SIGN_IN:
            return False
        device = room_of(request).door.devices.made(request.cookies.get(KNOWN, ""))
        request.scope[UNCOUNTED] = bool(device) and self._devices.take(device)
        return bool(request.scope[UNCOUNTED])


def attempts_of(connection: HTTPConnection) -> Buckets:
    """Passwords and invitations that were tried lately, by address."""
    attempts: Buckets = connection.app.state.attempts
    return attempts


def host_of(connection: HTTPConnection) -> str:
    """Where a request comes from: the network that stands for the address."""
    return network_of(connection.client.host) if connection.client else ""


def known_method(method: str) -> str:
    """A method as it is counted: anybody can make one up."""
    known = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
    return method if method in known else "other"


def _bounded(receive: Receive) -> Receive:
    """The request, as long as it is no longer than it may be, whatever it says of its length."""
    so_far = 0

    async def counted() -> Message:
        nonlocal so_far
        message = await receive()
        so_far += len(message.get("body", b""))
        if so_far > MOST_BYTES:
            raise HTTPException(413, TOO_LARGE)
        return message

    return counted


def _add_headers(scope: Scope, message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["scheme"] == "https":
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
