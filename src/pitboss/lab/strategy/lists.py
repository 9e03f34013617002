"""A rule list: read from the top, the first rule that fits decides.

It is data. A rule asks of a situation's features, which are whole numbers, whether each of some is
at least so much; what the features mean is said by the shape of game that they belong to.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

USUAL: Final = 5
"""Lines of a list, where nobody says."""
MOST: Final = 12
"""Of the longest that is looked for: more, nobody remembers."""


class Condition(Struct, frozen=True):
    """A feature is at least this."""

    feature: str
    least: int

    def holds(self, features: Mapping[str, int]) -> bool:
        """Whether it is."""
        return features[self.feature] >= self.least


class Rule(Struct, frozen=True):
    """What to do when all of this holds."""

    when: tuple[Condition, ...]
    then: str


class RuleList(Struct, frozen=True):
    """The rules of one street, in order."""

    street: str
    """The wager that is decided on."""
    rules: tuple[Rule, ...]
    otherwise: str

    def __len__(self) -> int:
        """How many lines a card with it has."""
        return len(self.rules) + 1

    def decision(self, features: Mapping[str, int]) -> str:
        """What it says in a situation."""
        return self.said(features)[0]

    def said(self, features: Mapping[str, int]) -> tuple[str, int]:
        """The same, and which of its lines says so, the first being 0."""
        for at, rule in enumerate(self.rules):
            if all(condition.holds(features) for condition in rule.when):
                return rule.then, at
        return self.otherwise, len(self.rules)


def always(street: str, decision: str) -> RuleList:
    """The shortest list there is."""
    return RuleList(street, (), decision)
