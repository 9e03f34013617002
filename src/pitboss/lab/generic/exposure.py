"""Games of no fast shape for a player who knows a card of the table, or others' hands."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from pitboss.cards import Card
from pitboss.errors import Refused
from pitboss.lab.exposure import Valuation, mean_and_error, seeded_generator
from pitboss.lab.game_structure import cards_needed
from pitboss.lab.generic.backward_induction import GenericGame, StartLine
from pitboss.lab.generic.endings import MAX_ROWS
from pitboss.lab.generic.plan import Array, DealPlan, Nodes
from pitboss.lab.generic.solver import announce_duration, draw_cards, solve_plan
from pitboss.lab.progress import Progress, run_in_threads
from pitboss.lab.results import MainGame
from pitboss.lab.revealed.shape import last_revealed_position
from pitboss.submission.rules import Rules

MIN_SAMPLES, MAX_SAMPLES = 100, 2000
SAMPLED_ROWS: Final = 400_000_000
"""The deals that samples count unless another number is asked for: about a minute."""


class GenericExposure:
    """A game with exposed cards."""

    def __init__(
        self, rules: Rules, main: Callable[[], MainGame], deck: Sequence[Card], progress: Progress
    ) -> None:
        self._rules, self._main, self._deck, self._progress = rules, main, tuple(deck), progress

    def value_with_card(self, place: str) -> Valuation:
        """Return the value when a card of a place is seen: of several, the one revealed last."""
        if not self._rules.streets:
            return Valuation(self._main().ev)
        exposed_positions = (last_revealed_position(self._rules, place),)
        return Valuation(
            solve_plan(DealPlan(self._rules, self._deck, exposed_positions), self._progress).ev
        )

    def value_with_shared_hands(self, players: int, samples: int, seed: str) -> Valuation:
        """Return the value when so many players share the cards they have looked at."""
        dead = len(self._rules.looks) * (players - 1)
        if len(self._deck) < cards_needed(self._rules) + dead:
            raise Refused(f"the deck is too small for {players} players")
        if not self._rules.streets:
            return Valuation(self._main().ev)
        plan = DealPlan(self._rules, self._deck, dead=dead)
        if plan.ways(0, 1) <= samples:
            return Valuation(solve_plan(plan, self._progress).ev)
        return self._estimate(plan, samples, seed)

    def usual_samples(self, _: int) -> int:
        """Return the default number of samples: fewer where many deals follow each."""
        deals = DealPlan(self._rules, self._deck).deals_after(0)
        return max(MIN_SAMPLES, min(MAX_SAMPLES, SAMPLED_ROWS // (2 * deals)))

    def _estimate(self, plan: DealPlan, samples: int, seed: str) -> Valuation:
        """Estimate how much more each start is worth with the dead cards known."""
        dead = plan.steps[0][-1].size
        draws = seeded_generator(seed, f"{dead} cards of others")
        nothing = [np.zeros((samples, 0), np.int8) for _ in plan.positions]
        cards = draw_cards(plan, nothing, plan.steps[0], draws)
        usual = GenericGame(DealPlan(self._rules, self._deck))
        informed_game, dead_class = GenericGame(plan), plan.steps[0][-1].card_class
        announce_duration(2 * samples * usual.plan.deals_after(0), self._progress)

        def gains(rows: slice) -> Array:
            part = [columns[rows] for columns in cards]
            others = [columns for number, columns in enumerate(part) if number != dead_class]
            return _values(informed_game, part) - _values(usual, others)

        size = max(1, MAX_ROWS // usual.plan.deals_after(0))
        parts = [slice(low, low + size) for low in range(0, samples, size)]
        task = f"playing hands with {dead} cards known"
        gain, error = mean_and_error(
            np.concatenate(run_in_threads(task, gains, parts, self._progress, announces=False))
        )
        return Valuation(float(self._main().ev) + gain, error, samples)


def _values(game: GenericGame, cards_by_class: list[Array]) -> Array:
    """Return the values of starts with these cards."""
    state = game.staking.state_after(())
    nodes = Nodes(np.arange(len(cards_by_class[0])), cards_by_class)
    line = StartLine(game, nodes, game.plan.changes[:1], 0, [state])
    best = np.stack(list(line.first.net[state].values())).max(axis=0)
    return np.asarray(best / (game.plan.deals_after(0) * game.payouts.scale), np.float64)
