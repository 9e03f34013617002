"""What a deal of one game consists of: which cards fall when, which hands they belong to.

Positions that belong to the same hands are one class, whenever their cards are turned: what comes
of a deal depends on the set of cards that each class has.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, Card, suit
from pitboss.games.words import HandOf
from pitboss.lab.digest import main_hands
from pitboss.lab.generic.limits import check_deck, ways
from pitboss.lab.steps import changes, serves, steps
from pitboss.submission.rules import Rules

Array = NDArray[Any]
Ints = NDArray[np.int64]


class Group(NamedTuple):
    """Cards of one class that are turned together."""

    card_class: int
    size: int


class Plan:
    """The deals of one game from one deck."""

    def __init__(self, rules: Rules, deck: Sequence[Card] | None = None) -> None:
        self.rules: Final = rules
        self.deck: Final = tuple(sorted(rules.deck.cards if deck is None else deck))
        check_deck(rules, self.deck)
        counts = Counter(self.deck)
        self.cards: Final = sorted(counts)
        """Each card once. Arrays have their numbers in this list."""
        self.copies: Final = np.array([counts[c] for c in self.cards], np.int8)
        """How many of each there are."""
        self.repeats: Final = bool(self.copies.max() > 1)
        self.suits: Final = sorted({suit(c) for c in self.cards if c != JOKER})
        every = [[(serves(rules, group[0]), group) for group in step] for step in steps(rules)]
        known = list(dict.fromkeys(alike for step in every for alike, _ in step))
        self.steps: Final = [
            [Group(known.index(alike), len(group)) for alike, group in step] for step in every
        ]
        """What is turned before each street, and after the last."""
        self.positions: Final = [
            [at for step in every for alike, group in step if alike == one for at in group]
            for one in known
        ]
        """The positions of each class."""
        self.readers: Final = {
            hand.name: [at[0] in hand.positions for at in self.positions]
            for hand in main_hands(rules)
            if isinstance(hand, HandOf)
        }
        """The hands, and which classes each of them reads."""
        self.changes: Final = changes(rules, self.deck)

    @property
    def streets(self) -> int:
        """How many decisions there are."""
        return len(self.rules.streets)

    def ways(self, first: int, last: int, cards_before: int = 0) -> int:
        """Return in how many ways the cards of some steps fall, the last one not included."""
        sizes = [group.size for step in self.steps[first:last] for group in step]
        return ways(sizes, len(self.deck) - cards_before)

    def cards_before(self, step: int) -> int:
        """Return how many cards are turned before a step."""
        return sum(group.size for some in self.steps[:step] for group in some)

    def deals_after(self, taken: int) -> int:
        """Return in how many ways the cards fall that are still to come at a street."""
        return self.ways(taken + 1, len(self.steps), self.cards_before(taken + 1))

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.ways(0, len(self.steps))

    def left(self, held: Sequence[Array]) -> Array:
        """Return how many of each card are left, by row."""
        rows = np.arange(len(held[0])) if held else np.arange(1)
        left = np.repeat(self.copies[None], len(rows), axis=0)
        for columns in held:
            for column in columns.T:
                left[rows, column] -= 1
        return left


class Dealt(NamedTuple):
    """Every way in which some groups of cards fall from each row of what is left."""

    row: Ints
    cards: list[Array]
    """The cards of each group, in rising order."""
    weight: Ints | None
    """In how many ways each falls; none where all are 1."""


def deal(plan: Plan, left: Array, sizes: Sequence[int]) -> Dealt:
    """Deal groups of these sizes to every row, in all ways."""
    row = np.arange(len(left))
    groups: list[list[Array]] = []
    weight = np.ones(len(left), np.int64) if plan.repeats else None
    for size in sizes:
        columns: list[Array] = []
        same = None
        for at in range(size):
            new = next_card(left, columns[-1] if at else None)
            if weight is not None:
                last = columns[-1] if at else None
                weight, same = grown_weight(weight, left, new, last, same)
            parent, cards = new
            row = row[parent]
            groups = [[column[parent] for column in group] for group in groups]
            columns = [*(column[parent] for column in columns), cards]
            left = without(left, parent, cards)
        groups.append(columns)
    return Dealt(row, [np.stack(group, axis=1) for group in groups], weight)


def next_card(left: Array, last: Array | None) -> tuple[Ints, Array]:
    """Return each row with each card that can come next, none lower than the last of its group."""
    allowed = left > 0
    if last is not None:
        allowed &= np.arange(left.shape[1], dtype=np.int8) >= last[:, None]
    parent, cards = np.nonzero(allowed)
    return parent, cards.astype(np.int8)


def grown_weight(
    weight: Ints, left: Array, new: tuple[Ints, Array], last: Array | None, same: Ints | None
) -> tuple[Ints, Ints]:
    """Return the weights with one more card, and how many of a group are like the new one."""
    parent, cards = new
    copies = np.ones(len(parent), np.int64)
    if last is not None and same is not None:
        copies += np.where(last[parent] == cards, same[parent], 0)
    return weight[parent] * left[parent, cards] // copies, copies


def without(left: Array, parent: Ints, cards: Array) -> Array:
    """Return what is left after one more card."""
    left = left[parent]
    left[np.arange(len(cards)), cards] -= 1
    return left
