"""What a process of the lab and the room say to each other: a line a question, lines in answer."""

from typing import Final

from msgspec import Struct

TOLD: Final = b"told"
"""Progress, and there is more to come."""
DONE: Final = b"done"
"""The answer, as it is to be sent on."""
REFUSED: Final = b"refused"
"""A question that has no answer, with the reason."""
FAILED: Final = b"failed"
"""Nobody foresaw this: where it happened."""


class Progress(Struct, frozen=True):
    """How far work has come; of 0, if something is just said."""

    what: str = ""
    done: int = 0
    of: int = 0


class No(Struct, frozen=True):
    """Why there is no answer."""

    sentence: str
    clause: str | None = None
