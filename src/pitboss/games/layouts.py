"""The layout of a table: where cards and wagers go, and what the signs say."""

from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


class Sign(Struct, frozen=True):
    """Text that must appear on the layout or on a sign next to it."""

    text: str
    clause: str = ""


class Layout(Struct, frozen=True):
    """Spots on a grid, drawn as text: a name is a spot, a dot an empty cell."""

    table: str
    seat: str
    signs: tuple[Sign, ...] = ()
    clause: str | None = None
    """The clause that requires the Commission's approval of the layout, if any."""
    operator_clause: str | None = None
    """The clause that requires the operator's name on the layout, if any."""


class DerivedLayout(Layout, frozen=True):
    """A layout derived from its game, and derived again for each variation of the game."""


DERIVED_LAYOUT: Final = DerivedLayout("", "")
"""A placeholder for the default layout until a game is built."""
MAX_COLUMNS: Final = 3
"""The most spots in a row of the default layout."""


def default_layout(game: "Game") -> DerivedLayout:
    """Return a default layout: places in one row, wagers in rows by kind."""
    table = " ".join(place.name for place in game.places)
    rows = [
        keys[at : at + MAX_COLUMNS]
        for wagers in (game.sides, game.required, game.raises)
        for keys in [[wager.key for wager in wagers]]
        for at in range(0, len(keys), MAX_COLUMNS)
    ]
    width = max(map(len, rows), default=0)
    seat = "\n".join(" ".join(row + ["."] * (width - len(row))) for row in rows)
    return DerivedLayout(table, seat)
