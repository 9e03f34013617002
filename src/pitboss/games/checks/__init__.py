"""A definition that cannot be is refused when it is built, with everything that is wrong with it.

Each check takes a game and yields sentences. A new word in the grammar brings its check here.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from pitboss.games.checks import cards, choices, naming, rounds, table, wagers
from pitboss.games.checks.types import types
from pitboss.games.layouts import default_layout
from pitboss.games.procedures import default_procedures
from pitboss.refusal import Refused

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

Check = Callable[["Game"], Iterator[str]]
_OF_THE_GAME: Final[tuple[Check, ...]] = (
    naming.keys,
    naming.texts,
    naming.edge,
    naming.readings,
    cards.names,
    cards.hands,
    wagers.wagers,
    wagers.meters,
    rounds.streets,
    table.limit,
    choices.clauses,
    choices.switches,
)
_OF_PROCEDURES: Final[tuple[Check, ...]] = (
    rounds.dealing,
    table.conduct,
    table.care,
    table.incidents,
)
_OF_THE_LAYOUT: Final[tuple[Check, ...]] = (table.layout,)


PREFIX: Final = "Invalid game definition: "


class InvalidGame(Refused):
    """A definition that cannot be."""

    faults: tuple[str, ...] = ()
    """Everything that is wrong with it, a sentence each."""
    place: str = ""
    """Where in a file, for one that comes from there: ``my_game.py, line 12``."""


def check_types(game: "Game") -> None:
    """Refuse a game whose fields are of wrong types: nothing else can be asked of it then."""
    _refuse(list(types(game)))


def check(game: "Game") -> None:
    """Refuse a game that cannot be.

    A layout and procedures that were derived have no faults but those of what they come from.
    """
    # Of a deck or of players' cards that cannot be, nothing else can be said.
    _refuse([*cards.deck(game), *cards.own_cards(game)])
    checks = [*_OF_THE_GAME]
    if game.procedures != default_procedures(game):
        checks += _OF_PROCEDURES
    if game.layout != default_layout(game):
        checks += _OF_THE_LAYOUT
    _refuse([fault for find in checks for fault in find(game)])


def _refuse(faults: list[str]) -> None:
    if faults:
        several = dict.fromkeys(faults)
        error = InvalidGame(PREFIX + "; ".join(several))
        error.faults = tuple(several)
        raise error
