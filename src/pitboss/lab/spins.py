"""The Bonus Wheel: how often it is earned, what a spin brings, and what spins of others bring.

Meters are taken at their start, as for a progressive. Where a fold ends the wager, ``folded`` says
how often a starting hand is folded under the best play of the main game.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import lcm

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.patterns import holding
from pitboss.games.payoffs import Wheel
from pitboss.games.paytables import Symbol
from pitboss.games.words import Side
from pitboss.lab.chances import Deck
from pitboss.lab.prizes import prize_line
from pitboss.lab.results import Main
from pitboss.lab.returns import ReturnLine, SideReturn, all_others
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.round import Course
from pitboss.settle.book import book_of
from pitboss.settle.played import Played
from pitboss.settle.values import Seat
from pitboss.submission.rules import Rules


class SpinReturn(SideReturn, frozen=True, kw_only=True):
    """A wager that earns a spin of a wheel."""

    wager: int
    mean_spin: Fraction
    """The cents that a spin brings on average."""
    stops: dict[str, Fraction]
    """The chance that a spin lands on each symbol."""
    community: tuple[Fraction, ...]
    """What the spins of others bring, as a share of the stake: by how many have a live wager."""


Folded = Callable[[str], Fraction]
"""The chance that a starting hand, so named, is folded."""


def never(start: str) -> Fraction:
    """Where a fold does not end the wager."""
    return Fraction()


def folds(main: Main) -> Folded:
    """How often a starting hand is folded in a main game."""

    def folded(start: str) -> Fraction:
        if start not in main.starts:
            raise Refused(
                f"the lab cannot tell how often {start} is folded: it names no such starting hand"
            )
        return main.starts[start].folded

    return folded


def bonus_spin(
    rules: Rules, side: Side, spin: Wheel, deck: Deck | None = None, folded: Folded = never
) -> SpinReturn:
    """What a spin wager returns."""
    deck = rules.deck.cards if deck is None else deck
    twos = list(combinations(deck, 2))
    stays = {two: 1 - folded(holding(*two)) for two in twos if _earns(rules, side, two)}
    # In so many parts of a deal that every chance to stay is a whole number of them.
    parts = lcm(*(chance.denominator for chance in stays.values()))
    earned = int(sum(chance * parts for chance in stays.values()))
    stops = sum(stop.stops for stop in spin.wheel)
    all_twos = len(twos) * parts
    deals = all_twos * stops
    lines = tuple(_stop_line(rules, side, stop, earned * stop.stops, deals) for stop in spin.wheel)
    community = sum(stop.stops * stop.community for stop in spin.wheel)
    return SpinReturn(
        side.key,
        side.label,
        deals,
        (*lines, all_others((all_twos - earned) * stops, deals)),
        wager=spin.stake,
        mean_spin=sum(
            (
                Fraction(stop.stops, stops) * (line.net + 1) * spin.stake
                for stop, line in zip(spin.wheel, lines, strict=True)
            ),
            Fraction(),
        ),
        stops={stop.name: Fraction(stop.stops, stops) for stop in spin.wheel},
        community=tuple(
            Fraction(n * earned * community, deals * spin.stake) for n in range(rules.seats)
        ),
    )


def _stop_line(rules: Rules, side: Side, stop: Symbol, combinations: int, deals: int) -> ReturnLine:
    """What a symbol pays the spinner; what the others get of it is said, and not counted."""
    line = prize_line(rules, side, stop.name, stop.prize, combinations, deals)
    if not stop.community:
        return line
    return replace(line, pays=f"{line.pays} ({dollars(stop.community)} to others)")


def _earns(rules: Rules, side: Side, two: tuple[Card, ...]) -> bool:
    """Whether these first two cards earn a spin, as settlement sees it."""
    seat, course = Seat({side.key: side.minimum}), Course({}, folded=False, taken=0)
    return Played(book_of(rules), 1, seat, course, (), two).earned_spins() != {}
