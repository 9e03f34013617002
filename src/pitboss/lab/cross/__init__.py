"""Cross games: two lines of five cards that share the hole cards and one board card.

Start with `shape`, which recognizes such a game. `odds` has its pay levels and the features of a
line, `solver` solves it and varies its odds, `strategy` makes rule lists, `exposure` values exposed
cards.
"""

__all__ = ["odds", "shape"]
