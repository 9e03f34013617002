"""Terminal applications: a player's game, a dealer's table and a dealer's school.

`game` is for players, `dealer` for dealers and floorpersons, `school` for trainees. Start with
the `app` module of each. They share `theme`, `blocks` and `widgets`.
A screen is a pure function from a screen state to lines of styled text.
"""

__all__ = ["dealer", "game", "school", "widgets"]
