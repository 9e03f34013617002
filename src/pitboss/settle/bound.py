"""The most that settlement could ever credit: no correction may give more (LEDG-6)."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.games.payoffs import Payoff
from pitboss.settle.meters import prize_cents
from pitboss.submission.limit import payout_limit
from pitboss.submission.rules import Rules

Meters = Mapping[str, int | Fraction]


def most_credit(rules: Rules, key: str, stake: int, meters: Meters) -> int:
    """Return the most that a wager of this stake could be credited, its stake included.

    ``meters`` has the most that each of them could show.
    """
    pays = next(wager.pays for wager in rules.wagers if wager.key == key)
    most = max(stake, _most(pays, stake, meters))
    limit = payout_limit(rules) if key in rules.limit.scope else None
    return most if limit is None else min(most, stake + limit)


def most_gift(rules: Rules, gift: str, others: int) -> int:
    """Return the most envy or community pay that so many hands or spins of others could bring."""
    if gift == "envy":
        lines = [line for side in rules.sides if side.pays.envy for line in side.pays.envy.lines]
        return others * max((prize_cents(line.prize, 0, {}) for line in lines), default=0)
    wheels = [side.pays.wheel for side in rules.sides if side.pays.wheel]
    return others * sum(max(symbol.community for symbol in wheel) for wheel in wheels)


def _most(pays: Payoff, stake: int, meters: Meters) -> int:
    prizes = [line.prize for line in (*pays.prizes.lines,)] if pays.prizes else []
    prizes += [symbol.prize for symbol in pays.wheel]
    if prizes:
        return max(prize_cents(prize, stake, meters) for prize in prizes)
    return stake + int(stake * pays.top_odds)
