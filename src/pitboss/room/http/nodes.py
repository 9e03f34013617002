"""The nodes of a room to each other: connections that they serve, and requests that they pass on.

`NodeGate` stands before everything else: it alone serves what carries the token of the nodes, and
nobody else's header is believed. `NodeProxy` passes on what only the leader, or the owner of a
table, can do.
"""

import asyncio
import logging
import re
from hmac import compare_digest
from typing import Final

import httpx
import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response as HttpResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.client.protocol import Failed
from pitboss.errors import short_repr
from pitboss.room.http.connections import UNLIMITED
from pitboss.room.http.middleware import PASSED_ON
from pitboss.room.http.responses import Problem, problem_of, problem_response
from pitboss.room.nodes.directory import NodeInfo, OwnershipLost
from pitboss.room.nodes.link import (
    CLIENT_HEADER,
    LINK_PATH,
    NODE_HEADER,
    NODE_NAME_HEADER,
    NODE_UNREACHABLE,
    NOT_OWNER,
    SCHEME_HEADER,
    CommandRequest,
    CommittedLines,
    NodeRequest,
    PresenceRequest,
    Response,
)
from pitboss.room.nodes.shared_room import SharedRoom
from pitboss.room.nodes.socket_link import MessageQueue, SocketLink, decode_requests
from pitboss.room.store.interface import BACK_OFFICE

log: Final = logging.getLogger("pitboss.nodes")
NODES_PATH: Final = "/nodes/"
MAX_PASSES: Final = 20
PASS_RETRY: Final = 0.05
"""Seconds between two attempts to find the leader."""
PASS_TIMEOUT: Final = 30.0
"""Seconds for a request that is passed on; the lab's may take some."""
_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_LOCAL_PATHS: Final = re.compile(
    r"/api/(tables/[^/]+/(commands|preview|advice|submissions.*)|backups|reconciliations|submissions/(check|paper)"
    r"|lab/(rules|advice))"
)
"""Unsafe requests that every node serves: they compute something, write a line for the record, or
are commands, which the room itself forwards.
"""
_RESTART: Final = re.compile(r"/api/tables/([^/]+)/restart")
_LEADERS_READS: Final = re.compile(r"/api/(lab/jobs/.*|delays)")
_HOP_HEADERS: Final = (
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "keep-alive",
    "transfer-encoding",
)
"""Headers that concern one connection only; between nodes, nothing is compressed."""


class NodeGate:
    """Middleware that serves requests of other nodes."""

    def __init__(self, app: ASGIApp, room: SharedRoom, token: str) -> None:
        self._app, self._room, self._token = app, room, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request of another node, or pass any other request on unchanged."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        header = Headers(scope=scope).get(NODE_HEADER)
        is_node = header is not None and compare_digest(header.encode(), self._token.encode())
        if not is_node and (header is not None or scope["path"].startswith(NODES_PATH)):
            response = problem_response(404, Problem("page not found"))
            if scope["type"] == "http":
                await response(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 4404})
        elif not is_node:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket" and scope["path"] == LINK_PATH:
            scope[UNLIMITED] = True
            await _NodeServer(self._room, send).serve(Headers(scope=scope), receive)
        else:
            await self._app(_original_scope(scope), receive, send)


class _NodeServer:
    """What serves the connection of one other node."""

    def __init__(self, room: SharedRoom, send: Send) -> None:
        self._room, self._send = room, send
        self._queue = MessageQueue(self._send_frame)
        self._tasks: set[asyncio.Task[None]] = set()

    async def _send_frame(self, frame: bytes) -> None:
        await self._send({"type": "websocket.send", "bytes": frame})

    async def serve(self, headers: Headers, receive: Receive) -> None:
        """Serve the other node's requests, and send it lines, until the connection is closed."""
        await receive()  # the request to connect
        await self._send({"type": "websocket.accept"})
        node = headers.get(NODE_NAME_HEADER, "")
        sender = asyncio.create_task(self._queue.run())
        self._room.add_lines_listener(node, self._send_lines)
        try:
            while (event := await receive())["type"] == "websocket.receive" and not sender.done():
                for request in decode_requests(event.get("bytes") or b""):
                    self._serve_request(request)
        except msgspec.MsgspecError:  # a node with another version of the program
            log.warning("node %s sent a message that cannot be read", short_repr(node))
            await self._send({"type": "websocket.close", "code": 1003})
        finally:
            self._room.remove_lines_listener(node, self._send_lines)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    def _send_lines(self, lines: CommittedLines) -> None:
        if not self._queue.is_full:  # if it is, the other node reads them from the database
            self._queue.put(lines)

    def _serve_request(self, request: NodeRequest) -> None:
        if isinstance(request, PresenceRequest):
            answer = self._room.receive_presence(request.presence)
            self._queue.put(Response(request.id, 200, msgspec.json.encode(answer)))
            return
        task = asyncio.create_task(self._execute(request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _execute(self, request: CommandRequest) -> None:
        try:
            ack = await self._room.execute_forwarded(request.table, request.command)
            response = Response(request.id, 200, msgspec.json.encode(ack))
        except OwnershipLost as error:
            response = _problem_reply(request.id, NOT_OWNER, Problem(error.sentence))
        except Exception as error:  # each has its response
            response = _problem_reply(request.id, *problem_of(error))
        self._queue.put(response)


def _problem_reply(request: int, status: int, problem: Problem) -> Response:
    return Response(request, status, bytes(problem_response(status, problem).body))


def _original_scope(scope: Scope) -> Scope:
    """Return the scope of a request as the node that passed it on received it."""
    headers = Headers(scope=scope)
    client = headers.get(CLIENT_HEADER, "")
    names = (NODE_HEADER.encode(), CLIENT_HEADER.encode(), SCHEME_HEADER.encode())
    return {
        **scope,
        "client": (client, 0) if client else scope.get("client"),
        "scheme": headers.get(SCHEME_HEADER, scope["scheme"]),
        "headers": [(name, value) for name, value in scope["headers"] if name not in names],
        PASSED_ON: True,
    }


class NodeProxy:
    """Middleware that passes requests on to the node that can serve them."""

    def __init__(self, app: ASGIApp, room: SharedRoom, link: SocketLink) -> None:
        self._app, self._room, self._link = app, room, link

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request here, or pass it on."""
        stream = _stream_of(scope) if scope["type"] == "http" else None
        if stream is None:
            await self._app(scope, receive, send)
            return
        for _ in range(MAX_PASSES):
            if self._is_owner(stream):
                await self._app(scope, receive, send)
                return
            if not scope.get(PASSED_ON) and (target := self._room.target_of(stream)):
                response = await self._pass_on(Request(scope, receive), target)
                await response(scope, receive, send)
                return
            await asyncio.sleep(PASS_RETRY)  # the owner is changing
        error = Failed(NODE_UNREACHABLE, retry=True)
        response = problem_response(*problem_of(error), {"Retry-After": "1"})
        await response(scope, receive, send)

    def _is_owner(self, stream: str) -> bool:
        if stream == BACK_OFFICE:
            return self._room.is_leader
        return stream not in self._room.hubs or stream in self._room.node.own_streams

    async def _pass_on(self, request: Request, target: NodeInfo) -> HttpResponse:
        headers = [
            (name, value)
            for name, value in request.headers.raw
            if name.decode("latin-1") not in _HOP_HEADERS
        ]
        client = request.client.host if request.client else ""
        headers += [
            (b"accept-encoding", b"identity"),
            (CLIENT_HEADER.encode(), client.encode()),
            (SCHEME_HEADER.encode(), request.url.scheme.encode()),
            (NODE_HEADER.encode(), self._link.token.encode()),
        ]
        query = f"?{request.url.query}" if request.url.query else ""
        path = request.scope.get("raw_path", request.url.path.encode()).decode("ascii")
        try:
            response = await self._link.client.request(
                request.method,
                f"{target.address}{path.partition('?')[0]}{query}",
                content=await request.body(),
                headers=headers,
                timeout=PASS_TIMEOUT,
            )
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return problem_response(*problem_of(Failed(NODE_UNREACHABLE, retry=True)))
        except (httpx.HTTPError, OSError):
            failure = Failed(NODE_UNREACHABLE, uncertain=True, retry=True)
            return problem_response(*problem_of(failure))
        result = HttpResponse(response.content, response.status_code)
        result.raw_headers = [
            (name.lower(), value)
            for name, value in response.headers.raw
            if name.lower().decode("latin-1") not in (*_HOP_HEADERS, "date", "server")
        ] + [(b"content-length", str(len(response.content)).encode())]
        return result


def _stream_of(scope: Scope) -> str | None:
    """Return the stream whose owner has to serve a request; None if any node can."""
    path: str = scope["path"]
    if scope["method"] in _SAFE_METHODS:
        return BACK_OFFICE if _LEADERS_READS.fullmatch(path) else None
    if not path.startswith("/api/") or _LOCAL_PATHS.fullmatch(path):
        return None
    restart = _RESTART.fullmatch(path)
    return restart[1] if restart else BACK_OFFICE
