"""A showdown game for a player who sees one card of the table before the first decision: exact.

A card of the board changes what is known on the way, and the sums of the solver have it all. A card
of the dealer asks for its own count, on every board of every flop that suits do not make alike.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD, times_of
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.expose.showdown_tables import Sums, classes_of, sums_of
from pitboss.lab.kernels import expose_showdown as kernels
from pitboss.lab.showdown.boards import Ints, boards, numbered
from pitboss.lab.showdown.kinds import FOURS, holdings
from pitboss.lab.showdown.places import paid_places, sevens
from pitboss.lab.showdown.shape import Against, stakes
from pitboss.lab.starts import starts
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.submission.rules import Rules

_FLOPS_AT_ONCE = 40
_DEALER_FLOPS_AT_ONCE = 4


class Seen:
    """One game in which a card may be seen."""

    def __init__(
        self, rules: Rules, shape: Against, deck: Sequence[Card] = DECK, told: Told = untold
    ) -> None:
        self._rules, self._shape, self._deck, self._told = rules, shape, tuple(deck), told
        self.classes = classes_of(self._deck, starts(self._deck))
        _, second, third = shape.streets
        self.stakes = np.array(stakes(second)), np.array(stakes(third))
        """The least and the most of the later bets."""
        self._sums: Sums | None = None
        self._board: Ints | None = None

    def worth(self, place: str) -> Worth:
        """What the game comes to when a card of this place is seen."""
        street = [at for at, x in enumerate(self._shape.streets) if place in x.reveal]
        places = {place.name: place.cards for place in self._rules.places}
        n = len(self._deck)
        # The dealer's cards come with the river, and the river is one card.
        if street == [2] and places[place] == 2:
            return self._best(self.dealer()[:, :2], comb(n - 3, 3) * (n - 6) * (n - 7) * (n - 8))
        after_flop = (n - 6) * comb(n - 7, 2)
        by_flop = comb(n - 3, 2) * (n - 5) if street == [0] else comb(n - 3, 3)
        return self._best(self.board()[street[0]], by_flop * after_flop)

    def _best(self, ended: Ints, deals: int) -> Worth:
        """Over all hands and seen cards, the best first decision; so many deals follow each."""
        net = []
        for (later, one), ways in zip(ended.tolist(), self.classes.ways.tolist(), strict=True):
            net.append(
                max(
                    -deals * ways if times == FOLD else later + times_of(times) * one
                    for times in self._shape.streets[0].choices.values()
                )
            )
        n = len(self._deck)
        return Worth(Fraction(sum(net), comb(n, 2) * (n - 2) * deals))

    def sums(self) -> Sums:
        """The sums that the solver of the game has, made once."""
        if self._sums is None:
            self._sums = sums_of(self._rules, self._shape, self._deck, self._told)
        return self._sums

    def board(self) -> Ints:
        """A card of the flop, of the turn, of the river seen: what comes of each class of hand."""
        if self._board is None:
            self._board = self._play_board()
        return self._board

    def _play_board(self) -> Ints:
        deck, sums = self._deck, self.sums()
        cards, flops, held = numbered(deck), boards(deck, 3), holdings(deck)
        after_turn = (len(deck) - 6) * comb(len(deck) - 7, 2)

        def play(part: tuple[int, int]) -> Ints:
            ended = np.zeros((3, len(self.classes.ways), 2), np.int64)
            kernels.see_board(
                flops.cards, flops.ways, *part, after_turn, cards.rank, cards.suit,
                FOURS.of, FOURS.first, FOURS.two, FOURS.begins, held, sums.met, sums.hopeful,
                *self.stakes, self.classes.of, ended,
            )  # fmt: skip
            return ended

        parts = list(chunks(len(flops.cards), _FLOPS_AT_ONCE))
        found = shared("playing with a card of the board seen", play, parts, self._told)
        return sum(found, np.zeros(1, np.int64))

    def dealer(self, every: int = 1) -> Ints:
        """A card of the dealer seen; on every flop, or on one of so many."""
        cards, flops = numbered(self._deck), boards(self._deck, 3)
        tables = sevens(low_ace=self._shape.low_ace)
        pays = paid_places(self._rules, self._shape)
        some, ways = flops.cards[::every].copy(), flops.ways[::every].copy()

        def play(part: tuple[int, int]) -> Ints:
            ended = np.zeros((len(self.classes.ways), 3), np.int64)
            kernels.see_dealer(
                some, ways, *part, cards.rank, cards.suit,
                tables.five_of, tables.best, tables.flushes, pays,
                *self.stakes, self.classes.of, ended,
            )  # fmt: skip
            return ended

        parts = list(chunks(len(some), _DEALER_FLOPS_AT_ONCE))
        found = shared("playing with a card of the dealer seen", play, parts, self._told)
        return sum(found, np.zeros(1, np.int64))
