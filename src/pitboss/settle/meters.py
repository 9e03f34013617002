"""Progressive meters through one round: fed when the wagers are locked, paid seat by seat.

Exact: a meter may hold fractions of a cent. A hit is paid in whole cents of what the meter shows at
that player's turn; what is not paid stays in it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, assert_never

from pitboss.games.payoffs import Meter
from pitboss.games.paytables import FixedPrize, ForOne, Prize, Share, Sum
from pitboss.refusal import Refused, brief
from pitboss.settle.values import Hit
from pitboss.submission.rules import Rules

WHOLE = 100
_EXACT: Final = (int, Fraction)


class Meters:
    """What every meter of the table shows, and the hits so far."""

    def __init__(self, rules: Rules, given: Mapping[str, int | Fraction]) -> None:
        self._meters: dict[str, Meter] = rules.meters
        unknown = given.keys() - self._meters.keys()
        if unknown:
            names = ", ".join(self._meters) or "none"
            raise Refused(f"{brief(min(unknown))} is not a meter of this table: it has {names}")
        for name, shows in given.items():
            if type(shows) not in _EXACT or shows < 0:
                raise Refused(
                    f"the meter {brief(name)} shows {brief(shows)}: it must be a whole number of "
                    "cents or a Fraction, not below 0"
                )
        self.shows: dict[str, int | Fraction] = {
            name: given.get(name, meter.start) for name, meter in self._meters.items()
        }
        self.hits: list[Hit] = []

    def feed(self, meters: tuple[Meter, ...], staked: int) -> None:
        """Add what all wagers of one kind bring to each of their meters."""
        for meter in meters:
            self.shows[meter.name] += meter.fed_by(staked)

    def pay(self, prize: Prize, *, stake: int, seat: int, wager: str) -> int:
        """The cents of a prize; a share of a meter is taken off it."""
        paid = prize_cents(prize, stake, self.shows)
        if isinstance(prize, Share):
            reseeded = self._meters[prize.meter].reset if prize.percent == WHOLE else 0
            self.shows[prize.meter] += reseeded - paid
            self.hits.append(Hit(seat, wager, prize.meter, paid, reseeded))
        return paid


def prize_cents(prize: Prize, stake: int, shows: Mapping[str, int | Fraction]) -> int:
    """Return what a prize pays on a stake, in whole cents, where meters show so much."""
    match prize:
        case ForOne(times=times):
            return times * stake
        case Sum(cents=cents):
            return cents
        case Share(percent=percent, meter=name):
            return shows[name] * percent // 100
        case FixedPrize():
            raise AssertionError("resolving a submission turns fixed prizes into sums")
        case _ as other:
            assert_never(other)
