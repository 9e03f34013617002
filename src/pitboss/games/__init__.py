"""Game definitions: four games of the Maryland standard rules, a library, and added games.

Start with `find_game(key)` or `GAMES`. `grammar` has everything that the definition of a game
imports, `maryland` and `library` have one module per game, `payoffs` has the ways to pay a wager,
`checks` finds mistakes in a definition, and `loading` loads games from files and packages.
"""

from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Final

from pitboss.errors import Refused, short_repr
from pitboss.games.grammar import Game
from pitboss.games.library import LIBRARY
from pitboss.games.loading import installed_games, load_game
from pitboss.games.maryland.criss_cross import CRISS_CROSS
from pitboss.games.maryland.holdem_bonus import HOLDEM_BONUS
from pitboss.games.maryland.run_em_twice import RUN_EM_TWICE
from pitboss.games.maryland.stud_235 import STUD_235

MARYLAND: Final[dict[str, Game]] = {
    game.key: game for game in (RUN_EM_TWICE, CRISS_CROSS, HOLDEM_BONUS, STUD_235)
}
"""The games with a rulebook, clause by clause."""
GAMES: Final[dict[str, Game]] = MARYLAND | {game.key: game for game in LIBRARY}
_added_games: dict[str, Game] = {}
"""Games added from files, by key."""
_game_files: dict[str, tuple[str, str]] = {}
"""The files that games came from, each with a digest of its content and the key of its game."""
_load_faults: list[str] = []
"""Why some requested games cannot be used."""


class UnknownGame(Refused):
    """The key of a game that is neither built in nor installed nor loaded from a file."""


def add_game(game: Game) -> Game:
    """Register a game, so that it can be looked up by its key."""
    if all_games().get(game.key, game) != game:
        raise Refused(f"another game has the key {game.key!r}: give this one another key")
    _added_games[game.key] = game
    return game


def add_game_file(file: str | Path, digest: str = "") -> Game:
    """Load the game of a file, which runs the file, and register it.

    With a digest, a file whose content has changed is refused.
    """
    game, path = load_game(file), Path(file).resolve()
    content = sha256(path.read_bytes()).hexdigest()
    if digest and digest != content:
        raise Refused(f"{path.name} has changed since it was loaded: start again to use it")
    _game_files[str(path)] = content, game.key
    return add_game(game)


def game_files() -> dict[str, str]:
    """Return the files that games were loaded from, each with a digest of its content."""
    return {file: digest for file, (digest, _) in _game_files.items()}


def game_file_keys() -> dict[str, str]:
    """Return the files that games were loaded from, each with the key of its game."""
    return {file: key for file, (_, key) in _game_files.items()}


def game_file(game: str) -> Path | None:
    """Return the file that a game was loaded from, or None if it was not loaded from a file."""
    return next((Path(file) for file, (_, key) in _game_files.items() if key == game), None)


def reload_games(files: dict[str, str]) -> None:
    """Load the games of another process, leaving out those whose files have changed."""
    for file, digest in files.items():
        try:
            add_game_file(file, digest)
        except Refused as refused:
            _load_faults.append(refused.sentence)


def all_games() -> dict[str, Game]:
    """Return every registered game: built in, installed, or added from a file."""
    return GAMES | installed_games().games | _added_games


def find_game(key: object) -> Game:
    """Return the game with this key; refuse an unknown key with the closest match."""
    if isinstance(key, str) and (game := GAMES.get(key) or _added_games.get(key)):
        return game  # without looking through installed packages, which is slow
    games = all_games()
    if isinstance(key, str) and key in games:
        return games[key]
    near = get_close_matches(str(key)[:60], games, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(games)}"
    faults = "".join(f"; {fault}" for fault in (*installed_games().faults, *_load_faults))
    raise UnknownGame(f"{short_repr(key)} is not a game: {hint}{faults}")


__all__ = [
    "GAMES",
    "MARYLAND",
    "Game",
    "UnknownGame",
    "add_game",
    "add_game_file",
    "all_games",
    "find_game",
    "game_file",
    "game_file_keys",
    "game_files",
    "reload_games",
]
