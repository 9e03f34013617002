"""Rule lists for revealed hands, by features of the visible cards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from pitboss.cards import ACE, DECK, RANKS, SUITS, Card, card, rank, suit
from pitboss.games.payoffs import PUSH, Odds
from pitboss.hands import ranking
from pitboss.lab.card_sets import DeckSets, card_sets
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.revealed.shape import RevealedGame
from pitboss.lab.revealed.solver import (
    GameValues,
    chosen_values,
    count_reached,
    game_values,
    hand_payouts,
)
from pitboss.lab.staking import CLOSED_STREET
from pitboss.lab.starting_hands import chart_ranks
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.lab.strategy.rule_search import Cells, merge_cells
from pitboss.submission.evaluators import Hands

REVEALED_FEATURES: Final = ("made", "high", "points", "suited", "straight", "straight_flush")
NOTHING_MADE, PAIR, PUSHES, WINS, TWO_PAIR, THREE, BETTER = range(7)
"""What the visible cards have made."""
_NO_STRAIGHT_ORDER: Final = "25793846JTQKA"
"""Ranks in an order in which no prefix makes a straight."""


class PairPayouts(NamedTuple):
    """Which pairs win and which push on the first wager."""

    wins: frozenset[int]
    pushes: frozenset[int]
    low_ace: bool
    straight_size: int
    """The number of cards in a straight."""


_pair_payouts_cache: dict[str, PairPayouts] = {}


def pair_payouts(shape: RevealedGame) -> PairPayouts:
    """Return how pairs are paid, by settlement's evaluator."""
    key = shape.rules.hash
    if key not in _pair_payouts_cache:
        _pair_payouts_cache.clear()
        _pair_payouts_cache[key] = _compute_pair_payouts(shape)
    return _pair_payouts_cache[key]


def _compute_pair_payouts(shape: RevealedGame) -> PairPayouts:
    evaluate, odds_by_rank = shape.staking.evaluators[0], {}
    for r, name in enumerate(RANKS):
        others = [x for x in _NO_STRAIGHT_ORDER if x != name][: shape.size - 2]
        cards = [card(name + SUITS[0]), card(name + SUITS[1])]
        cards += [card(x + SUITS[i % 2 + 2]) for i, x in enumerate(others)]
        hands = Hands({}, ())
        for hand, order in shape.orders.items():
            read = ranking(shape.size, order=order)
            hands[hand] = read.strength(cards)
        odds_by_rank[r] = evaluate(hands).total
    order = next(iter(shape.orders.values()))
    return PairPayouts(
        frozenset(r for r, odds in odds_by_rank.items() if odds > PUSH),
        frozenset(r for r, odds in odds_by_rank.items() if odds == PUSH),
        order.low_ace,
        order.size,
    )


def revealed_features(cards: Sequence[Card], shape: RevealedGame) -> dict[str, int]:
    """Return the features of the visible cards."""
    pairs = pair_payouts(shape)
    ranks = [rank(c) for c in cards]
    high = sum(r in pairs.wins for r in ranks)
    is_suited = len({suit(c) for c in cards}) == 1
    straight = _count_straights(set(ranks), pairs) if len({*ranks}) == len(ranks) else 0
    is_complete = len(cards) == pairs.straight_size and (is_suited or straight)
    return {
        "made": BETTER if is_complete else _made_hand(ranks, pairs),
        "high": high,
        "points": 2 * high + sum(r in pairs.pushes for r in ranks),
        "suited": int(is_suited),
        "straight": straight,
        "straight_flush": straight if is_suited else 0,
    }


def _count_straights(ranks: set[int], pairs: PairPayouts) -> int:
    """Return how many straights contain all these ranks."""
    lowest = pairs.straight_size - (2 if pairs.low_ace else 1)
    runs = (
        {(top - i) % len(RANKS) for i in range(pairs.straight_size)}
        for top in range(lowest, ACE + 1)
    )
    return sum(ranks <= run for run in runs)


def _made_hand(ranks: Sequence[int], pairs: PairPayouts) -> int:
    rank_counts = Counter(ranks)
    (top_rank, times), *others = rank_counts.most_common()
    pair_ranks = [r for r, n in rank_counts.items() if n >= 2]
    if times > 3 or (times == 3 and others and others[0][1] > 1):
        return BETTER
    if times == 3:
        return THREE
    if len(pair_ranks) > 1:
        return TWO_PAIR
    if not pair_ranks:
        return NOTHING_MADE
    return WINS if top_rank in pairs.wins else PUSHES if top_rank in pairs.pushes else PAIR


class RevealedStrategy:
    """The streets of a game; the first only if no chart covers its starting hands."""

    def __init__(self, shape: RevealedGame, main: MainGame, deck: Sequence[Card] = DECK) -> None:
        self._shape, self._deck = shape, tuple(sorted(deck))
        self._payouts = hand_payouts(shape, self._deck)
        self._best = game_values(shape, DeckSets(self._deck), self._payouts)
        self._streets = range(1 if chart_ranks(main.starts) else 0, len(shape.rules.streets))
        self._features = {
            streets_done: self._features_by_set(streets_done) for streets_done in self._streets
        }

    def _features_by_set(self, streets_done: int) -> list[dict[str, int]]:
        """Return the features of each card set."""
        sets = card_sets(self._deck, self._shape.sizes[streets_done])
        return [
            revealed_features([Card(c) for c in cards], self._shape)
            for cards in sets.cards.tolist()
        ]

    def cells(self, progress: Progress = no_progress) -> list[Cells]:
        """Return the cells of each street."""
        reach_counts = count_reached(self._shape, self._deck, self._best)
        cells_by_street = []
        for streets_done in self._streets:
            street, values = (
                self._shape.rules.streets[streets_done],
                self._best.streets[streets_done],
            )
            feature_rows = np.array(
                [list(x.values()) for x in self._features[streets_done]], np.int64
            )
            nets, best = np.zeros((len(feature_rows), len(street.choices)), np.int64), 0
            for state, deals in reach_counts[streets_done].items():
                if CLOSED_STREET in values.values[state]:
                    continue
                rows = np.stack(list(values.values[state].values()), axis=1) * deals[:, None]
                best += int(rows.max(axis=1).sum())
                nets += rows
            cells, net = merge_cells(feature_rows, nets)
            names = tuple(street.choices)
            cells_by_street.append(
                Cells(street.name, REVEALED_FEATURES, cells, names, net, best, self._payouts.scale)
            )
        return cells_by_street

    def net(self, lists: Mapping[str, RuleList], progress: Progress = no_progress) -> Odds:
        """Return the total net result under these lists, with optimal play elsewhere."""
        list_choices = {}
        for streets_done in self._streets:
            street = self._shape.rules.streets[streets_done]
            if rules := lists.get(street.name):
                index_by_decision = {name: index for index, name in enumerate(street.choices)}
                choices = [
                    index_by_decision[rules.decision(x)] for x in self._features[streets_done]
                ]
                list_choices[streets_done] = np.array(choices, np.int64)
        values = game_values(self._shape, DeckSets(self._deck), self._payouts, list_choices)
        return Fraction(self._first(values), self._payouts.scale)

    def _first(self, values: GameValues) -> int:
        """Return the total net result of all deals."""
        state, first = self._shape.staking.state_after(()), values.streets[0]
        set_values = chosen_values(first.values[state], first.choices[state])
        return int((set_values * card_sets(self._deck, self._shape.sizes[0]).ways).sum())
