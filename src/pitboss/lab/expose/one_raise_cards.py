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
from pitboss.lab.revealed.shape import last_turned
from pitboss.lab.showdown.boards import Ints
from pitboss.lab.showdown.kinds import FOURS
from pitboss.lab.showdown.one_raise import FLOP, TURN, WHOLE, OneRaise
from pitboss.lab.showdown.one_raise_solve import Decided, Solver, decide_flops
from pitboss.lab.starts import starts
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.refusal import Refused
from pitboss.round import seen
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
        n, sizes = len(self._deck), self._shape.sizes
        shown = self._shown_at(place)
        if shown > WHOLE:
            # Of the dealer's cards the other may be any that is left.
            boards = (n - 6) * (n - 7) // self.solver.orders
            return self._best(self._dealer(), comb(n - 3, 3) * boards * (n - 8))
        if shown == FLOP:
            return self._best(self._flop(), comb(n - 3, 2) * self.solver.after_flop)
        late = shown == WHOLE and TURN in sizes
        return self._best(self._last(late=late), comb(n - 3, 3) * self.solver.after_turn)

    def _shown_at(self, place: str) -> int:
        """How large the board is when a card of a place is shown; larger than any for the dealer's.

        Of several cards, the one that is turned last.
        """
        card = last_turned(self._rules, place)
        if card not in self._shape.board:
            return WHOLE + 1
        sizes = enumerate(self._shape.sizes)
        return next((size for at, size in sizes if card in seen(self._rules, at)), WHOLE)

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
                for choice in (self._shape.choices_on(0) or {"": 0}).values()
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

    def _last(self, *, late: bool) -> Ints:
        """Turn or river seen; ``late`` if it is the river, and something is decided before it.

        Who knows the river decides on the turn as on the whole board.
        """
        solver = self.solver
        best, standing, raised = self._river_known() if late else solver.decide_turns()
        folded = solver.fold * solver.after_turn
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

    def _river_known(self) -> tuple[Ints, Ints, Ints]:
        """By four cards, one of them the river, and two: best play, what stands, the raise."""
        solver = self.solver
        best, standing, raised = solver.decide_boards()
        best = best if solver.by_choice[WHOLE].times else standing
        each = []
        for times in solver.by_choice[TURN].times:
            if times < 0:
                each.append(np.full_like(best, solver.fold * solver.dealers))
            else:
                each.append(standing + times * (raised >> 16) if times else best)
        best = np.max(each, axis=0)
        return (
            solver.over_last_cards(best),
            solver.over_last_cards(standing),
            solver.over_last_cards(raised),
        )

    def _dealer(self) -> Ints:
        """A card of the dealer seen."""
        solver, tables = self.solver, self.solver.tables
        self._check_odds()
        last, turn, times = (
            np.array(solver.by_choice[x].times, np.int64) for x in (WHOLE, TURN, FLOP)
        )

        def play(part: tuple[int, int]) -> Ints:
            sums = np.zeros((len(self.classes.ways), 3), np.int64)
            kernels.see_dealer(
                solver.flops.cards, solver.flops.ways, *part, solver.cards.rank, solver.cards.suit,
                tables.five_of, tables.best, tables.flushes, solver.odds.lines, solver.odds.cuts,
                solver.odds.base_form, solver.odds.play_form, last, turn, times, solver.fold,
                self.classes.of, sums,
            )  # fmt: skip
            return sums

        parts = list(chunks(len(solver.flops.cards), _DEALER_FLOPS_AT_ONCE))
        found = shared("playing with a card of the dealer seen", play, parts, self._told)
        return sum(found, np.zeros(1, np.int64))

    def _check_odds(self) -> None:
        """Refuse odds that sums of 32 bits cannot hold."""
        odds, streets = self.solver.odds, self._shape.streets
        most = np.abs(odds.base) + max(x.most for x in streets) * np.abs(odds.play)
        if int(most.max()) * 2 > kernels.MOST_SCALED * self.solver.orders:
            raise Refused(
                f"{self._rules.game} pays odds that are too high to say what a card of the dealer "
                "is worth"
            )
