"""The application: routes, and the guards around them."""

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from pitboss import __version__
from pitboss.room.http import accounts, health, sockets, tables
from pitboss.room.http.errors import add_handlers
from pitboss.room.http.guards import Guards
from pitboss.room.http.limits import Limits
from pitboss.room.http.lines import Lines
from pitboss.room.http.pages import api_page, front_page
from pitboss.room.http.schemas import describe
from pitboss.room.room import Room


def create_app(room: Room, limits: Limits | None = None) -> FastAPI:
    """The room over HTTP."""
    limits = limits or Limits()
    app = FastAPI(title="Pitboss", version=__version__, docs_url=None, redoc_url=None,
                  openapi_url="/api/openapi.json")  # fmt: skip
    app.state.room, app.state.limits, app.state.lines = room, limits, Lines()
    add_handlers(app)
    for part in (accounts, tables, health, sockets):
        app.include_router(part.router)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    _add_pages(app)
    app.add_middleware(Guards, limits=limits)
    return app


def _add_pages(app: FastAPI) -> None:
    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def front(request: Request) -> str:
        return front_page(request.app.state.room)

    @app.get("/api", response_class=HTMLResponse, include_in_schema=False)
    async def api(request: Request) -> str:
        return api_page(describe(request.app))
