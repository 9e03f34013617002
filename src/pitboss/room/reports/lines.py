"""Lines of a stream as reports read them: the event, who did it, when, and what it moved.

The money is taken from the line itself, where it is part of the chain; nothing is replayed.
"""

import msgspec
from msgspec import Struct

from pitboss.room.audit.moved import Told, read
from pitboss.room.store.shape import Damaged, Entry
from pitboss.table import Person, Recorded
from pitboss.table.events import Event


class _Line(Struct):
    n: int
    by: Person
    event: Event
    postings: tuple[Told, ...] = ()
    at: str | None = None


_decode = msgspec.json.Decoder(_Line).decode


def heard(stream: str, entry: Entry) -> Recorded:
    """What a table recorded in a line."""
    try:
        line = _decode(entry.line)
        moved = read(line.postings)
    except ValueError as error:
        told = f"{stream}, line {entry.version} is no event of a table: {error}"
        raise Damaged(f"{told}; pitboss audit tells more") from None
    return Recorded(entry.version, line.event, line.by, moved, line.at)
