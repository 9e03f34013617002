"""The dealer's console: the next step, the table, and a key for each thing that a dealer does.

`dealer_session` is the table without a screen, and defines what an action is; `dealer_actions`,
`proposal_actions` and `floor_actions` list the actions. `event_sentences` puts the log into words,
and `day_summary` the day. `app` and `screen` show it all; start with `app.DealerApp`.
"""
