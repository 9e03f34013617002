"""``pitboss expose --json``: exact values as fractions, drawn ones as floats with their errors."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.games.grammar import Game
from pitboss.lab.expose import Exposure
from pitboss.submission import Rules, completed


def expose_json(
    game: Game,
    rules: Rules,
    found: Sequence[Exposure],
    seed: str,
    *,
    filed: Mapping[str, Any],
    pay: Sequence[str],
) -> dict[str, Any]:
    """What was asked, beside what it is for."""
    whole, _ = completed(game, filed)
    return {
        "game": rules.game,
        "readings": rules.readings,
        "unit": rules.required[0].key,
        "required": [wager.key for wager in rules.required],
        "seed": seed,
        "exposed": [_one(exposure) for exposure in found],
        "rules_hash": rules.hash,
        "pay": list(pay),
        "submission": whole,
    }


def _one(exposure: Exposure) -> dict[str, Any]:
    return {
        "card": exposure.place,
        "players": exposure.players,
        "exact": exposure.exact,
        "ev": str(exposure.ev) if exposure.exact else exposure.ev,
        "edge": float(exposure.edge),
        "gain": float(exposure.gain),
        "standard_error": exposure.standard_error,
        "edge_error": exposure.edge_error,
        "samples": exposure.samples,
        "method": exposure.method,
        "seconds": exposure.seconds,
    }
