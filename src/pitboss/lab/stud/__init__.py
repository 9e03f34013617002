"""Stud games: one hand that grows from two cards to three and to five, without a fold.

Start with `shape`, which recognizes such a game. `solver` solves it and varies its odds, `strategy`
makes rule lists, `exposure` values exposed cards.
"""

__all__ = ["shape"]
