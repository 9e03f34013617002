"""Optimal play for a player's view: exact advice, cached, or sampled where exact is too slow."""

from typing import TYPE_CHECKING, Final

from pitboss.cards import Card
from pitboss.errors import Refused
from pitboss.lab.progress import Progress, no_progress
from pitboss.round import Decision, PlayerView, replay_decisions, visible_places
from pitboss.submission.rules import Rules, positions

if TYPE_CHECKING:
    from pitboss.lab import Advice


MAX_CACHED_ADVICE: Final = 100_000
"""Cached answers; enough for a shift of a hundred thousand rounds without filling memory."""

SAMPLING_NOTICE: Final = (
    "this game has too many deals to count at every decision; decisions are chosen by sampling "
    "deals and are approximate"
)

_SituationKey = tuple[tuple[Decision, ...], tuple[tuple[Card, ...], ...]]


class BestPlay:
    """Optimal decisions for any player's view of a game."""

    def __init__(self, rules: Rules) -> None:
        # Imported late: the lab takes a moment to load.
        from pitboss.lab.game_structure import deal_steps, suit_permutations

        self.rules = rules
        self._permutations, self._steps = (
            suit_permutations(rules, rules.deck.cards),
            deal_steps(rules),
        )
        self._positions = positions(rules.places, rules.hole)
        self._units = {wager.key: 1 for wager in rules.required}
        self._advice_cache: dict[_SituationKey, Advice] = {}
        self.seed = ""
        """The seed of samples, where deals are too many to count."""
        self.sampled_decisions = 0
        """How many decisions were chosen by sampling."""
        self._choice_cache: dict[_SituationKey, str] = {}
        self.progress: Progress = no_progress
        """Receives a message when kernels are compiled, which takes a while the first time."""

    def advice(self, view: PlayerView) -> "Advice":
        """Return the exact value of each open decision."""
        from pitboss.lab.advice import advise

        names = [decision for decision in view.decisions if isinstance(decision, str)]
        if len(names) != len(view.decisions):
            raise Refused(
                "advice is not available after a raise of an amount that is not a listed choice"
            )
        key = self._key(view)
        if key not in self._advice_cache:
            if len(self._advice_cache) >= MAX_CACHED_ADVICE:
                self._advice_cache.clear()
            hole, table = list(view.hole), dict(view.table)
            self._advice_cache[key] = advise(self.rules, hole, table, names, progress=self.progress)
        return self._advice_cache[key]

    def choose(self, view: PlayerView) -> str:
        """Return the best decision, by sampling where the exact one would keep a table waiting."""
        from pitboss.lab.advice import advise_by_sampling, is_advice_quick

        names = [decision for decision in view.decisions if isinstance(decision, str)]
        if len(names) != len(view.decisions) or is_advice_quick(self.rules, names):
            return self.advice(view).best
        if not self.sampled_decisions:
            self.progress(SAMPLING_NOTICE, 0, 0)
        self.sampled_decisions += 1
        key = self._key(view)
        if key not in self._choice_cache:
            if len(self._choice_cache) >= MAX_CACHED_ADVICE:
                self._choice_cache.clear()
            hole, table = list(view.hole), dict(view.table)
            sampled_advice = advise_by_sampling(self.rules, hole, table, names, seed=self.seed)
            self._choice_cache[key] = sampled_advice.best
        return self._choice_cache[key]

    def _key(self, view: PlayerView) -> _SituationKey:
        """Return a cache key that is equal for views that differ only by a suit permutation."""
        # Count streets, not decisions: a raise may have closed some streets.
        streets_done = replay_decisions(
            self.rules, self._units, view.decisions, complete=False
        ).streets_done
        cards_by_position = self._cards_by_position(view, streets_done)
        groups = [
            [cards_by_position[position] for position in group if position in cards_by_position]
            for step in self._steps[: streets_done + 1]
            for group in step
        ]
        permuted_groups = (
            tuple(tuple(sorted(permutation[c] for c in g)) for g in groups)
            for permutation in self._permutations
        )
        return view.decisions, min(permuted_groups)

    def _cards_by_position(self, view: PlayerView, streets_done: int) -> dict[int, Card]:
        """Return the visible cards by position."""
        names = visible_places(self.rules, streets_done)
        hole_positions = [self._positions[name][0] for name in self.rules.hole if name in names]
        cards_by_position = dict(zip(hole_positions, view.hole, strict=True))
        for name, cards in view.table.items():
            cards_by_position |= dict(zip(self._positions[name], cards, strict=False))
        return cards_by_position
