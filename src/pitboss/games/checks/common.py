"""What several checks say and ask."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from pitboss.games.payoffs.faults import hand_sizes, twice, unknown

__all__ = ["hand_sizes", "twice", "unknown", "walk"]


def walk(value: object, without: Sequence[Struct] = ()) -> Iterator[tuple[Struct, str, Any]]:
    """Every field of every part of a definition but some: owner, name, value."""
    if isinstance(value, Struct):
        if any(value is part for part in without):
            return
        for name, part in structs.asdict(value).items():
            yield value, name, part
            yield from walk(part, without)
    elif isinstance(value, dict):
        for part in value.values():
            yield from walk(part, without)
    elif isinstance(value, tuple):
        for part in value:
            yield from walk(part, without)
