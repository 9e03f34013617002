"""The pages of the house, as files: read once, and known by their hash."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response
from msgspec import Struct
from starlette.exceptions import HTTPException

KINDS: Final[Mapping[str, str]] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""What is served; nothing else in the folder is."""
FIRST: Final = "index.html"


class Page(Struct, frozen=True):
    """A file as it is sent."""

    content: bytes
    kind: str
    tag: str


def pages(folder: Path) -> dict[str, Page]:
    """Every file of a folder by its address below it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in KINDS:
            content = path.read_bytes()
            tag = f'"{sha256(content).hexdigest()[:32]}"'
            found[path.relative_to(folder).as_posix()] = Page(content, KINDS[path.suffix], tag)
    return found


def add_site(app: FastAPI, folder: Path) -> None:
    """Serve a folder: its first page at the root, and all of it under `/site/`."""
    found = pages(folder)

    @app.get("/", include_in_schema=False)
    async def front(request: Request) -> Response:
        return _sent(request, found[FIRST])

    @app.get("/site/{path:path}", include_in_schema=False)
    async def file(path: str, request: Request) -> Response:
        if path not in found:
            raise HTTPException(404, "there is no such page")
        return _sent(request, found[path])


def _sent(request: Request, page: Page) -> Response:
    # Asked for again at every visit, and sent only if it is another: a new version shows at once.
    headers = {"ETag": page.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=headers)
    return Response(page.content, media_type=page.kind, headers=headers)
