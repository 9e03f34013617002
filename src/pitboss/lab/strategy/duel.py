"""Rule lists for a hand against the dealer's: one decision, by the hand and what the dealer shows.

There is one street, so what a list costs is what it gives up, cell by cell.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from pitboss.cards import ACE, DECK, JOKER, Card
from pitboss.games.odds import Odds
from pitboss.lab.duel.counts import Dealt, Up, hands_beside, rest_of, settled_beside, ups
from pitboss.lab.duel.odds import MOST_COUNTED, table_of
from pitboss.lab.duel.shape import MOST_CARDS, Duel
from pitboss.lab.results import Main
from pitboss.lab.sets import RANK_OR_JOKER, Ints
from pitboss.lab.strategy.cells import Cells, added_up
from pitboss.lab.strategy.duel_seen import ALONE, BESIDE
from pitboss.lab.strategy.lists import RuleList
from pitboss.lab.work import Told, shared, untold
from pitboss.refusal import Refused

_RANKS, _OVER = ACE + 1, MOST_CARDS + 1


class DuelStrategy:
    """The street of one game."""

    def __init__(
        self, shape: Duel, main: Main, deck: Sequence[Card] = DECK, told: Told = untold
    ) -> None:
        self._shape, self._main, self._deck = shape, main, tuple(sorted(deck))
        if shape.up and JOKER in self._deck:
            raise Refused(
                f"the lab has no words for a joker that the dealer of {shape.rules.game} shows: no "
                "list is found"
            )
        self._table = table_of(shape, self._deck)
        top = max(int(abs(self._table.paid(x)).max()) for x in shape.decisions.values() if x)
        top = max(top, (shape.staked + 1) * self._table.scale)  # what a hand may not do counts so
        if main.deals * top > MOST_COUNTED:
            raise Refused(f"the odds of {shape.rules.game} are too high to find rules for people")
        parts = shared("looking at every hand", self._look, ups(shape, self._deck), told)
        keys, nets = (np.concatenate(x) for x in zip(*parts, strict=True))
        keys, nets = added_up(keys, nets)
        net, best = nets[:, :-1], int(nets[:, -1].sum())
        street = shape.rules.streets[0]
        seen = self._seen(keys, net)
        names, features = tuple(shape.decisions), BESIDE if shape.up else ALONE
        cells, together = _joined(seen, net)
        scale = self._table.scale
        # Hands that may take other decisions are never together: the lowest speaks for all.
        forbidden = ~self._table.allowed.T[cells[:, 0]] if street.conditions else None
        self._cells = Cells(street.name, features, cells, names, together, best, scale, forbidden)

    def _look(self, up: Up) -> tuple[Ints, Ints]:
        """A number for all that is seen, with what decisions and the best of them come to."""
        dealt = hands_beside(self._shape, self._deck, up)
        values = settled_beside(self._shape, self._deck, self._table, up).values
        rows = np.concatenate([values, values.max(axis=0)[None]]).T
        return added_up(self._numbers(up, dealt), rows * (dealt.ways * up.ways)[:, None])

    def _numbers(self, up: Up, dealt: Dealt) -> Ints:
        if not len(up.cards):
            return dealt.places
        cards = np.array(self._deck)
        ranks = RANK_OR_JOKER[cards[rest_of(len(cards), up.cards)]][dealt.cards]
        open_ranks = RANK_OR_JOKER[cards[up.cards]]
        shown = int(open_ranks.max())
        match = np.isin(ranks, open_ranks).any(axis=1)
        over = (ranks > shown).sum(axis=1)
        return np.asarray(((dealt.places * 2 + match) * _OVER + over) * _RANKS + shown)

    def _seen(self, keys: Ints, net: Ints) -> Ints:
        """The features; hands of one decision, whatever is shown, are as the lowest of them.

        Only hands that may take the same decisions are.
        """
        beside = bool(self._shape.up)
        hand = keys // (2 * _OVER * _RANKS) if beside else keys
        best = net.argmax(axis=1)
        low, high = np.full(self._table.places, len(net)), np.full(self._table.places, -1)
        np.minimum.at(low, hand, best)
        np.maximum.at(high, hand, best)
        present = np.flatnonzero(high >= 0)
        same = (low[present] == high[present]) & (high[present] == np.roll(high[present], 1))
        same &= np.roll(low[present] == high[present], 1)
        allowed = self._table.allowed[:, present]
        same &= (allowed == np.roll(allowed, 1, axis=1)).all(axis=0)
        same[0] = False
        first = np.zeros(self._table.places, np.int64)
        first[present] = np.maximum.accumulate(np.where(same, 0, present))
        hand = first[hand]
        if not beside:
            return hand[:, None]
        shown, over = keys % _RANKS, keys // _RANKS % _OVER
        match = keys // (_RANKS * _OVER) % 2
        return np.stack([hand, match, over, ACE - shown, shown], axis=1)

    def cells(self, told: Told = untold) -> list[Cells]:
        """Of the only street."""
        return [self._cells]

    def net(self, lists: Mapping[str, RuleList], told: Told = untold) -> Odds:
        """The net results of all deals by these lists, the best play where there is none."""
        rules = lists.get(self._cells.street)
        return self._main.net - (self._cells.given_up(rules) if rules else 0)


def _joined(seen: Ints, net: Ints) -> tuple[Ints, Ints]:
    """Situations with the same features together."""
    cells, at = np.unique(seen, axis=0, return_inverse=True)
    together = np.zeros((len(cells), net.shape[1]), np.int64)
    np.add.at(together, at.reshape(-1), net)
    return cells, together
