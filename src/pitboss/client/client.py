"""A client of a card room: `Client` over HTTP, `TableClient` for one table over a socket.

    async with Client("http://127.0.0.1:8777") as room:
        await room.join_as_guest("Ann")
        async with room.table("criss-cross") as table:
            await table.execute(c.TakeSeat(1))
            await table.execute(c.BuyIn(100_00))

A table over a socket remembers the first promise of each round and the entropy that it added. If
the room later shows anything else, ``alarm`` says what, and no more wagers are placed (FAIR-8).
Every request carries an idempotency key. If a connection breaks before the response arrives, the
request is repeated with the same key, so it is carried out once.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote

import httpx
import msgspec
from httpx import QueryParams
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus

from pitboss.client.promises import BrokenPromise, PinnedRounds
from pitboss.client.protocol import COOKIE, Failed, new_key
from pitboss.console.console import Console
from pitboss.errors import Refused
from pitboss.table.commands import CURRENT_ROUND, AddEntropy, Command, PlaceWagers

RECONNECT_TIMEOUT: Final = 30.0
"""Seconds for which a client tries to restore a broken connection."""
VIEW_TIMEOUT: Final = 5.0
"""Seconds to wait for a view after the acknowledgment of a command."""
RETRY_DELAY: Final = 0.2
PING_INTERVAL: Final = 2.0
PING_TIMEOUT: Final = 2.0
CLOSE_TIMEOUT: Final = 0.5
"""Seconds between pings, for a pong, and for closing: a dead connection is noticed within five."""
UNREADABLE_PROOFS: Final = "a round or its proofs cannot be read, so they cannot be checked"
_encode: Final = msgspec.json.encode
Json = dict[str, Any]


class Client:
    """A connection to a room over HTTP, with one session."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address, self.token = address.rstrip("/"), token
        self.name = ""
        """The name of the account; empty until it is known."""
        self._http = httpx.AsyncClient(base_url=self.address, timeout=RECONNECT_TIMEOUT)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    # Signing in

    async def join_as_guest(self, name: str = "") -> Json:
        """Open a guest account and sign in; without a name, the room chooses one."""
        return await self._join("/api/accounts", {"name": name} if name else {}, idempotent=True)

    async def open_account(self, name: str, password: str) -> Json:
        """Open a player's account and sign in."""
        return await self._join(
            "/api/accounts", {"name": name, "password": password}, idempotent=True
        )

    async def keep_guest_account(self, password: str) -> Json:
        """Choose a password as a guest: the account keeps its name, chips and history."""
        return await self._join("/api/me/account", {"password": password}, idempotent=True)

    async def sign_in(self, name: str, password: str) -> Json:
        """Sign in with name and password."""
        return await self._join("/api/session", {"name": name, "password": password})

    async def accept_invitation(self, invitation: str, name: str, password: str) -> Json:
        """Accept an invitation: open the account and sign in."""
        body = {"name": name, "password": password}
        return await self._join(f"/api/invitations/{invitation}", body)

    async def _join(self, path: str, body: Json, *, idempotent: bool = False) -> Json:
        """Sign in; an ``idempotent`` request is repeated under its key until it is answered."""
        me: Json = await (
            self._post_once(path, body) if idempotent else self.request("POST", path, body)
        )
        self.token = ""  # the session is in a cookie, until its token is known
        self.token, self.name = (await self._post_once("/api/token"))["token"], me["name"]
        self._http.cookies.delete(COOKIE)
        return me

    # Requests

    async def request(self, method: str, path: str, body: object = None, key: str = "") -> Any:  # noqa: ANN401
        """Send a request and return its decoded response, or raise `Refused` or `Failed`."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if key:
            headers["Idempotency-Key"] = key
        content = None
        if body is not None:
            content, headers["Content-Type"] = _encode(body), "application/json"
        response = await self._http.request(method, path, content=content, headers=headers)
        try:
            value = msgspec.json.decode(response.content) if response.content else None
        except msgspec.DecodeError:  # by a proxy, or by a room that is just being stopped
            if response.is_success or response.is_server_error:
                sentence = f"the room answered {response.status_code}, but not with JSON"
                raise Failed(sentence, uncertain=True) from None
            value = None
        if response.is_success:
            return value
        raise _error_of(response.status_code, value if isinstance(value, dict) else {})

    async def tables(self) -> list[Json]:
        """Return the tables of the lobby."""
        tables: list[Json] = await self.request("GET", "/api/tables")
        return tables

    async def me(self) -> Json:
        """Return the client's own account."""
        account: Json = await self.request("GET", "/api/me")
        self.name = account["name"]
        return account

    async def console(self, table: str) -> Console:
        """Return what a member of the staff can do at a table now."""
        console = await self.request("GET", f"/api/tables/{table}/console")
        return msgspec.convert(console, Console, strict=False)

    async def execute(self, table: str, command: Command, key: str = "") -> Json:
        """Send a command over HTTP; it is repeated under its key until it is answered."""
        return await self._post_once(f"/api/tables/{table}/commands", command, key)

    async def _post_once(self, path: str, body: object = None, key: str = "") -> Json:
        key = key or new_key()
        deadline = asyncio.get_running_loop().time() + RECONNECT_TIMEOUT
        while True:
            try:
                response: Json = await self.request("POST", path, body, key)
                return response
            except (httpx.TransportError, Failed):
                if asyncio.get_running_loop().time() > deadline:
                    raise
                await asyncio.sleep(RETRY_DELAY)

    # Submissions

    async def submissions(self, table: str) -> list[Json]:
        """Return all submissions of a table with their status."""
        filings: list[Json] = await self.request("GET", f"/api/tables/{table}/submissions")
        return filings

    async def propose_submission(
        self,
        table: str,
        submission: Mapping[str, Any],
        key: str = "",
        *,
        after_round: bool = False,
    ) -> Json:
        """Propose a submission for approval; the request is idempotent, like a command.

        With ``after_round`` it takes effect after the round in which it is approved.
        """
        body = {"submission": submission, "after_round": after_round}
        return await self._post_once(f"/api/tables/{table}/submissions", body, key)

    async def approve_submission(self, table: str, number: int, key: str = "") -> Json:
        """Approve a submission that somebody else proposed."""
        return await self._post_once(f"/api/tables/{table}/submissions/{number}/approve", key=key)

    async def reject_submission(self, table: str, number: int, key: str = "") -> Json:
        """Reject a submission, or withdraw your own."""
        return await self._post_once(f"/api/tables/{table}/submissions/{number}/reject", key=key)

    # Reports, with the parameters ``day``, ``from`` and ``to`` of the API

    async def shift_reports(self, *tables: str, **period: str) -> list[Json]:
        """Return the shift reports of some tables, or of all."""
        query = QueryParams([*period.items(), *(("tables", table) for table in tables)])
        reports: list[Json] = await self.request("GET", f"/api/reports/shift?{query}")
        return reports

    async def pit_report(self, **period: str) -> Json:
        """Return the totals of all tables with their bands, and the sheets of the tables."""
        report: Json = await self.request("GET", f"/api/reports/pit?{QueryParams(period)}")
        return report

    async def staff_report(self, *tables: str, **period: str) -> Json:
        """Return what each member of staff did, at some tables or in the whole room."""
        query = QueryParams([*period.items(), *(("tables", table) for table in tables)])
        report: Json = await self.request("GET", f"/api/reports/staff?{query}")
        return report

    async def history(self, player: str = "", **period: str) -> Json:
        """Return the history of a player, or the client's own without a name."""
        path = f"/api/reports/players/{quote(player, '')}" if player else "/api/me/history"
        history: Json = await self.request("GET", f"{path}?{QueryParams(period)}")
        return history

    async def rounds(self, **search: str | int | bool) -> Json:
        """Return a page of the closed rounds that match, the newest first.

        Search by ``table``, ``day``, ``player``, ``staff``, ``minimum``, ``incident``, ``jackpot``,
        ``correction`` and ``void``; go on with ``after``, the ``next`` of the page before.
        """
        rounds: Json = await self.request("GET", f"/api/rounds?{QueryParams(search)}")
        return rounds

    async def replay(self, table: str, number: int) -> Json:
        """Return a closed round step by step, for staff who watch over all tables."""
        replay: Json = await self.request("GET", f"/api/tables/{table}/rounds/{number}/replay")
        return replay

    async def check_round(self, table: str, number: int) -> Json:
        """Have the room verify a closed round, and return what was checked."""
        check: Json = await self.request("GET", f"/api/tables/{table}/rounds/{number}/check")
        return check

    async def meters(self, table: str) -> list[Json]:
        """Return the figures of a table's meters."""
        meters: list[Json] = await self.request("GET", f"/api/tables/{table}/meters")
        return meters

    async def reconcile(self, day: str) -> Json:
        """Reconcile the books of a day, and put the result on record."""
        reconciliation: Json = await self.request("POST", "/api/reconciliations", {"day": day})
        return reconciliation

    async def back_up(self) -> Json:
        """Back up the whole room to a file beside its data."""
        backup: Json = await self.request("POST", "/api/backups")
        return backup

    async def proofs(self, table: str, number: int = 0) -> Json | None:
        """Return the promise of a round and the proofs of all visible cards; 0 is this round."""
        proofs: Json | None = await self.request(
            "GET", f"/api/tables/{table}/proofs?round={number}"
        )
        return proofs

    # The school

    async def school(self) -> Json:
        """Return every game with its lessons, your own progress, and what is due."""
        overview: Json = await self.request("GET", "/api/school")
        return overview

    async def lesson(self, game: str, lesson: str, table: str = "") -> Json:
        """Return the pages of a lesson, by the rules of a table if one is named."""
        query = f"?{QueryParams(table=table)}" if table else ""
        path = f"/api/school/games/{quote(game, safe='')}/lessons/{quote(lesson, safe='')}{query}"
        pages: Json = await self.request("GET", path)
        return pages

    async def start_lesson(
        self, lesson: str, *, game: str = "", table: str = "", key: str = ""
    ) -> Json:
        """Start a lesson of a game, or of a table by its rules; ``review`` asks what is due."""
        body = {"lesson": lesson, "table": table} if table else {"lesson": lesson, "game": game}
        return await self._post_once("/api/school/sessions", body, key)

    async def lesson_session(self, session: str) -> Json:
        """Return your own lesson as it stands."""
        state: Json = await self.request("GET", f"/api/school/sessions/{quote(session, safe='')}")
        return state

    async def act_in_lesson(self, session: str, number: int, action: Json) -> Json:
        """Answer, move or go on in a lesson; ``number`` counts the actions before this one.

        An action is ``{"type": "answer", "answer": …}``, ``{"type": "move", "move": …, "seat": …}``
        or ``{"type": "continue"}``.
        """
        path = f"/api/school/sessions/{quote(session, safe='')}/actions"
        return await self._post_once(path, {"number": number, "action": action})

    async def create_certificate(self, game: str) -> Json:
        """Return a certificate of the lessons of a game that you have passed."""
        return await self._post_once("/api/school/certificates", {"game": game})

    async def certificate(self, certificate: str) -> Json:
        """Confirm a certificate by its id; nobody has to be signed in."""
        path = f"/api/school/certificates/{quote(certificate, safe='')}"
        facts: Json = await self.request("GET", path)
        return facts

    async def school_class(self) -> list[Json]:
        """Return the progress of every member of staff, for floorpersons and administrators."""
        members: list[Json] = await self.request("GET", "/api/school/class")
        return members

    def table(self, table: str) -> "TableClient":
        """Return a client for one table over a socket."""
        return TableClient(self, table)


class TableClient:
    """A table over a socket: its current view, updated by the frames that arrive."""

    def __init__(self, client: Client, table: str) -> None:
        self._client, self.table = client, table
        self.view: Json = {}
        self.own: Json = {}
        self.version = -1
        self.countdown: Json | None = None
        """What the house waits for, and for how many more seconds, as of the last frame."""
        self.alarm = ""
        """Which promise the room has broken; empty if none."""
        self._pinned_rounds = PinnedRounds()
        self._ids = itertools.count(1)
        self._pending: dict[int, asyncio.Future[Json]] = {}
        self._change_condition = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._rejection: Exception | None = None
        """Why the room rejects this client, if it does."""

    @property
    def is_connected(self) -> bool:
        """Whether the socket is open; a lost one is opened again as soon as possible."""
        return self._socket is not None

    async def __aenter__(self) -> Self:
        deadline = asyncio.get_running_loop().time() + RECONNECT_TIMEOUT
        while self._socket is None:
            try:
                await self._connect()
            except (InvalidStatus, InvalidMessage, ConnectionClosed, OSError) as error:
                if isinstance(error, InvalidStatus) and error.response.status_code < 500:
                    raise _rejection_of(error) or error from None
                if asyncio.get_running_loop().time() > deadline:
                    raise
                await asyncio.sleep(RETRY_DELAY)  # the room, or a node of it, is starting again
        self._reader = asyncio.create_task(self._read_socket())
        try:
            await self.wait_until(lambda: self.version >= 0)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
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
            try:
                await self._socket.close()
            except asyncio.CancelledError:  # there is no time for a farewell
                self._socket.transport.abort()
                raise

    async def execute(self, command: Command, key: str = "") -> Json:
        """Send a command over the socket; it is repeated under its key until it is answered.

        Once there is an alarm, wagers raise `BrokenPromise` instead.
        """
        if self.alarm and isinstance(command, PlaceWagers):
            raise BrokenPromise(self.alarm)
        if not isinstance(command, AddEntropy):
            return await self._request(command, key)
        if not self._client.name:
            await self._client.me()
        round_ = self.view.get("round") or {}
        number = round_.get("number", 0) if command.round == CURRENT_ROUND else command.round
        pin = self._pinned_rounds.add(number, command.entropy, self._client.name)
        try:
            response = await self._request(command, key)
        except Refused:
            if pin is not None:
                pin.entropy = ""
            raise
        if pin is not None:
            pin.version = response["version"]
            await self._wait_for_view(response["version"])
            self._check_promises()
        return response

    async def _wait_for_view(self, version: int) -> None:
        """Wait for the view after a command, which may come later than its acknowledgment."""
        try:
            async with asyncio.timeout(VIEW_TIMEOUT):
                await self.wait_until(lambda: self.version >= version)
        except TimeoutError:
            raise BrokenPromise("the room does not show the entropy that you added") from None

    async def check_proofs(self, number: int = 0) -> None:
        """Check the proofs of every card of a round, and set the alarm if one is wrong."""
        proofs = await self._client.proofs(self.table, number)
        try:
            fault = self._pinned_rounds.check_proofs(proofs, self.view, self.own, number)
        except (AttributeError, KeyError, TypeError, ValueError):
            fault = UNREADABLE_PROOFS
        self.alarm = self.alarm or fault

    def _check_promises(self) -> None:
        """Compare the view with the promises that were seen first; the first alarm is kept."""
        try:
            fault = self._pinned_rounds.check(self.view, self.version)
        except (AttributeError, KeyError, TypeError, ValueError):
            fault = UNREADABLE_PROOFS
        self.alarm = self.alarm or fault

    async def _request(self, command: Command, key: str) -> Json:
        key = key or new_key()
        async with asyncio.timeout(RECONNECT_TIMEOUT):
            while True:
                try:
                    frame = await self._send_command(command, key)
                except (ConnectionError, ConnectionClosed):
                    if self._rejection is not None:
                        raise self._rejection from None
                else:
                    if frame["type"] == "told":
                        return frame
                    error = _error_of(frame.get("status", 409), frame)
                    if not isinstance(error, Failed):
                        raise error
                await asyncio.sleep(RETRY_DELAY)

    async def _send_command(self, command: Command, key: str) -> Json:
        """Send a command once, and return the frame that answers it."""
        if self._socket is None:
            raise ConnectionError
        number = next(self._ids)
        answer = self._pending[number] = asyncio.get_running_loop().create_future()
        try:
            body = {"id": number, "key": key, "command": command}
            await self._socket.send(_encode(body).decode())
            frame: Json = await answer
            return frame
        finally:
            self._pending.pop(number, None)

    async def console(self) -> Console:
        """Return what a member of the staff can do at this table now."""
        return await self._client.console(self.table)

    async def wait_until(self, condition: Callable[[], object]) -> None:
        """Wait until a condition is true of the view; raise if the room rejects the client."""
        async with self._change_condition:
            await self._change_condition.wait_for(
                lambda: self._rejection is not None or condition()
            )
            if self._rejection is not None:
                raise self._rejection

    async def changes(self) -> AsyncIterator[int]:
        """Yield the version after each change."""
        version = -1
        while True:
            await self.wait_until(lambda: self.version > version)  # noqa: B023
            version = self.version
            yield version

    async def _connect(self) -> ClientConnection:
        address = self._client.address.replace("http", "ws", 1)
        query = f"?version={self.version}&role={self.view['role']}" if self.version >= 0 else ""
        token = self._client.token
        self._socket = await connect(
            f"{address}/api/tables/{self.table}/socket{query}",
            additional_headers={"Authorization": f"Bearer {token}"} if token else None,
            compression=None,
            max_size=None,
            open_timeout=PING_INTERVAL + PING_TIMEOUT,
            ping_interval=PING_INTERVAL,
            ping_timeout=PING_TIMEOUT,
            close_timeout=CLOSE_TIMEOUT,
        )
        self._rejection = None
        return self._socket

    async def _read_socket(self) -> None:
        while True:
            try:
                socket = self._socket or await self._connect()
                async for text in socket:
                    await self._receive_frame(msgspec.json.decode(text))
            except InvalidStatus as error:
                # Keep trying: after another sign-in, the room accepts the client again.
                self._rejection = _rejection_of(error)
                async with self._change_condition:
                    self._change_condition.notify_all()
            except (ConnectionClosed, InvalidHandshake, OSError):
                pass
            self._socket = None
            for answer in self._pending.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the connection was lost"))
                    answer.exception()  # it may be that nobody waits for it anymore
            await asyncio.sleep(RETRY_DELAY)

    async def _receive_frame(self, frame: Json) -> None:
        if frame["type"] in ("told", "refused"):
            answer = self._pending.get(frame["id"])
            if answer is not None and not answer.done():
                answer.set_result(frame)
            return
        self.countdown = frame.get("clock")
        if frame["type"] == "beat":
            return
        async with self._change_condition:
            if frame["type"] == "view":
                self.view = frame["view"]
            else:
                merge(self.view, frame["patch"])
            self.own = frame.get("own", self.own)
            self.version = frame["version"]
            self._check_promises()
            self._change_condition.notify_all()


def merge(view: Json, patch: Mapping[str, Any]) -> None:
    """Apply a merge patch (RFC 7396) to a view."""
    for name, value in patch.items():
        if value is None:
            view.pop(name, None)
        elif isinstance(value, dict) and isinstance(view.get(name), dict):
            merge(view[name], value)
        else:
            view[name] = value


def _rejection_of(error: InvalidStatus) -> Exception | None:
    """Return why the room did not open a socket, or `None` if it may do so later."""
    status = error.response.status_code
    if status >= 500 or status == 429:
        return None
    try:
        problem = msgspec.json.decode(error.response.body or b"{}", type=dict[str, Any])
    except msgspec.MsgspecError:
        problem = {}
    return _error_of(status, problem)


def _error_of(status: int, problem: Mapping[str, Any]) -> Exception:
    """Return the exception that a problem of the room stands for."""
    sentence = str(problem.get("error") or f"the room answered {status}")
    if status >= 500:
        return Failed(sentence, uncertain=bool(problem.get("uncertain")))
    refusal = Refused(sentence, problem.get("clause"))
    refusal.instruction = problem.get("due")
    return refusal
