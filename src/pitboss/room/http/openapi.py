"""The OpenAPI description, with JSON schemas generated from the types of commands and reports.

Sums that may be a fraction of a cent are whole numbers or strings such as ``100/3``, which
msgspec's own schemas cannot express.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from msgspec import Struct
from msgspec.json import schema_components
from msgspec.structs import fields

from pitboss import __version__
from pitboss.client.protocol import COOKIE
from pitboss.room.http.dependencies import KEY_AGE_HEADER
from pitboss.room.http.responses import Problem
from pitboss.room.requests import Ack
from pitboss.table.commands import Command

JsonSchema = dict[str, Any]
_PRIMITIVES: Final[Mapping[Any, JsonSchema]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    Fraction: {"type": "string", "pattern": r"^-?[0-9]+(/[0-9]+)?$"},
    NoneType: {"type": "null"},
    Any: {},
}


def json_schema(hint: Any, **extra: JsonSchema) -> JsonSchema:  # noqa: ANN401  any type of a report
    """Return the JSON schema of a type; a record may have ``extra`` keys."""
    if hint in _PRIMITIVES:
        return _PRIMITIVES[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return {"anyOf": [json_schema(argument) for argument in arguments]}
    if origin is Literal:
        return {"type": "string", "enum": [*arguments]}
    if origin is tuple or origin is list:
        return {"type": "array", "items": json_schema(arguments[0])}
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": json_schema(arguments[1])}
    if issubclass(hint, Enum):
        return {"type": "string", "enum": [member.value for member in hint]}
    return _object_schema(hint, extra)


def _object_schema(kind: type[Struct], extra: Mapping[str, JsonSchema]) -> JsonSchema:
    hints = get_type_hints(kind)
    keys = {name: json_schema(hints[name]) for name in kind.__struct_fields__} | dict(extra)
    omits_defaults = kind.__struct_config__.omit_defaults
    optional = {item.name for item in fields(kind) if omits_defaults and not item.required}
    return {
        "type": "object",
        "title": kind.__name__,
        "description": kind.__doc__ or "",
        "properties": keys,
        "required": [key for key in keys if key not in optional],
        "additionalProperties": False,
    }


def body_schema(kind: type[Struct]) -> JsonSchema:
    """Return the OpenAPI description of a body that the route decodes itself.

    The types that it refers to are added to `COMPONENTS`.
    """
    _, components = schema_components([kind], ref_template=_REF)
    content = {"application/json": {"schema": components.pop(kind.__name__)}}
    COMPONENTS.update(components)
    return {"requestBody": {"required": True, "content": content}}


_REF: Final = "#/components/schemas/{name}"
_TYPES: Final = (Command, Ack, Problem)


def describe_types() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a command, and the schemas of all types that it refers to."""
    (command, *_), components = msgspec.json.schema_components(_TYPES, ref_template=_REF)
    for component in components.values():
        if "type" in component.get("properties", ()):  # a command or its matter
            component["additionalProperties"] = False
    return command, components


COMMAND_SCHEMA, COMPONENTS = describe_types()
PROBLEM_SCHEMA: Final = {"$ref": _REF.format(name="Problem")}
_SECURITY_SCHEMES: Final = {
    "token": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
}
_PUBLIC_ROUTES: Final = frozenset(
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
        ("get", "/api/school/certificates/{certificate}"),
        ("get", "/api/session"),
        ("post", "/api/session"),
    }
)
"""Requests that need no sign-in; all others do."""
_PROBLEMS: Final = {
    "400": "The request is not valid HTTP or JSON.",
    "401": "You are not signed in.",
    "403": "Your role does not allow this.",
    "404": "Not found.",
    "408": "The request took too long to arrive.",
    "409": "The request was refused; the error says why.",
    "413": "The request is too large.",
    "421": "The room does not accept requests for this host name.",
    "422": "The request is not valid; the error names the field.",
    "429": "Too many requests. Wait a moment, then try again.",
    "503": "The request was not carried out, or it is not known whether it was.",
}


def openapi_document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of the application, built once."""
    if app.openapi_schema:
        return app.openapi_schema
    document = get_openapi(
        title="Pitboss card room",
        version=__version__,
        summary="Tables, people and money of a card room.",
        description=(
            "Money is in whole cents. A command carries an idempotency key that the client "
            "chooses: a request repeated with the same key gets the same answer and is carried "
            "out only once. The room recognizes a key for some days, by default seven; the "
            f"response says for how many seconds (`{KEY_AGE_HEADER}`)."
        ),
        routes=app.routes,
    )
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(COMPONENTS)
    components["securitySchemes"] = _SECURITY_SCHEMES
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if (method, path) not in _PUBLIC_ROUTES:
                operation["security"] = [{name: []} for name in _SECURITY_SCHEMES]
            responses = operation.setdefault("responses", {})
            for status, sentence in _PROBLEMS.items():
                responses[status] = {
                    "description": sentence,
                    "content": {"application/json": {"schema": PROBLEM_SCHEMA}},
                }
    app.openapi_schema = document
    return document
