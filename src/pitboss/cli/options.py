"""Arguments and options that several commands share: games, rules and rooms."""

import asyncio
import os
import shlex
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

import pitboss
from pitboss.cli.files import name_file_in_faults, read_submission
from pitboss.errors import Refused, short_repr
from pitboss.games import GAMES, Game, add_game_file, find_game, game_file
from pitboss.games.loading import is_game_path
from pitboss.submission import Rules, resolve

if TYPE_CHECKING:
    from pitboss.room.store.interface import Store


def game_key(game: str) -> str:
    """Return the key of a game. A file that defines one is loaded, which runs it."""
    if is_game_path(game):
        return add_game_file(game).key
    if os.sep in game or (game not in GAMES and Path(game).exists()):
        raise Refused(f"{short_repr(game)} is not a game file; its name must end in .py")
    return game


def verify_command(export: Path, game: str) -> str:
    """Return the command that checks a shift, with --game if its game is defined in a file."""
    file = game_file(game)
    return f"pitboss verify {export}" + (f" --game {shlex.quote(str(file))}" if file else "")


def optional_game_key(game: str | None) -> str | None:
    """Return the key of a game, or None if no game is named."""
    return None if game is None else game_key(game)


def add_checkout(package: str, refusal: str) -> None:
    """Make a package beside `src` importable; refuse if this is not a source checkout."""
    root = Path(pitboss.__file__).resolve().parent.parent.parent
    if not (root / package / "__init__.py").is_file():
        raise Refused(refusal)
    sys.path.insert(0, str(root))


def add_games(files: list[Path] | None) -> None:
    """Load games from files, which runs them."""
    for file in files or ():
        add_game_file(file)


GameKey = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=f"One of {', '.join(GAMES)}; or a Python file such as ./my_game.py, which is run.",
        callback=game_key,
    ),
]
OptionalGameKey = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        help=f"One of {', '.join(GAMES)}; or a Python file such as ./my_game.py, which is run.",
        callback=optional_game_key,
    ),
]
GameFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--game",
        metavar="FILE",
        help="A Python file that defines a game; loading it runs it. Repeatable.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


SubmissionOption = Annotated[
    Path | None,
    typer.Option("--submission", metavar="FILE", help="Use the rules of this submission."),
]
ReadingOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="ID=CHOICE",
        help="Choose how an unclear point of the rulebook is read. Repeatable.",
    ),
]
PayOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--pay", metavar="WAGER.HAND=ODDS", help="Change what a paytable line pays. Repeatable."
    ),
]


def submission_from_options(
    game: Game, submission: Path | None, readings: list[str] | None
) -> dict[str, Any]:
    """Return the submission from a file, or an empty one, with the given readings applied."""
    base = read_submission(submission, game.key) if submission else {}
    changes = dict(_parse_reading(game, text) for text in readings or [])
    return base | {"readings": base.get("readings", {}) | changes} if changes else base


def rules_from_options(
    key: str, submission: Path | None, readings: list[str] | None, pays: list[str] | None = None
) -> tuple[Game, Rules]:
    """Return a game and its rules, with every change from the options applied."""
    game = find_game(key)
    choices = submission_from_options(game, submission, readings)
    with name_file_in_faults(*[submission] if submission else []):
        rules = resolve(game, choices)
    if pays:
        from pitboss.lab.pay_changes import apply_pay_changes, parse_pay_change

        rules = apply_pay_changes(rules, [parse_pay_change(text) for text in pays])
    return game, rules


def _parse_reading(game: Game, text: str) -> tuple[str, str]:
    readings = {reading.id: reading for reading in game.readings}
    key, equals, choice = text.partition("=")
    if not equals:
        raise Refused(f"invalid reading {short_repr(text)}: write it as ID=CHOICE")
    if key not in readings:
        hint = f"choose from {', '.join(readings)}" if readings else "the game has none"
        if any(wager.options for wager in game.required):
            hint += "; its options are chosen in a submission"
        raise Refused(f"unknown reading {short_repr(key)} for {game.key}: {hint}")
    reading = readings[key]
    if choice not in reading.choices:
        raise Refused(
            f"unknown choice {short_repr(choice)} for {key}: "
            f"choose from {', '.join(reading.choices)}",
            game.cite(reading.clause),
        )
    return key, choice


ResultT = TypeVar("ResultT")

DataOption = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="Data folder of the room.")
]
DatabaseOption = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="Use the room in postgresql://… instead."),
]
DayOption = Annotated[
    str | None, typer.Option("--day", metavar="DAY", help="Day in UTC, such as 2026-11-16.")
]


def choose_room(data: Path | None, database: str | None) -> tuple[Path | None, str | None]:
    """Return the room that was named, or the default one."""
    from pitboss.room.settings import default_data_folder

    if data is not None and database is not None:
        raise Refused("choose one room: --data or --database")
    if data is None and database is None:
        database = os.environ.get("PITBOSS_DATABASE") or None
        data = None if database else Path(os.environ.get("PITBOSS_DATA") or default_data_folder())
    return data, database


def with_store(
    work: "Callable[[Store], Awaitable[ResultT]]",
    data: Path | None,
    database: str | None,
    file: Path | None = None,
    *,
    archive: Path | None = None,
) -> ResultT:
    """Open the store that the options name, run `work` on it, and refuse what the store refuses.

    Archived lines are looked for in the folder ``archive`` first.
    """
    from pitboss.room.settings import default_data_folder
    from pitboss.room.store.interface import CommitUncertain, StoreDamaged, StoreUnavailable
    from pitboss.room.store.opening import open_read_only

    if sum(source is not None for source in (data, database, file)) > 1:
        raise Refused("choose one room: --data, --database or a backup FILE")
    if data is None and database is None and file is None:
        database = os.environ.get("PITBOSS_DATABASE")
        data = None if database else Path(os.environ.get("PITBOSS_DATA") or default_data_folder())

    async def run_work() -> ResultT:
        with _cancel_on_interrupt():
            store = await open_read_only(data, database, file, archive)
            try:
                return await work(store)
            finally:
                await store.close()

    try:
        return asyncio.run(run_work())
    except (StoreUnavailable, CommitUncertain, StoreDamaged) as error:
        raise Refused(str(error)) from None


@contextmanager
def _cancel_on_interrupt() -> Iterator[None]:
    """Let Ctrl-C cancel the current task, so that the store is closed; a second one ends at once.

    The handler of `progress_display` would end the program at the first one, and leave behind the
    copy that an older file is read from.
    """
    previous, task = signal.getsignal(signal.SIGINT), asyncio.current_task()
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not callable(previous) or task is None:
        yield  # nobody can interrupt it, or somebody wants nobody to
        return
    loop, is_interrupted = asyncio.get_running_loop(), False

    def interrupt() -> None:
        nonlocal is_interrupted
        if is_interrupted:
            os.write(2, b"pitboss: interrupted.\n")
            os._exit(2)
        is_interrupted = True
        task.cancel()

    loop.add_signal_handler(signal.SIGINT, interrupt)
    try:
        yield
    except asyncio.CancelledError:
        if is_interrupted:
            raise KeyboardInterrupt from None
        raise
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, previous)


def utc_today() -> str:
    """Return today's date in UTC, as text."""
    from pitboss.room.runtime import utc_clock

    return f"{utc_clock():%Y-%m-%d}"
