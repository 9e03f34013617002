"""Duels: games in which the player's hand meets the dealer's after one decision.

Start with `shape`, which recognizes such a game. `odds` and `solver` solve it, `features` and
`strategy` make rule lists, `exposure` values exposed cards, `target` varies the odds.
"""
