"""The rules that a submission puts in force, worked out once and kept."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.games import find_game
from pitboss.submission import Rules, resolve

MOST_RULES: Final = 256
"""How many are kept."""
_rules: dict[tuple[str, bytes], Rules] = {}


def rules_of(game: str, submission: Mapping[str, Any]) -> Rules:
    """The rules of a table that files this submission; refused with every fault at once."""
    key = game, msgspec.json.encode(submission, order="deterministic")
    if key not in _rules:
        if len(_rules) >= MOST_RULES:
            _rules.clear()
        _rules[key] = resolve(find_game(game), submission)
    return _rules[key]
