"""The four games of the Maryland standard rules, one module each, clause by clause.

Read each module beside its rulebook: every figure carries its clause, chapter and letter first.
`common` has the parts that the rulebooks share. The clause maps in `pitboss.games.clauses` list
every clause with the tests that cover it. The games are exported by `pitboss.games`.
"""

__all__ = ["criss_cross", "holdem_bonus", "run_em_twice", "stud_235"]
