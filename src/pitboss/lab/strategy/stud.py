"""Rule lists for the stud games: the raise on five cards, with three of them seen."""

from collections.abc import Mapping, Sequence

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.odds import Odds
from pitboss.games.words import times_of
from pitboss.lab.results import Main
from pitboss.lab.strategy.cells import Cells, merged
from pitboss.lab.strategy.lists import RuleList
from pitboss.lab.strategy.stud_seen import SEEN, features
from pitboss.lab.stud.grown import hopes, thirds
from pitboss.lab.stud.shape import Growing
from pitboss.lab.work import Told, untold
from pitboss.submission.rules import Rules


class StudStrategy:
    """The second street of one stud game."""

    def __init__(
        self, rules: Rules, shape: Growing, main: Main, deck: Sequence[Card] = DECK
    ) -> None:
        self._main, self._street = main, shape.streets[1]
        found = hopes(rules, shape, deck)
        hope = found.added_up()[shape.raises[1].key] * found.ways
        hope *= np.array([start.ways for start in found.hands])[found.hand]
        dealt = [
            (*start.cards, card) for start in found.hands for card, _ in thirds(start.cards, deck)
        ]
        seen = np.array([list(features(cards, shape).values()) for cards in dealt])
        times = [times_of(asked) for asked in self._street.choices.values()]
        nets = hope[:, None] * np.array(times)
        cells, net = merged(seen, nets)
        asks, best = tuple(self._street.choices), int(nets.max(axis=1).sum())
        self._cells = Cells(self._street.name, SEEN, cells, asks, net, best)

    def cells(self, told: Told = untold) -> list[Cells]:
        """Of the only later street."""
        return [self._cells]

    def net(self, lists: Mapping[str, RuleList], told: Told = untold) -> Odds:
        """The net results of all deals by these lists, the best play where there is none."""
        rules = lists.get(self._street.name)
        return self._main.net - (self._cells.given_up(rules) if rules else 0)
