"""Strategies that a person can use: short ordered rules for the later decisions, and their cost.

Start with `finder.find_strategy`. `rule_lists` defines the lists, `cells` the situations that they
distinguish, `rule_search` the search; `card_play` plays by a strategy card, and `first_decision`
describes the first street.
"""
