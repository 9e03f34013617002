"""The shape of the stud games.

The player looks at two cards, decides, gets a third, decides, gets two more. Nobody folds, so no
decision changes what another is worth: each raise is made when its own hand is expected to win.
"""

from typing import NamedTuple

from pitboss.games.words import FOLD
from pitboss.lab.bounds import within_bounds
from pitboss.lab.paid_on import hand_of
from pitboss.round import shown
from pitboss.submission.rules import (
    OpenStreet,
    RaiseWager,
    ReadHand,
    RequiredWager,
    Rules,
    positions,
)


class Growing(NamedTuple):
    """The parts that the shape has, named."""

    required: tuple[RequiredWager, ...]
    raises: tuple[RaiseWager, ...]
    streets: tuple[OpenStreet, ...]
    sizes: dict[str, int]
    """With how many cards each hand is whole: two, three or five."""
    order: tuple[int, ...]
    """The positions of the five cards, in the order they are seen."""
    low_ace: bool
    """Whether an ace may be low in five cards."""

    def paid_at(self, size: int) -> list[RequiredWager | RaiseWager]:
        """The wagers on the hand of this size."""
        return [w for w in self.required + self.raises if self.sizes[hand_of(w)] == size]


def growing_of(rules: Rules) -> Growing | None:
    """The parts of these rules, if they have this shape."""
    if len(rules.streets) != 2 or any(FOLD in x.asks.values() for x in rules.streets):
        return None
    where = positions(rules.places, rules.hole)
    seen = [[at for name in shown(rules, taken) for at in where[name]] for taken in range(3)]
    if [len(cards) for cards in seen] != [2, 3, 5]:
        return None
    whole = {frozenset(cards): len(cards) for cards in seen}
    hands = {
        hand.name: hand
        for hand in rules.hands
        if isinstance(hand, ReadHand) and frozenset(hand.cards) in whole
    }
    paid = {hand_of(wager) for wager in rules.required + rules.raises}
    aces = {hands[name].low_ace for name in paid & hands.keys() if len(hands[name].cards) == 5}
    if not paid <= hands.keys() or len(aces) > 1 or not within_bounds(rules):
        return None
    by_key = {wager.key: wager for wager in rules.raises}
    return Growing(
        rules.required,
        tuple(by_key[street.wager] for street in rules.streets),
        rules.streets,
        {name: len(hand.cards) for name, hand in hands.items()},
        tuple(seen[2]),
        True in aces,
    )
