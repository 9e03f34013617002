"""The rules that a submission puts in force, worked out once and kept."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.games import find_game
from pitboss.submission import Rules, choices, filing_faults, resolve
from pitboss.table.state import RoundState, State

MOST_RULES: Final = 256
"""How many are kept."""
_rules: dict[tuple[str, bytes], Rules] = {}


def rules_of(game: str, submission: Mapping[str, Any]) -> Rules:
    """The rules of a table that files this submission; refused with every fault at once.

    What an older program put in force is read, too: filings that leave things out, and those for
    another edition, whose rules then have another hash. `check_filing` takes neither.
    """
    key = game, msgspec.json.encode(submission, order="deterministic")
    if key not in _rules:
        if len(_rules) >= MOST_RULES:
            _rules.clear()
        _rules[key] = resolve(find_game(game), choices(submission), stored=True)
    return _rules[key]


def rules_of_round(state: State, round_: RoundState) -> Rules:
    """Return the rules that a round was played by, whatever is in force now."""
    return rules_by_hash(state, round_.rules)


def rules_by_hash(state: State, rules: str) -> Rules:
    """Return rules that were in force at this table, by the hash that the log has of them."""
    filed = next(one for one in state.filed if one.hash == rules)
    return rules_of(state.game, filed.submission)


def lacks(game: str, submission: Mapping[str, Any]) -> str:
    """What keeps a submission from being in force, in a sentence; nothing if it is complete."""
    faults = filing_faults(find_game(game), submission)
    if not faults:
        return ""
    first, *others = faults
    more = f", and {len(others)} more" if others else ""
    return (
        f"the filing in force is incomplete or out of date ({first}{more}): file a complete one, "
        f"as `pitboss submission new {game}` writes it"
    )
