"""The parts of showdown games with one raise, which can be made on any street."""

from typing import Final, NamedTuple

from pitboss.games.card_names import HOLE
from pitboss.games.game_parts import FOLD, Choices, HandOf, Raise, Required, Street
from pitboss.lab.game_structure import has_countable_stakes, main_hands
from pitboss.round import visible_positions
from pitboss.submission.rules import Rules, positions

FLOP: Final = 3
TURN: Final = 4
WHOLE_BOARD: Final = 5
BOARD_SIZES: Final = (0, FLOP, TURN, WHOLE_BOARD)
"""The board sizes on which a street may be played."""


class OneRaiseGame(NamedTuple):
    """The parts of a showdown game with one raise."""

    required: tuple[Required, ...]
    raise_wager: Raise
    streets: tuple[Street, ...]
    sizes: tuple[int, ...]
    """How many board cards are visible on each street."""
    board: frozenset[int]
    """The positions of the board cards."""
    player: str
    dealer: str
    low_ace: bool

    @property
    def is_flop_open_first(self) -> bool:
        """Whether board cards are face up before the first decision."""
        return self.sizes[0] > 0

    def street_on(self, size: int) -> Street | None:
        """Return the street that is played on a board of this size, if any."""
        return self.streets[self.sizes.index(size)] if size in self.sizes else None

    def choices_on(self, size: int) -> Choices:
        """Return the choices on a board of this size; empty if there is no such street."""
        street = self.street_on(size)
        return street.choices if street else {}


def find_one_raise_game(rules: Rules) -> OneRaiseGame | None:
    """Return the parts of such a game, or None if the rules have another shape."""
    if (
        not rules.required
        or len(rules.raises) != 1
        or len(rules.hole) != 2
        or set(rules.looks) != set(rules.hole)
        or not rules.streets
        or not has_countable_stakes(rules)
    ):
        return None
    (raise_wager,) = rules.raises
    choices = [choice for street in rules.streets for choice in street.choices.values()]
    if any(street.wager != raise_wager.key for street in rules.streets) or not all(
        isinstance(choice, int) or choice == FOLD for choice in choices
    ):
        return None
    pays = [*(wager.pays for wager in rules.required), raise_wager.pays]
    if any(x.sees or x.needs or x.meters or x.wheel or x.prizes for x in pays):
        return None
    own = set(positions(rules.places, rules.hole)[HOLE])
    hands = [hand for hand in main_hands(rules) if isinstance(hand, HandOf)]
    player_hands = [hand for hand in hands if own <= set(hand.positions)]
    dealer_hands = [hand for hand in hands if not own & set(hand.positions)]
    if len(main_hands(rules)) != 2 or len(player_hands) != 1 or len(dealer_hands) != 1:
        return None
    (player,), (dealer,) = player_hands, dealer_hands
    board = set(player.positions) - own
    visible = [
        set(visible_positions(rules, streets_done)) for streets_done in range(len(rules.streets))
    ]
    sizes = tuple(len(cards & board) for cards in visible)
    if not (
        len(board) == WHOLE_BOARD
        and sizes == tuple(sorted(set(sizes)))
        and set(sizes) <= set(BOARD_SIZES)
        and [len(cards) for cards in visible] == [len(own) + size for size in sizes]
        and all(own <= cards for cards in visible)
        and board <= set(dealer.positions)
        and len(dealer.positions) == WHOLE_BOARD + 2
        and player.order == dealer.order
        and player.order.size == WHOLE_BOARD
    ):
        return None
    return OneRaiseGame(
        rules.required,
        raise_wager,
        rules.streets,
        sizes,
        frozenset(board),
        player.name,
        dealer.name,
        player.order.low_ace,
    )
