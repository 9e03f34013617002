"""The Bonus Spin: how often it is earned, what a spin brings, and what spins of others bring.

Meters are taken at their start, as for a progressive. The wager is taken to stay live: where a
reading lets a fold end it, that belongs to the play of the main game.
"""

from fractions import Fraction
from itertools import combinations

from pitboss.cards import DECK, Card
from pitboss.lab.chances import Deck
from pitboss.lab.prizes import prize_line
from pitboss.lab.returns import SideReturn, all_others
from pitboss.round import Course
from pitboss.settle.book import book_of
from pitboss.settle.played import Played
from pitboss.settle.values import Seat
from pitboss.submission.rules import Rules, SideWager, WheelSpin


class SpinReturn(SideReturn, frozen=True, kw_only=True):
    """A wager that earns a spin of a wheel."""

    wager: int
    mean_spin: Fraction
    """The cents that a spin brings on average."""
    stops: dict[str, Fraction]
    """The chance that a spin lands on each symbol."""
    community: tuple[Fraction, ...]
    """What the spins of others bring, as a share of the stake: by how many have a live wager."""


def bonus_spin(rules: Rules, side: SideWager, spin: WheelSpin, deck: Deck = DECK) -> SpinReturn:
    """What a spin wager returns."""
    twos = list(combinations(deck, 2))
    earned = sum(_earns(rules, side, two) for two in twos)
    stops = sum(stop.stops for stop in spin.wheel)
    deals = len(twos) * stops
    lines = tuple(
        prize_line(rules, side, stop.symbol, stop.prize, earned * stop.stops, deals)
        for stop in spin.wheel
    )
    community = sum(stop.stops * stop.community for stop in spin.wheel)
    return SpinReturn(
        side.key,
        side.label,
        deals,
        (*lines, all_others((len(twos) - earned) * stops, deals)),
        wager=spin.wager,
        mean_spin=sum(
            (
                Fraction(stop.stops, stops) * (line.net + 1) * spin.wager
                for stop, line in zip(spin.wheel, lines, strict=True)
            ),
            Fraction(),
        ),
        stops={stop.symbol: Fraction(stop.stops, stops) for stop in spin.wheel},
        community=tuple(
            Fraction(n * earned * community, deals * spin.wager) for n in range(rules.seats)
        ),
    )


def _earns(rules: Rules, side: SideWager, two: tuple[Card, ...]) -> bool:
    """Whether these first two cards earn a spin, as settlement sees it."""
    seat, course = Seat({side.key: side.minimum}), Course({}, folded=False, taken=0)
    return Played(book_of(rules), 1, seat, course, (), two).earned_spin() is not None
