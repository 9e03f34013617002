"""``pitboss target --json``: exact numbers as fractions, others as floats."""

from typing import Any

from pitboss.games.odds import Odds
from pitboss.lab.target.values import Candidate, Free, Targeted


def targeted_json(game: str, found: Targeted) -> dict[str, Any]:
    """The whole answer."""
    low, high = found.reachable
    return {
        "game": game,
        "of": found.of,
        "wanted": str(found.wanted),
        "reachable": {"low": str(low), "high": str(high)},
        "varied": {free.key: _free(free) for free in found.free},
        "paytables": found.paytables,
        "solved": found.solved,
        "certain": found.certain,
        "candidates": [_candidate(x) for x in found.candidates],
    }


def _free(free: Free) -> dict[str, Any]:
    return {
        "lines": [".".join(line) for line in free.lines],
        "filed": _number(free.filed),
        "unit": free.unit,
        "values": list(free.values),
    }


def _candidate(found: Candidate) -> dict[str, Any]:
    return {
        "changes": {x.key: {"from": _number(x.old), "to": x.new} for x in found.changes},
        "pay": list(found.pay),
        "edge": str(found.edge),
        "house_edge": float(found.edge),
        "distance": str(found.distance),
        "hit": float(found.hit),
        "standard_deviation": found.deviation,
    }


def _number(odds: Odds) -> int | str:
    """Whole odds as a number, others as a fraction."""
    return odds if isinstance(odds, int) else str(odds)
