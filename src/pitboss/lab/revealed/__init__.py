"""Revealed hands: games with one hand that is revealed card by card, every wager on it.

Start with `shape`, which recognizes such a game. `solver` solves it and varies its odds, `strategy`
makes rule lists, `exposure` values exposed cards.
"""

__all__ = ["shape"]
