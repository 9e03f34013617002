"""Middleware around every route: hosts, origins, sizes, rates, headers, and slow stores.

Host names (SEC-5): another site can make its own name resolve to the room (DNS rebinding). The
Host header then still has that name, and the request is refused.
Slow stores: a request that the store keeps waiting is answered "try again" within a second. The
work goes on, and the same request with the same key later returns its real outcome.
"""

import asyncio
import logging
import re
import time
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from pitboss.errors import Refused, short_repr
from pitboss.room.http.dependencies import (
    DAY_SECONDS,
    KEY_AGE_HEADER,
    KNOWN_DEVICE_COOKIE,
    SAFE_METHODS,
    ambiguity,
    is_same_origin,
    room_of,
    token_of,
)
from pitboss.room.http.responses import (
    HEADERS,
    RETRY_AFTER,
    TRY_AGAIN,
    UNEXPECTED,
    Problem,
    problem_response,
    reject_socket,
)
from pitboss.room.http.routes import operations
from pitboss.room.people.credentials import hash_token
from pitboss.room.rate_limits import MAX_REQUEST_BYTES, Buckets, Limits, network_of

LOCAL: Final = "localhost"
_NAME: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?")
_HOST: Final = re.compile(
    rf"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>{_NAME.pattern})\.?)(?::[0-9]{{1,5}})?"
)


def check_host_name(name: str) -> str:
    """Return a valid host name or address in lowercase, or refuse it."""
    host = name.lower()
    if not _NAME.fullmatch(host) and not _is_address(host):
        raise Refused(
            f"{short_repr(name)} is not a valid host name: use a name or an IP address, without "
            "a scheme or port, such as casino.example"
        )
    return host


class AllowedHosts:
    """The hosts that a room accepts requests for: loopback, its own address, and others."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset(_normalize(check_host_name(name)) for name in names)

    def refusal(self, headers: Sequence[str], local_address: str) -> tuple[int, str] | None:
        """Return status and sentence for a request whose Host is not one of the room's."""
        match = _HOST.fullmatch(headers[0].lower()) if len(headers) == 1 else None
        if match is None:
            return 400, "The request needs exactly one valid Host header."
        name = _normalize(match["v6"] or match["name"])
        if name in self._names or name in (LOCAL, _normalize(local_address)) or _is_loopback(name):
            return None
        return 421, (
            f"This card room does not accept requests for the host {short_repr(name)}. Whoever "
            "runs it can add the name: pitboss serve --host-name NAME."
        )


def _is_loopback(name: str) -> bool:
    return name.endswith(f".{LOCAL}") or (_is_address(name) and ip_address(name).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _normalize(name: str) -> str:
    """Return the normal spelling of an address; a name is returned as it is."""
    return str(ip_address(name)) if _is_address(name) else name


log: Final = logging.getLogger("pitboss.http")
PASSED_ON: Final = "pitboss.passed_on"
"""In the scope of a request that another node has accepted and passed on."""
SIGN_IN_ROUTE: Final = ("POST", "/api/session")
CREDENTIAL_ROUTES: Final = (
    SIGN_IN_ROUTE,
    ("POST", "/api/invitations"),
    ("GET", "/api/invitations"),
    ("PUT", "/api/me/password"),
)
"""Routes that check a password or an invitation, with a much lower rate limit."""
SIGN_UP_ROUTES: Final = (("POST", "/api/accounts"), ("POST", "/api/me/account"))
TWO_LENGTHS: Final = "Send Content-Length or Transfer-Encoding, not both."
TOO_LARGE: Final = f"the request is too large: send at most {MAX_REQUEST_BYTES:,} bytes"
TOO_MANY_ACCOUNTS: Final = (
    "Too many guests and new accounts from your network. Wait a moment, then try again."
)
TOO_MANY_ATTEMPTS: Final = "too many attempts: wait a moment, then try again"
UNCOUNTED_ATTEMPT: Final = "pitboss.uncounted"
"""In the scope of a sign-in: whether it has not been counted for its address yet."""
SLOW_DOWN: Final = "pitboss.slow_down"
"""In the scope of a request: whether to pause before the next one of the connection is read."""
MAX_LENGTH_DIGITS: Final = 15
WAIT_HEADERS: Final = {"Retry-After": "2"}


class RequestGuard:
    """Middleware that rejects bad requests and adds headers to every response."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: AllowedHosts) -> None:
        self._app, self._allowed_hosts = app, hosts
        self._by_address, self._by_session = Buckets(limits.address), Buckets(limits.session)
        self._by_device, self._new_accounts = Buckets(limits.known_device), Buckets(limits.accounts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it."""
        if scope["type"] == "http":
            await self._handle_http(scope, receive, send)
        elif scope["type"] == "websocket" and (
            refusal := self._socket_refusal(HTTPConnection(scope))
        ):
            status, sentence = refusal
            await reject_socket(WebSocket(scope, receive, send), status, Problem(sentence))
        else:
            await self._app(scope, receive, send)

    def _socket_refusal(self, connection: HTTPConnection) -> tuple[int, str] | None:
        """Return why a socket is not opened, as status and sentence, or `None`."""
        if refusal := self._ambiguity(connection):
            return refusal
        if not self._by_address.take(client_network(connection)):
            return 429, "too many connections: wait a moment, then try again"
        return None

    def _ambiguity(self, connection: HTTPConnection) -> tuple[int, str] | None:
        """Return why it is unclear whose request this is, or for which host, or `None`."""
        own_address, _ = connection.scope.get("server") or ("", None)
        refusal = self._allowed_hosts.refusal(connection.headers.getlist("host"), own_address)
        if refusal and not connection.scope.get(PASSED_ON):  # that node has its own names
            return refusal
        sentence = ambiguity(connection)
        return (400, sentence) if sentence else None

    async def _handle_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        start, request, status = time.perf_counter(), Request(scope), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                scope[SLOW_DOWN] = status == 429
                _add_headers(scope, message)
                if "idempotency-key" in request.headers:
                    seconds = room_of(request).settings.key_days * DAY_SECONDS
                    MutableHeaders(scope=message).setdefault(KEY_AGE_HEADER, str(seconds))
            await send(message)

        refusal = self._refusal(request)
        try:
            if refusal is not None:
                await refusal(scope, receive, send_with_headers)
            else:
                await self._app(scope, _limit_body(receive), send_with_headers)
        except ClientDisconnect:
            return  # nobody waits for a response
        except Exception:
            # Details of an unexpected error go to the log alone. Only the pattern of the path is
            # logged, because the path itself may contain the token of an invitation.
            route = getattr(scope.get("route"), "path", "no route")
            log.exception("unexpected error in %s %s", method_label(request.method), route)
            if status:
                raise
            problem = problem_response(500, Problem(UNEXPECTED))
            await problem(scope, receive, send_with_headers)
        operations.count_request(method_label(request.method), status, time.perf_counter() - start)

    def _refusal(self, request: Request) -> Response | None:
        """Return the response to a request that is rejected before any route sees it, or `None`."""
        if refusal := self._ambiguity(request):
            status, sentence = refusal
            return problem_response(status, Problem(sentence))
        if "content-length" in request.headers and "transfer-encoding" in request.headers:
            # A proxy in front may see a different request in it than we do (RFC 9112, 6.1).
            return problem_response(400, Problem(TWO_LENGTHS), {"Connection": "close"})
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return problem_response(
                400, Problem("the Content-Length of the request must be a number")
            )
        if len(length) > MAX_LENGTH_DIGITS or int(length) > MAX_REQUEST_BYTES:
            return problem_response(413, Problem(TOO_LARGE))
        if request.method not in SAFE_METHODS and not is_same_origin(request):
            return problem_response(403, Problem("the request comes from another site"))
        network, token = client_network(request), token_of(request)
        # An unknown token counts as its network: somebody may make up a new one each time.
        is_known = token and room_of(request).account_service.sessions.is_cached(token)
        if not self._by_address.take(network) or not self._by_session.take(
            hash_token(token) if is_known else network
        ):
            return problem_response(
                429, Problem("too many requests: wait a moment, then try again"), WAIT_HEADERS
            )
        method, path = request.method, request.url.path
        if any(
            method == route_method and path.startswith(route_path)
            for route_method, route_path in CREDENTIAL_ROUTES
        ) and not (self._is_known_device(request) or attempt_buckets(request).take(network)):
            return problem_response(429, Problem(TOO_MANY_ATTEMPTS), WAIT_HEADERS)
        if (method, path) in SIGN_UP_ROUTES and not self._new_accounts.take(network):
            return problem_response(429, Problem(TOO_MANY_ACCOUNTS), WAIT_HEADERS)
        return None

    def _is_known_device(self, request: Request) -> bool:
        """Return whether this is a sign-in on a device that the room knows.

        Strangers at the same address do not make such a device wait. If it turns out that the
        device is not known for that account, the route counts the attempt for the address.
        """
        if (request.method, request.url.path) != SIGN_IN_ROUTE:
            return False
        device = room_of(request).account_service.devices.device_id_of(
            request.cookies.get(KNOWN_DEVICE_COOKIE, "")
        )
        request.scope[UNCOUNTED_ATTEMPT] = bool(device) and self._by_device.take(device)
        return bool(request.scope[UNCOUNTED_ATTEMPT])


def attempt_buckets(connection: HTTPConnection) -> Buckets:
    """Return the rate limits for attempts at passwords and invitations, by network."""
    attempts: Buckets = connection.app.state.attempts
    return attempts


def client_network(connection: HTTPConnection) -> str:
    """Return the network that a request comes from."""
    return network_of(connection.client.host) if connection.client else ""


def method_label(method: str) -> str:
    """Return the label of a method in metrics; clients can make up any others."""
    methods = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
    return method if method in methods else "other"


def _limit_body(receive: Receive) -> Receive:
    """Limit the size of a request body, whatever its Content-Length says."""
    size = 0

    async def receive_limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MAX_REQUEST_BYTES:
            raise HTTPException(413, TOO_LARGE)
        return message

    return receive_limited


def _add_headers(scope: Scope, message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["scheme"] == "https":
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")


RESPONSE_TIMEOUT: Final = 0.8
"""Seconds after which a request is answered if the store does not respond."""
STORE_TIMEOUT: Final = 0.5
"""Seconds without a response after which the store counts as not responding."""
OUTCOME_UNKNOWN: Final = "it is not known yet whether this was done: check before you try again"
STORE_SILENT: Final = "the database is not responding: try again in a moment"
SELF_TIMED_PATHS: Final = ("/health", "/ready")


class StoreTimeout:
    """Middleware that answers requests when the store does not respond."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._late_tasks: set[asyncio.Task[None]] = set()
        """Work that goes on after its request was answered."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request; answer "try again" if the store takes too long."""
        if scope["type"] != "http" or scope["path"] in SELF_TIMED_PATHS:
            await self._app(scope, receive, send)
            return
        has_begun = is_late = False

        async def send_unless_late(message: Message) -> None:
            nonlocal has_begun
            if not is_late:
                has_begun = True
                await send(message)

        async def handle() -> None:
            await self._app(scope, receive, send_unless_late)

        task = asyncio.create_task(handle())
        try:
            wait = RESPONSE_TIMEOUT
            while not (await asyncio.wait({task}, timeout=wait))[0]:
                wait = STORE_TIMEOUT / 5
                if not has_begun and room_of(Request(scope)).store.oldest_wait() > STORE_TIMEOUT:
                    is_late = True
                    break
        except asyncio.CancelledError:
            task.cancel()
            raise
        if is_late:
            self._late_tasks.add(task)
            task.add_done_callback(self._finish)
            is_safe = scope["method"] in SAFE_METHODS
            sentence = STORE_SILENT if is_safe else OUTCOME_UNKNOWN
            problem = Problem(sentence, uncertain=not is_safe, code=TRY_AGAIN)
            await problem_response(503, problem, RETRY_AFTER)(scope, receive, send)
        else:
            await task

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._late_tasks.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not log it; a repetition gets it
