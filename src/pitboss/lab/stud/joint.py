"""How often several hands of a stud game win together."""

from collections.abc import Sequence

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.payoffs import PUSH
from pitboss.lab.stud.grown import hopes
from pitboss.lab.stud.shape import growing_of
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules


def all_win_counts(
    rules: Rules, wagers: Sequence[str], deck: Sequence[Card] = DECK
) -> tuple[int, int]:
    """In how many deals all of these wagers win, and of how many."""
    shape = growing_of(rules)
    if shape is None:
        raise Refused("the lab cannot count wagers that must win together in this game")
    found = hopes(rules, shape, deck)
    ways = found.ways * np.array([start.ways for start in found.hands])[found.hand]
    deals = found.fives * ways[:, None]
    wins = np.ones(deals.shape, bool)
    for key in wagers:
        if key in found.odds:
            wins &= found.odds[key][:, None] > PUSH
        else:
            wins &= found.levels.odds[key] > PUSH
    return int(deals[wins].sum()), int(deals.sum())
