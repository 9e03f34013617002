"""Documents about a game, made from its definition, a submission and the lab's results.

`rules_card` says how a game is played and what it pays, `layout` and `felt` draw its table,
`filing` writes what an operator files, and `round_results` explains the results of a round.
`par_sheet`, `solution_report`, `what_if_reports`, `strategy_rules` and `pocket_card` print the
lab's figures; `wording`, `html`, `svg` and `typesetting` are shared. No rule of a game is written
here: start with `rules_card.card`, which collects everything from the definition.
"""

__all__ = [
    "layout",
    "pocket_card",
    "round_results",
    "rulebook_coverage",
    "solution_report",
    "strategy_rules",
    "what_if_reports",
    "wording",
]
