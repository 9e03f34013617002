"""A card played by a program: the chart first, then the lists, from what a player sees."""

from pitboss.cards import show
from pitboss.games.patterns import holding
from pitboss.lab.advice import question
from pitboss.lab.strategy.found import Finder, Shape, Strategy
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules
from pitboss.table.seen import Seen


class CardPlay:
    """Somebody who plays by a card, and looks at nothing else."""

    def __init__(self, rules: Rules, card: Strategy, shape: Shape) -> None:
        self._rules, self._chart, self._shape = rules, card.chart, shape
        self._lists = {street.list.street: street.list for street in card.streets}

    @classmethod
    def of(cls, rules: Rules, lines: int, told: Told = untold) -> "CardPlay":
        """By the best card with so many lines a list."""
        finder = Finder(rules, told=told)
        return cls(rules, finder.strategy(lines=lines), finder.shape)

    def decision(self, seen: Seen) -> str:
        """What the card says to whoever sees this."""
        names = [decision for decision in seen.decisions if isinstance(decision, str)]
        if len(names) != len(seen.decisions):
            raise Refused("a card says nothing after a raise of an amount between")
        hole, *turned = question(self._rules, seen.hole, seen.table, names).turned
        if turned:
            street = self._rules.streets[len(turned)]
            return self._lists[street.wager].decision(self._shape.features(hole, turned))
        name = holding(hole[0], hole[1])
        if name not in self._chart:
            raise Refused(f"the chart has no hand {show(hole)}")
        return self._chart[name]
