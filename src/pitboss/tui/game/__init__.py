"""The terminal game: one player at a table dealt by the house.

`player_session` is the game without a screen, and `screen_state` is what the player sees.
`screen`, `panels` and `spots` draw it, and `app` runs it. `table_shift` is the table itself;
`coach` values decisions. Start with `app.PlayApp`.
"""
