"""The first decision of a showdown game by one who knows dead cards: their effects added up.

A card that is out of play makes all the places likelier that it is not at. What a hand comes to
with a card in the flop, on the turn, on the river or with the dealer is counted; the mean over all
places, and out of play, is the value of the hand; so what the card does out of play follows. It is
added up over the dead cards, as if each did what it does alone. That is nearly the best decision
and never a better one: a hand in doubt may be folded or bet wrongly. What that costs is little,
since it is in doubt, and `showdown_first` finds how much.
"""

from collections.abc import Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.games.words import FOLD, times_of
from pitboss.lab.expose.showdown_cards import Seen
from pitboss.lab.results import Main
from pitboss.lab.showdown.boards import Ints
from pitboss.lab.showdown.shape import Against
from pitboss.lab.starts import starts

_ONE_FLOP_OF = 16
"""The dealer's cards are counted on so few flops: they weigh little, and are slow to count."""

Floats = NDArray[np.float64]


class FirstBets:
    """By pair, as the kernels number them: the first decision with knowledge and without."""

    def __init__(self, shape: Against, main: Main, seen: Seen, deck: Sequence[Card]) -> None:
        asks = shape.streets[0].choices
        names = [name for name in asks if asks[name] != FOLD]
        hands = [main.starts[start.name] for start in starts(tuple(deck))]
        # Of several bets the one that is best without knowledge.
        bets = [max(names, key=lambda name: hand.values[name]) for hand in hands]
        values = [float(hand.values[bet]) for hand, bet in zip(hands, bets, strict=True)]
        of_pair = seen.classes.hand[seen.classes.of.max(axis=1)]
        self.times: Ints = np.array([times_of(asks[bet]) for bet in bets])[of_pair]
        self.values: Floats = np.array(values)[of_pair]
        self.base_plays = np.array([asks[hand.best] != FOLD for hand in hands])[of_pair]
        self._folds = FOLD in asks.values()
        self._effects = _effects(seen, self.times, len(deck))

    def hoped(self, gone: Ints) -> Floats:
        """By pair: what its bet comes to, about, when these cards are known to be out of play."""
        return np.asarray(self.values + self._effects[:, gone].sum(axis=1))

    def plays(self, gone: Ints) -> NDArray[np.bool_]:
        """Whether each pair bets then."""
        return np.asarray((self.hoped(gone) > -1) | (not self._folds))


def _effects(seen: Seen, times: Ints, n: int) -> Floats:
    """By pair and card: what it does to the first bet that this card is out of play."""
    classes = seen.classes
    flop, turn, river = seen.board()
    dealer = seen.dealer(_ONE_FLOP_OF)
    after_turn = (n - 6) * comb(n - 7, 2)
    by_turn = classes.ways * comb(n - 3, 3) * after_turn
    by_flop = classes.ways * comb(n - 3, 2) * (n - 5) * after_turn
    by_dealer = np.maximum(dealer[:, 2], 1) * ((n - 6) * (n - 7) * (n - 8))
    places = ((3, flop, by_flop), (1, turn, by_turn), (1, river, by_turn), (2, dealer, by_dealer))
    there = np.zeros(classes.of.shape)
    for cards, ended, deals in places:
        net = ended[:, 0][classes.of] + times[:, None] * ended[:, 1][classes.of]
        there += cards * net / deals[classes.of]
    known = classes.of >= 0
    there = np.where(known, there, 0)
    # Whoever sees a card gains by that, which is not meant here: it is nearly the same for all
    # cards, and so only how they differ is taken.
    mean = there.sum(axis=1) / known.sum(axis=1)
    unused = n - 2 - sum(cards for cards, _, _ in places)
    return np.where(known, (mean[:, None] - there) / unused, 0)
