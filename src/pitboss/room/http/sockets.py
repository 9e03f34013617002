"""A socket to one table: what happens there comes in, what one asks goes out.

→ {"id": 7, "key": "…", "command": {"type": "Decide", "seat": 1, "decision": "1x"}}
← {"type": "told", "id": 7, "version": 812, "again": false}
← {"type": "refused", "id": 7, "status": 409, "error": "…", "clause": "…", "due": "…"}
← {"type": "view", "version": 811, "view": {…}, "own": {…}}
← {"type": "change", "since": 811, "version": 812, "patch": {…}, "own": {…}}

← {"type": "beat", "clock": {…}}

A message that cannot be read is refused with its id where that can be read, else with null.

`own` is there where it changed; `"clock": {"for": "answers", "seconds": 29.9}` where the house
waits. A beat comes every two seconds in which nothing else does: five seconds without a frame, and
there is no connection any more. The server finds that out by pings, which browsers answer.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.room.frames import beat
from pitboss.room.http.errors import Denied, Unreadable, problem_of, turn_away
from pitboss.room.http.hubs import hub_of
from pitboss.room.http.identity import room_of, same_origin, token_of
from pitboss.room.http.limits import BEAT, FLOOD, MOST_FRAME, Bucket, Limits
from pitboss.room.http.lines import lines_of, whose
from pitboss.room.http.reading import MOST_ID, check_key, id_of, read
from pitboss.room.hub import Watcher
from pitboss.room.people.accounts import Account
from pitboss.room.room import Room
from pitboss.table.commands import Command
from pitboss.table.people import ANYBODY

router = APIRouter()
CHANGED: Final = 4401
MALFORMED: Final = 4422
SLOW: Final = 4408
UNAVAILABLE: Final = 4503
AGAIN: Final = "sign in again"
LONGEST: Final = 100
"""Characters of why a socket is closed."""
LOOKS: Final = timedelta(seconds=1)
"""Between two looks at the session of a socket that is only shown something."""


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends."""

    id: int
    command: Command
    key: str = ""


_message: Final = msgspec.json.Decoder(Message)
_encode: Final = msgspec.json.encode


@router.websocket("/api/tables/{table}/socket")
async def table_socket(
    socket: WebSocket, table: str, version: int | None = None, role: str = ""
) -> None:
    """Watch a table, and speak to it if one is signed in.

    Who comes back names the version that was seen last, and in which role: every role sees a table
    in its own way.
    """
    room, token, lines = room_of(socket), token_of(socket), lines_of(socket)
    try:
        if not same_origin(socket):
            raise Denied(403, "the socket comes from another site")
        await hub_of(room, table)
        account = await room.door.known(token) if token else None
        if token and account is None:
            raise Denied(401, AGAIN)
        if not lines.has_room(socket, token):
            raise Denied(429, "too many sockets")
    except Exception as error:
        await turn_away(socket, *problem_of(error))
        return
    viewer, who = account.person if account else ANYBODY, whose(socket, token)
    watcher = room.watch(account, table, None if role and role != viewer.role else version)
    lines.add(who, watcher)
    try:
        await socket.accept()
        await _Line(room, table, socket, token, watcher).run()
    finally:
        lines.leave(who, watcher)
        room.unwatch(account, watcher)


class _Line:
    """One open socket."""

    def __init__(
        self, room: Room, table: str, socket: WebSocket, token: str, watcher: Watcher
    ) -> None:
        self._room, self._table, self._socket = room, table, socket
        self._token, self._watcher = token, watcher
        self._limits: Limits = socket.app.state.limits
        self._bucket = Bucket(self._limits.messages)
        self._asked: set[asyncio.Task[None]] = set()
        self._now = asyncio.get_running_loop().time
        self._sends: dict[int, float] = {}
        """What is being sent, and since when."""
        self._sent, self._looked = 0, datetime.min.replace(tzinfo=UTC)
        self._end: tuple[int, str] | None = None
        """Why we end it, if we do."""

    async def run(self) -> None:
        """Until either side has had enough."""
        tasks = [asyncio.create_task(one()) for one in (self._show, self._hear, self._beat)]
        try:
            await self._until_one_is_done(*tasks)
        finally:
            for task in (*tasks, *self._asked):
                task.cancel()
            await asyncio.gather(*tasks, *self._asked, return_exceptions=True)
        if self._end is not None:
            # Who does not read is not waited for.
            with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
                async with asyncio.timeout(1):
                    await self._socket.close(*self._end)

    async def _until_one_is_done(self, *tasks: "asyncio.Task[None]") -> None:
        """Or until somebody does not read what is sent."""
        patience = self._limits.patience
        while not any(task.done() for task in tasks):
            await asyncio.wait(tasks, timeout=patience / 2, return_when=asyncio.FIRST_COMPLETED)
            if any(self._now() - since > patience for since in self._sends.values()):
                self._ends(SLOW, "nobody reads")
                return

    async def _show(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while frames := await self._watcher.frames():
                if await self._is_over():
                    break
                for frame in frames:
                    await self._send(frame)
            blocked = self._room.hubs[self._table].blocked
            self._ends(*((UNAVAILABLE, blocked[:LONGEST]) if blocked else (CHANGED, AGAIN)))

    async def _beat(self) -> None:
        """Say that we are there, and how much time is left, when nothing else was said."""
        hub = self._room.hubs[self._table]
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                sent = self._sent
                await asyncio.sleep(BEAT)
                if sent == self._sent:
                    await self._send(beat(hub.actor.clock()))

    async def _hear(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                told = await self._socket.receive()
                if told["type"] == "websocket.disconnect":
                    return
                if not await self._take(told.get("text")):
                    return

    async def _take(self, text: str | None) -> bool:
        """Whether the socket stays open after this message."""
        if not self._bucket.take() or len(self._asked) >= self._limits.unanswered:
            return self._ends(FLOOD, "too many messages")
        if text is None:
            return self._ends(MALFORMED, "a message is text")
        sent = text.encode(errors="replace")
        if len(sent) > MOST_FRAME:
            return self._ends(MALFORMED, "the message is too large")
        # Who is something else now, or nobody any more, is not heard as what he was.
        account = None if self._watcher.dismissed else await self._known(used=True)
        if self._token and account is None:
            return self._ends(CHANGED, AGAIN)
        task = asyncio.create_task(self._answer(account, sent))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        return True

    async def _answer(self, account: Account | None, sent: bytes) -> None:
        number: int | None = None
        try:
            message = read(_message, sent)
            if not -MOST_ID < message.id < MOST_ID:
                raise Unreadable("the id is too large")
            number = message.id
            if account is None:
                raise Denied(401, "sign in first")
            key = check_key(message.key)
            done = await self._room.say(account, self._table, message.command, key)
            body = {"type": "told", "id": number, "version": done.version, "again": done.again}
        except Exception as error:
            status, problem = problem_of(error)
            told = msgspec.to_builtins(problem)
            number = number if number is not None else id_of(sent)
            body = {"type": "refused", "id": number, "status": status, **told}
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._send(_encode(body))

    async def _known(self, *, used: bool) -> Account | None:
        with suppress(Refused):  # an account that cannot be read: whoever signs in is told
            return await self._room.door.known(self._token, used=used) if self._token else None
        return None

    async def _is_over(self) -> bool:
        """Whether the session has ended under which this socket was opened.

        Who ends one wakes its sockets; that it was idle for too long is looked at now and then.
        """
        now = self._room.clock()
        # A clock that was put back is no reason to wait for what it showed before.
        if not self._token or timedelta() <= now - self._looked < LOOKS:
            return False
        self._looked = now
        return await self._known(used=False) is None

    async def _send(self, frame: bytes) -> None:
        self._sent += 1
        number = self._sent
        self._sends[number] = self._now()
        try:
            await self._socket.send_text(frame.decode())
        finally:
            del self._sends[number]

    def _ends(self, code: int, why: str) -> bool:
        """The socket does not stay open."""
        self._end = self._end or (code, why)
        return False
