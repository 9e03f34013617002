"""Strategies that a person can use.

`rule_wording` puts rule lists into words, `start_chart` has the chart of starting hands, and
`pocket_card` and `strategy_report` print them.
"""
