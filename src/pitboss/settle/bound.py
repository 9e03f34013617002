"""The most that settlement could ever credit: no correction may give more (LEDG-6)."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.settle.meters import prize_cents
from pitboss.submission.limit import payout_limit
from pitboss.submission.rules import MeterPrizes, PaidBy, Rules, WheelSpin

Meters = Mapping[str, int | Fraction]


def most_credit(rules: Rules, key: str, stake: int, meters: Meters) -> int:
    """Return the most that a wager of this stake could be credited, its stake included.

    ``meters`` has the most that each of them could show.
    """
    pays = next(wager.pays for wager in rules.wagers if wager.key == key)
    most = max(stake, _most(pays, stake, meters))
    return min(most, stake + payout_limit(rules)) if key in rules.limit.scope else most


def most_gift(rules: Rules, gift: str, others: int) -> int:
    """Return the most envy or community pay that so many hands or spins of others could bring."""
    if gift == "envy":
        lines = [
            line
            for side in rules.sides
            if isinstance(side.pays, MeterPrizes)
            for line in side.pays.envy.lines
        ]
        return others * max((prize_cents(line.prize, 0, {}) for line in lines), default=0)
    wheels = [side.pays.wheel for side in rules.sides if isinstance(side.pays, WheelSpin)]
    return others * sum(max(stop.community for stop in wheel) for wheel in wheels)


def _most(pays: PaidBy, stake: int, meters: Meters) -> int:
    match pays:
        case ByTable(table=table):
            return stake * (1 + max(line.odds for line in table.lines))
        case HoleCards(table=holdings):
            return stake * (1 + max(line.odds for line in holdings.lines))
        case EvenMoney() | Showdown():
            return 2 * stake
        case AllOf(odds=odds):
            return stake * (1 + odds)
        case MeterPrizes(prizes=prizes):
            return max(prize_cents(line.prize, stake, meters) for line in prizes.lines)
        case WheelSpin(wheel=wheel):
            return max(prize_cents(stop.prize, stake, meters) for stop in wheel)
