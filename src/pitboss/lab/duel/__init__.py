"""Duels: games in which the player's hand meets the dealer's after one decision.

Start with `shape`, which recognizes such a game. `odds` has the odds of each comparison and the
features of a hand, `solver` solves it and varies its odds, `strategy` makes rule lists, `exposure`
values exposed cards.
"""

__all__ = ["shape"]
