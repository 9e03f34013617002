"""``pitboss serve``: the card room, for browsers and programs."""

import os
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from pitboss.cli.options import GameFiles, add_games
from pitboss.refusal import Refused, brief

SETTINGS: Final = {
    "host": str, "port": int, "data": Path, "database": str, "key": Path,
    "play_chips": int, "guests": bool, "sign_up": bool, "behind": str, "host_names": tuple,
    "guests_per_address": int, "log_format": str,
}  # fmt: skip
"""What a file or the environment may say: PITBOSS_PORT is `port`."""
_IN_TOML: Final[dict[type, type]] = {Path: str, tuple: list}
_KINDS: Final = {
    str: "a text", int: "a whole number", bool: "true or false", list: "a list of texts",
}  # fmt: skip


def command(
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="P", help="At which port.")] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="Where everything is kept.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="Keep it in postgresql://… instead."),
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="The key that seals the seeds.")
    ] = None,
    play_chips: Annotated[
        int | None,
        typer.Option("--play-chips", metavar="CENTS", help="For a new player; 0 for none."),
    ] = None,
    guests: Annotated[
        bool | None, typer.Option("--guests/--no-guests", help="Whether guests may come.")
    ] = None,
    sign_up: Annotated[
        bool | None,
        typer.Option("--sign-up/--no-sign-up", help="Whether anybody may open an account."),
    ] = None,
    behind: Annotated[
        str | None,
        typer.Option("--behind", metavar="ADDRESS", help="Of a proxy that may be believed."),
    ] = None,
    host_names: Annotated[
        list[str] | None,
        typer.Option(
            "--host-name",
            metavar="NAME",
            help="A host name to answer for. Repeat the option for more.",
        ),
    ] = None,
    guests_per_address: Annotated[
        int | None,
        typer.Option(
            "--guests-per-address", metavar="N", help="Most guests from one address at a time."
        ),
    ] = None,
    log_format: Annotated[
        str | None,
        typer.Option("--log-format", metavar="text|json", help="How log lines are written."),
    ] = None,
    key_lost: Annotated[
        bool,
        typer.Option("--key-lost", help="Start without the key of open rounds; voids them."),
    ] = False,
    game: GameFiles = None,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Settings as TOML.")
    ] = None,
) -> None:
    """Open the card room: tables, accounts, ledger and audit behind one service.

    Settings come from the command line, else from the environment (PITBOSS_PORT=8777), else from a
    TOML file (port = 8777).
    """
    add_games(game)
    given = {
        "host": host, "port": port, "data": data, "database": database, "key": key,
        "play_chips": play_chips, "guests": guests, "sign_up": sign_up, "behind": behind,
        "host_names": tuple(host_names) if host_names else None,
        "guests_per_address": guests_per_address, "log_format": log_format,
    }  # fmt: skip
    settings = {name: value for name, value in given.items() if value is not None}
    # Said once, at the start that needs it: neither a file nor the environment may leave it on.
    start(settings | ({"key_lost": True} if key_lost else {}), config)


def start(given: dict[str, Any], config: Path | None = None) -> None:
    """Serve with these settings over those of the environment and of a file."""
    from pitboss.room.http.hosts import check_host_name
    from pitboss.room.logs import LogFormat, log_lines
    from pitboss.room.server import Serving, serve
    from pitboss.web import SITE

    settings = {**_file(config), **_environment(), **given}
    log_format = settings.pop("log_format", LogFormat.TEXT.value)
    if log_format not in list(LogFormat):
        raise Refused(f"a log format is {' or '.join(LogFormat)}, not {brief(log_format)}")
    log_lines(LogFormat(log_format))
    told = Serving(site=SITE, **settings)
    if not 0 <= told.port <= 65535:
        raise Refused(f"a port is a number from 0 to 65535, not {told.port}")
    for name in told.host_names:
        check_host_name(name)
    if told.guests_per_address < 1:
        raise Refused(
            "--guests-per-address must be at least 1; use --no-guests to turn guest access off"
        )
    if told.play_chips < 0:
        raise Refused("play chips are a number of cents, or 0")
    serve(told, lambda line: print(line, file=sys.stderr, flush=True))


def _environment() -> dict[str, Any]:
    found = {name: os.environ.get(f"PITBOSS_{name.upper()}") for name in SETTINGS}
    return {name: _read(name, text) for name, text in found.items() if text is not None}


def _read(name: str, text: str) -> object:
    kind = SETTINGS[name]
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise Refused(f"PITBOSS_{name.upper()} is true or false, not {brief(text)}")
        return text.lower() == "true"
    if kind is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    try:
        return kind(text)
    except ValueError:
        raise Refused(f"PITBOSS_{name.upper()} is a number, not {brief(text)}") from None


def _file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not TOML: {error}") from None
    for name, value in told.items():
        if name not in SETTINGS:
            raise Refused(f"{path} has {brief(name)}, which is no setting: {', '.join(SETTINGS)}")
        wanted = _IN_TOML.get(SETTINGS[name], SETTINGS[name])
        texts = not isinstance(value, list) or all(isinstance(one, str) for one in value)
        if type(value) is not wanted or not texts:
            raise Refused(f"{path}: {name} is {brief(value)}, which is not {_KINDS[wanted]}")
    return {name: SETTINGS[name](value) for name, value in told.items()}
