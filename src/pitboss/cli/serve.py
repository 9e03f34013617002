"""``pitboss serve``: run the card room, for browsers and programs."""

import os
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from pitboss.cli.options import GameFiles, add_games
from pitboss.errors import Refused, short_repr

SETTING_TYPES: Final = {
    "host": str, "port": int, "data": Path, "database": str, "key": Path,
    "play_chips": int, "guests": bool, "sign_up": bool, "trusted_proxy": str, "host_names": tuple,
    "guests_per_address": int, "log_format": str, "behind": str,
}  # fmt: skip
"""What a file or the environment may say: PITBOSS_PORT is `port`."""
SETTING_ALIASES: Final = {"behind": "trusted_proxy"}
"""Old names of settings that a file or the environment may still use."""
_TOML_TYPES: Final[dict[type, type]] = {Path: str, tuple: list}
_TYPE_NAMES: Final = {
    str: "a string",
    int: "a whole number",
    bool: "true or false",
    list: "a list of strings",
}


def command(
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", metavar="P", help="Port to listen on.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="Data folder of the room.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="Store the room in postgresql://… instead."),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--key", metavar="FILE", help="File of the key that encrypts the seeds."),
    ] = None,
    play_chips: Annotated[
        int | None,
        typer.Option(
            "--play-chips", metavar="CENTS", help="Play chips of a new player; 0 for none."
        ),
    ] = None,
    guests: Annotated[
        bool | None,
        typer.Option("--guests/--no-guests", help="Let guests play without an account, or not."),
    ] = None,
    sign_up: Annotated[
        bool | None,
        typer.Option("--sign-up/--no-sign-up", help="Let anybody open an account, or not."),
    ] = None,
    trusted_proxy: Annotated[
        str | None,
        typer.Option(
            "--trusted-proxy",
            "--behind",
            metavar="ADDRESS",
            help="The address of a proxy whose forwarding headers are trusted.",
        ),
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
            "--guests-per-address", metavar="N", help="Maximum guests from one address at a time."
        ),
    ] = None,
    log_format: Annotated[
        str | None,
        typer.Option("--log-format", metavar="text|json", help="Format of the log."),
    ] = None,
    key_lost: Annotated[
        bool,
        typer.Option("--key-lost", help="Start without the key; voids open rounds."),
    ] = False,
    game_files: GameFiles = None,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Settings file, as TOML.")
    ] = None,
) -> None:
    """Run the card room: tables, accounts, ledger and audit in one service.

    A setting is taken from the command line, else from the environment (PITBOSS_PORT=8777), else
    from a TOML file (port = 8777).
    """
    add_games(game_files)
    options = {
        "host": host,
        "port": port,
        "data": data,
        "database": database,
        "key": key,
        "play_chips": play_chips,
        "guests": guests,
        "sign_up": sign_up,
        "trusted_proxy": trusted_proxy,
        "host_names": tuple(host_names) if host_names else None,
        "guests_per_address": guests_per_address,
        "log_format": log_format,
    }
    settings = {name: value for name, value in options.items() if value is not None}
    # An option only: a file or the environment could leave it on by mistake for later starts.
    start_server(settings | ({"key_lost": True} if key_lost else {}), config)


def start_server(options: dict[str, Any], config: Path | None = None) -> None:
    """Serve with these options, which take precedence over the environment and a file."""
    from pitboss.room.http.middleware import check_host_name
    from pitboss.room.runtime import LogFormat, configure_logging
    from pitboss.room.server import ServerOptions, serve
    from pitboss.web import SITE

    layers = (_file_settings(config), _environment_settings(), options)
    settings = {
        SETTING_ALIASES.get(name, name): value for layer in layers for name, value in layer.items()
    }
    log_format = settings.pop("log_format", LogFormat.TEXT.value)
    if log_format not in list(LogFormat):
        raise Refused(
            f"the log format must be {' or '.join(LogFormat)}, not {short_repr(log_format)}"
        )
    configure_logging(LogFormat(log_format))
    server_options = ServerOptions(site=SITE, **settings)
    if not 0 <= server_options.port <= 65535:
        raise Refused(f"the port must be from 0 to 65535, not {server_options.port}")
    for name in server_options.host_names:
        check_host_name(name)
    if server_options.guests_per_address < 1:
        raise Refused(
            "--guests-per-address must be at least 1; use --no-guests to turn guest access off"
        )
    if server_options.play_chips < 0:
        raise Refused(f"play chips must be 0 cents or more, not {server_options.play_chips}")
    serve(server_options, lambda line: print(line, file=sys.stderr, flush=True))


def _environment_settings() -> dict[str, Any]:
    texts = {name: os.environ.get(f"PITBOSS_{name.upper()}") for name in SETTING_TYPES}
    return {name: _parse_setting(name, text) for name, text in texts.items() if text is not None}


def _parse_setting(name: str, text: str) -> object:
    kind = SETTING_TYPES[name]
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise Refused(f"PITBOSS_{name.upper()} must be true or false, not {short_repr(text)}")
        return text.lower() == "true"
    if kind is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    try:
        return kind(text)
    except ValueError:
        raise Refused(f"PITBOSS_{name.upper()} must be a number, not {short_repr(text)}") from None


def _file_settings(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        settings = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not valid TOML: {error}") from None
    for name, value in settings.items():
        if name not in SETTING_TYPES:
            raise Refused(
                f"{path}: unknown setting {short_repr(name)}: "
                f"choose from {', '.join(SETTING_TYPES)}"
            )
        toml_type = _TOML_TYPES.get(SETTING_TYPES[name], SETTING_TYPES[name])
        has_only_strings = not isinstance(value, list) or all(
            isinstance(item, str) for item in value
        )
        if type(value) is not toml_type or not has_only_strings:
            raise Refused(
                f"{path}: {name} must be {_TYPE_NAMES[toml_type]}, not {short_repr(value)}"
            )
    return {name: SETTING_TYPES[name](value) for name, value in settings.items()}
