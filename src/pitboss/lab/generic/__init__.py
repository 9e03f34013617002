"""The exact solution of any game, by dealing every deal that it can have.

Nothing here knows a game: `round` says what can be decided and what is seen, settlement's own
evaluators what a deal pays. Where suits are alike, one deal stands for the others.
"""
