"""Rule lists for games of no fast shape, from the values of every situation."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import Final, NamedTuple

import numpy as np

from pitboss.cards import Card
from pitboss.errors import Refused
from pitboss.games.payoffs import Odds
from pitboss.lab.generic.backward_induction import (
    GenericGame,
    StreetSituations,
)
from pitboss.lab.generic.features import SituationFeatures
from pitboss.lab.generic.plan import Array, DealPlan, Nodes, start_nodes
from pitboss.lab.generic.solver import (
    StartsPart,
    announce_duration,
    follow_starts,
    split_starts,
)
from pitboss.lab.hand_tables import Ints
from pitboss.lab.progress import Progress, no_progress, run_in_threads
from pitboss.lab.results import MainGame
from pitboss.lab.staking import CLOSED_STREET
from pitboss.lab.starting_hands import chart_ranks
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.lab.strategy.rule_search import Cells, decisions_by_row
from pitboss.submission.rules import Rules

MERGED_PARTS: Final = 32
"""Cells are merged after so many parts, so that they do not fill the memory."""
_TASK: Final = "looking at every situation"


class _StreetCells(NamedTuple):
    """Situations of a street with equal features."""

    features: Ints
    net: Array
    forbidden: Array
    best: int
    """The total net result of optimal play."""


class GenericStrategy:
    """The streets of a game; the first only if no chart covers its starting hands."""

    def __init__(self, rules: Rules, main: MainGame, deck: Sequence[Card]) -> None:
        self._rules, self._main = rules, main
        plan = DealPlan(rules, deck)
        self._game = GenericGame(plan)
        self._starts = start_nodes(plan, plan.steps[0])
        self._features = SituationFeatures(self._game)
        self._cells: list[Cells] | None = None
        self._streets = range(1 if chart_ranks(main.starts) else 0, len(rules.streets))

    def _parts(self, progress: Progress) -> list[StartsPart]:
        deals = self._game.plan.deals_after(0)
        announce_duration(len(self._starts.ways) * deals, progress)
        return list(split_starts(self._starts, deals))

    def cells(self, progress: Progress = no_progress) -> list[Cells]:
        """Return the cells of each street."""
        if self._cells is None:
            self._cells = self._all_cells(progress)
        return self._cells

    def _all_cells(self, progress: Progress) -> list[Cells]:
        pending: dict[int, list[_StreetCells]] = {number: [] for number in self._streets}
        parts = self._parts(progress) if self._streets else []
        for result in run_in_threads(_TASK, self._part_cells, parts, progress, announces=False):
            for streets_done, part in result.items():
                pending[streets_done].append(part)
                if len(pending[streets_done]) == MERGED_PARTS:
                    pending[streets_done] = [_merge(pending[streets_done])]
        return [self._street_cells(number, _merge(some)) for number, some in pending.items()]

    def _part_cells(self, part: StartsPart) -> dict[int, _StreetCells]:
        line, ways = follow_starts(self._game, self._starts, part), self._starts.ways[part.starts]
        return {
            situations.streets_done: self._count(situations, ways)
            for situations in line.situations()
            if situations.streets_done in self._streets
        }

    def _count(self, situations: StreetSituations, ways: Ints) -> _StreetCells:
        """Add up the values of a street's situations, each as often as play reaches it."""
        dtype = self._game.dtype(self._game.plan.deals)
        nodes, choices = situations.nodes, self._rules.streets[situations.streets_done].choices
        net: Array = np.zeros((len(nodes.start), len(choices)), dtype)
        is_reached = np.zeros(len(nodes.start), bool)
        masks = self._game.allowed_masks(situations.streets_done, nodes)
        forbidden = np.stack(
            [~masks[name] if name in masks else is_reached for name in choices], axis=1
        )
        best = 0
        for state, count in situations.reach_counts.items():
            values = situations.values.net[state]
            if CLOSED_STREET in values:
                continue
            weight: Array = (count * ways[nodes.start]).astype(dtype)
            rows: Array = np.stack([values[name] for name in choices], axis=1).astype(dtype)
            best += int((rows.max(axis=1) * weight).sum())
            net += np.where(forbidden, 0, rows) * weight[:, None]
            is_reached |= count > 0
        if self._rules.streets[situations.streets_done].conditions:
            is_reached[:] = True  # lists may lead to situations that optimal play avoids
        features = self._features.rows(
            situations.streets_done,
            Nodes(nodes.start[is_reached], [x[is_reached] for x in nodes.cards_by_class]),
        )
        return _merge([_StreetCells(features, net[is_reached], forbidden[is_reached], best)])

    def _street_cells(self, streets_done: int, cells: _StreetCells) -> Cells:
        street = self._rules.streets[streets_done]
        # A feature that is the same in all situations says nothing.
        varies = [column.min() != column.max() for column in cells.features.T]
        if not any(varies):
            varies[0] = True
        return Cells(
            street.name,
            tuple(
                x for x, is_useful in zip(self._features.names, varies, strict=True) if is_useful
            ),
            cells.features[:, varies],
            tuple(street.choices),
            cells.net,
            cells.best,
            self._game.payouts.scale,
            cells.forbidden if street.conditions else None,
        )

    def net(self, lists: Mapping[str, RuleList], progress: Progress = no_progress) -> Odds:
        """Return the total net result under these lists, with optimal play elsewhere."""
        cells = {x.street: x for x in self.cells(progress)}
        if len(lists) <= 1:
            # Play elsewhere does not change with one list.
            return self._main.net - sum(cells[name].loss(x) for name, x in lists.items())
        parts = self._parts(progress)
        task = "playing every deal by the lists"
        totals = run_in_threads(
            task, lambda part: self._part_net(part, lists), parts, progress, announces=False
        )
        net = Fraction(sum(totals), self._game.payouts.scale)
        return int(net) if net.denominator == 1 else net

    def _part_net(self, part: StartsPart, lists: Mapping[str, RuleList]) -> int:
        game, ways = self._game, self._starts.ways[part.starts]
        line, total = follow_starts(game, self._starts, part), 0
        ends = line.results(lambda street, nodes: self._decisions(street, nodes, lists))
        for staked, start, deals in ends.folds:
            total -= staked * game.payouts.scale * int((deals * ways[start]).sum())
        for (stakes, _), start, ending, deals in ends.paid:
            counts = np.zeros(len(game.dealer.odds), np.int64)
            np.add.at(counts, ending, deals * ways[start])
            for number in np.flatnonzero(counts).tolist():
                total += sum(map(mul, stakes, game.dealer.odds[number])) * int(counts[number])
        return total

    def _decisions(
        self, streets_done: int, nodes: Nodes, lists: Mapping[str, RuleList]
    ) -> Array | None:
        """Return what a list decides at each node; None where there is no list."""
        street = self._rules.streets[streets_done]
        if street.name not in lists:
            return None
        rows = self._features.rows(streets_done, nodes)
        choices = list(street.choices)
        decisions = decisions_by_row(lists[street.name], self._features.names, rows, choices)
        for name, mask in self._game.allowed_masks(streets_done, nodes).items():
            if (~mask & (decisions == choices.index(name))).any():
                raise Refused(
                    f"the list for {street.name} takes a decision that the cards do not allow"
                )
        return decisions


def _merge(parts: Sequence[_StreetCells]) -> _StreetCells:
    """Merge situations with equal features, adding up their results."""
    rows = np.concatenate([part.features for part in parts])
    net = np.concatenate([part.net for part in parts])
    forbidden = np.concatenate([part.forbidden for part in parts])
    order = np.lexsort(rows.T[::-1])
    ordered_rows = rows[order]
    is_new = np.ones(len(rows), bool)
    is_new[1:] = (ordered_rows[1:] != ordered_rows[:-1]).any(axis=1)
    first = np.flatnonzero(is_new)
    best = sum(part.best for part in parts)
    if not len(first):
        return _StreetCells(rows, net, forbidden, best)
    return _StreetCells(
        ordered_rows[first],
        np.add.reduceat(net[order], first, axis=0),
        np.logical_or.reduceat(forbidden[order], first, axis=0),
        best,
    )
