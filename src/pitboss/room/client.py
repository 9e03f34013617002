"""A client of a card room, for bots, tests and benchmarks.

    async with Client("http://127.0.0.1:8777") as room:
        await room.come_as_guest("Ann")
        async with room.table("criss-cross") as table:
            await table.say(c.TakeSeat(1))
            await table.say(c.BuyIn(100_00))

A table over a socket keeps the first promise of each round, and what was added to its shuffle. If
the room shows anything else later, ``alarm`` says what, and no more wagers are placed (FAIR-8).

Everything that is asked carries a key. Where a connection breaks before the answer came, the same
request is made again under the same key, so that it is done once, whatever happens.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote

import httpx
import msgspec
from httpx import QueryParams
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus

from pitboss.refusal import Refused
from pitboss.room.asks import Failed
from pitboss.room.people.sessions import COOKIE, new_token
from pitboss.room.promise import Pins, PromiseBroken
from pitboss.table.commands import NOW, AddEntropy, Command, PlaceWagers

PATIENCE: Final = 30.0
"""Seconds for which a broken connection is made again."""
PAUSE: Final = 0.2
BEAT: Final = 2.0
SILENT: Final = 2.0
GOODBYE: Final = 0.5
"""Seconds between two pings, for the answer, and for a goodbye: in less than five seconds a silent
connection is made again.
"""
UNREADABLE: Final = "a round or its proofs cannot be read, so nobody can check them"
_encode: Final = msgspec.json.encode
Json = dict[str, Any]


class Client:
    """Somebody's connection to a room."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address, self.token = address.rstrip("/"), token
        self.name = ""
        """Under which the room knows who came in; nobody's before that is asked for."""
        self._http = httpx.AsyncClient(base_url=self.address, timeout=PATIENCE)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    # Coming in

    async def come_as_guest(self, name: str = "") -> Json:
        """Play with play chips, without a password; the room names whoever gives no name."""
        return await self._come_in("/api/accounts", {"name": name} if name else {}, once=True)

    async def open_account(self, name: str, password: str) -> Json:
        """Open a player's account."""
        return await self._come_in("/api/accounts", {"name": name, "password": password}, once=True)

    async def sign_in(self, name: str, password: str) -> Json:
        """Come in with name and password."""
        return await self._come_in("/api/session", {"name": name, "password": password})

    async def accept(self, invitation: str, name: str, password: str) -> Json:
        """Open the account that one was invited to."""
        told = {"name": name, "password": password}
        return await self._come_in(f"/api/invitations/{invitation}", told)

    async def _come_in(self, path: str, body: Json, *, once: bool = False) -> Json:
        """Come in; ``once``, it is asked again under its key until there is an answer."""
        me: Json = await (self._once(path, body) if once else self.request("POST", path, body))
        self.token = ""  # the session is in a cookie, until its token is known
        self.token, self.name = (await self._once("/api/token"))["token"], me["name"]
        self._http.cookies.delete(COOKIE)
        return me

    # Asking

    async def request(self, method: str, path: str, body: object = None, key: str = "") -> Any:  # noqa: ANN401
        """A request as the API describes it; what is refused is raised."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if key:
            headers["Idempotency-Key"] = key
        content = None
        if body is not None:
            content, headers["Content-Type"] = _encode(body), "application/json"
        answer = await self._http.request(method, path, content=content, headers=headers)
        told = msgspec.json.decode(answer.content) if answer.content else None
        if answer.is_success:
            return told
        raise _refused(answer.status_code, told if isinstance(told, dict) else {})

    async def tables(self) -> list[Json]:
        """The lobby."""
        found: list[Json] = await self.request("GET", "/api/tables")
        return found

    async def me(self) -> Json:
        """One's own account."""
        found: Json = await self.request("GET", "/api/me")
        self.name = found["name"]
        return found

    async def say(self, table: str, command: Command, key: str = "") -> Json:
        """A command over HTTP; repeated under its key until there is an answer."""
        return await self._once(f"/api/tables/{table}/commands", command, key)

    async def _once(self, path: str, body: object = None, key: str = "") -> Json:
        key = key or new_token()
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                told: Json = await self.request("POST", path, body, key)
                return told
            except (httpx.TransportError, Failed):
                if asyncio.get_running_loop().time() > deadline:
                    raise
                await asyncio.sleep(PAUSE)

    # Submissions

    async def submissions(self, table: str) -> list[Json]:
        """All that were ever put up at a table, and what became of them."""
        found: list[Json] = await self.request("GET", f"/api/tables/{table}/submissions")
        return found

    async def put_up(
        self,
        table: str,
        submission: Mapping[str, Any],
        key: str = "",
        *,
        after_round: bool = False,
    ) -> Json:
        """Put a submission up for approval; once, as with a command.

        With ``after_round`` it takes effect after the round in which it is approved.
        """
        told = {"submission": submission, "after_round": after_round}
        return await self._once(f"/api/tables/{table}/submissions", told, key)

    async def approve(self, table: str, number: int, key: str = "") -> Json:
        """Approve a submission that somebody else put up."""
        return await self._once(f"/api/tables/{table}/submissions/{number}/approve", key=key)

    async def reject(self, table: str, number: int, key: str = "") -> Json:
        """Turn a submission down, or take one's own back."""
        return await self._once(f"/api/tables/{table}/submissions/{number}/reject", key=key)

    # Reports, with ``day``, ``from`` and ``to`` as the API has them

    async def shift(self, *tables: str, **period: str) -> list[Json]:
        """The sheets of some tables, or of all."""
        asked = QueryParams([*period.items(), *(("tables", one) for one in tables)])
        found: list[Json] = await self.request("GET", f"/api/reports/shift?{asked}")
        return found

    async def history(self, player: str = "", **period: str) -> Json:
        """What a player did, or without a name what one did oneself."""
        path = f"/api/reports/players/{quote(player, '')}" if player else "/api/me/history"
        found: Json = await self.request("GET", f"{path}?{QueryParams(period)}")
        return found

    async def meters(self, table: str) -> list[Json]:
        """The books of a table's meters."""
        found: list[Json] = await self.request("GET", f"/api/tables/{table}/meters")
        return found

    async def reconcile(self, day: str) -> Json:
        """Go through the books of a day, and have that on record."""
        found: Json = await self.request("POST", "/api/reconciliations", {"day": day})
        return found

    async def back_up(self) -> Json:
        """Have a copy of the whole room taken."""
        found: Json = await self.request("POST", "/api/backups")
        return found

    async def proofs(self, table: str, number: int = 0) -> Json | None:
        """The promise of a round and the proofs of all cards that one may see; 0 is this round."""
        found: Json | None = await self.request("GET", f"/api/tables/{table}/proofs?round={number}")
        return found

    def table(self, table: str) -> "TableClient":
        """A table, over a socket."""
        return TableClient(self, table)


class TableClient:
    """A table as its viewer has it: the view so far, kept up to date by the changes that come."""

    def __init__(self, client: Client, table: str) -> None:
        self._client, self.table = client, table
        self.view: Json = {}
        self.own: Json = {}
        self.version = -1
        self.clock: Json | None = None
        """What the house waits for, and for how many seconds yet, as it was last said."""
        self.alarm = ""
        """What is not as the room promised, if anything is not."""
        self._pins = Pins()
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._news = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._turned_away: Exception | None = None
        """Why the room does not let this one in, if it does not."""

    async def __aenter__(self) -> Self:
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while self._socket is None:
            try:
                await self._connect()
            except InvalidStatus as error:
                raise _turned_away(error) or error from None
            except (InvalidMessage, ConnectionClosed, OSError):
                if asyncio.get_running_loop().time() > deadline:
                    raise
                await asyncio.sleep(PAUSE)  # the room is starting again
        self._reader = asyncio.create_task(self._read())
        await self.wait(lambda: self.version >= 0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._reader:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket:
            await self._socket.close()

    async def say(self, command: Command, key: str = "") -> Json:
        """A command over the socket; repeated under its key until there is an answer.

        Once there is an alarm, no wagers are placed: `PromiseBroken` says why.
        """
        if self.alarm and isinstance(command, PlaceWagers):
            raise PromiseBroken(self.alarm)
        if not isinstance(command, AddEntropy):
            return await self._asked(command, key)
        if not self._client.name:
            await self._client.me()
        now = self.view.get("round") or {}
        number = now.get("number", 0) if command.round == NOW else command.round
        pin = self._pins.add(number, command.entropy, self._client.name)
        try:
            told = await self._asked(command, key)
        except Refused:
            if pin is not None:
                pin.entropy = ""
            raise
        if pin is not None:
            pin.version = told["version"]
            self._look()
        return told

    async def prove(self, number: int = 0) -> None:
        """Check the proofs of a round, every card of it; what is wrong is an alarm."""
        proofs = await self._client.proofs(self.table, number)
        try:
            wrong = self._pins.check_proofs(proofs, self.view, self.own, number)
        except (AttributeError, KeyError, TypeError, ValueError):
            wrong = UNREADABLE
        self.alarm = self.alarm or wrong

    def _look(self) -> None:
        """Compare what is seen now with what was seen first; the first alarm counts."""
        try:
            wrong = self._pins.check(self.view, self.version)
        except (AttributeError, KeyError, TypeError, ValueError):
            wrong = UNREADABLE
        self.alarm = self.alarm or wrong

    async def _asked(self, command: Command, key: str) -> Json:
        key = key or new_token()
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    told = await self._said(command, key)
                except (ConnectionError, ConnectionClosed):
                    if self._turned_away is not None:
                        raise self._turned_away from None
                else:
                    if told["type"] == "told":
                        return told
                    why = _refused(told.get("status", 409), told)
                    if not isinstance(why, Failed):
                        raise why
                await asyncio.sleep(PAUSE)

    async def _said(self, command: Command, key: str) -> Json:
        """The answer to a command that is sent once."""
        if self._socket is None:
            raise ConnectionError
        number = next(self._ids)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            body = {"id": number, "key": key, "command": command}
            await self._socket.send(_encode(body).decode())
            told: Json = await answer
            return told
        finally:
            self._waiting.pop(number, None)

    async def wait(self, holds: Any) -> None:  # noqa: ANN401  any question without an argument
        """Until something holds of the view; who is turned away does not wait on."""
        async with self._news:
            await self._news.wait_for(lambda: self._turned_away is not None or holds())
            if self._turned_away is not None:
                raise self._turned_away

    async def changes(self) -> AsyncIterator[int]:
        """The version after each change."""
        seen = -1
        while True:
            await self.wait(lambda: self.version > seen)  # noqa: B023
            seen = self.version
            yield seen

    async def _connect(self) -> ClientConnection:
        address = self._client.address.replace("http", "ws", 1)
        seen = f"?version={self.version}&role={self.view['role']}" if self.version >= 0 else ""
        token = self._client.token
        self._socket = await connect(
            f"{address}/api/tables/{self.table}/socket{seen}",
            additional_headers={"Authorization": f"Bearer {token}"} if token else None,
            compression=None,
            max_size=None,
            open_timeout=BEAT + SILENT,
            ping_interval=BEAT,
            ping_timeout=SILENT,
            close_timeout=GOODBYE,
        )
        self._turned_away = None
        return self._socket

    async def _read(self) -> None:
        while True:
            try:
                socket = self._socket or await self._connect()
                async for text in socket:
                    await self._take(msgspec.json.decode(text))
            except InvalidStatus as error:
                # Whoever signs in again is let in again: it is tried on.
                self._turned_away = _turned_away(error)
                async with self._news:
                    self._news.notify_all()
            except (ConnectionClosed, InvalidHandshake, OSError):
                pass
            self._socket = None
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the connection broke"))
            await asyncio.sleep(PAUSE)

    async def _take(self, told: Json) -> None:
        if told["type"] in ("told", "refused"):
            answer = self._waiting.get(told["id"])
            if answer is not None and not answer.done():
                answer.set_result(told)
            return
        self.clock = told.get("clock")
        if told["type"] == "beat":
            return
        async with self._news:
            if told["type"] == "view":
                self.view = told["view"]
            else:
                merge(self.view, told["patch"])
            self.own = told.get("own", self.own)
            self.version = told["version"]
            self._look()
            self._news.notify_all()


def merge(view: Json, patch: Mapping[str, Any]) -> None:
    """Put a merge patch (RFC 7396) over a view."""
    for name, value in patch.items():
        if value is None:
            view.pop(name, None)
        elif isinstance(value, dict) and isinstance(view.get(name), dict):
            merge(view[name], value)
        else:
            view[name] = value


def _turned_away(error: InvalidStatus) -> Exception | None:
    """What the room said instead of opening a socket; nothing, if it may open one later."""
    status = error.response.status_code
    if status >= 500 or status == 429:
        return None
    try:
        told = msgspec.json.decode(error.response.body or b"{}", type=dict[str, Any])
    except msgspec.MsgspecError:
        told = {}
    return _refused(status, told)


def _refused(status: int, told: Mapping[str, Any]) -> Exception:
    """What the room said, as it would have been raised there."""
    sentence = str(told.get("error") or f"the room answered {status}")
    if status >= 500:
        return Failed(sentence, uncertain=bool(told.get("uncertain")))
    refused = Refused(sentence, told.get("clause"))
    refused.due = told.get("due")
    return refused
