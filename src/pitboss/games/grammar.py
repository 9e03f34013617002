"""The words a game is written in.

A game is one value: what is dealt, which hands are read, what can be wagered and how it is paid,
when one decides and what is shown next. Nothing here plays; everything else derives from it. A
definition that cannot be is refused when it is built.

This file is what a game imports. The words for the parts of a game stand in `words`, for paytables
in `paytables` and `patterns`, for ways of paying in `payoffs`, for dealing in `dealing`, for
irregularities in `incidents`, for what is done with a deck in `procedures`.
"""

from msgspec import Struct

from pitboss.games.checks import check
from pitboss.games.dealing import Dealing, dealt
from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.games.payoffs import (
    AllOf,
    ByTable,
    EvenMoney,
    HoleCards,
    Meter,
    NamedPrize,
    Progressive,
    Showdown,
    Spin,
)
from pitboss.games.paytables import (
    cards_table,
    community_symbols,
    paytable,
    prizes,
    symbols,
)
from pitboss.games.procedures import Task
from pitboss.games.words import (
    FOLD,
    Asks,
    BestOf,
    Boxes,
    Care,
    Check,
    Conduct,
    HandOf,
    HandWord,
    Layout,
    Option,
    PayoutLimit,
    Place,
    Raise,
    Reading,
    Required,
    Reshuffling,
    Side,
    Sign,
    Street,
    Switched,
    by_option,
    by_paytable,
    by_reading,
)
from pitboss.money import money

__all__ = [
    "FOLD", "AllOf", "Asks", "BestOf", "Boxes", "ByTable", "Care", "Check", "Conduct", "Dealing",
    "EvenMoney", "Game", "HandOf", "HoleCards", "Incident", "Kind", "Layout", "Meter", "NamedPrize",
    "Option", "PayoutLimit", "Place", "Progressive", "Raise", "Reading", "Remedy", "Required",
    "Reshuffling", "Showdown", "Side", "Sign", "Spin", "Street", "Task", "by_option", "by_paytable",
    "by_reading", "cards_table", "community_symbols", "dealt", "money", "paytable", "prizes",
    "symbols",
]  # fmt: skip


class Game(Struct, frozen=True, kw_only=True):
    """A game, whole."""

    key: str
    name: str
    short: str
    """How its rulebook is cited: ``CCP 12.A(1)``."""
    edition: str
    story: str
    """How a round goes, in a few sentences for a newcomer."""
    seats: int
    boxes: Boxes
    hole: str
    """A seat's cards by name, in the order dealt."""
    looks: str
    """Those that the player may look at before the first decision."""
    places: tuple[Place, ...]
    low_ace: Switched[str]
    """The sizes of hands in which an ace may stand below a deuce: ``"5"``, ``"2 3 5"``."""
    hands: tuple[HandWord, ...]
    wagers: tuple[Required | Raise | Side, ...]
    streets: tuple[Street, ...]
    dealing: tuple[Dealing, ...]
    shufflers: dict[str, str]
    """Ways of shuffling that may be filed, each with its clause."""
    reshuffling: Reshuffling | None = None
    """For a game where a device that reshuffles by itself may be filed."""
    two_decks: str
    """The clause that allows two decks, with an automated shuffler."""
    submission_clause: str | None = None
    """The clause that speaks of the operator's Rules Submission."""
    care: Care
    conduct: Conduct
    payout_limit: PayoutLimit
    forfeits: str | None
    """The clause by which a player can forfeit all wagers, where there is one."""
    acceptance: str = ""
    """The clause by which each player checks that the progressive wager was accepted."""
    hands_off: str = ""
    """The clause by which, after the last decision, hands lie face down and are left alone."""
    incidents: tuple[Incident, ...]
    readings: tuple[Reading, ...]
    layout: Layout

    def __post_init__(self) -> None:
        check(self)

    def cite(self, clause: str | None) -> str | None:
        """A clause as it is cited outside the game: ``CCP 12.A(1)``."""
        return f"{self.short} {clause}" if clause else None

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
