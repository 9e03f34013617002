"""The dealer's school: questions about a game, made from its definition and its live table.

Nothing here draws. A terminal shows it, and so can a page: a question is a value, an answer is
checked by a function, and what was missed comes back by another.
"""
