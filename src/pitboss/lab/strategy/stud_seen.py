"""What a player of a stud game sees in three cards, before the raise on five."""

from collections.abc import Sequence
from typing import Final

from pitboss.cards import Card, rank, suit
from pitboss.games.words import Raise
from pitboss.lab.stud.shape import Growing

SEEN: Final = ("pair", "three", "high", "suited", "straight")
RUN: Final = 5


def features(cards: Sequence[Card], shape: Growing) -> dict[str, int]:
    """Of three cards."""
    ranks = sorted(rank(c) for c in cards)
    most = max(ranks, key=ranks.count)
    wins = lowest_pair(shape.raises[1])
    lowest = RUN - 2 if shape.low_ace else RUN - 1
    runs = [{(top - i) % 13 for i in range(RUN)} for top in range(lowest, 13)]
    return {
        "pair": most + 1 if ranks.count(most) >= 2 else 0,
        "three": int(ranks.count(most) == 3),
        "high": sum(r >= wins for r in ranks),
        "suited": int(len({suit(c) for c in cards}) == 1),
        "straight": sum(set(ranks) <= run for run in runs) if len(set(ranks)) == 3 else 0,
    }


def lowest_pair(wager: Raise) -> int:
    """The lowest rank of which a pair wins a raise; above all if none does."""
    table = wager.pays.ranked_table
    lines = table.lines if table else ()
    return min((x.hand.low for x in lines if x.hand.kind == "pair" and x.odds > 0), default=13)
