"""The terminal game: one player at a table dealt by the house.

`player_session` is the game without a screen, and `screen_state` is what the player sees.
`screen`, `panels`, `spots` and `pages` draw it; `app` and `keys` run it. `table_shift` is the table
itself and its summary; `coach` values decisions. Start with `app.PlayApp`.
"""

__all__ = ["app", "pages", "panels", "player_session", "screen", "table_shift"]
