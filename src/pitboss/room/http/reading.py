"""Commands as they are sent: read strictly, and never larger or deeper than one can be."""

import re
from typing import Final, TypeVar

import msgspec

from pitboss.room.asks import KEY_LENGTH
from pitboss.room.http.errors import Unreadable

T = TypeVar("T")
KEY: Final = rf"^[!-~]{{0,{KEY_LENGTH}}}$"
"""A key of a client's own choice: plain characters, so that every store keeps it alike."""
_KEY: Final = re.compile(KEY[:-1] + r"\Z")


def read(decoder: "msgspec.json.Decoder[T]", sent: bytes | str) -> T:
    """What was sent; refused in words if it cannot be read, or not be written down."""
    try:
        found = decoder.decode(sent)
        msgspec.json.encode(found)  # numbers that no line of a log could hold
    except msgspec.MsgspecError:
        raise
    except (RecursionError, ValueError, OverflowError):
        raise Unreadable("too deep, or a number too large") from None
    return found


def check_key(key: str) -> str:
    """A key that can be kept."""
    if not _KEY.match(key):
        raise Unreadable(f"a key has up to {KEY_LENGTH} plain characters")
    return key
