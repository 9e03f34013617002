"""Rule lists for stud games: the raise on five cards, with three of them visible."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card, rank, suit
from pitboss.games.game_parts import Raise, stake_multiple
from pitboss.games.payoffs import Odds
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.lab.strategy.rule_search import Cells, merge_cells
from pitboss.lab.stud.shape import GrowingHand
from pitboss.lab.stud.solver import stud_outcomes, third_cards
from pitboss.submission.rules import Rules

STUD_FEATURES: Final = ("pair", "three", "high", "suited", "straight")
STRAIGHT_SIZE: Final = 5


def stud_features(cards: Sequence[Card], shape: GrowingHand) -> dict[str, int]:
    """Return the features of three cards."""
    ranks = sorted(rank(c) for c in cards)
    most_common = max(ranks, key=ranks.count)
    wins = lowest_winning_pair(shape.raises[1])
    lowest = STRAIGHT_SIZE - 2 if shape.low_ace else STRAIGHT_SIZE - 1
    runs = [{(top - i) % 13 for i in range(STRAIGHT_SIZE)} for top in range(lowest, 13)]
    return {
        "pair": most_common + 1 if ranks.count(most_common) >= 2 else 0,
        "three": int(ranks.count(most_common) == 3),
        "high": sum(r >= wins for r in ranks),
        "suited": int(len({suit(c) for c in cards}) == 1),
        "straight": sum(set(ranks) <= run for run in runs) if len(set(ranks)) == 3 else 0,
    }


def lowest_winning_pair(wager: Raise) -> int:
    """Return the lowest rank whose pair wins a raise; above all ranks if none does."""
    table = wager.pays.ranked_table
    lines = table.lines if table else ()
    return min((x.hand.low for x in lines if x.hand.kind == "pair" and x.odds > 0), default=13)


class StudStrategy:
    """The second street of a stud game."""

    def __init__(
        self, rules: Rules, shape: GrowingHand, main: MainGame, deck: Sequence[Card] = DECK
    ) -> None:
        self._main, self._street = main, shape.streets[1]
        outcomes = stud_outcomes(rules, shape, deck)
        raise_values = outcomes.sums_by_wager()[shape.raises[1].key] * outcomes.ways
        raise_values *= np.array([start.ways for start in outcomes.hands])[outcomes.hand]
        deals = [
            (*start.cards, card)
            for start in outcomes.hands
            for card, _ in third_cards(start.cards, deck)
        ]
        feature_rows = np.array([list(stud_features(cards, shape).values()) for cards in deals])
        times = [stake_multiple(choice) for choice in self._street.choices.values()]
        nets = raise_values[:, None] * np.array(times)
        cells, net = merge_cells(feature_rows, nets)
        decisions, best = tuple(self._street.choices), int(nets.max(axis=1).sum())
        self._cells = Cells(self._street.name, STUD_FEATURES, cells, decisions, net, best)

    def cells(self, progress: Progress = no_progress) -> list[Cells]:
        """Return the cells of the only later street."""
        return [self._cells]

    def net(self, lists: Mapping[str, RuleList], progress: Progress = no_progress) -> Odds:
        """Return the total net result under these lists, with optimal play elsewhere."""
        rules = lists.get(self._street.name)
        return self._main.net - (self._cells.loss(rules) if rules else 0)
