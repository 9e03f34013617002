"""Check a game definition when it is built, and refuse a faulty one with all of its faults.

Each check takes a game and yields sentences. A new part of the grammar needs a check here.
`check_types` runs first, then `check_game`; both raise `InvalidGame`.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from pitboss.errors import Refused
from pitboss.games.checks import cards, fields, streets, table_rules, wagers_and_names
from pitboss.games.game_parts import default_layout
from pitboss.games.procedures import default_procedures

__all__ = ["INVALID_PREFIX", "DefinitionCheck", "InvalidGame", "check_game", "check_types"]

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

DefinitionCheck = Callable[["Game"], Iterator[str]]
_GAME_CHECKS: Final[tuple[DefinitionCheck, ...]] = (
    wagers_and_names.check_keys,
    wagers_and_names.check_texts,
    wagers_and_names.check_edge_wagers,
    wagers_and_names.check_readings,
    cards.check_card_names,
    cards.check_hands,
    wagers_and_names.check_wagers,
    wagers_and_names.check_meters,
    streets.check_streets,
    table_rules.check_payout_limit,
    fields.check_clauses,
    fields.check_switches,
)
_PROCEDURE_CHECKS: Final[tuple[DefinitionCheck, ...]] = (
    streets.check_dealing,
    table_rules.check_settled_first,
    table_rules.check_deck_procedures,
    table_rules.check_incidents,
)
_LAYOUT_CHECKS: Final[tuple[DefinitionCheck, ...]] = (table_rules.check_layout,)


INVALID_PREFIX: Final = "Invalid game definition: "


class InvalidGame(Refused):
    """A faulty game definition."""

    faults: tuple[str, ...] = ()
    """Everything that is wrong with it, one sentence each."""
    places: tuple[str, ...] = ()
    """Where each of them is, if the game comes from a file: ``my_game.py, line 12``."""


def check_types(game: "Game") -> None:
    """Refuse a game with fields of the wrong type, which no other check could handle."""
    _refuse_faults(list(fields.check_field_types(game)))


def check_game(game: "Game") -> None:
    """Refuse a faulty game.

    A derived layout and derived procedures are not checked: they can only repeat faults of the
    game that they come from.
    """
    # Other checks cannot handle an impossible deck or impossible hole cards.
    _refuse_faults([*cards.check_deck(game), *cards.check_hole_cards(game)])
    checks = [*_GAME_CHECKS]
    if game.procedures != default_procedures(game):
        checks += _PROCEDURE_CHECKS
    if game.layout != default_layout(game):
        checks += _LAYOUT_CHECKS
    _refuse_faults([fault for check in checks for fault in check(game)])


def _refuse_faults(faults: list[str]) -> None:
    if faults:
        unique_faults = tuple(dict.fromkeys(faults))
        error = InvalidGame(INVALID_PREFIX + "; ".join(unique_faults))
        error.faults = unique_faults
        raise error
