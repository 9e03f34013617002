"""The API's description: what commands and views look like, from the types themselves."""

from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from pitboss import __version__
from pitboss.room.asks import Told
from pitboss.room.http.errors import Problem
from pitboss.room.people.sessions import COOKIE
from pitboss.table.commands import Command

_REF: Final = "#/components/schemas/{name}"
_TYPES: Final = (Command, Told, Problem)


def described() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of a command, and those of all that it is made of."""
    (command, *_), components = msgspec.json.schema_components(_TYPES, ref_template=_REF)
    for component in components.values():
        if "type" in component.get("properties", ()):  # a command, or what one is about
            component["additionalProperties"] = False
    return command, components


COMMAND, COMPONENTS = described()
PROBLEM: Final = {"$ref": _REF.format(name="Problem")}
_SIGNED_IN: Final = {
    "token": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
}
_OPEN: Final = frozenset(
    {
        ("get", "/api/games"),
        ("get", "/api/tables"),
        ("get", "/api/tables/{table}"),
        ("get", "/api/tables/{table}/card"),
        ("get", "/api/games/{game}/card"),
        ("get", "/api/games/{game}/intro"),
        ("get", "/api/tables/{table}/proofs"),
        ("get", "/health"),
        ("get", "/ready"),
        ("post", "/api/accounts"),
        ("get", "/api/invitations/{token}"),
        ("post", "/api/invitations/{token}"),
        ("get", "/api/session"),
        ("post", "/api/session"),
    }
)
"""What can be asked by anybody; for all else one is signed in."""
_PROBLEMS: Final = {
    "400": "The request is not what HTTP or JSON has it be.",
    "401": "Nobody is signed in.",
    "403": "Somebody else does this.",
    "404": "There is no such thing.",
    "408": "The request took too long to arrive.",
    "409": "It was refused, with the reason.",
    "413": "The request is too large.",
    "421": "The request is for a host that the room was not told of.",
    "422": "The request cannot be read.",
    "429": "Too many requests: wait a moment, then try again.",
    "503": "The request could not be written, or it is not known whether it was.",
}


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, made once."""
    if app.openapi_schema:
        return app.openapi_schema
    found = get_openapi(
        title="Pitboss card room",
        version=__version__,
        summary="Tables, people and money of a card room.",
        description=(
            "Money is whole cents. A command carries a key of the client's own choice: asked again "
            "with the same key, it is answered again and not done twice."
        ),
        routes=app.routes,
    )
    components = found.setdefault("components", {})
    components.setdefault("schemas", {}).update(COMPONENTS)
    components["securitySchemes"] = _SIGNED_IN
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            if (method, path) not in _OPEN:
                operation["security"] = [{name: []} for name in _SIGNED_IN]
            answers = operation.setdefault("responses", {})
            for status, words in _PROBLEMS.items():
                answers[status] = {
                    "description": words,
                    "content": {"application/json": {"schema": PROBLEM}},
                }
    app.openapi_schema = found
    return found
