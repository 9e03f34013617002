"""The four games. Each has a file of its own that reads like its rulebook."""

from difflib import get_close_matches
from typing import Final

from pitboss.games.criss_cross import CRISS_CROSS
from pitboss.games.grammar import Game
from pitboss.games.holdem_bonus import HOLDEM_BONUS
from pitboss.games.run_em_twice import RUN_EM_TWICE
from pitboss.games.stud_235 import STUD_235
from pitboss.refusal import Refused, brief

GAMES: Final[dict[str, Game]] = {
    game.key: game for game in (RUN_EM_TWICE, CRISS_CROSS, HOLDEM_BONUS, STUD_235)
}


def find_game(key: object) -> Game:
    """The game of this key; a misspelt one is refused with the nearest."""
    if isinstance(key, str) and key in GAMES:
        return GAMES[key]
    near = get_close_matches(str(key)[:60], GAMES, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(GAMES)}"
    raise Refused(f"{brief(key)} is not a game: {hint}")


__all__ = ["GAMES", "Game", "find_game"]
