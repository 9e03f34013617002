"""Commands as they are sent: read strictly, and never larger or deeper than one can be."""

import re
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from pitboss.refusal import brief
from pitboss.room.asks import KEY_LENGTH
from pitboss.room.http.errors import Unreadable

T = TypeVar("T")
KEY: Final = rf"^[!-~]{{0,{KEY_LENGTH}}}$"
"""A key of a client's own choice: plain characters, so that every store keeps it alike."""
_KEY: Final = re.compile(KEY[:-1] + r"\Z")


MOST_ID: Final = 2**53


class _Numbered(Struct, frozen=True):
    id: int | None = None


_numbered: Final = msgspec.json.Decoder(_Numbered)
_ID: Final = re.compile(rb'\s*\{\s*"id"\s*:\s*(-?[0-9]{1,16})\s*,')
"""At the beginning of a message that is not JSON."""


def read(decoder: "msgspec.json.Decoder[T]", sent: bytes | str) -> T:
    """What was sent; refused in words if it cannot be read, or not be written down.

    Keys that nothing reads are refused, too. Stored commands are not read here, and may have some.
    """
    try:
        found = decoder.decode(sent)
        _check_keys(found, msgspec.json.decode(sent))
        msgspec.json.encode(found)  # numbers that no line of a log could hold
    except msgspec.MsgspecError:
        raise
    except (RecursionError, ValueError, OverflowError):
        raise Unreadable("too deep, or a number too large") from None
    return found


def _check_keys(value: object, sent: object) -> None:
    """Refuse a key that is not one of the value's, or of a value's inside it."""
    if not isinstance(value, Struct) or not isinstance(sent, dict):
        return
    tag = value.__struct_config__.tag_field
    keys = [*([tag] if tag else ()), *value.__struct_encode_fields__]
    for key in sent:
        if key not in keys:
            kind = type(value).__name__
            raise Unreadable(f"{kind} has no key {brief(key)}: its keys are {', '.join(keys)}")
    for name, key in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
        _check_keys(getattr(value, name), sent.get(key))


def id_of(sent: bytes) -> int | None:
    """The number of a message that cannot be read otherwise, if at least that can be."""
    try:
        number = _numbered.decode(sent).id
    except (msgspec.MsgspecError, RecursionError, ValueError):
        match = _ID.match(sent)
        number = int(match[1]) if match else None
    return number if number is not None and -MOST_ID < number < MOST_ID else None


def check_key(key: str) -> str:
    """A key that can be kept."""
    if not _KEY.match(key):
        raise Unreadable(f"a key has up to {KEY_LENGTH} plain characters")
    return key
