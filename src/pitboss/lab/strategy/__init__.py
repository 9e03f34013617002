"""Strategies that a person can use: short ordered rules for the later decisions, and their cost.

Start with `finder`, which finds a strategy and plays by it. `rule_lists` defines the lists,
`rule_search` searches them, `first_decision` describes the first street.
"""

__all__ = ["finder", "first_decision", "published_advice", "rule_lists", "rule_search"]
