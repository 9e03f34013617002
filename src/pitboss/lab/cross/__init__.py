"""Cross games: two lines of five cards that share the hole cards and one board card.

Start with `shape`, which recognizes such a game. `odds` and `solver` solve it, `features` and
`strategy` make rule lists, `exposure` values exposed cards, `target` varies the odds.
"""
