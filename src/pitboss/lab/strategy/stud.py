"""Rule lists for the stud games: the raise on five cards, with three of them seen."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card, rank, suit
from pitboss.games.payoffs import ByTable
from pitboss.lab.results import Main
from pitboss.lab.strategy.lists import RuleList
from pitboss.lab.strategy.merging import merged
from pitboss.lab.strategy.search import Cells
from pitboss.lab.stud.grown import hopes, thirds
from pitboss.lab.stud.shape import Growing
from pitboss.lab.work import Told, untold
from pitboss.submission.rules import RaiseWager, Rules

SEEN: Final = ("pair", "three", "high", "suited", "straight")
RUN: Final = 5


class StudStrategy:
    """The second street of one stud game."""

    def __init__(
        self, rules: Rules, shape: Growing, main: Main, deck: Sequence[Card] = DECK
    ) -> None:
        self._main, self._street = main, shape.streets[1]
        found = hopes(rules, shape, deck)
        self._low_ace = shape.low_ace
        self._wins = lowest_pair(shape.raises[1])
        hope = found.added_up()[shape.raises[1].key] * found.ways
        hope *= np.array([start.ways for start in found.hands])[found.hand]
        dealt = [
            (*start.cards, card) for start in found.hands for card, _ in thirds(start.cards, deck)
        ]
        seen = np.array([list(self._seen(cards).values()) for cards in dealt])
        times = [int(asked) for asked in self._street.asks.values()]
        nets = hope[:, None] * np.array(times)
        cells, net = merged(seen, nets)
        asks, best = tuple(self._street.asks), int(nets.max(axis=1).sum())
        self._cells = Cells(self._street.wager, SEEN, cells, asks, net, best)

    def cells(self, told: Told = untold) -> list[Cells]:
        """Of the only later street."""
        return [self._cells]

    def features(self, hole: Sequence[Card], turned: Sequence[Sequence[Card]]) -> dict[str, int]:
        """Of a situation: the cards that each street has turned over."""
        return self._seen((*hole, *turned[0]))

    def _seen(self, cards: Sequence[Card]) -> dict[str, int]:
        """What a person sees in three cards."""
        ranks = sorted(rank(c) for c in cards)
        most = max(ranks, key=ranks.count)
        lowest = RUN - 2 if self._low_ace else RUN - 1
        runs = [{(top - i) % 13 for i in range(RUN)} for top in range(lowest, 13)]
        return {
            "pair": most + 1 if ranks.count(most) >= 2 else 0,
            "three": int(ranks.count(most) == 3),
            "high": sum(r >= self._wins for r in ranks),
            "suited": int(len({suit(c) for c in cards}) == 1),
            "straight": sum(set(ranks) <= run for run in runs) if len(set(ranks)) == 3 else 0,
        }

    def net(self, lists: Mapping[str, RuleList], told: Told = untold) -> int:
        """The net results of all deals by these lists, the best play where there is none."""
        rules = lists.get(self._street.wager)
        return self._main.net - (self._cells.given_up(rules) if rules else 0)


def lowest_pair(wager: RaiseWager) -> int:
    """The lowest rank of which a pair wins a raise; above all if none does."""
    lines = wager.pays.table.lines if isinstance(wager.pays, ByTable) else ()
    return min((x.hand.low for x in lines if x.hand.kind == "pair" and x.odds > 0), default=13)
