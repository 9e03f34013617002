"""The rules that a submission puts in force, worked out once and kept."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.games import find_game
from pitboss.submission import Rules, resolve

MOST_RULES: Final = 256
"""How many are kept."""
_rules: dict[tuple[str, bytes, bool], Rules] = {}


def rules_of(game: str, submission: Mapping[str, Any], *, to_file: bool = False) -> Rules:
    """The rules of a table with this submission.

    One that is to be filed is refused with every fault at once. One that is in force is read also
    if it could not be filed any more.
    """
    key = game, msgspec.json.encode(submission, order="deterministic"), to_file
    if key not in _rules:
        if len(_rules) >= MOST_RULES:
            _rules.clear()
        _rules[key] = resolve(find_game(game), submission, stored=not to_file)
    return _rules[key]
