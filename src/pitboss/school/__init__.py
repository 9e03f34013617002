"""The dealer's school: questions about a game, and rounds that a trainee deals at its live table.

Nothing here draws. A terminal shows it, and so can a page: a question is a value, an answer is
checked by a function, a move by the table's own duty, and what was missed comes back.
"""
