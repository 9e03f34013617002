"""Records of reports as a JSON schema, from the types themselves.

Sums that may be a fraction of a cent are whole numbers or texts such as ``100/3``; the schemas of
msgspec have no word for that.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.json import schema_components

Shape = dict[str, Any]
_PLAIN: Final[Mapping[Any, Shape]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    Fraction: {"type": "string", "pattern": r"^-?[0-9]+(/[0-9]+)?$"},
    NoneType: {"type": "null"},
    Any: {},
}


def shape(hint: Any, **more: Shape) -> Shape:  # noqa: ANN401  any type of a report
    """What a value of this type looks like; a record may have some keys ``more``."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return {"anyOf": [shape(one) for one in inside]}
    if origin is Literal:
        return {"type": "string", "enum": [*inside]}
    if origin is tuple or origin is list:
        return {"type": "array", "items": shape(inside[0])}
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": shape(inside[1])}
    if issubclass(hint, Enum):
        return {"type": "string", "enum": [one.value for one in hint]}
    return _record(hint, more)


def _record(kind: type[Struct], more: Mapping[str, Shape]) -> Shape:
    hints = get_type_hints(kind)
    keys = {name: shape(hints[name]) for name in kind.__struct_fields__} | dict(more)
    return {
        "type": "object",
        "title": kind.__name__,
        "description": kind.__doc__ or "",
        "properties": keys,
        "required": [*keys],
        "additionalProperties": False,
    }


def body(kind: type[Struct]) -> Shape:
    """What a route says of the body that it reads by itself: a flat record."""
    _, parts = schema_components([kind])
    content = {"application/json": {"schema": parts[kind.__name__]}}
    return {"requestBody": {"required": True, "content": content}}
