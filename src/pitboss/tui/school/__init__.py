"""The dealer's school in the terminal.

`trainee` is a session without a screen, `screen` draws it, and `app` runs it: lessons first, then
questions, then rounds to deal. Start with `app.SchoolApp`.
"""

__all__ = ["app", "trainee"]
