"""The socket to a table: frames go out, commands come in.

→ {"id": 7, "key": "…", "command": {"type": "Decide", "seat": 1, "decision": "1x"}}
← {"type": "told", "id": 7, "version": 812, "again": false}
← {"type": "refused", "id": 7, "status": 409, "error": "…", "clause": "…", "due": "…"}
← {"type": "view", "version": 811, "view": {…}, "own": {…}}
← {"type": "change", "since": 811, "version": 812, "patch": {…}, "own": {…}}
← {"type": "beat", "clock": {…}}

A message that cannot be decoded is refused with its id, or with null if the id cannot be decoded
either. `own` is present if it changed, `"clock": {"for": "answers", "seconds": 29.9}` while the
house waits. A beat is sent when nothing else was sent for two seconds: a client that gets no frame
for five seconds has lost the connection. The server detects that by pings, which browsers answer.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from msgspec import Struct, field
from starlette.requests import HTTPConnection

from pitboss.errors import Refused
from pitboss.room.http.dependencies import (
    MAX_MESSAGE_ID,
    check_key,
    decode_body,
    find_hub,
    is_same_origin,
    message_id,
    room_of,
    token_of,
)
from pitboss.room.http.middleware import client_network
from pitboss.room.http.responses import RequestDenied, UnreadableRequest, problem_of, reject_socket
from pitboss.room.people.accounts import Account
from pitboss.room.people.credentials import hash_token
from pitboss.room.rate_limits import BEAT_INTERVAL, FLOOD_CODE, MAX_FRAME_BYTES, Bucket, Limits
from pitboss.room.room import Room
from pitboss.room.viewers import Watcher, beat_frame
from pitboss.table.commands import Command
from pitboss.table.people import ANONYMOUS


class OpenSockets(Struct):
    """The open table sockets of an application, by owner."""

    by_owner: dict[str, set[Watcher]] = field(default_factory=dict)

    def has_room(self, connection: HTTPConnection, token: str) -> bool:
        """Return whether this client may open one more socket."""
        limits: Limits = connection.app.state.limits
        limit = limits.sockets if token else limits.onlookers
        return len(self.by_owner.get(socket_owner(connection, token), ())) < limit

    def add(self, owner: str, watcher: Watcher) -> None:
        """Add a socket."""
        self.by_owner.setdefault(owner, set()).add(watcher)

    def remove(self, owner: str, watcher: Watcher) -> None:
        """Remove a socket."""
        watchers = self.by_owner.get(owner, set())
        watchers.discard(watcher)
        if not watchers:
            self.by_owner.pop(owner, None)

    def end_session(self, token: str) -> None:
        """Close the sockets of a session that has ended."""
        self.end_session_by_hash(hash_token(token))

    def end_session_by_hash(self, key: str) -> None:
        """Close the sockets of a session, named by the hash of its token."""
        for watcher in self.by_owner.get(key, ()):
            watcher.is_dismissed = True
            watcher.leave()
            watcher.wake()


def open_sockets(connection: HTTPConnection) -> OpenSockets:
    """Return the open sockets of the application."""
    sockets: OpenSockets = connection.app.state.lines
    return sockets


def socket_owner(connection: HTTPConnection, token: str) -> str:
    """Return whom a socket counts for: the session, or the network without one."""
    return hash_token(token) if token else client_network(connection)


router = APIRouter()
ACCOUNT_CHANGED_CODE: Final = 4401
MALFORMED_CODE: Final = 4422
SLOW_READER_CODE: Final = 4408
UNAVAILABLE_CODE: Final = 4503
SIGN_IN_AGAIN: Final = "sign in again"
MAX_CLOSE_REASON: Final = 100
"""Most characters of the reason for closing a socket."""
SESSION_CHECK_INTERVAL: Final = timedelta(seconds=1)
"""Time between two checks of the session of a socket that sends nothing."""


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """A command that a client sends over the socket."""

    id: int
    command: Command
    key: str = ""
    due_version: int | None = None
    """The version at which the step was due; it is refused if staff have acted since."""


_message_decoder: Final = msgspec.json.Decoder(Message)
_encode: Final = msgspec.json.encode


@router.websocket("/api/tables/{table}/socket")
async def table_socket(
    socket: WebSocket, table: str, version: int | None = None, role: str = ""
) -> None:
    """Watch a table, and send it commands if signed in.

    A client that reconnects names the last ``version`` it got and its ``role`` at that time, since
    every role sees a different view of the table.
    """
    room, token, sockets = room_of(socket), token_of(socket), open_sockets(socket)
    try:
        if not is_same_origin(socket):
            raise RequestDenied(403, "the socket comes from another site")
        await find_hub(room, table)
        account = await room.account_service.find_by_token(token) if token else None
        if token and account is None:
            raise RequestDenied(401, SIGN_IN_AGAIN)
        if not sockets.has_room(socket, token):
            raise RequestDenied(429, "too many open sockets: close some, then try again")
    except Exception as error:
        await reject_socket(socket, *problem_of(error))
        return
    viewer, owner = account.person if account else ANONYMOUS, socket_owner(socket, token)
    watcher = room.watch(account, table, None if role and role != viewer.role else version)
    sockets.add(owner, watcher)
    try:
        await socket.accept()
        await _TableSocket(room, table, socket, token, watcher).run()
    finally:
        sockets.remove(owner, watcher)
        room.unwatch(account, watcher)


class _TableSocket:
    """One open socket."""

    def __init__(
        self, room: Room, table: str, socket: WebSocket, token: str, watcher: Watcher
    ) -> None:
        self._room, self._table, self._socket = room, table, socket
        self._token, self._watcher = token, watcher
        self._limits: Limits = socket.app.state.limits
        self._bucket = Bucket(self._limits.messages)
        self._tasks: set[asyncio.Task[None]] = set()
        self._time = asyncio.get_running_loop().time
        self._sends_since: dict[int, float] = {}
        """When each send in progress started, by its number."""
        self._send_count, self._session_checked_at = 0, datetime.min.replace(tzinfo=UTC)
        self._close_reason: tuple[int, str] | None = None
        """Code and sentence with which the server closes the socket, once it does."""

    async def run(self) -> None:
        """Serve the socket until either side closes it."""
        tasks = [
            asyncio.create_task(work()) for work in (self._send_frames, self._receive, self._beat)
        ]
        try:
            await self._wait_for_first(*tasks)
        finally:
            for task in (*tasks, *self._tasks):
                task.cancel()
            await asyncio.gather(*tasks, *self._tasks, return_exceptions=True)
        if self._close_reason is not None:
            # A client that does not read must not hold this up.
            with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
                async with asyncio.timeout(1):
                    await self._socket.close(*self._close_reason)

    async def _wait_for_first(self, *tasks: "asyncio.Task[None]") -> None:
        """Wait until one of the tasks is done, or the client does not read what is sent."""
        timeout = self._limits.read_timeout
        while not any(task.done() for task in tasks):
            await asyncio.wait(tasks, timeout=timeout / 2, return_when=asyncio.FIRST_COMPLETED)
            if any(self._time() - since > timeout for since in self._sends_since.values()):
                self._close_with(SLOW_READER_CODE, "the client does not read")
                return

    async def _send_frames(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while frames := await self._watcher.frames():
                if await self._is_session_over():
                    break
                for frame in frames:
                    await self._send(frame)
            if block_reason := self._room.hubs[self._table].block_reason:
                self._close_with(UNAVAILABLE_CODE, block_reason[:MAX_CLOSE_REASON])
            else:
                self._close_with(ACCOUNT_CHANGED_CODE, SIGN_IN_AGAIN)

    async def _beat(self) -> None:
        """Send a beat whenever nothing else was sent for a while."""
        hub = self._room.hubs[self._table]
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                send_count = self._send_count
                await asyncio.sleep(BEAT_INTERVAL)
                if send_count == self._send_count:
                    await self._send(beat_frame(hub.actor.countdown()))

    async def _receive(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if not await self._handle_message(message.get("text")):
                    return

    async def _handle_message(self, text: str | None) -> bool:
        """Handle a message and return whether the socket stays open."""
        if not self._bucket.take() or len(self._tasks) >= self._limits.pending_messages:
            return self._close_with(FLOOD_CODE, "too many messages")
        if text is None:
            return self._close_with(MALFORMED_CODE, "a message must be text, not binary")
        data = text.encode(errors="replace")
        if len(data) > MAX_FRAME_BYTES:
            return self._close_with(MALFORMED_CODE, "the message is too large")
        # The account is looked up each time: its role or session may have ended meanwhile.
        account = None if self._watcher.is_dismissed else await self._account(touch=True)
        if self._token and account is None:
            return self._close_with(ACCOUNT_CHANGED_CODE, SIGN_IN_AGAIN)
        task = asyncio.create_task(self._answer(account, data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def _answer(self, account: Account | None, data: bytes) -> None:
        number: int | None = None
        try:
            message = decode_body(_message_decoder, data)
            if not -MAX_MESSAGE_ID < message.id < MAX_MESSAGE_ID:
                raise UnreadableRequest("the id of the message is out of range")
            number = message.id
            if account is None:
                raise RequestDenied(401, "sign in first")
            key = check_key(message.key)
            ack = await self._room.execute(
                account, self._table, message.command, key, message.due_version
            )
            frame = {"type": "told", "id": number, "version": ack.version, "again": ack.again}
        except Exception as error:
            status, problem = problem_of(error)
            number = number if number is not None else message_id(data)
            frame = {
                "type": "refused",
                "id": number,
                "status": status,
                **msgspec.to_builtins(problem),
            }
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._send(_encode(frame))

    async def _account(self, *, touch: bool) -> Account | None:
        if not self._token:
            return None
        with suppress(Refused):  # the account cannot be read: the next sign-in says so
            return await self._room.account_service.find_by_token(self._token, touch=touch)
        return None

    async def _is_session_over(self) -> bool:
        """Return whether the session of this socket has ended.

        Ending a session wakes its sockets; sessions that expired are noticed by checking at times.
        """
        now = self._room.clock()
        # If the clock was set back, check now instead of waiting until it catches up.
        if (
            not self._token
            or timedelta() <= now - self._session_checked_at < SESSION_CHECK_INTERVAL
        ):
            return False
        self._session_checked_at = now
        return await self._account(touch=False) is None

    async def _send(self, frame: bytes) -> None:
        self._send_count += 1
        number = self._send_count
        self._sends_since[number] = self._time()
        try:
            await self._socket.send_text(frame.decode())
        finally:
            del self._sends_since[number]

    def _close_with(self, code: int, why: str) -> bool:
        """Close the socket with this reason, unless there is one already; return `False`."""
        self._close_reason = self._close_reason or (code, why)
        return False
