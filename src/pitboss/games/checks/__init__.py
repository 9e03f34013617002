"""A definition that cannot be is refused when it is built, with everything that is wrong with it.

Each check takes a game and yields sentences. A new word in the grammar brings its check here.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from pitboss.games.checks import cards, choices, rounds, table, wagers
from pitboss.refusal import Refused

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

_CHECKS: Final[tuple[Callable[["Game"], Iterator[str]], ...]] = (
    cards.names,
    cards.hands,
    wagers.wagers,
    wagers.meters,
    rounds.streets,
    rounds.dealing,
    table.limit,
    table.conduct,
    table.care,
    table.incidents,
    table.layout,
    choices.clauses,
    choices.switches,
)


def check(game: "Game") -> None:
    """Refuse a game that cannot be."""
    faults = [fault for find in _CHECKS for fault in find(game)]
    if faults:
        raise Refused(f"{game.name} cannot be: {'; '.join(faults)}")
