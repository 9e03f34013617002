"""The shape of games with one hand that is revealed card by card, every wager on it.

A player sees some cards of the hand and decides, sees more of them and decides again; at the end
the whole hand is paid, each wager by a table or by cases of its own. What matters before a decision
is the set of cards seen and what stands: neither the order of cards nor that of raises.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.games.words import HandOf
from pitboss.hands import Order
from pitboss.lab.bounds import MOST_STAKED
from pitboss.lab.digest import main_hands
from pitboss.lab.staking import Staking
from pitboss.round import seen
from pitboss.submission.rules import Rules, positions

MOST_CARDS = 6
"""Of the hand: of six there are a million sets that are not alike."""
MOST_STATES = 500
"""Ways in which stakes may stand, on all streets together."""


class Revealed(NamedTuple):
    """The parts that the shape has, named."""

    rules: Rules
    staking: Staking
    orders: dict[str, Order]
    """How each hand that is paid ranks: all of them have the same cards."""
    cards: frozenset[int]
    """Where these are."""
    sizes: tuple[int, ...]
    """How many cards of the hand are seen before each street, and at the end."""

    @property
    def size(self) -> int:
        """Of the whole hand."""
        return self.sizes[-1]

    def knowing(self, position: int) -> "Revealed":
        """The game for a player who knows this card from the start."""
        streets = len(self.rules.streets)
        known = [{*seen(self.rules, taken), position} for taken in range(streets)]
        return self._replace(sizes=(*map(len, known), self.size))


def revealed_of(rules: Rules) -> Revealed | None:
    """The parts of these rules, if they have this shape."""
    wagers = rules.required + rules.raises
    hands = main_hands(rules)
    if not rules.streets or not hands or any(wager.pays.sees for wager in wagers):
        return None
    if any(wager.pays.meters or wager.pays.wheel or wager.pays.prizes for wager in wagers):
        return None
    orders, cards = dict[str, Order](), set[frozenset[int]]()
    for hand in hands:
        if not isinstance(hand, HandOf):
            return None
        orders[hand.name] = hand.order.on(rules.deck)
        cards.add(frozenset(hand.positions))
    if len(cards) != 1:
        return None
    (whole,) = cards
    known = [set(seen(rules, taken)) for taken in range(len(rules.streets) + 1)]
    if not known[0] or not known[-1] <= whole or len(whole) > MOST_CARDS:
        return None
    staking = Staking(rules)
    states = staking.states()
    if sum(map(len, states)) > MOST_STATES or _most(staking) > MOST_STAKED:
        return None
    sizes = (*(len(cards) for cards in known[:-1]), len(whole))
    return Revealed(rules, staking, orders, whole, sizes)


def _most(staking: Staking) -> int:
    return max(sum(stakes) for stakes, _ in staking.states()[-1])


def last_turned(rules: Rules, place: str) -> int:
    """Of the cards of a place, the one that is turned last."""
    where = positions(rules.places, rules.hole)[place]
    order: Sequence[int] = seen(rules, len(rules.streets))
    return max(where, key=lambda at: order.index(at) if at in order else len(order))
