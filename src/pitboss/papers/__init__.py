"""Documents about a game, made from its definition, a submission and the lab's results.

`rules_card` says how a game is played and what it pays, `layout` draws its felt as SVG, `filing`
writes what an operator files, and `par_sheet` and `strategy` print figures and advice.
`lab_results` prints other results of the lab, `round_results` explains the result of each wager
of a round, and `rulebook_coverage` counts clauses. `wording`, `html` and `svg` are shared. No rule
of a game is written here: start with `rules_card.card`, which collects everything from the
definition.
"""
