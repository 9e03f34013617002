"""Showdown games: seven cards against the dealer's seven, five of them shared.

Start with `shape`, which recognizes such a game. `boards` and `solver` solve it, `features` and
`strategy` make rule lists, `exposure` and `shared_hands` value exposed cards. Games with one raise
are in `pitboss.lab.one_raise`.
"""
