"""The shape of games in which the player's hand meets the dealer's, after one decision.

The player looks at the whole hand, sees some of the dealer's cards or none, and decides once. Every
wager is paid by the two hands: which is higher, whether the dealer qualifies, by a table. Some
decisions may be kept for certain hands of the player.
"""

from collections.abc import Sequence
from math import comb
from typing import Final, NamedTuple

from pitboss.cards import Card
from pitboss.games.names import HOLE
from pitboss.games.words import HandOf
from pitboss.hands import Order
from pitboss.lab.bounds import MOST_STAKED
from pitboss.lab.digest import main_hands
from pitboss.lab.staking import Stakes, Staking
from pitboss.round import seen
from pitboss.submission.rules import Rules, positions

MOST_CARDS: Final = 6
"""In either hand."""
MOST_HANDS: Final = 30_000_000
"""That either can be dealt: six of 55 cards."""
MOST_UP: Final = 2
"""Of the dealer's cards, before the decision."""
MOST_BESIDE: Final = 5 * 10**9
"""Hands of the player and open cards of the dealer together: those take minutes."""


class Duel(NamedTuple):
    """The parts that the shape has, named."""

    rules: Rules
    staking: Staking
    hand: str
    """The player's, by name,"""
    dealer: str
    """and the dealer's."""
    order: Order
    own: int
    """How many cards the player has,"""
    cards: int
    """how many the dealer has,"""
    up: int
    """and how many of those are seen."""
    places: frozenset[str]
    """Where the dealer's cards lie."""

    def count_beside(self, deck: Sequence[Card]) -> int:
        """Count the player's hands, each beside every choice of open cards."""
        return comb(len(deck), self.own) * comb(len(deck) - self.own, self.up)

    @property
    def decisions(self) -> dict[str, Stakes | None]:
        """What stands on each way of being paid after each decision; nothing after a fold."""
        then = self.staking.decided(0, self.staking.after(()))
        return {name: state and state[0] for name, state in then.items()}

    @property
    def staked(self) -> int:
        """What a fold loses."""
        return sum(self.staking.after(())[0])


def duel_of(rules: Rules) -> Duel | None:
    """The parts of these rules, if they have this shape."""
    wagers = rules.required + rules.raises
    if len(rules.streets) != 1 or any(x.pays.sees or x.pays.prizes or x.pays.wheel for x in wagers):
        return None
    where = positions(rules.places, rules.hole)
    own, known = set(where[HOLE]), set(seen(rules, 0))
    up = known - own
    mine, theirs = [], []
    for hand in main_hands(rules):
        if not isinstance(hand, HandOf):
            return None
        cards = set(hand.positions)
        if cards == own:
            mine.append(hand)
        elif not cards & own and up <= cards:
            theirs.append(hand)
        else:
            return None
    if len(mine) != 1 or len(theirs) != 1 or mine[0].order != theirs[0].order or not own <= known:
        return None
    count = len(theirs[0].positions)
    most = max(len(own), count)
    if most > MOST_CARDS or len(up) > MOST_UP or len(up) == count:
        return None
    if comb(rules.deck.size, most) > MOST_HANDS:
        return None
    conditions = rules.streets[0].conditions.values()
    if any(when.reads != (mine[0].name,) or when.needs for when in conditions):
        return None
    staking = Staking(rules)
    if max(sum(stakes) for stakes, _ in staking.states()[-1]) > MOST_STAKED:
        return None
    shape = Duel(
        rules,
        staking,
        mine[0].name,
        theirs[0].name,
        mine[0].order.on(rules.deck),
        len(own),
        count,
        len(up),
        frozenset(x.name for x in rules.places if {*where[x.name]} <= {*theirs[0].positions}),
    )
    return shape if shape.count_beside(rules.deck.cards) <= MOST_BESIDE else None
