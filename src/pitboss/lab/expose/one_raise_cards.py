"""A showdown game with one raise for a player who sees one card before the first decision: exact.

A card of the board changes what is known on the way, and the sums of the solver have it all. A card
of the dealer asks for its own count, on every board of every flop that suits do not make alike.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD, times_of
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.expose.showdown_tables import classes_of
from pitboss.lab.kernels import expose_one_raise as kernels
from pitboss.lab.showdown.boards import Ints
from pitboss.lab.showdown.kinds import FOURS
from pitboss.lab.showdown.one_raise import FLOP, WHOLE, OneRaise
from pitboss.lab.showdown.one_raise_solve import Decided, Solver, decide_flops
from pitboss.lab.starts import starts
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules

_FLOPS_AT_ONCE = 40
_DEALER_FLOPS_AT_ONCE = 4


class Seen:
    """One game in which a card may be seen."""

    def __init__(
        self, rules: Rules, shape: OneRaise, deck: Sequence[Card] = DECK, told: Told = untold
    ) -> None:
        self._rules, self._shape, self._deck, self._told = rules, shape, tuple(deck), told
        self.classes = classes_of(self._deck, starts(self._deck))

    @cached_property
    def solver(self) -> Solver:
        """What solves the game as it is."""
        return Solver(self._rules, self._shape, self._deck, self._told)

    @cached_property
    def decided(self) -> Decided:
        """The best play up to the flop of one who knows nothing."""
        return decide_flops(self.solver)

    def worth(self, place: str) -> Worth:
        """What the game comes to when a card of this place is seen."""
        n = len(self._deck)
        where = {x.name: x.cards for x in self._rules.places}
        shown = self._shown_at(place)
        if shown > WHOLE:
            # Of the dealer's cards the other may be any that is left.
            return self._best(self._dealer(), comb(n - 3, 3) * comb(n - 6, 2) * (n - 8))
        if where[place] not in (1, FLOP) or FLOP not in self._shape.sizes:
            raise Refused(f"the lab cannot say what a card of the {place} is worth in this game")
        if shown == FLOP:
            return self._best(self._flop(), comb(n - 3, 2) * self.solver.after_flop)
        return self._best(self._last(), comb(n - 3, 3) * (n - 6) * self.solver.dealers)

    def _shown_at(self, place: str) -> int:
        """How large the board is when a place is shown; larger than any for the dealer's."""
        at = next(k for k, street in enumerate(self._shape.streets) if place in street.reveal)
        return (*self._shape.sizes, WHOLE + 1)[at + 1]

    def _best(self, sums: Ints, deals: int) -> Worth:
        """Over all hands and seen cards, the best first decision; so many deals follow each."""
        net = 0
        for (check, standing, raised), ways in zip(
            sums.tolist(), self.classes.ways.tolist(), strict=True
        ):
            net += max(
                self.solver.fold * deals * ways
                if choice == FOLD
                else standing + times_of(choice) * raised
                if choice
                else check
                for choice in self._shape.streets[0].choices.values()
            )
        n = len(self._deck)
        return Worth(Fraction(net, comb(n, 2) * (n - 2) * deals * self.solver.odds.scale))

    def _flop(self) -> Ints:
        """A card of the flop seen."""
        decided, flops = self.decided, self.solver.flops
        sums = np.zeros((len(self.classes.ways), 3), np.int64)
        values = decided.after, decided.values.standing, decided.values.raised
        for cards in flops.cards.T:
            classes = self.classes.of[:, cards].T[decided.dealt]
            for k, of in enumerate(values):
                np.add.at(sums[:, k], classes, (flops.ways[:, None] * of)[decided.dealt])
        return sums

    def _last(self) -> Ints:
        """Turn or river seen: they are turned together."""
        solver = self.solver
        best, standing, raised = map(solver.over_last_cards, solver.decide_boards())
        if WHOLE not in self._shape.sizes:
            best = standing
        folded = solver.fold * (len(self._deck) - 6) * solver.dealers
        times = np.array(solver.by_choice[FLOP].times, np.int64)

        def play(part: tuple[int, int]) -> Ints:
            sums = np.zeros((len(self.classes.ways), 3), np.int64)
            kernels.see_last_card(
                solver.flops.cards, solver.flops.ways, *part, solver.cards.rank, solver.cards.suit,
                FOURS.of, FOURS.first, FOURS.two, FOURS.begins, solver.holdings,
                best, standing, raised, times, folded, self.classes.of, sums,
            )  # fmt: skip
            return sums

        parts = list(chunks(len(solver.flops.cards), _FLOPS_AT_ONCE))
        found = shared("playing with a card of the board seen", play, parts, self._told)
        return sum(found, np.zeros(1, np.int64))

    def _dealer(self) -> Ints:
        """A card of the dealer seen."""
        solver, tables = self.solver, self.solver.tables
        self._check_odds()
        last, times = (np.array(solver.by_choice[x].times, np.int64) for x in (WHOLE, FLOP))

        def play(part: tuple[int, int]) -> Ints:
            sums = np.zeros((len(self.classes.ways), 3), np.int64)
            kernels.see_dealer(
                solver.flops.cards, solver.flops.ways, *part, solver.cards.rank, solver.cards.suit,
                tables.five_of, tables.best, tables.flushes, solver.odds.lines, solver.odds.floor,
                solver.odds.base, solver.odds.play, last, times, solver.fold, self.classes.of, sums,
            )  # fmt: skip
            return sums

        parts = list(chunks(len(solver.flops.cards), _DEALER_FLOPS_AT_ONCE))
        found = shared("playing with a card of the dealer seen", play, parts, self._told)
        return sum(found, np.zeros(1, np.int64))

    def _check_odds(self) -> None:
        """Refuse odds that sums of 32 bits cannot hold."""
        odds, streets = self.solver.odds, self._shape.streets
        most = np.abs(odds.base) + max(x.most for x in streets) * np.abs(odds.play)
        if int(most.max()) > kernels.MOST_SCALED:
            raise Refused(
                f"{self._rules.game} pays odds that are too high to say what a card of the dealer "
                "is worth"
            )
