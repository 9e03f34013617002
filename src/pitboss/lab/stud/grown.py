"""Every starting hand of a stud game with every third card, and what five cards come of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.lab.levels import Levels, levels
from pitboss.lab.ranks import ranks_of_five
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.stud.fives import count_fives
from pitboss.lab.stud.shape import Growing, hand_of
from pitboss.lab.suits import CHANGES, changed, keeping
from pitboss.settle.verdicts import Hands, judges, readers
from pitboss.submission.rules import Rules

Ints = NDArray[np.int64]


class Grown(NamedTuple):
    """A starting hand with a third card: one for all that suits make alike."""

    start: Dealt
    third: Card
    ways: int
    """How many third cards it stands for."""
    odds: dict[str, int]
    """What the wagers on two and three cards pay."""
    fives: Ints
    """How often the five cards end at each level."""


class Hopes(NamedTuple):
    """All that a stud game can deal, and the levels of its five cards."""

    levels: Levels
    grown: list[Grown]


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
    dealt = [
        (start, card, ways)
        for start in (starts(tuple(deck)) if hands is None else hands)
        for card, ways in ({third: 1} if third is not None else _thirds(start.cards, deck)).items()
    ]
    fives = count_fives([(*start.cards, card) for start, card, _ in dealt], deck, ranks, paid)
    judged, read = judges(rules), readers(rules)
    early = [w.key for w in (*shape.paid_at(2), *shape.paid_at(3))]
    grown = []
    for (start, card, ways), counts in zip(dealt, fives, strict=True):
        laid = dict(zip(shape.order, (*start.cards, card), strict=False))
        cards = tuple(laid.get(at, card) for at in range(max(shape.order) + 1))
        hands_now = Hands(read, cards)
        odds = {key: judged[key](hands_now).odds for key in early}
        grown.append(Grown(start, card, ways, odds, counts))
    return Hopes(paid, grown)


def _thirds(cards: tuple[Card, Card], deck: Sequence[Card]) -> dict[Card, int]:
    """The third cards that suits do not make alike, and how many each stands for."""
    found: dict[Card, int] = {}
    changes = keeping(CHANGES, cards)
    for c in deck:
        if c not in cards:
            (least,) = min(changed(x, [c]) for x in changes)
            found[least] = found.get(least, 0) + 1
    return found
