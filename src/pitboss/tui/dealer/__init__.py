"""The dealer's console: the next step, the table, and a key for each thing that a dealer does.

`dealer_session` is the table without a screen. `actions` defines what an action is;
`dealer_actions`, `proposal_actions`, `floor_actions` and `incident_actions` list the actions.
`event_sentences` puts the log into words. `app`, `dialogs` and `screen` show it all; start with
`app.DealerApp`.
"""
