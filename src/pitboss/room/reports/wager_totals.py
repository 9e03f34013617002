"""Totals of every wager at a table over a period, and how far their win may vary by chance."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil

from msgspec import Struct

from pitboss.games.game_parts import Raise, Required, Side
from pitboss.room.reports.bands import root_above
from pitboss.room.reports.lab_edges import Edges
from pitboss.room.reports.pit_log import TableTracker
from pitboss.settle.model import WagerResult
from pitboss.submission.rules import Rules
from pitboss.table import LogEntry
from pitboss.table import events as e
from pitboss.table.state import GIFT_NAMES


class WagerFigures(Struct, frozen=True):
    """One wager under one set of rules."""

    wager: str
    label: str
    made: int
    """How many times it was made."""
    handle: int
    payouts: int
    corrected: int
    """Sum of all corrections, in the players' favor."""
    win: int
    edge: Fraction | None
    """The house edge; None where another wager's covers it, as the main game's covers raises."""
    theoretical: Fraction | None
    """The edge times the handle, in cents; None if the lab was not asked."""
    rules: str
    """The hash of the rules."""


class _Sums(Struct):
    count: int = 0
    handle: int = 0
    payouts: int = 0
    corrections: int = 0


class WagerTotals:
    """Totals of every wager of a table, filled event by event."""

    def __init__(self) -> None:
        self._rules: dict[str, Rules] = {}
        self._sums: dict[tuple[str, str], _Sums] = {}
        self._round_stakes: dict[str, int] = {}
        """The stakes that were settled in the open round, by wager."""
        self._stake_products: dict[tuple[str, str, str], int] = {}
        """By rules and two wagers: the product of their stakes in a round, summed over rounds."""
        self.gifts: dict[str, int] = {}
        """Envy and community pay, by kind."""

    def add_event(self, entry: LogEntry, tracker: TableTracker) -> None:
        """Add the next event."""
        match entry.event:
            case e.SeatSettled(wagers=wagers):
                self._add_results(tracker, wagers.items())
            case e.SettlementReversed(wagers=wagers, gifts=gifts):
                self._add_results(tracker, wagers.items(), sign=-1)
                for why, cents in gifts.items():
                    self.gifts[why] = self.gifts.get(why, 0) - cents
            case e.RoundVoided(seats=seats):  # a bonus may be settled all the same
                for results in seats.values():
                    self._add_results(tracker, results.items())
            case e.PayoutCorrected(wager=wager, was=was, credit=credit) if wager in GIFT_NAMES:
                self.gifts[GIFT_NAMES[wager]] = self.gifts.get(GIFT_NAMES[wager], 0) + credit - was
            case e.PayoutCorrected(wager=wager, was=was, credit=credit):
                self._sums_for(tracker, wager).corrections += credit - was
            case e.GiftsPaid(why=why, to=to):
                self.gifts[why] = self.gifts.get(why, 0) + sum(to.values())
            case e.RoundClosed() if tracker.rules is not None:
                self._close_round(tracker.rules)
            case _:
                pass

    def figures(self, edges: Edges) -> tuple[WagerFigures, ...]:
        """Return the figures of every wager that was made, in the order of the game."""
        figures = []
        for hash_, rules in self._rules.items():
            edge_by_wager = edges(rules)
            covered_wagers = {wager.key for wager in rules.raises}
            if edge_by_wager.keys() >= {*rules.edge_of}:
                covered_wagers |= {wager.key for wager in rules.required} - {*rules.edge_of}
            all_wagers: tuple[Required | Raise | Side, ...]
            all_wagers = (*rules.required, *rules.raises, *rules.sides)
            for wager in all_wagers:
                sums = self._sums.get((hash_, wager.key))
                if sums is not None:
                    edge = edge_by_wager.get(wager.key)
                    no_edge = Fraction(0) if wager.key in covered_wagers else None
                    figures.append(
                        WagerFigures(
                            wager.key,
                            wager.label,
                            sums.count,
                            sums.handle,
                            sums.payouts,
                            sums.corrections,
                            sums.handle - sums.payouts - sums.corrections,
                            None if edge is None else edge.house_edge,
                            no_edge if edge is None else edge.house_edge * sums.handle,
                            hash_,
                        )
                    )
        return tuple(figures)

    @property
    def win(self) -> int:
        """Handle less payouts, gifts and corrections, in cents."""
        sums = self._sums.values()
        return sum(s.handle - s.payouts - s.corrections for s in sums) - sum(self.gifts.values())

    def theoretical_win(self, edges: Edges) -> Fraction | None:
        """Return the expected win in cents; None if the edge of any wager is unknown."""
        expected = [wager.theoretical for wager in self.figures(edges)]
        amounts = [cents for cents in expected if cents is not None]
        return sum(amounts, Fraction()) if len(amounts) == len(expected) else None

    def deviation(self, edges: Edges) -> int:
        """Return an upper bound of the standard deviation of the win, in cents.

        Wagers whose variance is unknown are left out.
        """
        roots = {
            (hash_, key): root_above(edge.variance)
            for hash_, rules in self._rules.items()
            for key, edge in edges(rules).items()
        }
        products = self._stake_products
        if self._round_stakes and self._rules:  # a round that goes on after the period
            products = products.copy()
            _add_products(products, next(reversed(self._rules)), self._round_stakes)
        zero = Fraction()
        variance = sum(
            (
                square * roots.get((hash_, key), zero) * roots.get((hash_, other), zero)
                for (hash_, key, other), square in products.items()
            ),
            zero,
        )
        return ceil(root_above(variance))

    def _close_round(self, rules: Rules) -> None:
        _add_products(self._stake_products, rules.hash, self._round_stakes)
        self._round_stakes = {}

    def _add_results(
        self, tracker: TableTracker, results: Iterable[tuple[str, WagerResult]], sign: int = 1
    ) -> None:
        for key, result in results:
            if result.outcome != "void":
                sums = self._sums_for(tracker, key)
                self._round_stakes[key] = self._round_stakes.get(key, 0) + sign * result.stake
                sums.count += sign
                sums.handle += sign * result.stake
                sums.payouts += sign * result.credit

    def _sums_for(self, tracker: TableTracker, wager: str) -> _Sums:
        rules = tracker.rules
        if rules is None:
            raise AssertionError("a wager was settled without rules in force")
        self._rules[rules.hash] = rules
        return self._sums.setdefault((rules.hash, wager), _Sums())


def _add_products(
    products: dict[tuple[str, str, str], int], rules: str, stakes: Mapping[str, int]
) -> None:
    """Add the products of the stakes of one round, for every pair of wagers."""
    for key, stake in stakes.items():
        for other, other_stake in stakes.items():
            pair = rules, key, other
            products[pair] = products.get(pair, 0) + stake * other_stake
