"""Games that come from outside: from a file, or from an installed package.

Loading a file runs it, as Python runs any program: load only what you would run.
"""

import runpy
import traceback
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final, NamedTuple

from pitboss.games.checks import PREFIX, InvalidGame
from pitboss.games.grammar import Game
from pitboss.games.python_errors import error_words
from pitboss.refusal import Refused, brief

GROUP: Final = "pitboss.games"
"""The entry points by which installed packages offer games."""
SUFFIX: Final = ".py"


def is_path(text: str) -> bool:
    """Whether an argument of a command names a file and not a game's key."""
    return text.endswith(SUFFIX)


def load_game(path: str | Path) -> Game:
    """Run a file and return the one game that it defines; refused with the line that failed."""
    file = Path(path)
    if file.is_dir():
        raise Refused(f"{path} is a folder: name the file that defines the game")
    if not file.is_file():
        raise Refused(f"there is no file {brief(str(path))}")
    try:
        namespace = runpy.run_path(str(file), run_name=f"<game in {file.name}>")
    except Refused as refused:
        raise _placed(refused, f"{file.name}, line {_line(refused, file)}") from None
    except (Exception, SystemExit) as error:
        what = error_words(error, _frame(error, file))
        raise Refused(f"{file.name}, line {_line(error, file)}: {what}") from error
    games = _defined(namespace)
    if len(games) != 1:
        keys = ", ".join(game.key for game in games)
        number = (
            f"{len(games)}, {keys}: keep one per file" if games else "none: write NAME = Game(…)"
        )
        raise Refused(f"{file.name} must define exactly one game, but it defines {number}")
    return games[0]


def _defined(namespace: dict[str, object]) -> list[Game]:
    """The games of a module, without those of Pitboss that it imports to start from."""
    from pitboss.games import GAMES  # which needs this module

    imported = {id(game) for game in GAMES.values()}
    games = {id(value): value for value in namespace.values() if isinstance(value, Game)}
    return [game for at, game in games.items() if at not in imported]


def _placed(refused: Refused, place: str) -> InvalidGame:
    """Return a refusal with the place in the file that it comes from."""
    sentence = refused.sentence.removeprefix(PREFIX)
    error = InvalidGame(f"{place}: {PREFIX}{sentence}")
    error.place = place
    error.faults = refused.faults if isinstance(refused, InvalidGame) else (sentence,)
    return error


def _line(error: BaseException, file: Path) -> int:
    """The last line of the file that was running when something went wrong."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return error.lineno or 1
    frame = _frame(error, file)
    return (frame and frame.lineno) or 1


def _frame(error: BaseException, file: Path) -> traceback.FrameSummary | None:
    """The last call in the file that was running, if one was."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((x for x in reversed(frames) if x.filename == str(file)), None)


class Installed(NamedTuple):
    """What installed packages offer: their games by key, and what is wrong with the others."""

    games: dict[str, Game]
    faults: tuple[str, ...]


@cache
def installed_games() -> Installed:
    """Load the games of installed packages; one that cannot be used is left out, with a reason."""
    from pitboss.games import GAMES  # which needs this module

    games: dict[str, Game] = {}
    faults: list[str] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        source = f"the game {entry.name!r} of {_package(entry)}"
        try:
            game = entry.load()
        except (Exception, SystemExit) as error:
            what = f"{type(error).__name__}: {error}".removesuffix(": ")
            faults.append(f"{source} cannot be loaded: {what}")
            continue
        if not isinstance(game, Game):
            faults.append(f"{source} is not a Game, but {type(game).__name__}")
        elif game.key in GAMES:
            faults.append(f"{source} has the key {game.key!r}, which is that of a built-in game")
        elif game.key in games:
            faults.append(f"{source} has the key {game.key!r}, which another package uses")
        else:
            games[game.key] = game
    return Installed(games, tuple(faults))


def _package(entry: EntryPoint) -> str:
    return f"the package {entry.dist.name}" if entry.dist else "an installed package"
