"""Complete filings for tests that only care about a few keys."""

from collections.abc import Mapping
from typing import Any

from pitboss.games import find_game
from pitboss.submission import example_filing
from pitboss.table.commands import FileSubmission


def complete(game: str, changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the example filing of a game with these changes."""
    return example_filing(find_game(game), changes)


def filing(game: str, changes: Mapping[str, Any] | None = None) -> FileSubmission:
    """Return that filing with the fields that two people enter to put it in force."""
    return FileSubmission(complete(game, changes))


def own(game: str, changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a filing that is not the example: it has its own operator and approvals."""
    whole = complete(game, {"operator": "Grand Casino"} | dict(changes or {}))
    approval = {"reference": "MLGCA 2026-17", "date": "2026-10-02"}
    return whole | {"approvals": dict.fromkeys(whole["approvals"], approval)}


def invalid_filing(game: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the example filing with changes that make it invalid."""
    return _over(complete(game), changes)


def _over(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    inner = {
        key: _over(base[key], part)
        for key, part in changes.items()
        if isinstance(part, Mapping) and isinstance(base.get(key), Mapping)
    }
    return {**base, **changes, **inner}
