"""The layout of a table: where cards and wagers lie, and what the signs say."""

from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


class Sign(Struct, frozen=True):
    """Words that the layout or a sign beside it must carry."""

    text: str
    clause: str = ""


class Layout(Struct, frozen=True):
    """Spots on a grid, drawn as text: a name is a spot, a dot an empty cell."""

    table: str
    seat: str
    signs: tuple[Sign, ...] = ()
    clause: str | None = None
    """The clause by which the Commission approves the layout, where it has to…"""
    operator_clause: str | None = None
    """…and the one by which the layout names the operator."""


class DerivedLayout(Layout, frozen=True):
    """The layout of a game that draws none: made anew for each variation of it."""


DERIVED_LAYOUT: Final = DerivedLayout("", "")
"""Stands for the default layout until a game is built."""
MOST_COLUMNS: Final = 3
"""How many spots a row of the default layout has at most."""


def default_layout(game: "Game") -> DerivedLayout:
    """Return a layout for a game that draws none: places in a row, wagers in rows of their kind."""
    table = " ".join(place.name for place in game.places)
    rows = [
        keys[at : at + MOST_COLUMNS]
        for wagers in (game.sides, game.required, game.raises)
        for keys in [[wager.key for wager in wagers]]
        for at in range(0, len(keys), MOST_COLUMNS)
    ]
    width = max(map(len, rows), default=0)
    seat = "\n".join(" ".join(row + ["."] * (width - len(row))) for row in rows)
    return DerivedLayout(table, seat)
