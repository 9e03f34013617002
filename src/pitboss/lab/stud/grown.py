"""Every starting hand of a stud game with every third card, and what five cards come of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.bounds import check_odds, whole
from pitboss.lab.groups import groups_of
from pitboss.lab.levels import Levels, levels
from pitboss.lab.paid_on import hand_of
from pitboss.lab.ranks import ranks_of_five
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.stud.fives import Ints, count_fives, kinds_of
from pitboss.lab.stud.shape import Growing
from pitboss.submission.evaluators import Hands, evaluators, readers
from pitboss.submission.rules import Rules


class Hopes(NamedTuple):
    """What comes of starting hands with third cards, one for all that are alike, in columns."""

    hands: Sequence[Dealt]
    levels: Levels
    """Of five cards."""
    first: Ints
    """By starting hand: its first row. Its others follow."""
    hand: Ints
    """By row: which starting hand it is,"""
    ways: Ints
    """how many third cards it stands for,"""
    odds: dict[str, Ints]
    """what the wagers on two and three cards pay,"""
    fives: Ints
    """and how often the five cards end at each level."""

    def added_up(self) -> dict[str, Ints]:
        """By row: what every wager comes to, over the last two cards."""
        deals = self.fives.sum(axis=1)
        early = {key: odds * deals for key, odds in self.odds.items()}
        return early | {key: self.fives @ odds for key, odds in self.levels.odds.items()}

    def by_hand(self, sums: Ints) -> Ints:
        """By starting hand: the sums of its rows, over the third cards."""
        return np.add.reduceat(sums * self.ways, self.first)


def hopes(
    rules: Rules,
    shape: Growing,
    deck: Sequence[Card] = DECK,
    hands: Sequence[Dealt] | None = None,
    third: Card | None = None,
) -> Hopes:
    """What comes of every starting hand, or of some, with every third card, or with one."""
    ranks = ranks_of_five(low_ace=shape.low_ace)
    paid = levels(rules, ranks.strengths, [(w, hand_of(w)) for w in shape.paid_at(5)])
    hands = starts(tuple(deck)) if hands is None else hands
    dealt = [
        (at, *start.cards, card, ways)
        for at, start in enumerate(hands)
        for card, ways in ([(third, 1)] if third is not None else thirds(start.cards, deck))
    ]
    hand, *cards, ways = np.array(dealt).T
    threes = np.stack(cards, axis=1)
    _, shown, kind = np.unique(kinds_of(threes), return_index=True, return_inverse=True)
    twos = np.array([start.cards for start in hands])
    odds = _early(rules, shape, twos, 2)
    odds = {key: column[hand] for key, column in odds.items()}
    for key, column in _early(rules, shape, threes[shown], 3).items():
        odds[key] = column[kind]
    fives = count_fives(threes[shown], deck, ranks, paid)[kind]
    return Hopes(hands, paid, np.searchsorted(hand, range(len(hands))), hand, ways, odds, fives)


def _early(rules: Rules, shape: Growing, dealt: Ints, size: int) -> dict[str, Ints]:
    """What the wagers on the first two or three cards pay: asked of settlement's own judges."""
    judged, read = evaluators(rules), readers(rules)
    found: dict[str, list[int]] = {wager.key: [] for wager in shape.paid_at(size)}
    for cards in dealt.tolist() if found else ():
        laid = dict(zip(shape.order, cards, strict=False))
        hands = Hands(read, tuple(laid.get(at, cards[0]) for at in range(max(shape.order) + 1)))
        for key, column in found.items():
            column.append(whole(judged[key](hands).odds))
    for wager in shape.paid_at(size):
        check_odds(wager, found[wager.key])
    return {key: np.array(column) for key, column in found.items()}


def thirds(cards: tuple[Card, Card], deck: Sequence[Card]) -> list[tuple[Card, int]]:
    """The third cards that are not alike, and how many each stands for."""
    rest = [c for c in deck if c not in cards]
    groups = groups_of(cards, rest)
    return [
        (rest[at], ways)
        for at, ways in zip(groups.shown.tolist(), groups.held.tolist(), strict=True)
    ]
