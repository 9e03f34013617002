"""The shape of the stud games.

The player looks at two cards, decides, gets a third, decides, gets two more. Nobody folds, so no
decision changes what another is worth: each raise is made when its own hand is expected to win.
"""

from typing import NamedTuple

from pitboss.games.words import HandOf, Raise, Required, Street
from pitboss.lab.bounds import has_own_raises, within_bounds
from pitboss.lab.paid_on import hand_of
from pitboss.round import seen
from pitboss.submission.rules import Rules


class Growing(NamedTuple):
    """The parts that the shape has, named."""

    required: tuple[Required, ...]
    raises: tuple[Raise, ...]
    streets: tuple[Street, ...]
    sizes: dict[str, int]
    """With how many cards each hand is whole: two, three or five."""
    order: tuple[int, ...]
    """The positions of the five cards, in the order they are seen."""
    low_ace: bool
    """Whether an ace may be low in five cards."""

    def paid_at(self, size: int) -> list[Required | Raise]:
        """The wagers on the hand of this size."""
        return [w for w in self.required + self.raises if self.sizes[hand_of(w)] == size]


def growing_of(rules: Rules) -> Growing | None:
    """The parts of these rules, if they have this shape."""
    if len(rules.streets) != 2 or not has_own_raises(rules):
        return None
    if any(street.can_fold for street in rules.streets):
        return None
    turned = [list(seen(rules, taken)) for taken in range(3)]
    if [len(cards) for cards in turned] != [2, 3, 5]:
        return None
    whole = {frozenset(cards): len(cards) for cards in turned}
    hands = {
        hand.name: hand
        for hand in rules.hands
        if isinstance(hand, HandOf) and frozenset(hand.positions) in whole
    }
    paid = {hand_of(wager) for wager in rules.required + rules.raises}
    aces = {
        hands[name].order.low_ace for name in paid & hands.keys() if len(hands[name].positions) == 5
    }
    if not paid <= hands.keys() or len(aces) > 1 or not within_bounds(rules):
        return None
    by_key = {wager.key: wager for wager in rules.raises}
    return Growing(
        rules.required,
        tuple(by_key[street.wager] for street in rules.streets),
        rules.streets,
        {name: len(hand.positions) for name, hand in hands.items()},
        tuple(turned[2]),
        True in aces,
    )
