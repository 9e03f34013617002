"""How a wager is paid: a small closed set of ways, each of them data.

Settlement and the lab read this set in one ``match`` each; a new way of paying begins here.
"""

from msgspec import Struct

from pitboss.games.paytables import CardsTable, Paytable, PrizeTable, SymbolTable


class ByTable(Struct, frozen=True, tag=True):
    """A hand is paid at the odds of a paytable; a hand that the table does not name loses."""

    hand: str
    table: Paytable


class EvenMoney(Struct, frozen=True, tag=True):
    """Wins, pushes and loses with a hand as the table has it, but wins 1 to 1."""

    hand: str
    table: Paytable
    clause: str


class Showdown(Struct, frozen=True, tag=True):
    """The better of two hands wins 1 to 1, a tie pushes.

    Where ``at_least`` names a hand, a winner that is lower than it pushes. Each of these outcomes
    may have a clause of its own, beside the one that says what is paid.
    """

    hand: str
    against: str
    clause: str
    at_least: str | None = None
    lower: str | None = None
    equal: str | None = None
    higher: str | None = None
    too_low: str | None = None
    """Higher than the other hand, but lower than ``at_least``."""


class AllOf(Struct, frozen=True, tag=True):
    """Wins at fixed odds if every one of these wagers wins."""

    wagers: tuple[str, ...]
    odds: int
    clause: str


class HoleCards(Struct, frozen=True, tag=True):
    """The player's first two cards are paid by a table of holdings.

    ``against`` is the place of the dealer's cards, for lines that look at both.
    """

    table: CardsTable
    against: str | None = None


class Meter(Struct, frozen=True):
    """A progressive meter, and the least it may start at and be reset to."""

    name: str
    clause: str
    least: int


class Progressive(Struct, frozen=True, tag=True):
    """A hand wins prizes and shares of meters; hands of other players bring envy sums."""

    hand: str
    prizes: PrizeTable
    meters: tuple[Meter, ...]
    envy: dict[int, PrizeTable]
    """By the wager of the player who receives it; its keys are the wagers that may be offered."""
    rate_clause: str
    """Where the rulebook asks for the rate at which a wager feeds the meters."""


class NamedPrize(Struct, frozen=True):
    """A prize that the operator names: what it is by default, and the least it may be."""

    default: int
    least: int
    clause: str
    note_below: int = 0
    """A prize below this sum is allowed, but a filing with it gets a note."""


class Spin(Struct, frozen=True, tag=True):
    """A pair in the first two cards earns one spin of a wheel."""

    symbols: SymbolTable
    wager: int
    wager_clause: str
    example_wheel: dict[str, int]
    """Stops by symbol. The rulebook names symbols, not stops: this is an example."""
    meters: tuple[Meter, ...] = ()
    rate_clause: str | None = None
    fixed_prize: NamedPrize | None = None
    """What the operator names for the top symbol: a sum, or merchandise of that value."""
    top: str = "jackpot"
    """The symbol of the top prize, for which the operator may name another."""


Payoff = ByTable | EvenMoney | Showdown | AllOf | HoleCards | Progressive | Spin
