"""The FastAPI application: routes, middleware, the static site, and two plain pages."""

from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from pitboss import __version__
from pitboss.games import all_games
from pitboss.room.floor_feed import FloorFeed
from pitboss.room.http import sockets
from pitboss.room.http.dependencies import LongWorkQueue
from pitboss.room.http.middleware import AllowedHosts, RequestGuard, StoreTimeout
from pitboss.room.http.nodes import NodeGate, NodeProxy
from pitboss.room.http.openapi import openapi_document
from pitboss.room.http.responses import (
    CachedContent,
    add_error_handlers,
    cache_content,
    content_response,
)
from pitboss.room.http.routes import (
    accounts,
    administration,
    consoles,
    floor,
    lab,
    operations,
    reports,
    rounds,
    rules_cards,
    school,
    submissions,
    tables,
)
from pitboss.room.http.sockets import OpenSockets
from pitboss.room.nodes.shared_room import SharedRoom
from pitboss.room.nodes.socket_link import SocketLink
from pitboss.room.rate_limits import Buckets, Limits
from pitboss.room.room import Room

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>{style}</head><body><main class="page api">
{body}
</main></body></html>
"""
_STYLE = '<link rel="stylesheet" href="/site/css/all.css"><link rel="icon" href="/site/icon.svg">'


def front_page(room: Room) -> str:
    """Return the front page of a room without a site: its tables, and links for programs."""
    rows = "".join(
        f"<tr><td>{escape(room.titles[table])}</td>"
        f"<td>{escape(_game_name(hub.actor.committed_state.game))}</td>"
        f"<td>{len(hub.actor.committed_state.seats)} seated</td></tr>"
        for table, hub in sorted(room.hubs.items())
    )
    body = (
        f"<h1>Pitboss</h1><p>The card room is open: version {__version__}.</p>"
        f"<table>{rows}</table>"
        '<p>For programs: <a href="/api">the API</a>, and its '
        '<a href="/api/openapi.json">OpenAPI description</a>.</p>'
    )
    return _PAGE.format(title="Pitboss", style="", body=body)


def _game_name(key: str) -> str:
    return all_games()[key].name if key in all_games() else key


def api_page(description: dict[str, Any], *, with_style: bool) -> str:
    """Return a page that lists every request; ``with_style``, it looks like the site."""
    rows = "".join(
        f"<tr><td><code>{method.upper()}</code></td><td><code>{escape(path)}</code></td>"
        f"<td>{escape(operation.get('description', ''))}</td></tr>"
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    )
    body = (
        f"<h1>{escape(description['info']['title'])}</h1>"
        f"<p>{escape(description['info']['description'])}</p>"
        '<p><a href="/">The card room</a> · '
        '<a href="/api/openapi.json">The complete OpenAPI description</a></p>'
        '<div class="wide" tabindex="0"><table><thead><tr>'
        '<th scope="col">Method</th><th scope="col">Path</th>'
        f'<th scope="col">What it does</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )
    return _PAGE.format(title="Pitboss API", style=_STYLE if with_style else "", body=body)


MEDIA_TYPES: Final[Mapping[str, str]] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""The kinds of files that are served; nothing else in the folder is."""
INDEX_PAGE: Final = "index.html"


def read_pages(folder: Path) -> dict[str, CachedContent]:
    """Read every file of a folder that is served, by its path below the folder."""
    pages = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in MEDIA_TYPES:
            name = path.relative_to(folder).as_posix()
            pages[name] = cache_content(path.read_bytes(), MEDIA_TYPES[path.suffix])
    return pages


def add_site(app: FastAPI, folder: Path) -> None:
    """Serve a folder: its index page at the root, and all of it under `/site/`."""
    pages = read_pages(folder)

    @app.get("/", include_in_schema=False)
    async def front(request: Request) -> Response:
        return content_response(request, pages[INDEX_PAGE])

    @app.get("/site/{path:path}", include_in_schema=False)
    async def file(path: str, request: Request) -> Response:
        if path not in pages:
            raise HTTPException(404, "page not found")
        return content_response(request, pages[path])


ROUTE_MODULES: Final = (
    accounts,
    tables,
    consoles,
    floor,
    rules_cards,
    submissions,
    reports,
    rounds,
    operations,
    administration,
    lab,
    school,
    sockets,
)


def create_app(
    room: Room,
    limits: Limits | None = None,
    site: Path | None = None,
    host_names: Iterable[str] = (),
    link: SocketLink | None = None,
) -> FastAPI:
    """Create the application that serves a room; with a ``site``, also its pages.

    With a ``link`` it also serves the other nodes of the room, and passes requests on to them.

    It answers requests for ``host_names``, for loopback, and for the address that a connection
    arrived at.
    """
    limits = limits or Limits()
    app = FastAPI(title="Pitboss", version=__version__, openapi_url=None)
    app.state.room, app.state.limits, app.state.lines = room, limits, OpenSockets()
    app.state.turns = LongWorkQueue(guest_limit=limits.guest_reports)
    app.state.filings = {}
    app.state.attempts = Buckets(limits.credentials)
    app.state.lobby = tables.Lobby()
    app.state.floor = floor.FloorContent(FloorFeed(room))
    add_error_handlers(app)
    for module in ROUTE_MODULES:
        app.include_router(module.router)
    app.openapi = lambda: openapi_document(app)  # type: ignore[method-assign]
    if site is not None:
        add_site(app, site)
    _add_pages(app, with_style=site is not None)
    app.add_middleware(StoreTimeout)
    if link is not None and isinstance(room, SharedRoom):
        room.session_listeners.append(app.state.lines.end_session_by_hash)
        app.add_middleware(NodeProxy, room=room, link=link)
    app.add_middleware(RequestGuard, limits=limits, hosts=AllowedHosts(host_names))
    if link is not None and isinstance(room, SharedRoom):
        app.add_middleware(NodeGate, room=room, token=link.token)
    return app


def _add_pages(app: FastAPI, *, with_style: bool) -> None:
    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def front(request: Request) -> str:
        return front_page(request.app.state.room)

    @app.get("/api/openapi.json", include_in_schema=False)
    async def description(request: Request) -> Response:
        return content_response(request, cached_description())

    @cache
    def cached_description() -> CachedContent:
        return cache_content(msgspec.json.encode(openapi_document(app)))

    @app.get("/api", response_class=HTMLResponse, include_in_schema=False)
    async def api(request: Request) -> str:
        return api_page(openapi_document(request.app), with_style=with_style)
