"""What can be seen at a decision: the sets of cards of each class, once for all that are alike.

Which cards a class has matters, not on which street they were turned; and suits are alike as far as
the cards leave them so that were seen first.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pitboss.lab.generic.plan import Array, Dealt, Group, Ints, Plan, deal
from pitboss.lab.suits import Change

MOST_KEY = 2**62


class Nodes(NamedTuple):
    """Some sets of cards by class, each after a start."""

    start: Ints
    """The number of the start."""
    held: list[Array]
    """By class, a row for each node, in rising order."""

    def between(self, low: int, high: int) -> "Nodes":
        """Return some of them."""
        return Nodes(self.start[low:high], [columns[low:high] for columns in self.held])


class Turned(NamedTuple):
    """The nodes that a step leads to, and how: a row for each parent and child, in order."""

    nodes: Nodes
    parent: Ints
    child: Ints
    ways: Ints


class Starts(NamedTuple):
    """What can be seen first, and in how many ways."""

    nodes: Nodes
    ways: Ints
    changes: list[tuple[Change, ...]]
    """The changes of suits that leave each start as it is; those that are the same are one."""


def starts_of(plan: Plan, groups: Sequence[Group]) -> Starts:
    """Return every first set of cards, one of those that are alike."""
    root = Nodes(np.zeros(1, np.int64), [np.zeros((1, 0), np.int8) for _ in plan.positions])
    turned = turn(plan, root, groups, plan.changes)
    ways = np.zeros(len(turned.nodes.start), np.int64)
    np.add.at(ways, turned.child, turned.ways)
    nodes = Nodes(np.arange(len(ways)), turned.nodes.held)
    if len(plan.changes) == 1 or len(plan.cards) ** _columns(nodes.held) >= MOST_KEY:
        # Sets too large for a number are not compared.
        alone = plan.changes[:1]
        return Starts(nodes, ways, [alone] * len(ways))
    own = _key(plan, nodes.held, None)
    same = np.stack([_key(plan, nodes.held, x) == own for x in _numbered(plan, plan.changes)])
    known: dict[bytes, tuple[Change, ...]] = {}
    changes = []
    for column in same.T:
        key = column.tobytes()
        if key not in known:
            kept = zip(plan.changes, column, strict=True)
            known[key] = tuple(change for change, keeps in kept if keeps)
        changes.append(known[key])
    return Starts(nodes, ways, changes)


def turn(plan: Plan, nodes: Nodes, groups: Sequence[Group], changes: Sequence[Change]) -> Turned:
    """Turn the cards of a step after every node; ``changes`` leave each of their starts alike."""
    dealt = deal(plan, plan.left(nodes.held), [group.size for group in groups])
    held = [columns[dealt.row] for columns in nodes.held]
    grows = False
    for group, cards in zip(groups, dealt.cards, strict=True):
        both = np.concatenate([held[group.card_class], cards], axis=1)
        grows |= held[group.card_class].shape[1] > 0
        held[group.card_class] = np.sort(both, axis=1)
    ways = np.ones(len(dealt.row), np.int64) if dealt.weight is None else dealt.weight
    every = Nodes(nodes.start[dealt.row], held)
    if not grows and len(changes) == 1:
        return Turned(every, dealt.row, np.arange(len(ways)), ways)
    return _merged(plan, every, dealt, ways, changes)


def _merged(
    plan: Plan, every: Nodes, dealt: Dealt, ways: Ints, changes: Sequence[Change]
) -> Turned:
    """Return nodes that are alike as one."""
    spread = int(every.start.max(initial=0)) + 1
    if spread * len(plan.cards) ** _columns(every.held) >= MOST_KEY:
        rows = np.concatenate([every.start[:, None], *every.held], axis=1)
        _, first, child = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        nodes = Nodes(every.start[first], [columns[first] for columns in every.held])
        return Turned(nodes, dealt.row, child.ravel(), ways)
    key = _key(plan, every.held, None)
    for change in _numbered(plan, changes[1:]):
        np.minimum(key, _key(plan, every.held, change), out=key)
    key += every.start * len(plan.cards) ** _columns(every.held)
    keys, child = np.unique(key, return_inverse=True)
    return Turned(_nodes(plan, keys, every.held), dealt.row, child, ways)


def _columns(held: Sequence[Array]) -> int:
    return sum(columns.shape[1] for columns in held)


def _numbered(plan: Plan, changes: Sequence[Change]) -> Iterator[Array]:
    """Changes of suits by the numbers of cards in the plan."""
    number = {c: at for at, c in enumerate(plan.cards)}
    for change in changes:
        yield np.array([number[change[c]] for c in plan.cards], np.int8)


def _key(plan: Plan, held: Sequence[Array], change: Array | None) -> Ints:
    """Return sets of cards as numbers, which stand in the order of the sets."""
    key = np.zeros(len(held[0]), np.int64)
    for columns in held:
        moved = columns if change is None else np.sort(change[columns], axis=1)
        for column in moved.T:
            key *= len(plan.cards)
            key += column
    return key


def _nodes(plan: Plan, keys: Ints, like: Sequence[Array]) -> Nodes:
    """Return the nodes of these keys."""
    columns: list[Array] = []
    for _ in range(_columns(like)):
        keys, column = np.divmod(keys, len(plan.cards))
        columns.append(column.astype(np.int8))
    columns.reverse()
    held, at = [], 0
    for some in like:
        size = some.shape[1]
        part = columns[at : at + size]
        held.append(np.stack(part, axis=1) if part else np.zeros((len(keys), 0), np.int8))
        at += size
    return Nodes(keys, held)
