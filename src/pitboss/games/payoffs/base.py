"""What every payoff offers, and the neutral answers that most of them give."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.payoffs.evaluation import Context, Evaluator, Odds
from pitboss.games.paytables import Paytable, PrizeTable, Symbol, slug
from pitboss.hands import Order

if TYPE_CHECKING:
    from pitboss.games.grammar import Game
    from pitboss.games.payoffs.cases import Case
    from pitboss.games.payoffs.meters import Meter, NamedPrize


class PayLine(NamedTuple):
    """One line of what a wager pays: as people read it, and as a change of pay names it."""

    name: str
    pays: str
    clause: str
    odds: Odds | None = None
    """To one, or so many for one; none where a meter or a wheel pays."""
    for_one: bool = False
    changeable: bool = True
    most: int | None = None
    """The most that a change can make of it, where there is such a bound."""
    bonus: bool = False
    """Whether it is paid on top, win or lose."""
    table: int = 1
    """Which table of the wager it stands in, where several cases have tables of their own."""

    @property
    def slug(self) -> str:
        """The name of the line for programs: ``royal-flush``; in a second table ``flush-2``."""
        return slug(self.name) + (f"-{self.table}" if self.table > 1 else "")


class Comparison(NamedTuple):
    """Two hands that decide a wager between them, whatever else is on the table."""

    hand: str
    against: str
    floors: frozenset[str]
    """What the second may have to reach: ``pair``, ``ace-king``."""


class PayoffLike(Protocol):
    """What each payoff has to say of itself."""

    @property
    def clause(self) -> str:
        """Where the rulebook prints what it pays."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The hands that it is paid on, that of the player first."""

    @property
    def needs(self) -> tuple[str, ...]:
        """The wagers that it depends on."""

    @property
    def top_odds(self) -> Odds:
        """The best odds that it pays; 0 where it pays prizes."""

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        """What is wrong with it in this game."""

    def compile(self, context: Context) -> Evaluator | None:
        """Return its evaluator; none where meters or a wheel pay it."""

    def sentence(self, hands: Mapping[str, str], wagers: Mapping[str, str]) -> str:
        """Say how it is paid, with the labels of hands and wagers."""

    def cuts(self, hand: str, strengths: Sequence[int], order: Order) -> frozenset[int]:
        """The strengths, of all that there are, from which on a hand of this size is paid otherwise
        whatever it is compared with.
        """

    def lines(self) -> tuple[PayLine, ...]:
        """The lines of its table."""

    def with_odds(self, odds: Sequence[Odds]) -> Self:
        """Return it with these odds on its lines, in their order; of prizes, so many for one."""


class Neutral(Struct, frozen=True):
    """The answers of a payoff that pays odds alone: no meters, no wheel, nothing to others."""

    @property
    def top_odds(self) -> Odds:
        """The best odds that it pays."""
        raise NotImplementedError

    @property
    def meters(self) -> "tuple[Meter, ...]":
        """The meters that a wager feeds."""
        return ()

    @property
    def stake(self) -> int | None:
        """The one stake that may be made, where the table has one."""
        return None

    @property
    def prizes(self) -> PrizeTable | None:
        """The prizes that it pays on a hand."""
        return None

    @property
    def envy(self) -> PrizeTable | None:
        """What the hands of others bring."""
        return None

    @property
    def wheel(self) -> tuple[Symbol, ...]:
        """The symbols of the wheel that pays it."""
        return ()

    @property
    def top(self) -> str:
        """The symbol of the top prize, where there is a wheel."""
        return ""

    @property
    def fixed_prize(self) -> "NamedPrize | None":
        """The prize that the operator names."""
        return None

    @property
    def ranked_table(self) -> Paytable | None:
        """The table that pays one ranked hand, where it has one."""
        return None

    @property
    def cases(self) -> "tuple[Case, ...]":
        """The cases that decide it, where it has such."""
        return ()

    @property
    def comparison(self) -> Comparison | None:
        """The two hands that alone decide what it pays, where it compares the player's with one."""
        return None

    @property
    def sees(self) -> tuple[str, ...]:
        """Cards and places that it looks at by themselves, not as a ranked hand."""
        return ()

    def cuts(self, _hand: str, _strengths: Sequence[int], _order: Order) -> frozenset[int]:
        """Where it pays otherwise by a hand's own strength: nowhere, unless it reads the hand."""
        return frozenset()

    def earns_spin(self, _: Sequence[Card]) -> bool:
        """Whether these cards earn a spin of its wheel."""
        return False

    @property
    def tells_suits(self) -> bool:
        """Whether it pays one suit otherwise than another."""
        return False

    def best_odds(self, _: Card, __: Card, ___: bool) -> Odds:
        """The best odds that it can pay on these first two cards, the dealer having aces or not."""
        return self.top_odds
