"""The games: four of the Maryland standard rules, a library, and those that are added.

Each has a file of its own that reads like its rulebook.
"""

from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Final

from pitboss.games.criss_cross import CRISS_CROSS
from pitboss.games.grammar import Game
from pitboss.games.holdem_bonus import HOLDEM_BONUS
from pitboss.games.library import LIBRARY
from pitboss.games.loading import installed_games, load_game
from pitboss.games.run_em_twice import RUN_EM_TWICE
from pitboss.games.stud_235 import STUD_235
from pitboss.refusal import Refused, brief

MARYLAND: Final[dict[str, Game]] = {
    game.key: game for game in (RUN_EM_TWICE, CRISS_CROSS, HOLDEM_BONUS, STUD_235)
}
"""The games with a rulebook, clause by clause."""
GAMES: Final[dict[str, Game]] = MARYLAND | {game.key: game for game in LIBRARY}
_added: dict[str, Game] = {}
"""Games from files, by key."""
_files: dict[str, tuple[str, str]] = {}
"""The files that they came from, each with a digest of what it held and the key of its game."""
_faults: list[str] = []
"""Why games that were asked for cannot be used."""


class UnknownGame(Refused):
    """A game is named that is neither built in nor installed nor loaded from a file."""


def add_game(game: Game) -> Game:
    """Make a game known to everything that looks one up by its key."""
    if all_games().get(game.key, game) != game:
        raise Refused(f"there is a game {game.key!r} already: give this one another key")
    _added[game.key] = game
    return game


def add_game_file(file: str | Path, digest: str = "") -> Game:
    """Load the game of a file, which runs it, and make it known.

    With a digest, a file that holds something else by now is refused.
    """
    game, path = load_game(file), Path(file).resolve()
    content = sha256(path.read_bytes()).hexdigest()
    if digest and digest != content:
        raise Refused(f"{path.name} has changed since it was loaded: start again to use it")
    _files[str(path)] = content, game.key
    return add_game(game)


def game_files() -> dict[str, str]:
    """Return the files that games were loaded from, each with a digest of what it held."""
    return {file: digest for file, (digest, _) in _files.items()}


def file_keys() -> dict[str, str]:
    """Return the files that games were loaded from, each with the key of its game."""
    return {file: key for file, (_, key) in _files.items()}


def file_of(game: str) -> Path | None:
    """Return the file that a game was loaded from; none for the key of any other game."""
    return next((Path(file) for file, (_, key) in _files.items() if key == game), None)


def load_again(files: dict[str, str]) -> None:
    """Load the games of another process; one that is not the same any more is left out."""
    for file, digest in files.items():
        try:
            add_game_file(file, digest)
        except Refused as refused:
            _faults.append(refused.sentence)


def all_games() -> dict[str, Game]:
    """Return every game that is known now: built in, installed, added from files."""
    return GAMES | installed_games().games | _added


def find_game(key: object) -> Game:
    """Return the game of this key; a misspelt one is refused with the nearest."""
    if isinstance(key, str) and (game := GAMES.get(key) or _added.get(key)):
        return game  # most are, and packages need not be looked through
    games = all_games()
    if isinstance(key, str) and key in games:
        return games[key]
    near = get_close_matches(str(key)[:60], games, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(games)}"
    faults = "".join(f"; {fault}" for fault in (*installed_games().faults, *_faults))
    raise UnknownGame(f"{brief(key)} is not a game: {hint}{faults}")


__all__ = [
    "GAMES", "MARYLAND", "Game", "UnknownGame", "add_game", "add_game_file", "all_games",
    "file_keys", "file_of", "find_game", "game_files", "load_again",
]  # fmt: skip
