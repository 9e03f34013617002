"""One text for one value, so that equal rules have equal hashes on every machine."""

from fractions import Fraction
from typing import Any, Final

import msgspec

from pitboss.games.checks.choices import cited

_ONCE_MISSING: Final = frozenset({"wild"})
"""Fields that a value did not always have: left out while empty, so that old hashes stay."""


def canonical(value: object, *, clauses: bool = True) -> bytes:
    """Return a value as JSON with sorted keys; without what cites a rulebook, if asked for."""
    return msgspec.json.encode(_plain(value, clauses), order="deterministic")


def _plain(value: object, clauses: bool) -> Any:  # noqa: ANN401
    """Return a value as dicts and lists; without clauses also without words for people."""
    if isinstance(value, msgspec.Struct):
        left_out = () if clauses else (*cited(value), "label", "inscription", "words")
        fields = msgspec.structs.asdict(value).items()
        kept = {
            name: _plain(part, clauses)
            for name, part in fields
            if name not in left_out and (part or name not in _ONCE_MISSING)
        }
        return {"type": type(value).__name__} | kept
    if isinstance(value, dict):
        return {str(key): _plain(part, clauses) for key, part in value.items()}
    if isinstance(value, tuple):
        return [_plain(part, clauses) for part in value]
    return str(value) if isinstance(value, Fraction) else value
