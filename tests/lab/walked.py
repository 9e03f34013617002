"""What the solver of every deal finds where a player stands: the measure of everything faster."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from random import Random
from typing import NamedTuple

from pitboss.cards import DECK, Card, show
from pitboss.lab.generic import Tree
from pitboss.lab.suits import CHANGES, keeping
from pitboss.round import choices, follow, shown
from pitboss.submission import Rules
from pitboss.submission.rules import positions


class Stand(NamedTuple):
    """Where a player stands: the cards seen at first and after each decision, the decisions."""

    rules: Rules
    deck: tuple[Card, ...]
    turned: tuple[tuple[Card, ...], ...]
    decisions: tuple[str, ...] = ()

    @property
    def raised(self) -> tuple[int, ...]:
        """What the decisions staked, in required wagers."""
        asked = zip(self.rules.streets, self.decisions, strict=False)
        return tuple(int(street.asks[name]) for street, name in asked)

    @property
    def table(self) -> dict[str, tuple[Card, ...]]:
        """The cards seen on the table, by the names of their places."""
        sizes = {place.name: place.cards for place in self.rules.places}
        lies = iter(chain(*self.turned))
        seen = shown(self.rules, len(self.decisions))
        found = {name: tuple(next(lies) for _ in range(sizes.get(name, 1))) for name in seen}
        return {name: some for name, some in found.items() if name in sizes}

    @property
    def hole(self) -> tuple[Card, ...]:
        """The cards seen of the player's own, in the order dealt."""
        on_table = set(chain(*self.table.values()))
        return tuple(c for c in chain(*self.turned) if c not in on_table)

    def __str__(self) -> str:
        return " | ".join([self.rules.short, *map(show, self.turned), *self.decisions])


def sizes(rules: Rules) -> list[int]:
    """How many cards are seen at first and after each decision but the last."""
    where = positions(rules.places, rules.hole)
    seen = [
        sum(len(where[name]) for name in shown(rules, taken))
        for taken in range(len(rules.streets))
    ]
    return [now - before for before, now in zip([0, *seen], seen, strict=False)]


def dealt(rules: Rules, deck: tuple[Card, ...], order: Sequence[Card], *decisions: str) -> Stand:
    """Where a player stands whose cards come in this order."""
    lies = iter(order)
    groups = sizes(rules)[: len(decisions) + 1]
    return Stand(rules, deck, tuple(tuple(next(lies) for _ in range(n)) for n in groups), decisions)


def stands(rules: Rules, deck: tuple[Card, ...], taken: int, count: int, seed: int) -> list[Stand]:
    """Some players who took so many decisions, at random, and did not fold."""
    random = Random(seed)
    found = []
    for _ in range(count):
        order = random.sample(deck, sum(sizes(rules)))
        names: list[str] = []
        for street in rules.streets[:taken]:
            names.append(random.choice([x for x, times in street.asks.items() if times != "fold"]))
        found.append(dealt(rules, deck, order, *names))
    return found


def walked(at: Stand) -> dict[str, Fraction]:
    """The value of every decision now open, best play after it."""
    rules, taken = at.rules, len(at.decisions)
    tree = Tree(rules, at.deck)
    where = positions(rules.places, rules.hole)
    order = [p for name in shown(rules, taken) for p in where[name]]
    lies = dict(zip(order, chain(*at.turned), strict=True))
    groups = [group for step in tree.steps[: taken + 1] for group in step]
    seen = tuple(tuple(sorted(lies[p] for p in group)) for group in groups)
    prospects = tree.prospects(taken, seen, keeping(CHANGES, *seen), [at.raised])[at.raised]
    deals = tree.deals(len(lies), taken)
    return {name: Fraction(x.net, deals) for name, x in prospects.items()}
