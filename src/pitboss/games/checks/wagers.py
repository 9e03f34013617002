"""Wagers and how they are paid."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pitboss.games.checks.common import hand_sizes, twice, unknown
from pitboss.games.patterns import class_of
from pitboss.games.payoffs import (
    AllOf,
    ByTable,
    EvenMoney,
    HoleCards,
    Payoff,
    Progressive,
    Showdown,
    Spin,
)
from pitboss.games.paytables import CardsTable, FixedPrize, Line, PrizeLine, Share, Sum, Table
from pitboss.games.words import Raise, Required, Side, Switch, alternatives
from pitboss.hands.strength import KINDS

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

ROYALS: Final = ("royal flush", "mini royal")


def wagers(game: "Game") -> Iterator[str]:
    """Raises raise something; each way of paying is whole, and fits its wager."""
    required = {wager.key for wager in game.required}
    for wager in game.wagers:
        if isinstance(wager, Raise) and wager.of not in required:
            yield f"{wager.key} raises {wager.of!r}, which is not a required wager"
        if isinstance(wager.pays, Switch) and not isinstance(wager, Side):
            options = (
                [option.key for option in wager.options] if isinstance(wager, Required) else []
            )
            if wager.pays.by == "paytable":
                yield f"{wager.key} has a choice of paytables, which only side wagers have"
            elif wager.pays.by == "option" and wager.pays.key not in options:
                yield f"{wager.key} turns on {wager.pays.key!r}, which is no option of it"
        payoffs: tuple[Payoff, ...] = alternatives(wager.pays)
        for payoff in payoffs:
            if isinstance(payoff, Progressive | Spin) and not isinstance(wager, Side):
                yield f"{wager.key} is paid by meters or a wheel, which only side wagers are"
            yield from (f"{wager.key}: {fault}" for fault in _payoff(game, wager.key, payoff))


def meters(game: "Game") -> Iterator[str]:
    """A meter belongs to one wager, and its floor is a sum."""
    owners: Counter[str] = Counter()
    for side in game.sides:
        names: set[str] = set()
        for payoff in alternatives(side.pays):
            if isinstance(payoff, Progressive | Spin):
                names |= {meter.name for meter in payoff.meters}
                for meter in payoff.meters:
                    if meter.least < 1:
                        yield f"the meter {meter.name!r} may start at nothing"
        owners.update(names)
    yield from (f"two wagers feed the meter {name!r}" for name, n in owners.items() if n > 1)


def _payoff(game: "Game", key: str, payoff: Payoff) -> Iterator[str]:
    sizes = hand_sizes(game)
    match payoff:
        case ByTable() | EvenMoney():
            yield from unknown("it pays", [payoff.hand], sizes)
            yield from _order(payoff.table, sizes.get(payoff.hand, 5))
        case Showdown():
            yield from unknown("it compares", [payoff.hand, payoff.against], sizes)
            if sizes.get(payoff.hand) != sizes.get(payoff.against):
                yield "it compares hands of different sizes"
            if payoff.at_least is not None:
                kinds = _kinds(sizes.get(payoff.hand, 5))
                yield from unknown("it pays from", [payoff.at_least], kinds)
        case AllOf():
            yield from _all_of(game, key, payoff)
        case HoleCards():
            yield from _two_cards(game)
            places = [place.name for place in game.places if place.cards == 2]
            against = [payoff.against] if payoff.against else []
            yield from unknown("it looks at", against, places)
            if not against and any(line.cards.against_aces for line in payoff.table.lines):
                yield "a line looks at the dealer's cards, but none are named"
            yield from _hidden(payoff.table)
        case Progressive():
            yield from _progressive(payoff, sizes)
        case Spin():
            yield from _two_cards(game)
            yield from _spin(payoff)


def _all_of(game: "Game", key: str, payoff: AllOf) -> Iterator[str]:
    """It is judged by wagers that were judged before it."""
    required = [wager.key for wager in game.required]
    before = required[: required.index(key)] if key in required else required
    if not payoff.wagers:
        yield "it needs no wager at all"
    yield from unknown("it needs", payoff.wagers, required)
    for name in payoff.wagers:
        if name in required and name not in before:
            yield f"it needs {name!r}, which does not come before it"


def _two_cards(game: "Game") -> Iterator[str]:
    if (held := len(game.hole.split())) < 2:
        yield f"it pays two cards, but a seat has {held}"


def _kinds(size: int) -> tuple[str, ...]:
    """The kinds of hands that so many cards make."""
    return KINDS.get(min(size, 5), KINDS[5])


def _progressive(payoff: Progressive, sizes: dict[str, int]) -> Iterator[str]:
    yield from unknown("it pays", [payoff.hand], sizes)
    for table in (payoff.prizes, *payoff.envy.values()):
        yield from _order(table, sizes.get(payoff.hand, 5))
    names = [meter.name for meter in payoff.meters]
    yield from twice("meter", names)
    if not payoff.envy:
        yield "no wager is named that it may be offered at"
    shares = [x.prize.meter for x in payoff.prizes.lines if isinstance(x.prize, Share)]
    yield from unknown("it pays from the meter", shares, names)
    if any(isinstance(x.prize, FixedPrize) for x in payoff.prizes.lines):
        yield "a fixed prize belongs to a wheel"
    if not all(isinstance(x.prize, Sum) for t in payoff.envy.values() for x in t.lines):
        yield "an envy prize is not a sum"


def _spin(payoff: Spin) -> Iterator[str]:
    names = [symbol.name for symbol in payoff.symbols.lines]
    yield from twice("symbol", names)
    yield from unknown("the example wheel has", payoff.example_wheel, names)
    if not payoff.example_wheel or min(payoff.example_wheel.values()) < 1:
        yield "the example wheel has no stops for a symbol"
    if payoff.wager < 1:
        yield "its wager is nothing"
    prizes = [symbol.prize for symbol in payoff.symbols.lines]
    if (FixedPrize() in prizes) != (payoff.fixed_prize is not None):
        yield "the fixed prize is named in one place and missing in the other"
    meters = [meter.name for meter in payoff.meters]
    yield from twice("meter", meters)
    shares = [prize.meter for prize in prizes if isinstance(prize, Share)]
    yield from unknown("it pays from the meter", shares, meters)


def _order(table: Table[Line] | Table[PrizeLine], size: int) -> Iterator[str]:
    """Ranked hands stand from the best down, never overlap, and leave no royal to lose."""
    order = _kinds(size)
    kinds = [line.hand.kind for line in table.lines]
    yield from unknown(f"the table {table.clause} names", kinds, order)
    spans = [
        ((order.index(x.hand.kind), x.hand.low), (order.index(x.hand.kind), x.hand.high), x.name)
        for x in table.lines
        if x.hand.kind in order
    ]
    for (low, _, above), (_, high, below) in pairwise(spans):
        if high >= low:
            yield f"the table {table.clause} has {below!r} under {above!r}, out of order"
    if order[-1] in ROYALS and "straight flush" in kinds and order[-1] not in kinds:
        yield f"the table {table.clause} pays a straight flush and lets a {order[-1]} lose"


def _hidden(table: CardsTable) -> Iterator[str]:
    """A line that earlier ones cover whole is never paid."""
    above: set[str] = set()
    for line in table.lines:
        if all(above & {name, class_of(name)} for name in line.cards.holdings):
            yield f"the table {table.clause} never comes to {line.name!r}"
        if not line.cards.against_aces:
            above.update(line.cards.holdings)
