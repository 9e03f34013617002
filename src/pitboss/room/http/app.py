"""The application: routes, and the guards around them."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from pitboss import __version__
from pitboss.room.http import (
    accounts,
    backups,
    cards,
    coach,
    health,
    lab,
    proofs,
    reconciliations,
    reports,
    sockets,
    submissions,
    tables,
)
from pitboss.room.http.errors import add_handlers
from pitboss.room.http.guards import Guards
from pitboss.room.http.hosts import Hosts
from pitboss.room.http.limits import Buckets, Limits
from pitboss.room.http.lines import Lines
from pitboss.room.http.pages import api_page, front_page
from pitboss.room.http.patience import Patience
from pitboss.room.http.ready import Ready, ready, sent
from pitboss.room.http.schemas import describe
from pitboss.room.http.site import add_site
from pitboss.room.http.turns import Turns
from pitboss.room.room import Room

PARTS: Final = (
    accounts,
    tables,
    cards,
    proofs,
    submissions,
    reports,
    reconciliations,
    backups,
    health,
    lab,
    coach,
    sockets,
)


def create_app(
    room: Room,
    limits: Limits | None = None,
    site: Path | None = None,
    host_names: Iterable[str] = (),
) -> FastAPI:
    """The room over HTTP; with a ``site``, also its pages.

    It answers for ``host_names``, for loopback and for the address that a connection arrived at.
    """
    limits = limits or Limits()
    app = FastAPI(title="Pitboss", version=__version__, openapi_url=None)
    app.state.room, app.state.limits, app.state.lines = room, limits, Lines()
    app.state.turns, app.state.filings = Turns(), {}
    app.state.attempts = Buckets(limits.coming_in)
    app.state.lobby = tables.Lobby()
    add_handlers(app)
    for part in PARTS:
        app.include_router(part.router)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    if site is not None:
        add_site(app, site)
    _add_pages(app, styled=site is not None)
    app.add_middleware(Patience)
    app.add_middleware(Guards, limits=limits, hosts=Hosts(host_names))
    return app


def _add_pages(app: FastAPI, *, styled: bool) -> None:
    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def front(request: Request) -> str:
        return front_page(request.app.state.room)

    @app.get("/api/openapi.json", include_in_schema=False)
    async def description(request: Request) -> Response:
        return sent(request, described())

    @cache
    def described() -> Ready:
        return ready(msgspec.json.encode(describe(app)))

    @app.get("/api", response_class=HTMLResponse, include_in_schema=False)
    async def api(request: Request) -> str:
        return api_page(describe(request.app), styled=styled)
