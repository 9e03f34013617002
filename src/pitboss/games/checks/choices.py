"""Switches, and the clauses that everything cites."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pitboss.games.checks.common import unknown, walk
from pitboss.games.words import Required, Switch

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

_CITES: Final = (
    "alternate", "clause", "cut_clause", "deck_clause", "forfeits", "idle", "lifts", "loaded",
    "needs_shuffler", "opening", "ordered", "rate_clause", "ready_made", "received", "recut",
    "reveal_by", "shuffled", "stub_clause", "two_decks", "uncut", "wager_clause",
)  # fmt: skip
_CLAUSE: Final = re.compile(r"\d{1,2}\.[A-Z](\([0-9a-z]+\)(#\d)?)*")


def clauses(game: "Game") -> Iterator[str]:
    """What is cited has the form of a clause; several stand with commas."""
    for owner, name, value in walk(game):
        if name not in _CITES or value is None:
            continue
        for several in value.values() if isinstance(value, dict) else (value,):
            for clause in several.split(", "):
                if not _CLAUSE.fullmatch(clause):
                    yield f"{clause!r} on {type(owner).__name__} is not the number of a clause"


def switches(game: "Game") -> Iterator[str]:
    """Every switch turns on something that is offered, and everything offered turns one."""
    offered = {reading.id: reading for reading in game.readings} | {
        option.key: option
        for wager in game.wagers
        if isinstance(wager, Required)
        for option in wager.options
    }
    for key, choice in offered.items():
        if choice.default not in choice.choices:
            yield f"the default of {key} is not one of its choices"
    turned = set()
    for _, _, value in walk(game):
        if not isinstance(value, Switch):
            continue
        turned.add(value.key)
        if value.by == "paytable":
            yield from unknown("the default paytable is", [value.default], value.choices)
        elif value.key not in offered:
            yield f"it turns on {value.key!r}, which is no reading or option of it"
        elif set(value.choices) != set(offered[value.key].choices):
            yield f"it does not say what every choice of {value.key} means"
    yield from (f"nothing turns on {key!r}" for key in offered if key not in turned)
