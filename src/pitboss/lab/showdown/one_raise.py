"""The shape of showdown games with one raise.

The player sees two cards, then the flop, then the whole board. The raise may be made once, on any
street, and closes those that come after it. Everything that is paid compares the player's hand with
the dealer's, who may have to reach a floor.
"""

from typing import NamedTuple

from pitboss.games.words import FOLD, Choices, HandOf, Raise, Required, Street
from pitboss.lab.bounds import within_stakes
from pitboss.round import seen
from pitboss.submission.rules import Rules


class OneRaise(NamedTuple):
    """The parts that the shape has, named."""

    required: tuple[Required, ...]
    raised: Raise
    streets: tuple[Street, ...]
    sizes: tuple[int, ...]
    """How many cards of the board are seen on each street."""
    player: str
    dealer: str
    low_ace: bool
    floor: str
    """What the dealer has to reach; nothing where it is empty."""

    def street_on(self, size: int) -> Street | None:
        """The street that is played on a board of this size, if there is one."""
        return self.streets[self.sizes.index(size)] if size in self.sizes else None

    def choices_on(self, size: int) -> Choices:
        """Its decisions; none where there is no such street."""
        street = self.street_on(size)
        return street.choices if street else {}


WHOLE = 5
FLOP = 3


def one_raise_of(rules: Rules) -> OneRaise | None:
    """The parts of these rules, if they have this shape."""
    if (
        not rules.required
        or len(rules.raises) != 1
        or len(rules.hole) != 2
        or set(rules.looks) != set(rules.hole)
        or not rules.streets
        or not within_stakes(rules)
    ):
        return None
    (raised,) = rules.raises
    choices = [choice for street in rules.streets for choice in street.choices.values()]
    if any(street.wager != raised.key for street in rules.streets) or not all(
        isinstance(choice, int) or choice == FOLD for choice in choices
    ):
        return None
    compared = [wager.pays.comparison for wager in rules.required]
    compared.append(raised.pays.comparison)
    first = compared[0]
    if first is None or any(x is None or x[:2] != first[:2] for x in compared):
        return None
    floors = {floor for x in compared if x for floor in x.floors}
    hands = {hand.name: hand for hand in rules.hands}
    mine, other = hands[first.hand], hands[first.against]
    if len(floors) > 1 or not isinstance(mine, HandOf) or not isinstance(other, HandOf):
        return None
    turned = [set(seen(rules, taken)) for taken in range(len(rules.streets) + 1)]
    board = set(mine.positions) - turned[0]
    sizes = tuple(len(cards & board) for cards in turned[:-1])
    theirs = set(other.positions) - set(mine.positions)
    if not (
        len(turned[0]) == 2
        and len(board) == WHOLE
        and sizes[0] == 0
        and sizes == tuple(sorted(set(sizes)))
        and set(sizes) <= {0, FLOP, WHOLE}
        and [len(cards) for cards in turned[:-1]] == [2 + size for size in sizes]
        and set(mine.positions) == turned[0] | board
        and set(other.positions) == theirs | board
        and len(theirs) == 2
        and mine.order == other.order
        and mine.order.size == WHOLE
    ):
        return None
    return OneRaise(
        rules.required,
        raised,
        rules.streets,
        sizes,
        mine.name,
        other.name,
        mine.order.low_ace,
        next(iter(floors), ""),
    )
