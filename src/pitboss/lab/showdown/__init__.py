"""Showdown games: seven cards against the dealer's seven, five of them shared.

Start with `shape`, which recognizes such a game. `boards` numbers boards and hands, `solver` solves
it, `strategy` makes rule lists, `exposure` values exposed cards and shared hands. Games with one
raise are in `pitboss.lab.one_raise`.
"""

__all__ = ["boards", "exposure", "shape", "strategy"]
