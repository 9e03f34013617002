"""The four games of the Maryland standard rules, one module each, clause by clause.

`common` has the parts that their rulebooks share. The clause maps in `pitboss.games.clauses` list
every clause with the tests that cover it. The games are exported by `pitboss.games`.
"""
