"""The shape of showdown games with one raise.

The player sees two cards, then the flop, the turn and the river, and decides on any of these
boards, the first of which may lie open from the start. The raise may be made once, on any street,
and closes those that come after it. Every wager is paid by the two hands, the player's and the
dealer's: which is higher, what each of them is.
"""

from typing import Final, NamedTuple

from pitboss.games.names import HOLE
from pitboss.games.words import FOLD, Choices, HandOf, Raise, Required, Street
from pitboss.lab.bounds import within_stakes
from pitboss.lab.digest import main_hands
from pitboss.round import seen
from pitboss.submission.rules import Rules, positions

FLOP: Final = 3
TURN: Final = 4
WHOLE: Final = 5
SIZES: Final = (0, FLOP, TURN, WHOLE)
"""Boards on which a street may be played."""


class OneRaise(NamedTuple):
    """The parts that the shape has, named."""

    required: tuple[Required, ...]
    raised: Raise
    streets: tuple[Street, ...]
    sizes: tuple[int, ...]
    """How many cards of the board are seen on each street."""
    board: frozenset[int]
    """Where these lie."""
    player: str
    dealer: str
    low_ace: bool

    @property
    def sees_flop_first(self) -> bool:
        """Whether cards of the board lie open before the first decision."""
        return self.sizes[0] > 0

    def street_on(self, size: int) -> Street | None:
        """The street that is played on a board of this size, if there is one."""
        return self.streets[self.sizes.index(size)] if size in self.sizes else None

    def choices_on(self, size: int) -> Choices:
        """Its decisions; none where there is no such street."""
        street = self.street_on(size)
        return street.choices if street else {}


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
    pays = [*(wager.pays for wager in rules.required), raised.pays]
    if any(x.sees or x.needs or x.meters or x.wheel or x.prizes for x in pays):
        return None
    own = set(positions(rules.places, rules.hole)[HOLE])
    hands = [hand for hand in main_hands(rules) if isinstance(hand, HandOf)]
    mine = [hand for hand in hands if own <= set(hand.positions)]
    theirs = [hand for hand in hands if not own & set(hand.positions)]
    if len(main_hands(rules)) != 2 or len(mine) != 1 or len(theirs) != 1:
        return None
    (player,), (dealer,) = mine, theirs
    board = set(player.positions) - own
    turned = [set(seen(rules, taken)) for taken in range(len(rules.streets))]
    sizes = tuple(len(cards & board) for cards in turned)
    if not (
        len(board) == WHOLE
        and sizes == tuple(sorted(set(sizes)))
        and set(sizes) <= set(SIZES)
        and [len(cards) for cards in turned] == [len(own) + size for size in sizes]
        and all(own <= cards for cards in turned)
        and board <= set(dealer.positions)
        and len(dealer.positions) == WHOLE + 2
        and player.order == dealer.order
        and player.order.size == WHOLE
    ):
        return None
    return OneRaise(
        rules.required,
        raised,
        rules.streets,
        sizes,
        frozenset(board),
        player.name,
        dealer.name,
        player.order.low_ace,
    )
