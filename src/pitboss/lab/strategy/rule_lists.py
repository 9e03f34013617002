"""Rule lists: read from the top, the first rule that matches decides."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

DEFAULT_LINES: Final = 5
"""The default number of lines of a list."""
MAX_LINES: Final = 12
"""The most lines of a list; longer ones are too hard to remember."""


class Condition(Struct, frozen=True):
    """A condition that a feature has at least some value."""

    feature: str
    least: int

    def holds(self, features: Mapping[str, int]) -> bool:
        """Return whether the condition is met."""
        return features[self.feature] >= self.least


class Rule(Struct, frozen=True):
    """A decision to make when all conditions hold."""

    when: tuple[Condition, ...]
    then: str


class RuleList(Struct, frozen=True):
    """The rules of one street, in order."""

    street: str
    """The wager that is decided."""
    rules: tuple[Rule, ...]
    otherwise: str

    def __len__(self) -> int:
        """Return how many lines a card with this list has."""
        return len(self.rules) + 1

    def decision(self, features: Mapping[str, int]) -> str:
        """Return the list's decision in a situation."""
        return self.decision_and_line(features)[0]

    def decision_and_line(self, features: Mapping[str, int]) -> tuple[str, int]:
        """Return the decision and the index of the line that made it."""
        for index, rule in enumerate(self.rules):
            if all(condition.holds(features) for condition in rule.when):
                return rule.then, index
        return self.otherwise, len(self.rules)


def single_rule_list(street: str, decision: str) -> RuleList:
    """Return a list that always takes the same decision."""
    return RuleList(street, (), decision)
