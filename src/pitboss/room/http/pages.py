"""Two plain pages: what this is, and what the API offers. They need no script."""

from html import escape
from typing import Any

from pitboss import __version__
from pitboss.games import all_games
from pitboss.room.room import Room

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>{style}</head><body><main class="page api">
{body}
</main></body></html>
"""
_STYLE = '<link rel="stylesheet" href="/site/css/all.css"><link rel="icon" href="/site/icon.svg">'


def front_page(room: Room) -> str:
    """The tables, and where programs go on."""
    rows = "".join(
        f"<tr><td>{escape(room.titles[table])}</td><td>{escape(_game(hub.actor.shown.game))}</td>"
        f"<td>{len(hub.actor.shown.seats)} seated</td></tr>"
        for table, hub in sorted(room.hubs.items())
    )
    body = (
        f"<h1>Pitboss</h1><p>The card room is open: version {__version__}.</p>"
        f"<table>{rows}</table>"
        '<p><a href="/api">What programs can ask</a>, as '
        '<a href="/api/openapi.json">OpenAPI</a>.</p>'
    )
    return _PAGE.format(title="Pitboss", style="", body=body)


def _game(key: str) -> str:
    return all_games()[key].name if key in all_games() else key


def api_page(described: dict[str, Any], *, styled: bool) -> str:
    """Every request with its sentence; ``styled`` like the other pages, where there are some."""
    rows = "".join(
        f"<tr><td><code>{method.upper()}</code></td><td><code>{escape(path)}</code></td>"
        f"<td>{escape(operation.get('description', ''))}</td></tr>"
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    )
    body = (
        f"<h1>{escape(described['info']['title'])}</h1>"
        f"<p>{escape(described['info']['description'])}</p>"
        '<p><a href="/">The card room</a> · '
        '<a href="/api/openapi.json">The whole description, as OpenAPI</a></p>'
        '<div class="wide" tabindex="0"><table><thead><tr>'
        '<th scope="col">Method</th><th scope="col">Path</th>'
        f'<th scope="col">What it does</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )
    return _PAGE.format(title="Pitboss API", style=_STYLE if styled else "", body=body)
