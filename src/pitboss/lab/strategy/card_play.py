"""Play by a strategy card: its chart first, then its rule lists."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards import Card, cards_text
from pitboss.errors import Refused
from pitboss.games.card_names import starting_hand_class
from pitboss.lab.advice import build_situation
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.shape_protocol import FeatureReader
from pitboss.lab.shape_registry import find_shape
from pitboss.lab.strategy.finder import Strategy, StrategyFinder
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.round import PlayerView
from pitboss.submission.rules import Rules

__all__ = ["FeatureReader", "feature_reader"]


def feature_reader(rules: Rules, deck: Sequence[Card] | None = None) -> FeatureReader:
    """Return the feature reader of these rules' shape."""
    if shape := find_shape(rules):
        return shape.reader(rules.deck.cards if deck is None else deck)
    raise Refused(f"the lab has no features to describe the situations of {rules.game}")


class CardDecision(NamedTuple):
    """The decision of a card, by its chart or by a line of a list."""

    decision: str
    list: RuleList | None = None
    line: int = 0
    """The index of the line; the default decision comes after the last rule."""


class CardPlay:
    """A player who follows a strategy card and nothing else."""

    def __init__(self, rules: Rules, card: Strategy) -> None:
        self.card = card
        self._rules, self._read = rules, feature_reader(rules)
        self._lists = {street.list.street: street.list for street in card.streets}

    @classmethod
    def with_best_card(
        cls, rules: Rules, lines: int, progress: Progress = no_progress
    ) -> "CardPlay":
        """Return a player with the best card of so many lines per list."""
        return cls(rules, StrategyFinder(rules, progress=progress).strategy(lines=lines))

    def decision(self, view: PlayerView) -> str:
        """Return the card's decision for this view."""
        return self.find_decision(view).decision

    def find_decision(self, view: PlayerView) -> CardDecision:
        """Return the card's decision and its place on the card."""
        names = [decision for decision in view.decisions if isinstance(decision, str)]
        if len(names) != len(view.decisions):
            raise Refused(
                "a card has no advice after a raise of an amount that is not a listed choice"
            )
        hole, *streets = build_situation(self._rules, view.hole, view.table, names).cards_by_street
        if rule_list := self._lists.get(self._rules.streets[len(streets)].name):
            decision, line = rule_list.decision_and_line(self._read(hole, streets))
            return CardDecision(decision, rule_list, line)
        name = starting_hand_class(hole[0], hole[1])
        if name not in self.card.chart:
            raise Refused(f"the chart has no hand {cards_text(hole)}")
        return CardDecision(self.card.chart[name])
