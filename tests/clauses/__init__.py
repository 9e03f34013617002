"""Clauses of the rulebooks that no other test covers, one file per rulebook."""
