"""What was staked on each wager, what came back, and what should have stayed by the lab's figures.

*Handle* is all that was staked and counted: what was taken back, or went back with a void round, is
not in it. *Payouts* are all that went back to players for it, their own stakes included. *Win* is
what stayed with the house.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from pitboss.games.words import Raise, Required, Side
from pitboss.room.reports.floor import Floor
from pitboss.settle.values import WagerResult
from pitboss.submission.rules import Rules
from pitboss.table import Recorded
from pitboss.table import events as e
from pitboss.table.state import GIFTS

Edges = Callable[[Rules], Mapping[str, Fraction]]
"""The house edge of wagers under some rules, by the wager; those it does not name are not known."""


def unknown(_: Rules) -> Mapping[str, Fraction]:
    """Where nobody asks the lab."""
    return {}


class WagerFigures(Struct, frozen=True):
    """One wager under one set of rules."""

    wager: str
    label: str
    made: int
    """How many of them."""
    handle: int
    payouts: int
    corrected: int
    """What corrections gave players beside, or took from them if it is below nothing."""
    win: int
    edge: Fraction | None
    """The house edge; none of raises, which the edge of the required wagers has in it."""
    theoretical: Fraction | None
    """The edge times the handle, in cents; none if the lab was not asked."""
    rules: str
    """The hash of the rules."""


class _Sums(Struct):
    made: int = 0
    handle: int = 0
    payouts: int = 0
    corrected: int = 0


class Wagers:
    """Adds them up."""

    def __init__(self) -> None:
        self._rules: dict[str, Rules] = {}
        self._sums: dict[tuple[str, str], _Sums] = {}
        self.gifts: dict[str, int] = {}
        """Envy and community pay: what hands and spins of some brought to others."""

    def take(self, one: Recorded, floor: Floor) -> None:
        """One event more."""
        match one.event:
            case e.SeatSettled(wagers=wagers):
                self._settled(floor, wagers.items())
            case e.SettlementReversed(wagers=wagers, gifts=gifts):
                self._settled(floor, wagers.items(), sign=-1)
                for why, cents in gifts.items():
                    self.gifts[why] = self.gifts.get(why, 0) - cents
            case e.RoundVoided(seats=seats):  # a bonus may be settled all the same
                for results in seats.values():
                    self._settled(floor, results.items())
            case e.PayoutCorrected(wager=wager, was=was, credit=credit) if wager in GIFTS:
                self.gifts[GIFTS[wager]] = self.gifts.get(GIFTS[wager], 0) + credit - was
            case e.PayoutCorrected(wager=wager, was=was, credit=credit):
                self._of(floor, wager).corrected += credit - was
            case e.GiftsPaid(why=why, to=to):
                self.gifts[why] = self.gifts.get(why, 0) + sum(to.values())
            case _:
                pass

    def figures(self, edges: Edges) -> tuple[WagerFigures, ...]:
        """Every wager, in the order of the game."""
        found = []
        for hash_, rules in self._rules.items():
            known = edges(rules)
            raises = {wager.key for wager in rules.raises}
            offered: tuple[Required | Raise | Side, ...]
            offered = (*rules.required, *rules.raises, *rules.sides)
            for wager in offered:
                sums = self._sums.get((hash_, wager.key))
                if sums is not None:
                    edge = known.get(wager.key)
                    by_book = Fraction(0) if wager.key in raises else None
                    found.append(
                        WagerFigures(
                            wager.key,
                            wager.label,
                            sums.made,
                            sums.handle,
                            sums.payouts,
                            sums.corrected,
                            sums.handle - sums.payouts - sums.corrected,
                            edge,
                            by_book if edge is None else edge * sums.handle,
                            hash_,
                        )
                    )
        return tuple(found)

    def _settled(
        self, floor: Floor, results: Iterable[tuple[str, WagerResult]], sign: int = 1
    ) -> None:
        for key, result in results:
            if result.outcome != "void":
                sums = self._of(floor, key)
                sums.made += sign
                sums.handle += sign * result.stake
                sums.payouts += sign * result.credit

    def _of(self, floor: Floor, wager: str) -> _Sums:
        rules = floor.rules
        if rules is None:
            raise AssertionError("no wager is made without rules")
        self._rules[rules.hash] = rules
        return self._sums.setdefault((rules.hash, wager), _Sums())
