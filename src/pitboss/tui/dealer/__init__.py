"""The dealer's console: the next step, the table, and a key for each thing that a dealer does.

What can be done comes from `pitboss.console`. `console_session` says what the console needs of a
table, `dealer_session` is a table in
this program, and `room_session` one in a card room. `day_summary` has the results of a day.
`app` and `screen` show it all; start with `app.DealerApp`.
"""

__all__ = ["app", "console_session", "day_summary", "dealer_session", "room_session", "screen"]
