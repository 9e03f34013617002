"""Payoffs whose stake is kept and that win prizes: progressive meters and wheels."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.card_names import TwoCards, two_cards
from pitboss.games.payoffs.base import Context, NeutralPayoff, Odds, PayLine
from pitboss.games.payoffs.payoff_checks import (
    check_has_lines,
    check_line_order,
    check_two_cards,
    find_duplicates,
    find_unknown,
)
from pitboss.games.paytables import (
    FixedPrize,
    ForOne,
    PrizeTable,
    Share,
    Sum,
    Symbol,
    SymbolTable,
    prize_text,
)

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


@lru_cache(4096)
def _meter_share(rate: str, stake: int) -> int | Fraction:
    """Return a meter's exact share of a stake; cached because it is needed for every wager."""
    cents = stake * Fraction(rate)
    return cents.numerator if cents.denominator == 1 else cents


class Meter(Struct, frozen=True):
    """A progressive meter; a submission sets where it starts and how it grows."""

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
        return _meter_share(self.rate, stake)


class Progressive(NeutralPayoff, frozen=True, tag=True):
    """A payoff of prizes and shares of meters, with envy prizes for other players' hands."""

    hand: str
    prizes: PrizeTable
    meters: tuple[Meter, ...]
    envy_by_stake: dict[int, PrizeTable]
    """Envy prizes by the player's own stake. The keys are the stakes that may be offered; a
    submission selects one."""
    rate_clause: str = ""
    """The clause that asks for the rate at which a wager feeds the meters."""

    @property
    def stake(self) -> int:
        """The stake on offer, the smallest of several."""
        return min(self.envy_by_stake, default=0)

    @property
    def envy(self) -> PrizeTable:
        """The prizes for other players' hands."""
        return self.envy_by_stake[self.stake]

    @property
    def clause(self) -> str:
        return self.prizes.clause

    @property
    def reads(self) -> tuple[str, ...]:
        return (self.hand,)

    @property
    def top_odds(self) -> Odds:
        return 0

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        for table in (self.prizes, *self.envy_by_stake.values()):
            yield from check_line_order(game, self.hand, table)
        yield from check_has_lines(self.prizes)
        names = [meter.name for meter in self.meters]
        yield from find_duplicates("meter", names)
        if any(stake < 1 for stake in self.envy_by_stake):
            yield "envy_by_stake has a stake below 1 cent"
        if not self.envy_by_stake:
            yield "envy_by_stake is empty: add at least one stake"
        shares = [x.prize.meter for x in self.prizes.lines if isinstance(x.prize, Share)]
        yield from find_unknown("it pays from the meter", shares, names)
        yield from (f"the meter {name!r} pays nothing" for name in names if name not in shares)
        if any(isinstance(x.prize, FixedPrize) for x in self.prizes.lines):
            yield "a fixed prize belongs to a wheel"
        if not all(isinstance(x.prize, Sum) for t in self.envy_by_stake.values() for x in t.lines):
            yield "an envy prize must be an amount such as $100"

    def compile(self, _: Context) -> None:
        return None

    def sentence(self, hands: Mapping[str, str], _: Mapping[str, str]) -> str:
        return f"Wins prizes on {hands[self.hand]}; the stake is not returned."

    def lines(self) -> tuple[PayLine, ...]:
        return prize_lines(self.prizes)

    def with_odds(self, odds: Sequence[Odds]) -> Self:
        """Return a copy with these odds for one; shares of meters and amounts do not change."""
        lines = tuple(
            replace(line, prize=ForOne(int(new))) if isinstance(line.prize, ForOne) else line
            for line, new in zip(self.prizes.lines, odds, strict=True)
        )
        return replace(self, prizes=replace(self.prizes, lines=lines))


def prize_lines(table: PrizeTable) -> tuple[PayLine, ...]:
    """Return the lines of a table of prizes; only multiples of the stake can be changed."""
    return tuple(
        PayLine(x.name, prize_text(x.prize), x.clause, x.prize.times, for_one=True)
        if isinstance(x.prize, ForOne)
        else PayLine(x.name, prize_text(x.prize), x.clause, changeable=False)
        for x in table.lines
    )


class NamedPrize(Struct, frozen=True):
    """A prize that the operator sets: its default and its minimum."""

    default: int
    least: int
    clause: str = ""
    note_below: int = 0
    """A prize below this amount is allowed, but a filing with it gets a note."""


ANY_PAIR: Final = two_cards("a pair")


class Wheel(NeutralPayoff, frozen=True, tag=True):
    """A payoff by a spin of a wheel, which certain first two cards earn."""

    symbols: SymbolTable
    """The symbols; a submission keeps those on its wheel and sets their stops."""
    stake: int
    example_wheel: dict[str, int]
    """Stops by symbol. Rulebooks name symbols, not stops: this is an example."""
    earned_by: TwoCards = ANY_PAIR
    """The first two cards that earn a spin."""
    meters: tuple[Meter, ...] = ()
    fixed_prize: NamedPrize | None = None
    """The operator's prize for the top symbol: an amount, or merchandise of that value."""
    top: str = "jackpot"
    """The symbol of the top prize, which the operator may rename."""
    stake_clause: str = ""
    rate_clause: str = ""

    @property
    def wheel(self) -> tuple[Symbol, ...]:
        """The symbols that are on the wheel."""
        return tuple(symbol for symbol in self.symbols.lines if symbol.stops)

    @property
    def clause(self) -> str:
        return self.symbols.clause

    @property
    def top_odds(self) -> Odds:
        return 0

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        yield from check_two_cards(game)
        if self.earned_by.against:
            yield "earned_by looks at the dealer's cards: name the player's only"
        names = [symbol.name for symbol in self.symbols.lines]
        yield from find_duplicates("symbol", names)
        yield from find_unknown("the example wheel has", self.example_wheel, names)
        if not self.example_wheel or min(self.example_wheel.values()) < 1:
            yield "the example wheel needs at least one stop for every symbol on it"
        if self.stake < 1:
            yield f"its stake is {self.stake}: it must be at least 1 cent"
        prizes = [symbol.prize for symbol in self.symbols.lines]
        if (FixedPrize() in prizes) != (self.fixed_prize is not None):
            yield "fixed_prize and a symbol that pays it must both be given, or neither"
        meters = [meter.name for meter in self.meters]
        yield from find_duplicates("meter", meters)
        shares = [prize.meter for prize in prizes if isinstance(prize, Share)]
        yield from find_unknown("it pays from the meter", shares, meters)
        yield from (f"the meter {name!r} pays nothing" for name in meters if name not in shares)

    def compile(self, _: Context) -> None:
        return None

    def sentence(self, _: Mapping[str, str], __: Mapping[str, str]) -> str:
        text = f"{self.earned_words} earns one spin of the wheel; the stake is not returned."
        return text[0].upper() + text[1:]

    @property
    def earned_words(self) -> str:
        """The cards that earn a spin, in words."""
        return f"{self.earned_by.words} in your first two cards"

    def lines(self) -> tuple[PayLine, ...]:
        return ()

    def with_odds(self, _: Sequence[Odds]) -> Self:
        return self

    def earns_spin(self, hole: Sequence[Card]) -> bool:
        """Return whether the first two cards earn a spin."""
        first, second, *_ = hole
        return self.earned_by.covers(first, second)

    @property
    def tells_suits(self) -> bool:
        return self.earned_by.tells_suits
