"""A card played by a program: the chart first, then the lists, from what a player sees."""

from typing import NamedTuple

from pitboss.cards import show
from pitboss.games.patterns import holding
from pitboss.lab.advice import question
from pitboss.lab.strategy.found import Finder, Strategy
from pitboss.lab.strategy.lists import RuleList
from pitboss.lab.strategy.reading import reader_of
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused
from pitboss.round import PlayerView
from pitboss.submission.rules import Rules


class Said(NamedTuple):
    """What a card says: by its chart, or by a line of a list."""

    decision: str
    list: RuleList | None = None
    line: int = 0
    """Counted from 0; after the last rule comes what is done otherwise."""


class CardPlay:
    """Somebody who plays by a card, and looks at nothing else."""

    def __init__(self, rules: Rules, card: Strategy) -> None:
        self.card = card
        self._rules, self._read = rules, reader_of(rules)
        self._lists = {street.list.street: street.list for street in card.streets}

    @classmethod
    def of(cls, rules: Rules, lines: int, told: Told = untold) -> "CardPlay":
        """By the best card with so many lines a list."""
        return cls(rules, Finder(rules, told=told).strategy(lines=lines))

    def decision(self, seen: PlayerView) -> str:
        """What the card says to whoever sees this."""
        return self.said(seen).decision

    def said(self, seen: PlayerView) -> Said:
        """The same, with the place on the card where it stands."""
        names = [decision for decision in seen.decisions if isinstance(decision, str)]
        if len(names) != len(seen.decisions):
            raise Refused("a card says nothing after a raise of an amount between")
        hole, *turned = question(self._rules, seen.hole, seen.table, names).turned
        if played := self._lists.get(self._rules.streets[len(turned)].name):
            decision, line = played.said(self._read(hole, turned))
            return Said(decision, played, line)
        name = holding(hole[0], hole[1])
        if name not in self.card.chart:
            raise Refused(f"the chart has no hand {show(hole)}")
        return Said(self.card.chart[name])
