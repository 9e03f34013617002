"""A showdown game with one raise for a player who knows the hands of others.

A draw is a hand and the dead cards. It is played on every board that is left, by one who knows and
by one who does not, on the same deals: so only the gain is left to chance. The other comes to the
known value of the game.
"""

from collections.abc import Sequence
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.patterns import holding
from pitboss.games.words import FOLD, times_of
from pitboss.lab.expose.chance import generator, mean
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.expose.one_raise_cards import Seen
from pitboss.lab.kernels import expose_one_raise as kernels
from pitboss.lab.results import Main
from pitboss.lab.showdown.boards import Ints
from pitboss.lab.showdown.kinds import FIRST_FIVE, FIVES, FOURS
from pitboss.lab.showdown.one_raise import FLOP, TURN, WHOLE, OneRaise
from pitboss.lab.showdown.one_raise_solve import Solver, flop_times
from pitboss.lab.suits import CHANGES
from pitboss.lab.work import Told, shared, untold
from pitboss.submission.rules import Rules

USUAL_SAMPLES = 400
"""Few, since each has every board."""
_CHECK = ""
"""What everyone does before the flop who decides nothing there."""


class Players:
    """One game in which hands are shared."""

    def __init__(
        self,
        rules: Rules,
        shape: OneRaise,
        main: Main,
        seen: Seen,
        deck: Sequence[Card] = DECK,
        told: Told = untold,
    ) -> None:
        self._rules, self._shape, self._main, self._seen = rules, shape, main, seen
        self._deck, self._told = tuple(deck), told

    def worth(self, players: int, samples: int, seed: str) -> Worth:
        """What the game comes to for each of so many players."""
        dead = 2 * (players - 1)
        draws = generator(seed, f"{dead} cards of others")
        dealt = [
            draws.choice(len(self._deck), 2 + dead, replace=False).tolist() for _ in range(samples)
        ]
        _ = self.on_flop  # made before the threads ask for it
        what = f"playing hands with {dead} cards known"
        gains = shared(what, lambda cards: self.gain(cards[:2], cards[2:]), dealt, self._told)
        found, error = mean(np.array(gains))
        return Worth(float(self._main.ev) + found, error, samples)

    def gain(self, hand: Sequence[int], gone: Sequence[int]) -> float:
        """What knowing these cards is worth to a hand; all by their numbers in the deck."""
        x, y = sorted(hand)
        live = np.array([c for c in range(len(self._deck)) if c not in {x, y, *gone}])
        m = len(live)
        sums = self._sums(x, y, live)
        standing, raised = sums[:, kernels.STANDING], sums[:, kernels.RAISED]
        solver, boards = self._seen.solver, (m - 3) * (m - 4)
        boards = boards // solver.orders * comb(m - 5, 2)
        folded = solver.fold * boards
        by_flop = {
            times: np.full_like(standing, folded) if times < 0 else standing + times * raised
            for times in solver.by_choice[FLOP].times
            if times
        }
        checks = 0 in (solver.by_choice[FLOP].times or (0,))
        best = np.max([*[sums[:, kernels.CHECK]] * checks, *by_flop.values()], axis=0)
        usual = sums[:, kernels.BLIND_CHECK].copy()
        for times, values in by_flop.items():
            here = self._on_flop(x, y, live) == times
            usual[here] = values[here]
        first: dict[str, tuple[int, int]] = {}
        for name, choice in (self._shape.choices_on(0) or {_CHECK: 0}).items():
            if choice == FOLD:
                first[name] = folded * len(sums), folded * len(sums)
            elif times := times_of(choice):
                whole = int((standing + times * raised).sum())
                first[name] = whole, whole
            else:
                first[name] = int(best.sum()), int(usual.sum())
        taken = _CHECK
        if not self._shape.sees_flop_first:
            taken = self._main.starts[holding(self._deck[x], self._deck[y])].best
        gained = max(known for known, _ in first.values()) - first[taken][1]
        return gained / (comb(m, 3) * boards * solver.odds.scale)

    def _sums(self, x: int, y: int, live: Ints) -> Ints:
        """The sums of a hand by flop, over turn and river."""
        solver, tables, m = self._decided_solver, self._seen.solver.tables, len(live)
        threes = np.empty((comb(m, 3), 4), np.int64)
        last, turn = (np.array(solver.by_choice[x].times, np.int64) for x in (WHOLE, TURN))
        kernels.value_hand(
            x, y, live, solver.cards.rank, solver.cards.suit, tables.five_of, FIRST_FIVE,
            tables.best, tables.flushes, solver.odds.lines, solver.odds.cuts,
            solver.odds.base_form, solver.odds.play_form, last, turn, solver.fold, solver.table,
            solver.on_turn, FOURS.of, FOURS.first, FOURS.two, FOURS.begins, solver.holdings,
            np.empty((4, FIVES, 5), np.int64), np.empty((comb(m, 4), 4), np.int64), threes,
        )  # fmt: skip
        return threes // solver.orders

    def _on_flop(self, x: int, y: int, live: Ints) -> Ints:
        """What one who knows nothing stakes on each flop: −1 for a fold, 0 for a check."""
        m = len(live)
        cards = np.array([(a, b, c) for c in range(m) for b in range(c) for a in range(b)])
        flops, changes = self._alike
        a, b, c = live[cards].T
        number = (c * (c - 1) * (c - 2)) // 6 + (b * (b - 1)) // 2 + a
        low, high = np.sort([[f[x], f[y]] for f in self._changes], axis=1).T
        pairs = high * (high - 1) // 2 + low
        return np.asarray(self.on_flop[flops[number], pairs[changes[number]]])

    @cached_property
    def on_flop(self) -> Ints:
        """By flop and two cards: what one who knows nothing stakes."""
        return flop_times(self._seen.solver, self._seen.decided)

    @property
    def _decided_solver(self) -> Solver:
        """The solver, with what is decided on every board in its table."""
        _ = self._seen.decided
        return self._seen.solver

    @cached_property
    def _changes(self) -> list[list[int]]:
        """The changes of suits, by numbers in the deck."""
        at = {c: i for i, c in enumerate(self._deck)}
        return [[at[change[c]] for c in self._deck] for change in CHANGES]

    @cached_property
    def _alike(self) -> tuple[Ints, NDArray[np.int8]]:
        """By flop: the number of the one that stands for it, and the change that makes it so."""
        n = len(self._deck)
        found, by = np.full(comb(n, 3), -1, np.int64), np.zeros(comb(n, 3), np.int8)
        standing = self._seen.solver.flops.cards
        for k, change in enumerate(self._changes):
            back = np.argsort(change)  # from the one that stands for it
            a, b, c = np.sort(back[standing], axis=1).T
            number = (c * (c - 1) * (c - 2)) // 6 + (b * (b - 1)) // 2 + a
            found[number], by[number] = np.arange(len(standing)), k
        return found, by
