"""The words a game is written in.

A game is one value: what is dealt, which hands are read, what can be wagered and how it is paid,
when one decides and what is shown next. Nothing here plays; everything else derives from it. A
definition that cannot be is refused when it is built.

This file is what a game imports. The words for the parts of a game stand in `words`, for paytables
in `paytables` and `patterns`, for ways of paying in `payoffs`, for dealing in `dealing`, for
irregularities in `incidents`, for what is done with a deck in `procedures`.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr

from pitboss.cards import STANDARD, Deck
from pitboss.games.checks import check, check_types
from pitboss.games.dealing import Dealing, dealings, dealt
from pitboss.games.incidents import Incident, Kind, Remedy, incidents
from pitboss.games.layouts import DERIVED_LAYOUT, DerivedLayout, Layout, Sign, default_layout
from pitboss.games.payoffs import (
    EVEN,
    LOSS,
    PUSH,
    AllWin,
    AtLeast,
    Beats,
    Both,
    ByTable,
    Case,
    Cases,
    HoleCards,
    Meter,
    NamedPrize,
    Not,
    Progressive,
    Ties,
    Wheel,
    showdown,
)
from pitboss.games.paytables import (
    cards_table,
    community_symbols,
    paytable,
    prizes,
    symbols,
)
from pitboss.games.procedures import (
    DERIVED_PROCEDURES,
    Check,
    DeckProcedures,
    DerivedProcedures,
    Procedures,
    Reshuffling,
    TableProcedures,
    default_procedures,
)
from pitboss.games.tasks import Task
from pitboss.games.words import (
    FOLD,
    TAKE_DOWN,
    UNLIMITED,
    BestOf,
    Boxes,
    Choices,
    HandOf,
    HandWord,
    OnlyWith,
    Option,
    PayoutLimit,
    Place,
    Raise,
    Reading,
    Required,
    Reveal,
    Side,
    Street,
    by_option,
    by_paytable,
    by_reading,
)
from pitboss.hands import ORDERS, Order
from pitboss.money import money

__all__ = [
    "EVEN", "FOLD", "LOSS", "ORDERS", "PUSH", "TAKE_DOWN", "AllWin", "AtLeast", "Beats",
    "BestOf", "Both", "Boxes", "ByTable", "Case", "Cases", "Check", "Choices", "Dealing",
    "Deck", "DeckProcedures", "Game", "HandOf", "HoleCards", "Incident", "Kind", "Layout",
    "Meter", "NamedPrize", "Not", "OnlyWith", "Option", "Order", "PayoutLimit", "Place",
    "Procedures", "Progressive", "Raise", "Reading", "Remedy", "Required", "Reshuffling",
    "Reveal", "Side", "Sign", "Street", "TableProcedures", "Task", "Ties", "Wheel", "by_option",
    "by_paytable", "by_reading", "cards_table", "community_symbols", "dealings", "dealt",
    "incidents", "money", "paytable", "prizes", "showdown", "symbols",
]  # fmt: skip


ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
"""The names of a seat's cards."""


class Game(Struct, frozen=True, kw_only=True):
    """The mathematics of a game, beside the procedures of its rulebook."""

    key: str
    name: str
    short: str = ""
    """How its rulebook is cited: ``CCP 12.A(1)``."""
    edition: str = "no rulebook"
    story: str
    """How a round goes, in a few sentences for a newcomer."""
    seats: int = 6
    boxes: Boxes = Boxes()
    deck: Deck = STANDARD
    """What it is dealt from."""
    hole: int = 2
    """How many cards each seat gets."""
    looks: int = 0
    """How many of them the player looks at before the first decision; all of them where it is 0."""
    places: tuple[Place, ...] = ()
    hands: tuple[HandWord, ...]
    wagers: tuple[Required | Raise | Side, ...]
    streets: tuple[Street, ...]
    edge_of: tuple[str, ...] = ()
    """The wagers that the house edge is quoted by; all required ones where it is empty."""
    payout_limit: PayoutLimit = UNLIMITED
    readings: tuple[Reading, ...] = ()
    layout: Layout = DERIVED_LAYOUT
    """Where cards and wagers lie; derived from them where a game draws none."""
    procedures: Procedures = DERIVED_PROCEDURES
    """What the rulebook adds; derived from cards and places where a game has none."""

    def __post_init__(self) -> None:
        check_types(self)
        # Also where a variation takes over what was derived for another game.
        if isinstance(self.layout, DerivedLayout):
            force_setattr(self, "layout", default_layout(self))
        if isinstance(self.procedures, DerivedProcedures):
            force_setattr(self, "procedures", default_procedures(self))
        check(self)

    def cite(self, clause: str | None) -> str | None:
        """A clause as it is cited outside the game: ``CCP 12.A(1)``."""
        return f"{self.short} {clause}" if clause else None

    @property
    def hole_cards(self) -> tuple[str, ...]:
        """A seat's cards by name, in the order dealt."""
        return ORDINALS[: self.hole]

    @property
    def first_cards(self) -> tuple[str, ...]:
        """Those that the player looks at before the first decision."""
        return ORDINALS[: self.looks or self.hole]

    @property
    def required(self) -> tuple[Required, ...]:
        """The wagers that every player makes."""
        return tuple(w for w in self.wagers if isinstance(w, Required))

    @property
    def raises(self) -> tuple[Raise, ...]:
        """The wagers that decisions make, in the order of the streets."""
        return tuple(w for w in self.wagers if isinstance(w, Raise))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The wagers that the operator may offer."""
        return tuple(w for w in self.wagers if isinstance(w, Side))
