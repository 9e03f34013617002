"""Clauses of the rulebooks that no other test shows, a file a book."""
