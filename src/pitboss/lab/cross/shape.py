"""The shape of the cross games: two lines of five cards that share the hand and one card.

The player raises line 1, sees its two outer cards, raises line 2, sees its two, raises the better
of both, sees the card that they share. Raises are paid in proportion, so what a decision comes to
is convex in each raise: between the least and the greatest multiple none is better than both.
"""

from typing import NamedTuple

from pitboss.games.words import BestOf, HandOf, Raise, Required, Street
from pitboss.lab.bounds import has_own_raises, within_bounds
from pitboss.lab.paid_on import hand_of
from pitboss.round import seen
from pitboss.submission.rules import Rules


class Lines(NamedTuple):
    """The parts that the shape has, named."""

    required: tuple[Required, ...]
    raises: tuple[Raise, ...]
    streets: tuple[Street, ...]
    hands: tuple[str, str, str]
    """Line 1, line 2, the better one."""
    low_ace: bool

    def on(self, line: int) -> list[Required]:
        """The required wagers on a line."""
        return [wager for wager in self.required if hand_of(wager) == self.hands[line]]


def lines_of(rules: Rules) -> Lines | None:
    """The parts of these rules, if they have this shape."""
    if len(rules.streets) != 3 or len(rules.hole) != 2 or set(rules.looks) != set(rules.hole):
        return None
    if not within_bounds(rules) or not has_own_raises(rules):
        return None
    turned = [set(seen(rules, taken)) for taken in range(4)]
    hole, outer_1, outer_2, last = (
        turned[0],
        turned[1] - turned[0],
        turned[2] - turned[1],
        turned[3] - turned[2],
    )
    if (len(outer_1), len(outer_2), len(last)) != (2, 2, 1):
        return None
    by_key = {wager.key: wager for wager in rules.raises}
    raises = tuple(by_key[street.wager] for street in rules.streets)
    hands = {hand.name: hand for hand in rules.hands}
    line_1, line_2, better = (hands.get(hand_of(wager)) for wager in raises)
    if not (
        isinstance(line_1, HandOf)
        and isinstance(line_2, HandOf)
        and isinstance(better, BestOf)
        and set(line_1.positions) == hole | outer_1 | last
        and set(line_2.positions) == hole | outer_2 | last
        and sorted(better.hands) == sorted((line_1.name, line_2.name))
        and line_1.order.low_ace == line_2.order.low_ace
        and all(hand_of(wager) in better.hands for wager in rules.required)
    ):
        return None
    names = (line_1.name, line_2.name, better.name)
    return Lines(rules.required, raises, rules.streets, names, line_1.order.low_ace)


def multiples(street: Street) -> list[int]:
    """What a street can stake, the least first; 0 where one may check."""
    return sorted(street.stakes.values())
