"""The deals of a game: which cards are dealt when, and the sets visible at each decision."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, Card, suit
from pitboss.games.game_parts import HandOf
from pitboss.lab.game_structure import deal_steps, hands_reading, main_hands, suit_permutations
from pitboss.lab.generic.limits import check_deck, count_group_deals
from pitboss.lab.hand_tables import Ints
from pitboss.lab.starting_hands import SuitPermutation
from pitboss.submission.rules import Rules

Array = NDArray[Any]


class CardGroup(NamedTuple):
    """Cards of one class that are revealed together."""

    card_class: int
    size: int


class DealPlan:
    """The deals of one game from one deck."""

    def __init__(
        self,
        rules: Rules,
        deck: Sequence[Card] | None = None,
        exposed_positions: Sequence[int] = (),
        dead: int = 0,
    ) -> None:
        """Plan the deals.

        Cards at ``exposed_positions``, and so many ``dead`` cards that are in no hand, are seen
        before the first decision.
        """
        self.rules: Final = rules
        self.deck: Final = tuple(sorted(rules.deck.cards if deck is None else deck))
        check_deck(rules, self.deck)
        counts = Counter(self.deck)
        self.cards: Final = sorted(counts)
        """Each distinct card; arrays hold indexes into this list."""
        self.copies: Final = np.array([counts[c] for c in self.cards], np.int8)
        """The number of copies of each card."""
        self.repeats: Final = bool(self.copies.max() > 1)
        self.suits: Final = sorted({suit(c) for c in self.cards if c != JOKER})
        groups_by_step = [
            [(hands_reading(rules, group[0]), group) for group in step]
            for step in deal_steps(rules, exposed_positions)
        ]
        size = sum(place.cards for place in rules.places) + len(rules.hole)
        self.size: Final = size + dead
        """The number of positions, those of dead cards included."""
        if dead:
            groups_by_step[0].append(((), tuple(range(size, size + dead))))
        classes = list(dict.fromkeys(hands for step in groups_by_step for hands, _ in step))
        self.steps: Final = [
            [CardGroup(classes.index(hands), len(group)) for hands, group in step]
            for step in groups_by_step
        ]
        """The groups revealed before each street, and after the last."""
        self.positions: Final = [
            [
                position
                for step in groups_by_step
                for hands, group in step
                if hands == card_class
                for position in group
            ]
            for card_class in classes
        ]
        """The positions of each class of cards."""
        self.readers: Final = {
            hand.name: [position[0] in hand.positions for position in self.positions]
            for hand in main_hands(rules)
            if isinstance(hand, HandOf)
        }
        """By hand: whether it includes each class."""
        self.changes: Final = suit_permutations(rules, self.deck)

    @property
    def streets(self) -> int:
        """The number of decisions."""
        return len(self.rules.streets)

    def ways(self, first: int, last: int, cards_before: int = 0) -> int:
        """Return how many ways the cards of steps ``first`` up to ``last`` can be dealt."""
        sizes = [group.size for step in self.steps[first:last] for group in step]
        return count_group_deals(sizes, len(self.deck) - cards_before)

    def cards_before(self, step: int) -> int:
        """Return how many cards are revealed before a step."""
        return sum(group.size for groups in self.steps[:step] for group in groups)

    def deals_after(self, streets_done: int) -> int:
        """Return how many ways the remaining cards can be dealt at a street."""
        return self.ways(streets_done + 1, len(self.steps), self.cards_before(streets_done + 1))

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.ways(0, len(self.steps))

    def remaining(self, cards_by_class: Sequence[Array]) -> Array:
        """Return how many copies of each card are left, by row."""
        rows = np.arange(len(cards_by_class[0])) if cards_by_class else np.arange(1)
        remaining = np.repeat(self.copies[None], len(rows), axis=0)
        for columns in cards_by_class:
            for column in columns.T:
                remaining[rows, column] -= 1
        return remaining


class DealtGroups(NamedTuple):
    """Every way in which some groups of cards can be dealt after each row."""

    row: Ints
    cards: list[Array]
    """The cards of each group, ascending."""
    weight: Ints | None
    """The ways of each; None where all are 1."""


def deal_groups(plan: DealPlan, remaining: Array, sizes: Sequence[int]) -> DealtGroups:
    """Deal groups of these sizes to every row, in all ways."""
    row = np.arange(len(remaining))
    groups: list[list[Array]] = []
    weight = np.ones(len(remaining), np.int64) if plan.repeats else None
    for size in sizes:
        columns: list[Array] = []
        same = None
        for index in range(size):
            new = next_card(remaining, columns[-1] if index else None)
            if weight is not None:
                last = columns[-1] if index else None
                weight, same = weight_after_card(weight, remaining, new, last, same)
            parent, cards = new
            row = row[parent]
            groups = [[column[parent] for column in group] for group in groups]
            columns = [*(column[parent] for column in columns), cards]
            remaining = cards_after(remaining, parent, cards)
        groups.append(columns)
    return DealtGroups(row, [np.stack(group, axis=1) for group in groups], weight)


def next_card(remaining: Array, last: Array | None) -> tuple[Ints, Array]:
    """Return each row with each possible next card, not lower than the last of its group."""
    is_allowed = remaining > 0
    if last is not None:
        is_allowed &= np.arange(remaining.shape[1], dtype=np.int8) >= last[:, None]
    parent, cards = np.nonzero(is_allowed)
    return parent, cards.astype(np.int8)


def weight_after_card(
    weight: Ints, remaining: Array, new: tuple[Ints, Array], last: Array | None, same: Ints | None
) -> tuple[Ints, Ints]:
    """Return the weights with one more card, and how many of its group equal the new card."""
    parent, cards = new
    copies = np.ones(len(parent), np.int64)
    if last is not None and same is not None:
        copies += np.where(last[parent] == cards, same[parent], 0)
    return weight[parent] * remaining[parent, cards] // copies, copies


def cards_after(remaining: Array, parent: Ints, cards: Array) -> Array:
    """Return the cards left after one more card."""
    remaining = remaining[parent]
    remaining[np.arange(len(cards)), cards] -= 1
    return remaining


MAX_NODE_KEY = 2**62


class Nodes(NamedTuple):
    """Sets of cards by class, each following a start."""

    start: Ints
    """The number of the start."""
    cards_by_class: list[Array]
    """By class: one row per node, in ascending order."""


class Transition(NamedTuple):
    """The nodes that a step leads to: a row for each parent and child, in order."""

    nodes: Nodes
    parent: Ints
    child: Ints
    ways: Ints


class StartNodes(NamedTuple):
    """The cards that can be seen first, with their ways."""

    nodes: Nodes
    ways: Ints
    permutations: list[tuple[SuitPermutation, ...]]
    """The suit permutations that keep each start; equal tuples are shared."""


def start_nodes(plan: DealPlan, groups: Sequence[CardGroup]) -> StartNodes:
    """Return every first set of cards, one of each equivalence class."""
    root = Nodes(np.zeros(1, np.int64), [np.zeros((1, 0), np.int8) for _ in plan.positions])
    transition = turn_cards(plan, root, groups, plan.changes)
    ways = np.zeros(len(transition.nodes.start), np.int64)
    np.add.at(ways, transition.child, transition.ways)
    nodes = Nodes(np.arange(len(ways)), transition.nodes.cards_by_class)
    if (
        len(plan.changes) == 1
        or len(plan.cards) ** _column_count(nodes.cards_by_class) >= MAX_NODE_KEY
    ):
        # Sets too large for a 64-bit key are not compared.
        identity = plan.changes[:1]
        return StartNodes(nodes, ways, [identity] * len(ways))
    own = _node_keys(plan, nodes.cards_by_class, None)
    is_kept = np.stack(
        [
            _node_keys(plan, nodes.cards_by_class, x) == own
            for x in _permutation_arrays(plan, plan.changes)
        ]
    )
    permutations_by_mask: dict[bytes, tuple[SuitPermutation, ...]] = {}
    changes = []
    for column in is_kept.T:
        key = column.tobytes()
        if key not in permutations_by_mask:
            pairs = zip(plan.changes, column, strict=True)
            permutations_by_mask[key] = tuple(change for change, keeps in pairs if keeps)
        changes.append(permutations_by_mask[key])
    return StartNodes(nodes, ways, changes)


def turn_cards(
    plan: DealPlan, nodes: Nodes, groups: Sequence[CardGroup], changes: Sequence[SuitPermutation]
) -> Transition:
    """Reveal the cards of a step after every node; ``changes`` must keep each start."""
    groups_dealt = deal_groups(
        plan, plan.remaining(nodes.cards_by_class), [group.size for group in groups]
    )
    cards_by_class = [columns[groups_dealt.row] for columns in nodes.cards_by_class]
    grows = False
    for group, cards in zip(groups, groups_dealt.cards, strict=True):
        combined_cards = np.concatenate([cards_by_class[group.card_class], cards], axis=1)
        grows |= cards_by_class[group.card_class].shape[1] > 0
        cards_by_class[group.card_class] = np.sort(combined_cards, axis=1)
    ways = (
        np.ones(len(groups_dealt.row), np.int64)
        if groups_dealt.weight is None
        else groups_dealt.weight
    )
    children = Nodes(nodes.start[groups_dealt.row], cards_by_class)
    if not grows and len(changes) == 1:
        return Transition(children, groups_dealt.row, np.arange(len(ways)), ways)
    return _merge_nodes(plan, children, groups_dealt, ways, changes)


def _merge_nodes(
    plan: DealPlan,
    children: Nodes,
    dealt_groups: DealtGroups,
    ways: Ints,
    changes: Sequence[SuitPermutation],
) -> Transition:
    """Merge equivalent nodes."""
    start_count = int(children.start.max(initial=0)) + 1
    if start_count * len(plan.cards) ** _column_count(children.cards_by_class) >= MAX_NODE_KEY:
        rows = np.concatenate([children.start[:, None], *children.cards_by_class], axis=1)
        _, first, child = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        nodes = Nodes(
            children.start[first], [columns[first] for columns in children.cards_by_class]
        )
        return Transition(nodes, dealt_groups.row, child.ravel(), ways)
    key = _node_keys(plan, children.cards_by_class, None)
    for change in _permutation_arrays(plan, changes[1:]):
        np.minimum(key, _node_keys(plan, children.cards_by_class, change), out=key)
    key += children.start * len(plan.cards) ** _column_count(children.cards_by_class)
    keys, child = np.unique(key, return_inverse=True)
    return Transition(
        _nodes_of_keys(plan, keys, children.cards_by_class), dealt_groups.row, child, ways
    )


def _column_count(cards_by_class: Sequence[Array]) -> int:
    return sum(columns.shape[1] for columns in cards_by_class)


def _permutation_arrays(plan: DealPlan, changes: Sequence[SuitPermutation]) -> Iterator[Array]:
    """Yield suit permutations as arrays of card indexes."""
    index_by_card = {c: index for index, c in enumerate(plan.cards)}
    for change in changes:
        yield np.array([index_by_card[change[c]] for c in plan.cards], np.int8)


def _node_keys(plan: DealPlan, cards_by_class: Sequence[Array], change: Array | None) -> Ints:
    """Return sets of cards as numbers in the order of the sets."""
    key = np.zeros(len(cards_by_class[0]), np.int64)
    for columns in cards_by_class:
        permuted_columns = columns if change is None else np.sort(change[columns], axis=1)
        for column in permuted_columns.T:
            key *= len(plan.cards)
            key += column
    return key


def _nodes_of_keys(plan: DealPlan, keys: Ints, template: Sequence[Array]) -> Nodes:
    """Return the nodes of these keys."""
    columns: list[Array] = []
    for _ in range(_column_count(template)):
        keys, column = np.divmod(keys, len(plan.cards))
        columns.append(column.astype(np.int8))
    columns.reverse()
    cards_by_class, offset = [], 0
    for class_columns in template:
        size = class_columns.shape[1]
        part = columns[offset : offset + size]
        cards_by_class.append(np.stack(part, axis=1) if part else np.zeros((len(keys), 0), np.int8))
        offset += size
    return Nodes(keys, cards_by_class)
