"""Load games from files and installed packages, with error messages for their authors."""

import ast
import re
import runpy
import traceback
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from inspect import Parameter, signature
from pathlib import Path
from traceback import FrameSummary
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

import pitboss.games.grammar as words
from pitboss.errors import Refused, short_repr
from pitboss.games.checks import INVALID_PREFIX, InvalidGame
from pitboss.games.grammar import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GRAMMAR_MODULE: Final = "pitboss.games.grammar"


def describe_error(error: BaseException, frame: FrameSummary | None) -> str:
    """Return what went wrong on a line of a file, and what to do if that is known."""
    message = error.msg if isinstance(error, SyntaxError) else error
    plain = f"{type(error).__name__}: {message}".removesuffix(": ")
    match error:
        case ModuleNotFoundError(name=str(name)) if name.startswith("pitboss"):
            return f"there is no module {name}: write from {GRAMMAR_MODULE} import …"
        case ModuleNotFoundError(name=str(name)):
            return (
                f"there is no module {name}: the file of a game may import installed packages "
                "only, not files beside it"
            )
        case ImportError(name=str(module)) if module == GRAMMAR_MODULE:
            (name,) = re.findall(r"^cannot import name '(\w+)'", str(error)) or ("",)
            return f"{module} does not define {name!r}{_spelling_hint(name, words.__all__)}"
        case NameError(name=str(name)) if name in words.__all__:
            return f"{name} is not imported: add it to the import from {GRAMMAR_MODULE}"
        case NameError(name=str(name)) if near := get_close_matches(name, words.__all__, n=1):
            return f"{name} is not defined: did you mean {near[0]!r}?"
        case TypeError():
            return (frame and _describe_call_error(str(error), frame)) or plain
        case _:
            return plain


def _describe_call_error(error: str, frame: FrameSummary) -> str:
    """Return what is wrong with a call of a class of the grammar; empty for other errors."""
    if "unhashable type: 'dict'" in error:
        return "there are braces within braces: write {…} once"
    word = _called_struct(frame)
    if word is None:
        return ""
    name, parts = word.__name__, signature(word).parameters
    by_name = all(part.kind is Parameter.KEYWORD_ONLY for part in parts.values())
    if missing := re.fullmatch(r"Missing required argument '(\w+)'", error):
        if by_name:
            return f"{name} is missing {missing[1]}: write {missing[1]}=…"
        needs = ", ".join(key for key, part in parts.items() if part.default is Parameter.empty)
        return f"{name} is missing a part: it takes {needs}, in this order or by name"
    if keyword := re.fullmatch(r"Unexpected keyword argument '(\w+)'", error):
        return f"{name} has no part {keyword[1]!r}{_spelling_hint(keyword[1], [*parts])}"
    if error.startswith("Extra positional arguments"):
        if by_name:
            return f"{name} takes all of its parts by name, such as {next(iter(parts))}=…"
        return f"{name} has too many parts: it takes {', '.join(parts)}"
    return ""


def _called_struct(frame: FrameSummary) -> type[Struct] | None:
    """Return the class of the grammar that the failing expression calls, if it calls one."""
    try:
        lines = Path(frame.filename).read_text("utf-8").splitlines()
        tree = ast.parse("\n".join(lines))
    except (OSError, ValueError, SyntaxError):
        return None
    for node in ast.walk(tree):
        rows = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        columns = getattr(node, "col_offset", None), getattr(node, "end_col_offset", None)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and rows == (frame.lineno, frame.end_lineno)
            and columns == (frame.colno, frame.end_colno)
        ):
            word = getattr(words, node.func.id, None)
            return word if isinstance(word, type) and issubclass(word, Struct) else None
    return None


def _spelling_hint(name: str, names: Sequence[str]) -> str:
    near = get_close_matches(name, names, n=1)
    return f": did you mean {near[0]!r}?" if near else f": choose from {', '.join(names)}"


ENTRY_POINT_GROUP: Final = "pitboss.games"
"""The entry point group in which installed packages offer games."""
FILE_SUFFIX: Final = ".py"


def is_game_path(text: str) -> bool:
    """Return whether an argument of a command is the path of a file, not a game's key."""
    return text.endswith(FILE_SUFFIX)


def load_game(path: str | Path) -> Game:
    """Run a file and return the one game that it defines; errors name the line that failed."""
    file = Path(path)
    if file.is_dir():
        raise Refused(f"{path} is a folder: name the file that defines the game")
    if not file.is_file():
        raise Refused(f"there is no file {short_repr(str(path))}")
    try:
        namespace = runpy.run_path(str(file), run_name=f"<game in {file.name}>")
    except Refused as refused:
        raise _with_places(refused, file) from None
    except (Exception, SystemExit) as error:
        problem = describe_error(error, _failing_frame(error, file))
        raise Refused(f"{file.name}, line {_failing_line(error, file)}: {problem}") from error
    games = _games_defined(namespace)
    if len(games) != 1:
        keys = ", ".join(game.key for game in games)
        number = (
            f"{len(games)}, {keys}: keep one per file" if games else "none: write NAME = Game(…)"
        )
        raise Refused(f"{file.name} must define exactly one game, but it defines {number}")
    return games[0]


def _games_defined(namespace: dict[str, object]) -> list[Game]:
    """Return the games that a module defines, without built-in games that it imports."""
    from pitboss.games import GAMES  # a circular import

    built_in_ids = {id(game) for game in GAMES.values()}
    games = {id(value): value for value in namespace.values() if isinstance(value, Game)}
    return [game for identity, game in games.items() if identity not in built_in_ids]


def _with_places(refusal: Refused, file: Path) -> InvalidGame:
    """Return the refusal with the place in the file of each fault."""
    sentence = refusal.sentence.removeprefix(INVALID_PREFIX)
    faults = refusal.faults if isinstance(refusal, InvalidGame) else (sentence,)
    tree = ast.parse(file.read_bytes())
    running_line = _failing_line(refusal, file)
    lines = [_fault_line(tree, fault) or running_line for fault in faults]
    line = lines[0] if len(lines) == 1 else running_line
    error = InvalidGame(f"{file.name}, line {line}: {INVALID_PREFIX}{sentence}")
    error.faults = faults
    error.places = tuple(f"{file.name}, line {line}" for line in lines)
    return error


_HINT_PATTERN: Final = re.compile(r": (choose from|did you mean|they make|write|put) .*")
_PART_PATTERNS: Final = (
    (
        re.compile(r"\b(?:the (?:street|decision \S+ of the street) |Street ')(\w+)"),
        ("Street",),
    ),
    (re.compile(r"\bthe hand (\w+)"), ("HandOf", "BestOf")),
    (re.compile(r"\bthe place '?(\w+)"), ("Place",)),
    (
        re.compile(r"^(?:the wager ')?(\w+)(?:: | raises | takes | is paid | depends |' appears)"),
        ("Required", "Raise", "Side"),
    ),
)
"""How faults name a part of a game, and the classes of that part."""


def _fault_line(tree: ast.Module, fault: str) -> int | None:
    """Return the line that a fault is about, if one line alone has a name that it quotes."""
    about = _HINT_PATTERN.sub("", fault)
    for name in re.findall(r"'([^']+)'", about):
        lines = {line for text, line in _texts(tree) if text == name}
        if len(lines) == 1:
            return lines.pop()
    for pattern, classes in _PART_PATTERNS:
        if match := pattern.search(about):
            lines = {
                call.lineno
                for call in ast.walk(tree)
                if isinstance(call, ast.Call)
                and isinstance(call.func, ast.Name)
                and call.func.id in classes
                and match[1] in _part_names(call)
            }
            if len(lines) == 1 or (lines and "appears twice" in about):
                return max(lines)
    return None


def _texts(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield each text in a file with its line; of a table, each column of each row."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno
            for at, row in enumerate(node.value.split("\n")):
                if "\n" in node.value or "  " in row:
                    yield from ((column, node.lineno + at) for column in _columns(row))


def _columns(row: str) -> list[str]:
    return [row.strip(), *re.split(r"\s{2,}", row.strip())]


def _part_names(call: ast.Call) -> list[object]:
    """Return the names that a part of a game is written with: its first, its ``name``."""
    values = [
        *call.args[:1],
        *(x.value for x in call.keywords if x.arg in ("key", "name", "wager")),
    ]
    return [value.value for value in values if isinstance(value, ast.Constant)]


def _failing_line(error: BaseException, file: Path) -> int:
    """Return the line of the file that was running when something went wrong."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return error.lineno or 1
    frame = _failing_frame(error, file)
    return (frame and frame.lineno) or 1


def _failing_frame(error: BaseException, file: Path) -> traceback.FrameSummary | None:
    """Return the innermost frame of the file that was running, if any."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame for frame in reversed(frames) if frame.filename == str(file)), None)


class InstalledGames(NamedTuple):
    """The games of installed packages by key, and why others cannot be used."""

    games: dict[str, Game]
    faults: tuple[str, ...]


@cache
def installed_games() -> InstalledGames:
    """Load the games of installed packages, leaving out those that cannot be used."""
    from importlib.metadata import entry_points  # slow, and most commands need no other games

    from pitboss.games import GAMES  # a circular import

    games: dict[str, Game] = {}
    faults: list[str] = []
    for entry in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: entry.name):
        source = f"the game {entry.name!r} of {_package_text(entry)}"
        try:
            game = entry.load()
        except (Exception, SystemExit) as error:
            problem = f"{type(error).__name__}: {error}".removesuffix(": ")
            faults.append(f"{source} cannot be loaded: {problem}")
            continue
        if not isinstance(game, Game):
            faults.append(f"{source} is not a Game, but {type(game).__name__}")
        elif game.key in GAMES:
            faults.append(f"{source} has the key {game.key!r}, which is that of a built-in game")
        elif game.key in games:
            faults.append(f"{source} has the key {game.key!r}, which another package uses")
        else:
            games[game.key] = game
    return InstalledGames(games, tuple(faults))


def _package_text(entry: "EntryPoint") -> str:
    return f"the package {entry.dist.name}" if entry.dist else "an installed package"
