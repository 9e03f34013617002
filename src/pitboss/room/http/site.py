"""The pages of the house, as files: read once, and known by their hash."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from pitboss.room.http.ready import Ready, ready, sent

KINDS: Final[Mapping[str, str]] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""What is served; nothing else in the folder is."""
FIRST: Final = "index.html"


def pages(folder: Path) -> dict[str, Ready]:
    """Every file of a folder by its address below it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in KINDS:
            name = path.relative_to(folder).as_posix()
            found[name] = ready(path.read_bytes(), KINDS[path.suffix])
    return found


def add_site(app: FastAPI, folder: Path) -> None:
    """Serve a folder: its first page at the root, and all of it under `/site/`."""
    found = pages(folder)

    @app.get("/", include_in_schema=False)
    async def front(request: Request) -> Response:
        return sent(request, found[FIRST])

    @app.get("/site/{path:path}", include_in_schema=False)
    async def file(path: str, request: Request) -> Response:
        if path not in found:
            raise HTTPException(404, "there is no such page")
        return sent(request, found[path])
