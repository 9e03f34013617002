"""Helpers that several checks share."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from pitboss.games.payoffs.payoff_checks import find_duplicates, find_unknown, hand_sizes

__all__ = ["find_duplicates", "find_unknown", "hand_sizes", "walk_fields"]


def walk_fields(
    value: object, excluded_parts: Sequence[Struct] = ()
) -> Iterator[tuple[Struct, str, Any]]:
    """Yield owner, name and value of every field of a definition, except of excluded parts."""
    if isinstance(value, Struct):
        if any(value is part for part in excluded_parts):
            return
        for name, part in structs.asdict(value).items():
            yield value, name, part
            yield from walk_fields(part, excluded_parts)
    elif isinstance(value, dict):
        for part in value.values():
            yield from walk_fields(part, excluded_parts)
    elif isinstance(value, tuple):
        for part in value:
            yield from walk_fields(part, excluded_parts)
