"""Count the deals of a wager by what it pays, one by one, where no faster count is known."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.card_names import HOLE
from pitboss.games.game_parts import Raise, Required, Side
from pitboss.games.payoffs import ByTable, Context, Evaluator, HoleCards, Odds, Payoff, Wheel
from pitboss.games.payoffs.base import payout_at
from pitboss.games.paytables import CardsTable, Paytable
from pitboss.hands import Order
from pitboss.lab.generic.limits import TooManyDeals, count_deals
from pitboss.lab.main_game import solve_without_decisions
from pitboss.lab.progress import Progress
from pitboss.lab.shape_registry import find_shape_on_deck
from pitboss.lab.staking import Staking
from pitboss.submission.rules import Rules

T = TypeVar("T")


class _LevelPays(ByTable, frozen=True, tag=True):
    """A payoff whose odds are the level of a hand."""

    starts: tuple[int, ...] = ()
    """The lowest strength of each level, in ascending order."""

    @property
    def top_odds(self) -> Odds:
        return len(self.starts)

    def compile(self, _: Context) -> Evaluator:
        payouts = [payout_at(level) for level in range(len(self.starts))]
        name, starts = self.hand, self.starts
        return lambda hands: payouts[max(0, bisect_right(starts, hands[name]) - 1)]

    def cuts(self, hand: str, _strengths: Sequence[int], _order: Order) -> frozenset[int]:
        return frozenset(self.starts if hand == self.hand else ())


class _SpinPays(HoleCards, frozen=True, tag=True):
    """A payoff of even money on two cards that earn a spin, and of a push on others."""

    spin: Wheel | None = None

    @property
    def top_odds(self) -> Odds:
        return 1

    @property
    def tells_suits(self) -> bool:
        return self.spin is not None and self.spin.tells_suits

    def compile(self, context: Context) -> Evaluator:
        first, second, *_ = context.positions[HOLE]
        earns_spin = self.spin.earns_spin if self.spin else lambda _: False
        return lambda hands: payout_at(int(earns_spin((hands.cards[first], hands.cards[second]))))


class SideCounter(NamedTuple):
    """Counts the deals of one side wager; after a fold that ends it, they count as None."""

    rules: Rules
    side: Side
    deck: Sequence[Card]
    max_deals: int
    progress: Progress

    @property
    def ends_with_fold(self) -> bool:
        """Whether a fold can end the wager before all cards are seen."""
        can_fold = any(street.can_fold for street in self.rules.streets)
        return can_fold and not self.side.lives_after_fold

    def by_odds(self, pays: Payoff) -> Counter[Odds | None]:
        """Count the deals by what the wager would pay with this payoff."""
        from pitboss.lab.generic.solver import count_odds, count_odds_in_play

        if self.ends_with_fold:
            rules = _beside_main_game(self.rules, self.side, pays)
            self._check_deals(rules)
            return count_odds_in_play(rules, self.side.key, self.deck, self.progress)
        rules = _by_itself(self.rules, self.side, pays)
        self._check_deals(rules)
        index, result = Staking(rules).payoff_index[self.side.key], Counter[Odds | None]()
        for odds, deals in count_odds(rules, self.deck, self.progress).items():
            result[odds[index]] += deals
        return result

    def by_own_odds(self) -> Counter[Odds | None]:
        """Count the deals by what the wager pays: by a fast shape, if one fits."""
        pays = self.side.pays
        if not self.ends_with_fold and not pays.needs:
            rules = _by_itself(self.rules, self.side, pays)
            if main := solve_without_decisions(rules, self.deck, self.progress):
                return Counter({net: deals for (_, net), deals in main.results.items()})
        return self.by_odds(pays)

    def by_level(self, hand: str, line_of: Callable[[int], T]) -> Counter[T | None]:
        """Count the deals by the line of a hand, where ``line_of`` maps a strength to its line."""
        from pitboss.lab.generic.payouts import possible_strengths

        if self.ends_with_fold and (lines := self._by_line_in_play(hand, line_of)):
            return lines
        strengths = possible_strengths(self.rules, hand)
        starts = tuple(
            strength
            for index, strength in enumerate(strengths)
            if index == 0 or line_of(strength) != line_of(strengths[index - 1])
        )
        result: Counter[T | None] = Counter()
        for level, deals in self.by_odds(_LevelPays(hand, Paytable(()), starts=starts)).items():
            result[None if level is None else line_of(starts[int(level)])] += deals
        return result

    def _by_line_in_play(self, hand: str, line_of: Callable[[int], T]) -> Counter[T | None] | None:
        """Count the deals by the line of a hand and those that are folded, if a shape can."""
        shape = find_shape_on_deck(self.rules, self.deck)
        lines: list[T] = []

        def level_of(strength: int) -> int:
            line = line_of(strength)
            if line not in lines:
                lines.append(line)
            return lines.index(line)

        if shape is None:
            return None
        counts = shape.count_levels_in_play(hand, level_of, self.deck, self.progress)
        if counts is None:
            return None
        result: Counter[T | None] = Counter()
        for level, deals in counts.items():
            result[None if level is None else lines[level]] += deals
        return result

    def by_spin(self, spin: Wheel) -> Counter[Odds | None]:
        """Count the deals that earn a spin as 1, those that do not as 0."""
        return self.by_odds(_SpinPays(CardsTable(()), spin=spin))

    def _check_deals(self, rules: Rules) -> None:
        if (deals := count_deals(rules, self.deck)) > self.max_deals:
            raise TooManyDeals(
                f"the lab has no fast count of {self.side.label}, and its {deals:,} deals are too "
                "many to count one by one"
            )


def _by_itself(rules: Rules, side: Side, pays: Payoff) -> Rules:
    """Return a game that has this wager, and those it depends on, without decisions."""
    needed_keys = set(pays.needs)
    for wager in reversed(rules.required):
        if wager.key in needed_keys:
            needed_keys.update(wager.pays.needs)
    needed_wagers = tuple(
        wager for wager in rules.required if wager.key in needed_keys and wager.key != side.key
    )
    required = (*needed_wagers, Required(side.key, side.label, pays))
    return replace(rules, required=required, raises=(), sides=(), streets=(), edge_of=(side.key,))


def _beside_main_game(rules: Rules, side: Side, pays: Payoff) -> Rules:
    """Return a game with this wager as a raise that no decision makes."""
    extra = Raise(side.key, side.label, pays, of=rules.required[0].key)
    return replace(rules, sides=(), raises=(*rules.raises, extra))
