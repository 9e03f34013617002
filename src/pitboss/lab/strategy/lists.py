"""A rule list: read from the top, the first rule that fits decides.

It is data. A rule asks of a situation's features, which are whole numbers, whether each of some is
at least so much; what the features mean is said by the shape of game that they belong to.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct


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
        for rule in self.rules:
            if all(condition.holds(features) for condition in rule.when):
                return rule.then
        return self.otherwise


def always(street: str, decision: str) -> RuleList:
    """The shortest list there is."""
    return RuleList(street, (), decision)


def conditions(features: Mapping[str, Sequence[int]]) -> list[Condition]:
    """Every single condition that tells some situations apart, by the values that occur."""
    return [
        Condition(name, least)
        for name, values in features.items()
        for least in sorted(set(values))[1:]
    ]
