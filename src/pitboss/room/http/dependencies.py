"""Dependencies of routes: the account, the table, the decoded body, a turn for long work."""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from math import ceil
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from fastapi import Depends, Request, Response
from msgspec import Struct
from starlette.requests import ClientDisconnect, HTTPConnection

from pitboss.client.protocol import COOKIE, Failed
from pitboss.errors import short_repr
from pitboss.room.http.responses import RequestDenied, UnreadableRequest
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.people.credentials import Origin, hash_token, new_token
from pitboss.room.rate_limits import GUEST_REPORTS, Buckets, RateLimit
from pitboss.room.report_service.report_requests import Report, ReportRequest
from pitboss.room.requests import MAX_KEY_LENGTH
from pitboss.room.room import Room
from pitboss.room.viewers import Hub

DAY_SECONDS: Final = 24 * 3600
DEVICE_COOKIE: Final = "pitboss_device"
_DEVICE_ID: Final = re.compile(r"[A-Za-z0-9_-]{43}")
KNOWN_DEVICE_COOKIE: Final = "pitboss_known"
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SINGLE_HEADERS: Final = ("Authorization", "Idempotency-Key")
"""Headers that may occur only once in a request; Host is checked separately."""


def room_of(connection: HTTPConnection) -> Room:
    """Return the room of the application."""
    room: Room = connection.app.state.room
    return room


def token_of(connection: HTTPConnection) -> str:
    """Return the session token of a request, from its header or cookie; empty if it has none."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip()
    return connection.cookies.get(COOKIE, "")


def ambiguity(connection: HTTPConnection) -> str:
    """Return why a request is ambiguous, as a sentence, or an empty string if it is not.

    Of two headers, a proxy in front may have read the other one. Cookies may come in several
    headers.
    """
    for name in SINGLE_HEADERS:
        if len(connection.headers.getlist(name)) > 1:
            return f"The request has the header {name} more than once. Send it once."
    pairs = ";".join(connection.headers.getlist("cookie")).split(";")
    cookies = [pair.partition("=") for pair in pairs]
    if len({value.strip() for name, _, value in cookies if name.strip() == COOKIE}) > 1:
        return "The request names two sessions. Delete this site's cookies, then sign in again."
    return ""


def is_same_origin(connection: HTTPConnection) -> bool:
    """Return whether a request comes from our own pages or from a program, which has no origin."""
    origins = connection.headers.getlist("origin")
    if not origins:
        return True
    try:
        origin = urlsplit(origins[0])
    except ValueError:
        return False
    own_host = connection.headers.get("host", "").lower()
    # `null`, or anything else that is not an address, has no host and is never our own.
    origin_host = origin.netloc.lower() if origin.scheme in ("http", "https") else ""
    return len(origins) == 1 and origin_host != "" and origin_host == own_host


def is_browser_request(connection: HTTPConnection) -> bool:
    """Return whether a browser sent this request: browsers mark every POST."""
    return any(name in connection.headers for name in ("origin", "sec-fetch-site"))


async def current_account(request: Request) -> Account | None:
    """Return the account of a request, if somebody is signed in."""
    token = token_of(request)
    return await room_of(request).account_service.find_by_token(token) if token else None


OptionalAccount = Annotated[Account | None, Depends(current_account)]


SIGN_IN_FIRST: Final = "sign in first"


async def require_account(account: OptionalAccount) -> Account:
    """Return the account of a request, or answer 401."""
    if account is None:
        raise RequestDenied(401, SIGN_IN_FIRST)
    return account


CurrentAccount = Annotated[Account, Depends(require_account)]
CurrentRoom = Annotated[Room, Depends(room_of)]


def require_role(account: Account, *roles: AccountRole) -> None:
    """Answer 403 unless the account has one of these roles."""
    if account.part not in roles:
        raise RequestDenied(
            403,
            f"{account.name} has the role {account.part}: "
            f"this requires the role {' or '.join(roles)}",
        )


def _device_id(request: Request) -> str:
    """Return the id of the device that a request comes from, or a new id if it has none."""
    if not hasattr(request.state, "device"):
        cookie = request.cookies.get(DEVICE_COOKIE, "")
        request.state.device = cookie if _DEVICE_ID.fullmatch(cookie) else new_token()
    device: str = request.state.device
    return device


async def origin_of(request: Request) -> Origin:
    """Return where somebody signs in: the device, and the account that is signed in there."""
    sessions, token = room_of(request).account_service.sessions, token_of(request)
    session = await sessions.find(token, touch=False) if token else None
    device = hash_token(_device_id(request))
    if DEVICE_COOKIE not in request.cookies and session is not None and session.device:
        device = session.device  # a program that keeps no cookies, but has a session
    return Origin(device, session.account if session else "")


def set_device_cookie(request: Request, response: Response) -> None:
    """Set the cookie that identifies the device."""
    _set_cookie(request, response, DEVICE_COOKIE, _device_id(request), "/api", 400 * DAY_SECONDS)


def set_known_device_cookie(request: Request, response: Response, token: str) -> None:
    """Set the cookie of a known device, which strangers at the same address cannot make wait."""
    _set_cookie(request, response, KNOWN_DEVICE_COOKIE, token, "/api/session", 365 * DAY_SECONDS)


def set_session_cookie(request: Request, response: Response, token: str) -> None:
    """Set the session cookie; an empty token deletes it."""
    _set_cookie(request, response, COOKIE, token, "/", 30 * DAY_SECONDS if token else 0)


def _set_cookie(
    request: Request, response: Response, name: str, value: str, path: str, max_age: int
) -> None:
    """Set a cookie that no script and no other site can read."""
    response.set_cookie(
        name,
        value,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        path=path,
        max_age=max_age,
    )


TABLE_LOADING: Final = "the table is still loading"
LOAD_TIMEOUT: Final = 10.0
"""Seconds that a request waits for a table to load; a long history takes a while."""


async def find_hub(room: Room, table: str) -> Hub:
    """Return the hub of a table, once the table has been loaded."""
    hub = room.hubs.get(table)
    if hub is None:
        raise RequestDenied(404, f"there is no table {short_repr(table)}")
    if block_reason := room.block_reason:
        raise Failed(block_reason)
    if not is_loaded(hub):
        try:
            async with asyncio.timeout(LOAD_TIMEOUT):
                await hub.actor.ready.wait()
        except TimeoutError:
            raise Failed(TABLE_LOADING) from None
    await room.catch_up(table)
    return hub


def is_loaded(hub: Hub) -> bool:
    """Return whether a table can be shown; a stopped table is shown as it is."""
    return hub.actor.ready.is_set() or bool(hub.actor.stop_reason)


T = TypeVar("T")
KEY_AGE_HEADER: Final = "Idempotency-Key-Max-Age"
"""In the response to a request with a key: the seconds for which the room recognizes the key."""
KEY_PATTERN: Final = rf"^[!-~]{{0,{MAX_KEY_LENGTH}}}$"
"""An idempotency key that the client chooses: printable ASCII, which every store keeps alike."""
_KEY_REGEX: Final = re.compile(KEY_PATTERN[:-1] + r"\Z")


MAX_MESSAGE_ID: Final = 2**53


class _MessageId(Struct, frozen=True):
    id: int | None = None


_id_decoder: Final = msgspec.json.Decoder(_MessageId)
_LEADING_ID: Final = re.compile(rb'\s*\{\s*"id"\s*:\s*(-?[0-9]{1,16})\s*,')
"""The id at the beginning of a message that is not valid JSON."""


def decode_body(decoder: "msgspec.json.Decoder[T]", body: bytes | str) -> T:
    """Decode a request body; refuse one that is not valid or could not be logged.

    Unknown keys are refused, too. Stored commands do not pass here, and may have some.
    """
    try:
        value = decoder.decode(body)
        _check_keys(value, msgspec.json.decode(body))
        msgspec.json.encode(value)  # fails for numbers that no line of a log could hold
    except msgspec.MsgspecError:
        raise
    except (RecursionError, ValueError, OverflowError):
        raise UnreadableRequest("it is nested too deeply, or a number is too large") from None
    return value


def _check_keys(value: object, source: object) -> None:
    """Refuse unknown keys in the JSON that a value was decoded from, at any depth."""
    if not isinstance(value, Struct) or not isinstance(source, dict):
        return
    tag = value.__struct_config__.tag_field
    keys = [*([tag] if tag else ()), *value.__struct_encode_fields__]
    for key in source:
        if key not in keys:
            kind = type(value).__name__
            raise UnreadableRequest(
                f"{kind} has no key {short_repr(key)}: its keys are {', '.join(keys)}"
            )
    for name, key in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
        _check_keys(getattr(value, name), source.get(key))


def message_id(data: bytes) -> int | None:
    """Return the id of a message that cannot be decoded, if at least the id can be."""
    try:
        number = _id_decoder.decode(data).id
    except (msgspec.MsgspecError, RecursionError, ValueError):
        match = _LEADING_ID.match(data)
        number = int(match[1]) if match else None
    return number if number is not None and -MAX_MESSAGE_ID < number < MAX_MESSAGE_ID else None


def check_key(key: str) -> str:
    """Return a valid idempotency key, or refuse it."""
    if not _KEY_REGEX.match(key):
        raise UnreadableRequest(
            f"an idempotency key may have at most {MAX_KEY_LENGTH} printable ASCII characters, "
            "without spaces"
        )
    return key


MAX_WAITING: Final = 8
"""Most requests for long work at a time, running or waiting."""
MAX_WAITING_WITH_PLAYERS: Final = 3
"""Most of them before players are turned away, so that some places are left for staff."""
REST_FACTOR: Final = 4
"""A player waits this many times as long as the last report took before the next one."""
MAX_REST_WAIT: Final = 2
"""Seconds that a request is kept waiting; if it would be more, the player has to try again."""
MOST_RESTING: Final = 10_000
"""Most players whose waiting time is remembered."""


class LongWorkQueue:
    """A queue for long work, such as reports and backups, which runs one at a time."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        guest_limit: RateLimit = GUEST_REPORTS,
    ) -> None:
        self._monotonic, self._guest_limit = monotonic, guest_limit
        self._guests = Buckets(guest_limit, monotonic)
        self._lock = asyncio.Lock()
        self._waiting: list[str] = []
        self._rest_until: OrderedDict[str, float] = OrderedDict()
        """Until when each player has to wait for the next report."""

    @property
    def waiting(self) -> int:
        """How many requests are running or waiting."""
        return len(self._waiting)

    @asynccontextmanager
    async def wait_turn(self, account: Account) -> AsyncIterator[None]:
        """Wait for the account's turn, and hold it while the context is open."""
        self._check(account)
        self._waiting.append(account.key)
        try:
            if seconds := self._rest_left(account):
                await asyncio.sleep(seconds)
            async with self._lock:
                start = self._monotonic()
                try:
                    yield
                finally:
                    self._begin_rest(account, self._monotonic() - start)
        finally:
            self._waiting.remove(account.key)

    def _rest_left(self, account: Account) -> float:
        """Return the seconds that a player still has to wait."""
        return max(0.0, self._rest_until.get(account.key, 0) - self._monotonic())

    def _begin_rest(self, account: Account, duration: float) -> None:
        if account.part is AccountRole.PLAYER:
            self._rest_until[account.key] = self._monotonic() + REST_FACTOR * duration
            self._rest_until.move_to_end(account.key)
            if len(self._rest_until) > MOST_RESTING:
                self._rest_until.popitem(last=False)

    def _check(self, account: Account) -> None:
        is_player = account.part is AccountRole.PLAYER
        if is_player and account.key in self._waiting:
            raise RequestDenied(
                429, "your previous report is still being built: wait until it is complete"
            )
        seconds = self._rest_left(account)
        if seconds > MAX_REST_WAIT:
            wait = "1 second" if seconds <= 1 else f"{ceil(seconds)} seconds"
            raise RequestDenied(
                429,
                f"you requested a report a moment ago: try again in {wait}",
            )
        if self.waiting >= (MAX_WAITING_WITH_PLAYERS if is_player else MAX_WAITING):
            raise RequestDenied(
                429, "too many reports and backups are in progress: wait a moment, then try again"
            )
        if account.guest and not self._guests.take(account.key):
            raise RequestDenied(
                429,
                f"guests may request {self._guest_limit.burst:g} reports, and then one every "
                f"{1 / self._guest_limit.rate:g} seconds: wait a moment, or create an account",
            )


async def build_report(request: Request, account: Account, report_request: ReportRequest) -> Report:
    """Wait for the account's turn and build a report; cancel it if the client disconnects."""

    async def work() -> Report:
        async with long_work_queue(request).wait_turn(account):
            return await room_of(request).reports.build(report_request)

    return await _unless_disconnected(request, work())


async def _unless_disconnected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of work, which is canceled if the client disconnects before."""
    task, watcher = asyncio.create_task(work), asyncio.create_task(_wait_for_disconnect(request))
    try:
        await asyncio.wait({task, watcher}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        for item in (task, watcher):
            item.cancel()
        await asyncio.gather(task, watcher, return_exceptions=True)


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the rest of a body that no route reads


def long_work_queue(connection: HTTPConnection) -> LongWorkQueue:
    """Return the queue of the application."""
    queue: LongWorkQueue = connection.app.state.turns
    return queue
