"""The grammar of game definitions: everything that the module of a game imports.

A `Game` is one value: what is dealt, which hands are read, what can be wagered and how it pays,
when players decide and what is revealed next. Everything else derives from it. A faulty definition
is refused when it is built.

The parts of a game are in `game_parts`, paytables in `paytables` and `card_names`, payoffs in
`payoffs`, dealing in `dealing`, irregularities in `incidents`, deck and table procedures in
`procedures`.
"""

from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr

from pitboss.cards import STANDARD_DECK, Deck
from pitboss.games.checks import check_game, check_types
from pitboss.games.dealing import Dealing, dealings, dealt
from pitboss.games.deck_tasks import Task
from pitboss.games.game_parts import (
    DERIVED_LAYOUT,
    FOLD,
    TAKE_DOWN,
    UNLIMITED,
    BestOf,
    Boxes,
    Choices,
    DerivedLayout,
    HandDefinition,
    HandOf,
    Layout,
    OnlyWith,
    Option,
    PayoutLimit,
    Place,
    Raise,
    Reading,
    Required,
    Reveal,
    Side,
    Sign,
    Street,
    by_option,
    by_paytable,
    by_reading,
    default_layout,
)
from pitboss.games.incidents import Incident, Kind, Remedy, incidents
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
from pitboss.hands import ORDERS, Order
from pitboss.money import Rounding, money

__all__ = [
    "EVEN", "FOLD", "LOSS", "ORDERS", "PUSH", "TAKE_DOWN", "AllWin", "AtLeast", "Beats",
    "BestOf", "Both", "Boxes", "ByTable", "Case", "Cases", "Check", "Choices", "Dealing",
    "Deck", "DeckProcedures", "Fraction", "Game", "HandOf", "HoleCards", "Incident", "Kind",
    "Layout", "Meter", "NamedPrize", "Not", "OnlyWith", "Option", "Order", "PayoutLimit", "Place",
    "Procedures", "Progressive", "Raise", "Reading", "Remedy", "Required", "Reshuffling",
    "Reveal", "Rounding", "Side", "Sign", "Street", "TableProcedures", "Task", "Ties", "Wheel",
    "by_option", "by_paytable", "by_reading", "cards_table", "community_symbols", "dealings",
    "dealt", "incidents", "money", "paytable", "prizes", "showdown", "symbols",
]  # fmt: skip


HOLE_CARD_NAMES: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
"""The names of a seat's cards."""


class Game(Struct, frozen=True, kw_only=True):
    """The mathematics of a game, and the procedures of its rulebook."""

    key: str
    name: str
    short: str = ""
    """The name by which its rulebook is cited: ``CCP`` in ``CCP 12.A(1)``."""
    edition: str = "no rulebook"
    story: str
    """A round in a few sentences, for a newcomer."""
    seats: int = 6
    boxes: Boxes = Boxes()
    deck: Deck = STANDARD_DECK
    """The deck that it is dealt from."""
    hole: int = 2
    """How many cards each seat gets."""
    looks: int = 0
    """How many of them the player looks at before the first decision; 0 means all."""
    places: tuple[Place, ...] = ()
    hands: tuple[HandDefinition, ...]
    wagers: tuple[Required | Raise | Side, ...]
    streets: tuple[Street, ...]
    edge_of: tuple[str, ...] = ()
    """The wagers that the house edge is quoted by; empty means all required ones."""
    payout_limit: PayoutLimit = UNLIMITED
    readings: tuple[Reading, ...] = ()
    layout: Layout = DERIVED_LAYOUT
    """Where cards and wagers go; derived where the game has no layout of its own."""
    procedures: Procedures = DERIVED_PROCEDURES
    """What the rulebook adds; derived where the game has no procedures of its own."""

    def __post_init__(self) -> None:
        check_types(self)
        # A variation of a game must not keep what was derived for the original.
        if isinstance(self.layout, DerivedLayout):
            force_setattr(self, "layout", default_layout(self))
        if isinstance(self.procedures, DerivedProcedures):
            force_setattr(self, "procedures", default_procedures(self))
        check_game(self)

    def cite(self, clause: str | None) -> str | None:
        """Return a clause as it is cited outside the game: ``CCP 12.A(1)``."""
        return f"{self.short} {clause}" if clause else None

    @property
    def hole_cards(self) -> tuple[str, ...]:
        """The names of a seat's cards, in the order dealt."""
        return HOLE_CARD_NAMES[: self.hole]

    @property
    def first_cards(self) -> tuple[str, ...]:
        """The cards that the player looks at before the first decision."""
        return HOLE_CARD_NAMES[: self.looks or self.hole]

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
