"""Wagers whose stake is kept and that win prizes: from progressive meters, or from a wheel."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.patterns import TwoCards, class_of, two_cards
from pitboss.games.payoffs.base import PayLine
from pitboss.games.payoffs.evaluation import Context, Odds
from pitboss.games.payoffs.faults import (
    lines_out_of_order,
    twice,
    two_cards_needed,
    unknown,
    without_lines,
)
from pitboss.games.payout_words import prize_text
from pitboss.games.paytables import FixedPrize, ForOne, PrizeTable, Share, Sum, Symbol, SymbolTable
from pitboss.hands import Order

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


@lru_cache(4096)
def _share(rate: str, stake: int) -> int | Fraction:
    """Rates and stakes are few, and multiplied for every wager."""
    cents = stake * Fraction(rate)
    return cents.numerator if cents.denominator == 1 else cents


class Meter(Struct, frozen=True):
    """A progressive meter. A submission fills in where it starts and how it grows."""

    name: str
    least: int
    """The least that it may start at and be reset to."""
    clause: str = ""
    start: int = 0
    reset: int = 0
    rate: str = ""
    """The share of each wager that feeds it, as a fraction."""

    def fed_by(self, stake: int) -> int | Fraction:
        """Return what one wager adds, exactly."""
        return _share(self.rate, stake)


class Progressive(Struct, frozen=True, tag=True):
    """A hand wins prizes and shares of meters; hands of other players bring envy sums."""

    hand: str
    prizes: PrizeTable
    meters: tuple[Meter, ...]
    envy_by_stake: dict[int, PrizeTable]
    """What the hands of others bring, by one's own stake. Its keys are the stakes that may be
    offered; a submission leaves one."""
    rate_clause: str = ""
    """Where the rulebook asks for the rate at which a wager feeds the meters."""

    @property
    def stake(self) -> int:
        """The stake on offer, the smallest of several."""
        return min(self.envy_by_stake, default=0)

    @property
    def envy(self) -> PrizeTable:
        """What the hands of others bring."""
        return self.envy_by_stake[self.stake]

    @property
    def wheel(self) -> tuple[Symbol, ...]:
        return ()

    @property
    def top(self) -> str:
        return ""

    @property
    def fixed_prize(self) -> None:
        return None

    @property
    def ranked_table(self) -> None:
        return None

    @property
    def comparison(self) -> None:
        return None

    @property
    def clause(self) -> str:
        return self.prizes.clause

    @property
    def reads(self) -> tuple[str, ...]:
        return (self.hand,)

    @property
    def needs(self) -> tuple[str, ...]:
        return ()

    @property
    def top_odds(self) -> Odds:
        return 0

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        for table in (self.prizes, *self.envy_by_stake.values()):
            yield from lines_out_of_order(game, self.hand, table)
        yield from without_lines(self.prizes)
        names = [meter.name for meter in self.meters]
        yield from twice("meter", names)
        if any(stake < 1 for stake in self.envy_by_stake):
            yield "it may be offered at a wager of nothing"
        if not self.envy_by_stake:
            yield "no wager is named that it may be offered at"
        shares = [x.prize.meter for x in self.prizes.lines if isinstance(x.prize, Share)]
        yield from unknown("it pays from the meter", shares, names)
        yield from (f"the meter {name!r} pays nothing" for name in names if name not in shares)
        if any(isinstance(x.prize, FixedPrize) for x in self.prizes.lines):
            yield "a fixed prize belongs to a wheel"
        if not all(isinstance(x.prize, Sum) for t in self.envy_by_stake.values() for x in t.lines):
            yield "an envy prize is not a sum"

    def compile(self, _: Context) -> None:
        return None

    def sentence(self, hands: Mapping[str, str], _: Mapping[str, str]) -> str:
        return f"Wins prizes on {hands[self.hand]}; the stake is kept."

    def lines(self) -> tuple[PayLine, ...]:
        return prize_lines(self.prizes)

    def with_odds(self, odds: Sequence[Odds]) -> Self:
        """Only lines that pay so many for one take new odds; meters and sums stay."""
        lines = tuple(
            replace(line, prize=ForOne(int(new))) if isinstance(line.prize, ForOne) else line
            for line, new in zip(self.prizes.lines, odds, strict=True)
        )
        return replace(self, prizes=replace(self.prizes, lines=lines))

    @property
    def cases(self) -> tuple[()]:
        return ()

    @property
    def sees(self) -> tuple[str, ...]:
        return ()

    def earns_spin(self, _: Sequence[Card]) -> bool:
        return False

    def cuts(self, _hand: str, _strengths: Sequence[int], _order: Order) -> frozenset[int]:
        return frozenset()  # it pays prizes

    @property
    def tells_suits(self) -> bool:
        return False

    def best_odds(self, _: Card, __: Card, ___: bool) -> Odds:
        return 0


def prize_lines(table: PrizeTable) -> tuple[PayLine, ...]:
    """Return the lines of a table of prizes; only multiples of the stake can be changed."""
    return tuple(
        PayLine(x.name, prize_text(x.prize), x.clause, x.prize.times, for_one=True)
        if isinstance(x.prize, ForOne)
        else PayLine(x.name, prize_text(x.prize), x.clause, changeable=False)
        for x in table.lines
    )


class NamedPrize(Struct, frozen=True):
    """A prize that the operator names: what it is by default, and the least it may be."""

    default: int
    least: int
    clause: str = ""
    note_below: int = 0
    """A prize below this sum is allowed, but a filing with it gets a note."""


ANY_PAIR: Final = two_cards("a pair")


class Wheel(Struct, frozen=True, tag=True):
    """Two cards of one's own earn one spin of a wheel, and its symbols are prizes."""

    symbols: SymbolTable
    """A submission leaves those that are on the wheel, with their stops."""
    stake: int
    example_wheel: dict[str, int]
    """Stops by symbol. Rulebooks name symbols, not stops: this is an example."""
    earned_by: TwoCards = ANY_PAIR
    """The first two cards that earn a spin."""
    meters: tuple[Meter, ...] = ()
    fixed_prize: NamedPrize | None = None
    """What the operator names for the top symbol: a sum, or merchandise of that value."""
    top: str = "jackpot"
    """The symbol of the top prize, for which the operator may name another."""
    stake_clause: str = ""
    rate_clause: str = ""

    @property
    def prizes(self) -> None:
        return None

    @property
    def envy(self) -> None:
        return None

    @property
    def wheel(self) -> tuple[Symbol, ...]:
        """The symbols that are on the wheel."""
        return tuple(symbol for symbol in self.symbols.lines if symbol.stops)

    @property
    def ranked_table(self) -> None:
        return None

    @property
    def comparison(self) -> None:
        return None

    @property
    def clause(self) -> str:
        return self.symbols.clause

    @property
    def reads(self) -> tuple[str, ...]:
        return ()

    @property
    def needs(self) -> tuple[str, ...]:
        return ()

    @property
    def top_odds(self) -> Odds:
        return 0

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        yield from two_cards_needed(game)
        names = [symbol.name for symbol in self.symbols.lines]
        yield from twice("symbol", names)
        yield from unknown("the example wheel has", self.example_wheel, names)
        if not self.example_wheel or min(self.example_wheel.values()) < 1:
            yield "the example wheel has no stops for a symbol"
        if self.stake < 1:
            yield "its wager is nothing"
        prizes = [symbol.prize for symbol in self.symbols.lines]
        if (FixedPrize() in prizes) != (self.fixed_prize is not None):
            yield "the fixed prize is named in one place and missing in the other"
        meters = [meter.name for meter in self.meters]
        yield from twice("meter", meters)
        shares = [prize.meter for prize in prizes if isinstance(prize, Share)]
        yield from unknown("it pays from the meter", shares, meters)
        yield from (f"the meter {name!r} pays nothing" for name in meters if name not in shares)

    def compile(self, _: Context) -> None:
        return None

    def sentence(self, _: Mapping[str, str], __: Mapping[str, str]) -> str:
        text = f"{self.earned_words} earns one spin of the wheel; the stake is kept."
        return text[0].upper() + text[1:]

    @property
    def earned_words(self) -> str:
        """What earns a spin."""
        return f"{self.earned_by.words} in your first two cards"

    def lines(self) -> tuple[PayLine, ...]:
        return ()

    def with_odds(self, _: Sequence[Odds]) -> Self:
        return self

    @property
    def cases(self) -> tuple[()]:
        return ()

    @property
    def sees(self) -> tuple[str, ...]:
        return ()

    def earns_spin(self, hole: Sequence[Card]) -> bool:
        """Whether the first two cards earn a spin."""
        first, second, *_ = hole
        return self.earned_by.covers(first, second)

    def cuts(self, _hand: str, _strengths: Sequence[int], _order: Order) -> frozenset[int]:
        return frozenset()  # it pays prizes

    @property
    def tells_suits(self) -> bool:
        return any(class_of(name) != name for name in self.earned_by.holdings)

    def best_odds(self, _: Card, __: Card, ___: bool) -> Odds:
        return 0
