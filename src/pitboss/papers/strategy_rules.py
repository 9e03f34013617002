"""Strategy rule lists in words: what each feature means to a person at the table."""

from collections.abc import Mapping

from pitboss.lab.shape_protocol import FeaturePhrase
from pitboss.lab.shape_registry import find_strategy_shape
from pitboss.lab.strategy.rule_lists import Condition, Rule, RuleList
from pitboss.papers.wording import capitalize
from pitboss.submission.rules import Rules


def rule_list_lines(rules: Rules, rule_list: RuleList) -> list[str]:
    """Return a rule list line by line."""
    phrases = find_strategy_shape(rules).feature_phrases()
    return [
        *(_rule_sentence(phrases, rule) for rule in rule_list.rules),
        f"Otherwise {rule_list.otherwise}.",
    ]


def counting_note(rules: Rules) -> str:
    """Explain how to count what the rule lists ask for."""
    return find_strategy_shape(rules).counting_note()


def street_titles(rules: Rules) -> dict[str, str]:
    """Return the title of each street: its label, and its name if several share the label."""
    labels = [street.label for street in rules.streets]
    return {
        street.name: street.label
        if labels.count(street.label) == 1
        else f"{street.label}, {street.name}"
        for street in rules.streets
    }


def _rule_sentence(phrases: Mapping[str, FeaturePhrase], rule: Rule) -> str:
    when = " and ".join(condition_phrase(phrases, condition) for condition in rule.when)
    return f"{capitalize(rule.then)} with {when}."


def condition_phrase(phrases: Mapping[str, FeaturePhrase], condition: Condition) -> str:
    """Describe the condition of a rule."""
    return phrases[condition.feature](condition.least)
