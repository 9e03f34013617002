"""How often the better of two lines reaches each level, whatever is wagered on it."""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import BestOf
from pitboss.lab.cross.hand import first_pairs, joint_levels, prepare
from pitboss.lab.cross.odds import Odds
from pitboss.lab.cross.shape import lines_of
from pitboss.lab.ranks import ranks_of_five
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.work import Told, shared, untold
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules


def better_counts(
    rules: Rules,
    hand: BestOf,
    level_of: Callable[[int], int],
    deck: Sequence[Card] = DECK,
    told: Told = untold,
) -> Counter[int]:
    """Deals by the level of the better line; ``level_of`` never falls as hands rise."""
    lines = lines_of(rules)
    if lines is None or set(hand.hands) != set(lines.hands[:2]):
        raise Refused(f"the lab cannot count {hand.label}: it knows the better of two lines only")
    ranks = ranks_of_five(low_ace=lines.low_ace)
    of = np.array([level_of(strength) for strength in ranks.strengths], np.uint8)
    levels = int(of[-1]) + 1
    nothing, none = np.zeros(1, np.int64), np.zeros((3, levels), np.int64)
    # No wager and no decision: every deal is played to the end.
    odds = Odds(
        of[ranks.unsuited], of[ranks.suited], none, none[0], 0, nothing, nothing, 0, 0, folds=False
    )

    def count(start: Dealt) -> Counter[int]:
        prepared = prepare(odds, start.cards, deck)
        pairs = first_pairs(start.cards, prepared.rest)
        dealt, _ = joint_levels(odds, prepared, pairs, np.zeros(len(pairs.ways), np.int64), 0)
        found: Counter[int] = Counter()
        for one, two in zip(*np.nonzero(dealt[0, 0]), strict=True):
            found[int(max(one, two))] += int(dealt[0, 0, one, two]) * start.ways
        return found

    total: Counter[int] = Counter()
    for found in shared("counting the better line", count, starts(tuple(deck)), told):
        total.update(found)
    return total
