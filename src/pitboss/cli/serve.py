"""``pitboss serve``: run the card room, for browsers and programs."""

import sys
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli.options import GameFiles, add_games
from pitboss.room.settings import SETTINGS, LogFormat, Setting


def command(
    key_lost: Annotated[
        bool,
        typer.Option("--key-lost", help="Start without the key; voids open rounds."),
    ] = False,
    game_files: GameFiles = None,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Settings file, as TOML.")
    ] = None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Run the card room.

    Tables, accounts, ledger and audit log are one service. A setting comes from the command line,
    or else from the environment (PITBOSS_PORT=8777), or else from a TOML file (port = 8777).
    """
    add_games(game_files)
    options = {name: value for name, value in options.items() if value not in (None, [], ())}
    start_server(options, config, key_lost=key_lost)


def _parameter(setting: Setting) -> Parameter:
    """Return the option of a setting; its value is None if it is not on the command line."""
    types: dict[object, Any] = {tuple[str, ...]: list[str], LogFormat: str}
    return Parameter(
        setting.name,
        Parameter.KEYWORD_ONLY,
        default=typer.Option(
            None, *setting.flags, metavar=setting.metavar or None, help=setting.help
        ),
        annotation=types.get(setting.type, setting.type) | None,
    )


command.__signature__ = signature(command).replace(  # type: ignore[attr-defined]
    parameters=[
        *map(_parameter, SETTINGS.values()),
        *(
            item.replace(kind=Parameter.KEYWORD_ONLY)
            for item in signature(command).parameters.values()
            if item.kind is not Parameter.VAR_KEYWORD
        ),
    ]
)


def start_server(
    options: dict[str, Any], config: Path | None = None, *, key_lost: bool = False
) -> None:
    """Serve with these options, which take precedence over the environment and a file."""
    from pitboss.room.http.middleware import check_host_name
    from pitboss.room.runtime import configure_logging
    from pitboss.room.server import serve
    from pitboss.room.settings import ServerSettings, load_settings
    from pitboss.web import SITE

    # `key_lost` is an option only: elsewhere it could be left on by mistake for later starts.
    settings = ServerSettings(site=SITE, key_lost=key_lost, **load_settings(options, config))
    configure_logging(settings.log_format)
    for name in settings.host_names:
        check_host_name(name)
    serve(settings, lambda line: print(line, file=sys.stderr, flush=True))
