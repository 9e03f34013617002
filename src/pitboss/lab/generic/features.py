"""Features of any game's situations: what a person can see in the cards, as numbers.

A player's hand is looked at by the cards that are visible so far; other cards are those that the
dealer or the table shows and that no hand of the player has.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from pitboss.cards import ACE, JOKER, RANKS, Card, rank, suit
from pitboss.games.card_names import HOLE
from pitboss.games.game_parts import HandOf
from pitboss.hands import Order
from pitboss.hands.orders import usual_order
from pitboss.lab.game_structure import main_hands
from pitboss.lab.generic.backward_induction import GenericGame
from pitboss.lab.generic.payouts import StrengthTable, strength_table, symbols_of
from pitboss.lab.generic.plan import Array, DealPlan, Nodes
from pitboss.lab.hand_tables import Ints
from pitboss.round import visible_positions
from pitboss.submission.rules import Rules, positions

MAX_HANDS: Final = 3
"""The most hands of a player that features describe."""
NO_MATCH, PAIR, TWO_PAIR, THREE, FULL_HOUSE, FOUR = range(6)
"""What cards of equal ranks make, before a hand is complete."""
MATCH_BITS: Final = 4
"""The bits of a rank in the feature ``made``, which counts ranks from 1."""
ALLOWED_PREFIX: Final = "allowed:"
"""Starts the name of the feature that says whether the cards allow a decision."""


class PlayerHand(NamedTuple):
    """A hand of the player, as features describe it."""

    suffix: str
    """The end of the names of its features; empty for the first hand."""
    label: str
    order: Order
    size: int
    """The number of its cards."""
    classes: tuple[int, ...]
    """The classes of its cards."""
    kickers: int
    """How many ranks of a complete hand count, besides its kind."""

    @property
    def cut_bits(self) -> int:
        """The bits of a strength that are left out."""
        return 20 - 4 * self.kickers


def player_hands(plan: DealPlan) -> list[PlayerHand]:
    """Return the hands that have cards of the player, or those cards alone if none has."""
    own = _own_positions(plan.rules)
    hands: list[HandOf] = []
    known_keys = set[tuple[frozenset[int], Order]]()
    for hand in main_hands(plan.rules):
        if isinstance(hand, HandOf) and own & {*hand.positions}:
            key = frozenset(hand.positions), hand.order
            if key not in known_keys:
                known_keys.add(key)
                hands.append(hand)
    hands = hands[:MAX_HANDS]
    if not hands:
        size = len(own)
        classes = [i for i, places in enumerate(plan.positions) if own.issuperset(places)]
        order = usual_order(size).on(plan.rules.deck)
        return [PlayerHand("", "your cards", order, size, tuple(classes), min(3, order.size))]
    kickers = 1 if len(hands) > 1 else 3 if hands and hands[0].order.size <= 3 else 2
    return [
        PlayerHand(
            f"_{number}" if number > 1 else "",
            hand.label or hand.name,
            hand.order,
            len(hand.positions),
            tuple(np.flatnonzero(plan.readers[hand.name]).tolist()),
            min(kickers, hand.order.size),
        )
        for number, hand in enumerate(hands, 1)
    ]


def _own_positions(rules: Rules) -> set[int]:
    """Return the positions of a player's own cards."""
    return {*positions(rules.places, rules.hole)[HOLE]}


class SituationFeatures:
    """The features of a game's situations."""

    def __init__(self, game: GenericGame) -> None:
        plan = game.plan
        self._game, self._plan = game, plan
        rules, cards = plan.rules, plan.cards
        self.hands: Final = player_hands(plan)
        own = _own_positions(rules)
        self._private = [
            number for number, places in enumerate(plan.positions) if own.issuperset(places)
        ]
        read = {number for hand in self.hands for number in hand.classes}
        self._others = [
            number
            for number, places in enumerate(plan.positions)
            if number not in read and number not in self._private
        ]
        shared_positions = read.difference(self._private)
        self._compares_private = bool(self._private) and bool(shared_positions)
        self._shared_positions = sorted(shared_positions)
        wild = rules.deck.wild_cards
        self._is_wild = np.array([c in wild for c in cards])
        self._rank = np.array([-1 if c in wild or c == JOKER else rank(c) for c in cards], np.int8)
        self._suit = np.array([-1 if c in wild or c == JOKER else suit(c) for c in cards], np.int8)
        self._symbols = symbols_of(cards, rules.deck)
        self._tables: dict[int, StrengthTable] = {}
        self.names: Final = tuple(self._feature_names())
        """The names of all features, in order."""

    def _feature_names(self) -> Iterator[str]:
        for hand in self.hands:
            yield f"hand{hand.suffix}"
            yield f"made{hand.suffix}"
            if _suits_count(hand.order):
                yield f"suited{hand.suffix}"
            if _straights_count(hand.order):
                yield f"straight{hand.suffix}"
        if self._is_wild.any():
            yield "wild"
        if self._private:
            yield from ("high", "low")
        if self._compares_private:
            yield from ("paired", "over")
        if self._others:
            yield from ("match", "over_up", "low_up", "high_up")
        conditions = chain(*(street.conditions for street in self._plan.rules.streets))
        yield from (f"{ALLOWED_PREFIX}{name}" for name in dict.fromkeys(conditions))

    def rows(self, streets_done: int, nodes: Nodes) -> Ints:
        """Return the features of each node of a street, in the order of `names`."""
        count = len(nodes.start)
        columns: dict[str, Array] = {}
        for number, hand in enumerate(self.hands):
            cards = self._cards(nodes, hand.classes)
            if not cards.shape[1]:
                continue
            if cards.shape[1] == hand.size:
                columns[f"hand{hand.suffix}"] = self._strengths(number, cards) >> hand.cut_bits
                continue
            ranks, wild = self._rank[cards], self._is_wild[cards].sum(axis=1)
            columns[f"made{hand.suffix}"] = _matches(ranks, wild)
            if _suits_count(hand.order):
                suits = self._suit[cards]
                most = np.stack([(suits == x).sum(axis=1) for x in range(4)]).max(axis=0)
                columns[f"suited{hand.suffix}"] = most + wild
            if _straights_count(hand.order):
                run = _longest_run(ranks, hand.order, self._plan.rules)
                columns[f"straight{hand.suffix}"] = np.minimum(run + wild, hand.order.size)
        private, others = self._cards(nodes, self._private), self._cards(nodes, self._others)
        own = sorted({*self._private, *(x for hand in self.hands for x in hand.classes)})
        columns["wild"] = self._is_wild[self._cards(nodes, own)].sum(axis=1)
        if private.shape[1]:
            # A wild card is as good as an ace.
            ranks = np.where(self._is_wild[private], ACE, self._rank[private])
            columns["high"], columns["low"] = ranks.max(axis=1), ranks.min(axis=1)
            shared_cards = self._cards(nodes, self._shared_positions)
            if shared_cards.shape[1]:
                columns["paired"] = _count_paired(self._rank[private], self._rank[shared_cards])
                top = self._rank[shared_cards].max(axis=1)
                columns["over"] = (ranks > top[:, None]).sum(axis=1)
        if others.shape[1]:
            mine = self._rank[self._cards(nodes, own)]
            shown_ranks = np.where(self._is_wild[others], ACE, self._rank[others])
            top = shown_ranks.max(axis=1)
            columns["match"] = (mine[:, :, None] == shown_ranks[:, None, :]).any(axis=(1, 2))
            columns["over_up"] = (mine > top[:, None]).sum(axis=1)
            columns["low_up"], columns["high_up"] = ACE - top, top
        masks = self._game.allowed_masks(streets_done, nodes)
        columns |= {f"{ALLOWED_PREFIX}{name}": mask for name, mask in masks.items()}
        zero = np.zeros(count, np.int64)
        return np.stack([columns.get(name, zero) for name in self.names], axis=1).astype(np.int64)

    def _cards(self, nodes: Nodes, classes: Sequence[int]) -> Array:
        parts = [nodes.cards_by_class[number] for number in classes]
        empty = np.zeros((len(nodes.start), 0), np.int8)
        return np.concatenate([empty, *parts], axis=1)

    def _strengths(self, number: int, cards: Array) -> Ints:
        """Return the strengths of complete hands."""
        hand, deck = self.hands[number], self._plan.rules.deck
        if number not in self._tables:
            self._tables[number] = strength_table(hand.size, hand.order, deck)
        table = self._tables[number]
        symbols, wild = self._symbols[cards], self._is_wild[cards]
        strength = table.mixed[_walk(table, symbols)].astype(np.int64)
        if table.suited is not None:
            for suit_number in range(4):
                same = wild | (self._suit[cards] == suit_number)
                states = _walk(table, np.where(same, symbols, table.width - 1))
                np.maximum(strength, table.suited[states], out=strength)
        return strength

    def read(self, cards_by_street: Sequence[Sequence[Card]]) -> dict[str, int]:
        """Return the features of the cards seen first and after each street."""
        rules, streets_done = self._plan.rules, len(cards_by_street) - 1
        cards = dict(
            zip(visible_positions(rules, streets_done), chain(*cards_by_street), strict=True)
        )
        index_by_card = {c: index for index, c in enumerate(self._plan.cards)}
        cards_by_class: list[Array] = [
            np.sort(
                np.array([[index_by_card[cards[x]] for x in places if x in cards]], np.int8),
                axis=1,
            )
            for places in self._plan.positions
        ]
        values = self.rows(streets_done, Nodes(np.zeros(1, np.int64), cards_by_class))[0].tolist()
        return dict(zip(self.names, values, strict=True))


def _suits_count(order: Order) -> bool:
    return any("flush" in kind for kind in order.kinds)


def _straights_count(order: Order) -> bool:
    return any(kind.startswith("straight") for kind in order.kinds)


def _walk(table: StrengthTable, symbols: Array) -> Ints:
    """Return the state of each row of cards."""
    states = np.zeros(len(symbols), np.int64)
    for column in symbols.T:
        states = table.after[states * table.width + column].astype(np.int64)
    return states


def _matches(ranks: Array, wild: Array) -> Ints:
    """Return what cards of equal ranks make, then the ranks of it, the most frequent first."""
    counts = np.stack([(ranks == r).sum(axis=1) for r in range(len(RANKS))], axis=1)
    # Sort by count, then by rank; the last are the ranks that matter.
    order = np.argsort(counts * len(RANKS) + np.arange(len(RANKS)), axis=1)
    first, second = order[:, -1], order[:, -2]
    rows = np.arange(len(ranks))
    most, next_most = counts[rows, first] + wild, counts[rows, second]
    kind = np.select(
        [
            most >= 4,
            (most == 3) & (next_most >= 2),
            most == 3,
            (most == 2) & (next_most == 2),
            most == 2,
        ],
        [FOUR, FULL_HOUSE, THREE, TWO_PAIR, PAIR],
        NO_MATCH,
    )
    top = np.where(counts[rows, first] > 0, first, ACE) + 1
    # The second rank counts only among high cards.
    other = np.where((kind == NO_MATCH) & (next_most > 0), second + 1, 0)
    return np.asarray((kind << 2 * MATCH_BITS) + (top << MATCH_BITS) + other)


def _longest_run(ranks: Array, order: Order, rules: Rules) -> Ints:
    """Return how many cards of different ranks at most can be in one straight."""
    has_rank = np.stack([(ranks == r).any(axis=1) for r in range(len(RANKS))], axis=1)
    deck_ranks = {RANKS.index(name) for name in rules.deck.ranks}
    lowest = order.on(rules.deck).lowest
    windows = [list(range(low, low + order.size)) for low in range(len(RANKS) - order.size + 1)]
    if order.low_ace and ACE in deck_ranks:
        windows.append([ACE, *range(lowest, lowest + order.size - 1)])
    most = np.zeros(len(ranks), np.int64)
    for window in windows:
        if deck_ranks.issuperset(window):
            np.maximum(most, has_rank[:, window].sum(axis=1), out=most)
    return most


def _count_paired(private: Array, shared_ranks: Array) -> Ints:
    """Return how many of a player's own cards have the rank of another visible card."""
    same = private[:, :, None] == private[:, None, :]
    same &= ~np.eye(private.shape[1], dtype=bool)
    is_paired = same.any(axis=2) | (private[:, :, None] == shared_ranks[:, None, :]).any(axis=2)
    return np.asarray((is_paired & (private >= 0)).sum(axis=1))
