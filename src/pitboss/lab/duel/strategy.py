"""Rule lists for duels: one decision, by the player's hand and the dealer's upcards."""

from collections.abc import Mapping, Sequence

import numpy as np

from pitboss.cards import ACE, DECK, Card
from pitboss.errors import Refused
from pitboss.games.payoffs import Odds
from pitboss.lab.card_sets import RANK_OR_JOKER
from pitboss.lab.duel.odds import (
    HAND_FEATURES,
    MAX_DUEL_COUNT,
    UPCARD_FEATURES,
    DuelTable,
    duel_table,
)
from pitboss.lab.duel.shape import MAX_DUEL_CARDS, DealerDuelGame
from pitboss.lab.duel.solver import (
    PlayerHands,
    UpCards,
    best_decisions,
    player_hands,
    remaining_indexes,
    upcard_sets,
)
from pitboss.lab.hand_tables import Ints
from pitboss.lab.progress import Progress, no_progress, run_in_threads
from pitboss.lab.results import MainGame
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.lab.strategy.rule_search import Cells, sum_by_key

_RANK_COUNT, _OVER_COUNT = ACE + 1, MAX_DUEL_CARDS + 1


def check_duel_strategy(shape: DealerDuelGame, main: MainGame, deck: tuple[Card, ...]) -> DuelTable:
    """Refuse a duel for which no list can be made; return the odds of any other."""
    table = duel_table(shape, deck)
    top = max(int(abs(table.payouts(x)).max()) for x in shape.decisions.values() if x)
    top = max(top, (shape.staked + 1) * table.scale)  # the value of a forbidden decision
    if main.deals * top > MAX_DUEL_COUNT:
        raise Refused(f"the odds of {shape.rules.game} are too high to find a strategy card")
    return table


class DuelStrategy:
    """The only street of a duel."""

    def __init__(
        self,
        shape: DealerDuelGame,
        main: MainGame,
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        self._shape, self._main, self._deck = shape, main, tuple(sorted(deck))
        self._table = check_duel_strategy(shape, main, self._deck)
        parts = run_in_threads(
            "looking at every hand",
            self._cells_for_upcards,
            upcard_sets(shape, self._deck),
            progress,
        )
        keys, nets = (np.concatenate(x) for x in zip(*parts, strict=True))
        keys, nets = sum_by_key(keys, nets)
        net, best = nets[:, :-1], int(nets[:, -1].sum())
        street = shape.rules.streets[0]
        feature_rows = self._features(keys, net)
        names, features = tuple(shape.decisions), UPCARD_FEATURES if shape.up else HAND_FEATURES
        cells, cell_nets = _join_cells(feature_rows, net)
        scale = self._table.scale
        # All hands of a cell may take the same decisions, so the lowest one decides.
        forbidden = ~self._table.is_allowed.T[cells[:, 0]] if street.conditions else None
        self._cells = Cells(street.name, features, cells, names, cell_nets, best, scale, forbidden)

    def _cells_for_upcards(self, upcards: UpCards) -> tuple[Ints, Ints]:
        """Return a key for each situation, with the values of decisions and of the best."""
        hands = player_hands(self._shape, self._deck, upcards)
        values = best_decisions(self._shape, self._deck, self._table, upcards).values
        rows = np.concatenate([values, values.max(axis=0)[None]]).T
        return sum_by_key(
            self._numbers(upcards, hands), rows * (hands.ways * upcards.ways)[:, None]
        )

    def _numbers(self, upcards: UpCards, player_hands: PlayerHands) -> Ints:
        if not len(upcards.cards):
            return player_hands.places
        cards = np.array(self._deck)
        ranks = RANK_OR_JOKER[cards[remaining_indexes(len(cards), upcards.cards)]][
            player_hands.cards
        ]
        open_ranks = RANK_OR_JOKER[cards[upcards.cards]]
        highest_upcard = int(open_ranks.max())
        has_match = np.isin(ranks, open_ranks).any(axis=1)
        overcards = (ranks > highest_upcard).sum(axis=1)
        return np.asarray(
            ((player_hands.places * 2 + has_match) * _OVER_COUNT + overcards) * _RANK_COUNT
            + highest_upcard
        )

    def _features(self, keys: Ints, net: Ints) -> Ints:
        """Return the features; hands with one best decision throughout count as the lowest of them.

        Only hands that may take the same decisions are merged.
        """
        has_upcards = bool(self._shape.up)
        hand = keys // (2 * _OVER_COUNT * _RANK_COUNT) if has_upcards else keys
        best = net.argmax(axis=1)
        low, high = np.full(self._table.place_count, len(net)), np.full(self._table.place_count, -1)
        np.minimum.at(low, hand, best)
        np.maximum.at(high, hand, best)
        present = np.flatnonzero(high >= 0)
        merges = (low[present] == high[present]) & (high[present] == np.roll(high[present], 1))
        merges &= np.roll(low[present] == high[present], 1)
        is_allowed = self._table.is_allowed[:, present]
        merges &= (is_allowed == np.roll(is_allowed, 1, axis=1)).all(axis=0)
        merges[0] = False
        first = np.zeros(self._table.place_count, np.int64)
        first[present] = np.maximum.accumulate(np.where(merges, 0, present))
        hand = first[hand]
        if not has_upcards:
            return hand[:, None]
        highest_upcard, over = keys % _RANK_COUNT, keys // _RANK_COUNT % _OVER_COUNT
        match = keys // (_RANK_COUNT * _OVER_COUNT) % 2
        return np.stack([hand, match, over, ACE - highest_upcard, highest_upcard], axis=1)

    def cells(self, progress: Progress = no_progress) -> list[Cells]:
        """Return the cells of the only street."""
        return [self._cells]

    def net(self, lists: Mapping[str, RuleList], progress: Progress = no_progress) -> Odds:
        """Return the total net result under these lists, with optimal play elsewhere."""
        rules = lists.get(self._cells.street)
        return self._main.net - (self._cells.loss(rules) if rules else 0)


def _join_cells(feature_rows: Ints, net: Ints) -> tuple[Ints, Ints]:
    """Merge situations with the same features."""
    cells, cell_of_row = np.unique(feature_rows, axis=0, return_inverse=True)
    sums = np.zeros((len(cells), net.shape[1]), np.int64)
    np.add.at(sums, cell_of_row.reshape(-1), net)
    return cells, sums
