"""The interface of payoffs: payouts, evaluators, and the defaults that most payoffs share."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, Self

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.card_names import TwoCards
from pitboss.games.paytables import LOSS, PUSH, Odds, Paytable, PrizeTable, Symbol, line_slug
from pitboss.hands import Order, Ranking
from pitboss.money import Rounding

if TYPE_CHECKING:
    from pitboss.games.grammar import Game
    from pitboss.games.payoffs.cases import Case
    from pitboss.games.payoffs.progressives import Meter, NamedPrize


__all__ = ["LOSS", "PUSH", "Context", "Evaluator", "Hands", "Odds", "Payout", "Reader", "payout_at"]


class Payout(NamedTuple):
    """What a wager pays, and the name of the hand where a result shows it."""

    outcome: Literal["win", "push", "lose"]
    odds: Odds
    hand: str | None = None
    bonus: Odds = 0
    """Odds on top, which are paid whether or not the wager wins."""
    rounding: Rounding = Rounding.DOWN

    @property
    def total(self) -> Odds:
        """The total odds to one, including the bonus."""
        return self.odds + self.bonus

    def credit(self, stake: int) -> int:
        """Return the credit for a stake, with winnings in whole cents."""
        whole_cents = self.rounding.whole_cents
        winnings, bonus = stake * self.odds, stake * self.bonus
        winnings = winnings if isinstance(winnings, int) else whole_cents(winnings)
        return stake + winnings + (bonus if isinstance(bonus, int) else whole_cents(bonus))


def payout_at(odds: Odds, hand: str | None = None) -> Payout:
    """Return the payout of a wager at these odds."""
    return Payout("win" if odds > PUSH else "push" if odds == PUSH else "lose", odds, hand)


class Hands(dict[str, int]):
    """The strengths of one seat's hands, each computed on first use."""

    __slots__ = ("cards", "readers")

    def __init__(self, readers: "Mapping[str, Reader]", cards: tuple[Card, ...]) -> None:
        self.readers, self.cards = readers, cards

    def __missing__(self, name: str) -> int:
        strength = self[name] = self.readers[name](self)
        return strength


Reader = Callable[[Hands], int]
Evaluator = Callable[[Hands], Payout]


class Context(NamedTuple):
    """What payoffs and conditions are compiled against."""

    rankings: Mapping[str, Ranking]
    """The ranking of each hand of the game."""
    positions: Mapping[str, tuple[int, ...]]
    """The positions of the cards of each name: the table's cards, then the seat's own."""
    evaluators: Mapping[str, Evaluator]
    """The evaluators of earlier wagers."""


class PayLine(NamedTuple):
    """One line of what a wager pays, for people to read and for changes of pay to name."""

    name: str
    pays: str
    clause: str
    odds: Odds | None = None
    """The odds to one, or for one if ``for_one``; None where a meter or a wheel pays."""
    for_one: bool = False
    changeable: bool = True
    most: int | None = None
    """The highest odds that a change may set, if there is a limit."""
    bonus: bool = False
    """Whether it is a bonus, paid whether the wager wins or loses."""
    table: int = 1
    """The number of its table, where several cases have tables of their own."""
    is_case: bool = False
    """Whether it is a case by itself, not a line of a table."""

    @property
    def slug(self) -> str:
        """The line's name for programs: ``royal-flush``; in a second table ``flush-2``."""
        return line_slug(self.name) + (f"-{self.table}" if self.table > 1 else "")


class Comparison(NamedTuple):
    """Two hands whose comparison alone decides a wager."""

    hand: str
    against: str
    floors: frozenset[str]
    """The hands that the second hand may need to qualify: ``pair``, ``ace-king``."""


class PayoffLike(Protocol):
    """The protocol that every payoff implements."""

    @property
    def clause(self) -> str:
        """The clause in which the rulebook prints what it pays."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The hands that it depends on, the player's first."""

    @property
    def needs(self) -> tuple[str, ...]:
        """The wagers that it depends on."""

    @property
    def top_odds(self) -> Odds:
        """The best odds that it pays; 0 where it pays prizes."""

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        """Yield what is wrong with it in this game."""

    def compile(self, context: Context) -> Evaluator | None:
        """Return its evaluator, or None where meters or a wheel pay it."""

    def sentence(self, hands: Mapping[str, str], wagers: Mapping[str, str]) -> str:
        """Return a sentence on how it pays, with the labels of hands and wagers."""

    def cuts(self, hand: str, strengths: Sequence[int], order: Order) -> frozenset[int]:
        """Return the strengths from which on a hand pays differently, whatever it faces."""

    def lines(self) -> tuple[PayLine, ...]:
        """Return the lines of its tables."""

    def with_odds(self, odds: Sequence[Odds]) -> Self:
        """Return a copy with these odds on its lines, in order; odds for one for prizes."""


class NeutralPayoff(Struct, frozen=True):
    """The defaults of a payoff: no hands, no other wagers, no meters, no wheel, no envy."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The hands that it depends on."""
        return ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The wagers that it depends on."""
        return ()

    @property
    def top_odds(self) -> Odds:
        """The best odds that it pays."""
        raise NotImplementedError

    @property
    def meters(self) -> "tuple[Meter, ...]":
        """The meters that the wager feeds."""
        return ()

    @property
    def stake(self) -> int | None:
        """The only stake allowed, where it is fixed."""
        return None

    @property
    def prizes(self) -> PrizeTable | None:
        """The prizes that it pays on a hand."""
        return None

    @property
    def envy(self) -> PrizeTable | None:
        """The prizes for other players' hands."""
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
        """The prize that the operator sets."""
        return None

    @property
    def ranked_table(self) -> Paytable | None:
        """The table that pays one ranked hand, where it has one."""
        return None

    @property
    def cases(self) -> "tuple[Case, ...]":
        """The cases that decide it, where it has cases."""
        return ()

    @property
    def otherwise(self) -> Odds:
        """The odds that it pays where no case holds."""
        return LOSS

    @property
    def comparison(self) -> Comparison | None:
        """The two hands that alone decide what it pays, where there are two."""
        return None

    @property
    def sees(self) -> tuple[str, ...]:
        """The cards and places that it looks at directly, not as a ranked hand."""
        return ()

    def cuts(self, _hand: str, _strengths: Sequence[int], _order: Order) -> frozenset[int]:
        """Return the strengths from which on a hand pays differently: none by default."""
        return frozenset()

    def earns_spin(self, _: Sequence[Card]) -> bool:
        """Return whether these cards earn a spin of its wheel."""
        return False

    @property
    def tells_suits(self) -> bool:
        """Whether it pays some suits differently from others."""
        return False

    @property
    def dealer_holdings(self) -> tuple[TwoCards, ...]:
        """The dealer's two cards against which it pays differently."""
        return ()

    def best_odds(self, _first: Card, _second: Card, _dealer: Sequence[Card]) -> Odds:
        """Return the best odds on these first two cards against the dealer's, if known."""
        return self.top_odds
