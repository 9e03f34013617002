"""Best play: the lab's exact advice, each question asked once."""

from typing import TYPE_CHECKING, Final

from pitboss.cards import Card
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused
from pitboss.round import Decision, PlayerView, follow, shown
from pitboss.submission.rules import Rules, positions

if TYPE_CHECKING:
    from pitboss.lab import Advice

MOST_KEPT: Final = 100_000
"""Answers that are kept; a shift of a hundred thousand rounds does not fill the memory."""

SAMPLED: Final = (
    "this game has too many deals to count at every decision; decisions are chosen by samples of "
    "deals and are approximate"
)

_Key = tuple[tuple[Decision, ...], tuple[tuple[Card, ...], ...]]


class BestPlay:
    """What each decision is worth to whoever sees these cards."""

    def __init__(self, rules: Rules) -> None:
        # Not before somebody plays: the lab takes a moment to start.
        from pitboss.lab.steps import changes, steps

        self.rules = rules
        self._changes, self._steps = changes(rules, rules.deck.cards), steps(rules)
        self._where = positions(rules.places, rules.hole)
        self._units = {wager.key: 1 for wager in rules.required}
        self._known: dict[_Key, Advice] = {}
        self.seed = ""
        """What samples are drawn by, where deals are too many to count."""
        self.sampled = 0
        """How many decisions were chosen by samples."""
        self._chosen: dict[_Key, str] = {}
        self.told: Told = untold
        """Hears that kernels are compiled, which takes a while the first time."""

    def advice(self, seen: PlayerView) -> "Advice":
        """The exact value of each decision that is open."""
        from pitboss.lab.advice import advise

        names = [decision for decision in seen.decisions if isinstance(decision, str)]
        if len(names) != len(seen.decisions):
            raise Refused("after a raise of an amount between there is no advice")
        key = self._key(seen)
        if key not in self._known:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            hole, table = list(seen.hole), dict(seen.table)
            self._known[key] = advise(self.rules, hole, table, names, told=self.told)
        return self._known[key]

    def choose(self, seen: PlayerView) -> str:
        """The best decision; by samples, where the exact one would keep a table waiting."""
        from pitboss.lab.advice import advise_roughly, is_quick

        names = [decision for decision in seen.decisions if isinstance(decision, str)]
        if len(names) != len(seen.decisions) or is_quick(self.rules, names):
            return self.advice(seen).best
        if not self.sampled:
            self.told(SAMPLED, 0, 0)
        self.sampled += 1
        key = self._key(seen)
        if key not in self._chosen:
            if len(self._chosen) >= MOST_KEPT:
                self._chosen.clear()
            hole, table = list(seen.hole), dict(seen.table)
            found = advise_roughly(self.rules, hole, table, names, seed=self.seed)
            self._chosen[key] = found.best
        return self._chosen[key]

    def _key(self, seen: PlayerView) -> _Key:
        """What the question comes to: hands that differ by a change of suits are one."""
        # Streets, not decisions: a raise may have closed some.
        taken = follow(self.rules, self._units, seen.decisions, whole=False).taken
        held = self._held(seen, taken)
        groups = [
            [held[at] for at in group if at in held]
            for step in self._steps[: taken + 1]
            for group in step
        ]
        alike = (tuple(tuple(sorted(x[c] for c in g)) for g in groups) for x in self._changes)
        return seen.decisions, min(alike)

    def _held(self, seen: PlayerView, taken: int) -> dict[int, Card]:
        """The cards that are seen by where they lie."""
        names = shown(self.rules, taken)
        own = [self._where[name][0] for name in self.rules.hole if name in names]
        held = dict(zip(own, seen.hole, strict=True))
        for name, cards in seen.table.items():
            held |= dict(zip(self._where[name], cards, strict=False))
        return held
