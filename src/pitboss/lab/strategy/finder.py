"""Find a strategy for people, and play by it.

A strategy has a chart for the first decision, and short rule lists for the later ones.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from pitboss.cards import Card, cards_text
from pitboss.errors import Refused
from pitboss.games.card_names import starting_hand_class
from pitboss.lab.advice import build_situation
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.shape_protocol import FeatureReader, StreetStrategies
from pitboss.lab.shape_registry import find_strategy_shape
from pitboss.lab.starting_hands import chart_ranks
from pitboss.lab.strategy.published_advice import common_advice
from pitboss.lab.strategy.rule_lists import MAX_LINES, RuleList
from pitboss.lab.strategy.rule_search import Cells, find_rule_lists
from pitboss.round import PlayerView
from pitboss.submission.rules import Rules


class StreetStrategy(Struct, frozen=True):
    """The list of a later street, and its cost on its own."""

    list: RuleList
    cost: Fraction


class Strategy(Struct, frozen=True):
    """A strategy that fits on a card."""

    shape: str
    """The shape, which defines the features of its rules."""
    chart: dict[str, str]
    """The optimal first decision of each starting hand of two cards; else a list covers it."""
    streets: tuple[StreetStrategy, ...]
    best: Fraction
    """The expected value under optimal play."""
    ev: Fraction
    """The expected value under the chart and these lists."""

    @property
    def cost(self) -> Fraction:
        """The total cost of all lists per round, in units of one required wager."""
        return self.best - self.ev

    @property
    def lines(self) -> int:
        """The number of lines of all lists."""
        return sum(len(street.list) for street in self.streets)


def find_street_strategies(
    rules: Rules,
    main: MainGame,
    deck: Sequence[Card] | None = None,
    progress: Progress = no_progress,
) -> tuple[str, StreetStrategies]:
    """Return the name of a game's shape, and its later streets."""
    deck = rules.deck.cards if deck is None else deck
    shape = find_strategy_shape(rules)
    return shape.name, shape.strategy(main, deck, progress)


def has_strategy(rules: Rules, main: MainGame) -> bool:
    """Return whether lists can be made for a game."""
    try:
        find_strategy_shape(rules).check_strategy(main, rules.deck.cards)
    except Refused:
        return False
    return True


class StrategyFinder:
    """Finds strategies of one game, examining its situations only once."""

    def __init__(
        self,
        rules: Rules,
        *,
        progress: Progress = no_progress,
        cache: bool = True,
        keep: bool = True,
    ) -> None:
        """Solve the game; without ``keep``, write nothing to the disk cache."""
        self._rules, self._progress = rules, progress
        self.main = solve_main(rules, progress=progress, cache=cache, keep=keep)
        self.name, self.shape = find_street_strategies(rules, self.main, progress=progress)

    def strategy(self, *, lines: int | None = None, cost: Fraction | None = None) -> Strategy:
        """Return the best lists of so many lines each, or the shortest within a cost."""
        check_strategy_request(lines, cost)
        cells = self.shape.cells(self._progress)
        longest = MAX_LINES if lines is None else lines
        labels = {street.name: street.label for street in self._rules.streets}
        lists_by_street = [
            find_rule_lists(
                street_cells,
                longest,
                partial(self._progress, f"finding rules for {labels[street_cells.street]}"),
            )
            for street_cells in cells
        ]
        if cost is None:
            return self._build_strategy(cells, [lists[-1] for lists in lists_by_street])
        return self._within_cost(cost, cells, lists_by_street)

    def _within_cost(
        self, cost: Fraction, cells: list[Cells], lists_by_street: list[list[RuleList]]
    ) -> Strategy:
        """Return the shortest lists whose total cost is within a limit.

        The joint cost is close to the sum of the separate costs, so combinations are tried in that
        order.
        """
        separate_costs = [
            [Fraction(street_cells.loss(rule_list)) / self.main.deals for rule_list in some]
            for street_cells, some in zip(cells, lists_by_street, strict=True)
        ]
        combinations = sorted(
            product(*(range(len(some)) for some in lists_by_street)),
            key=lambda combination: (
                sum(len(some[i]) for some, i in zip(lists_by_street, combination, strict=True)),
                sum(some[i] for some, i in zip(separate_costs, combination, strict=True)),
            ),
        )
        for combination in combinations:
            if sum(some[i] for some, i in zip(separate_costs, combination, strict=True)) <= cost:
                strategy = self._build_strategy(
                    cells, [some[i] for some, i in zip(lists_by_street, combination, strict=True)]
                )
                if strategy.cost <= cost:
                    return strategy
        best = self._build_strategy(cells, [some[-1] for some in lists_by_street])
        if best.cost <= cost:  # the joint cost is less than the sum
            return best
        raise Refused(
            f"found no lists of up to {MAX_LINES} lines within a cost of {float(cost):g}: the "
            f"best, with {best.lines} lines in all, cost {float(best.cost):.6f}"
        )

    def _build_strategy(self, cells: list[Cells], rule_lists: list[RuleList]) -> Strategy:
        deals = self.main.deals
        net = self.shape.net(
            {rule_list.street: rule_list for rule_list in rule_lists}, self._progress
        )
        return Strategy(
            self.name,
            first_decision_chart(self.main),
            tuple(
                StreetStrategy(street_list, Fraction(street_cells.loss(street_list)) / deals)
                for street_cells, street_list in zip(cells, rule_lists, strict=True)
            ),
            self.main.ev,
            Fraction(net) / deals,
        )

    def cost_published_advice(self) -> dict[str, Fraction]:
        """Return the cost of each piece of published advice."""
        later = self._rules.streets[1:] or self._rules.streets
        shape = find_strategy_shape(self._rules)
        return {
            advice.name: Fraction(self.main.net - self.shape.net(advice.lists, self._progress))
            / self.main.deals
            for advice in (*common_advice(later), *shape.published_advice(later))
        }


def first_decision_chart(main: MainGame) -> dict[str, str]:
    """Return the optimal first decision of each starting hand, where hands have usual names."""
    if not chart_ranks(main.starts):
        return {}
    return {hand: start.best for hand, start in main.starts.items()}


def check_strategy_request(lines: int | None, cost: Fraction | None) -> None:
    """Refuse a number of lines or a cost that is out of range."""
    if lines is not None and not 1 <= lines <= MAX_LINES:
        raise Refused(f"a list has 1 to {MAX_LINES} lines, not {lines:,}")
    if cost is not None and cost <= 0:
        raise Refused("the cost must be above 0: a list that costs nothing is the whole solution")


def find_strategy(
    rules: Rules,
    *,
    lines: int | None = None,
    cost: Fraction | None = None,
    progress: Progress = no_progress,
    cache: bool = True,
) -> Strategy:
    """Return the best lists of so many lines each, or the shortest within a cost."""
    check_strategy_request(lines, cost)
    return StrategyFinder(rules, progress=progress, cache=cache).strategy(lines=lines, cost=cost)


def cost_published_advice(
    rules: Rules, *, progress: Progress = no_progress, cache: bool = True
) -> dict[str, Fraction]:
    """Return the cost of each piece of published advice."""
    return StrategyFinder(rules, progress=progress, cache=cache).cost_published_advice()


__all__ = ["FeatureReader", "feature_reader"]


def feature_reader(rules: Rules, deck: Sequence[Card] | None = None) -> FeatureReader:
    """Return the feature reader of these rules' shape."""
    return find_strategy_shape(rules).reader(rules.deck.cards if deck is None else deck)


class CardDecision(NamedTuple):
    """The decision of a card, by its chart or by a line of a list."""

    decision: str
    list: RuleList | None = None
    line: int = 0
    """The index of the line; the default decision comes after the last rule."""


class CardPlay:
    """A player who follows a strategy card and nothing else."""

    def __init__(self, rules: Rules, card: Strategy) -> None:
        self.card = card
        self._rules, self._read = rules, feature_reader(rules)
        self._lists = {street.list.street: street.list for street in card.streets}

    @classmethod
    def with_best_card(
        cls, rules: Rules, lines: int, progress: Progress = no_progress
    ) -> "CardPlay":
        """Return a player with the best card of so many lines per list."""
        return cls(rules, StrategyFinder(rules, progress=progress).strategy(lines=lines))

    def decision(self, view: PlayerView) -> str:
        """Return the card's decision for this view."""
        return self.find_decision(view).decision

    def find_decision(self, view: PlayerView) -> CardDecision:
        """Return the card's decision and its place on the card."""
        names = [decision for decision in view.decisions if isinstance(decision, str)]
        if len(names) != len(view.decisions):
            raise Refused(
                "a card has no advice after a raise of an amount that is not a listed choice"
            )
        hole, *streets = build_situation(self._rules, view.hole, view.table, names).cards_by_street
        if rule_list := self._lists.get(self._rules.streets[len(streets)].name):
            decision, line = rule_list.decision_and_line(self._read(hole, streets))
            return CardDecision(decision, rule_list, line)
        name = starting_hand_class(hole[0], hole[1])
        if name not in self.card.chart:
            raise Refused(f"the chart has no hand {cards_text(hole)}")
        return CardDecision(self.card.chart[name])
