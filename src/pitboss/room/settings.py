"""The settings of a room: one definition for the command line, the environment, files and docs.

The definition is a msgspec struct rather than a pydantic model because the command line is built
from it, and importing pydantic would delay the start of every command.
"""

import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields
from platformdirs import user_config_path, user_data_path

from pitboss.errors import Refused, short_repr

_PREFIX: Final = "PITBOSS_"
"""The prefix of environment variables."""
_OLD_NAMES: Final = {"behind": "trusted_proxy"}
"""Old names of settings, which files and the environment may still use."""
_TYPE_NAMES: Final[dict[object, str]] = {
    bool: "true or false",
    tuple[str, ...]: "a list of strings",
}


class LogFormat(StrEnum):
    """How log lines are written."""

    TEXT = "text"
    JSON = "json"


def _help(
    text: str,
    metavar: str = "",
    *flags: str,
    ge: int | None = None,
    le: int | None = None,
    hint: str = "",
) -> Meta:
    """Return the metadata of a field that users can set; ``flags`` replace ``--its-name``.

    The refusal of an invalid value ends with the ``hint``.
    """
    extra = {"metavar": metavar, "flags": flags, "hint": hint}
    return Meta(description=text, extra=extra, ge=ge, le=le)


class RoomSettings(Struct, frozen=True):
    """How a room is run. Users can set the fields that have a help text."""

    play_chips: Annotated[
        int, _help("Play chips for each new player, in cents; 0 for none.", "CENTS", ge=0)
    ] = 1_000_00
    guests: Annotated[bool, _help("Let guests play without an account.")] = True
    sign_up: Annotated[bool, _help("Let anyone open an account.")] = True
    guest_days: Annotated[
        int, _help("Days without a visit after which a guest account is deleted.", "DAYS", ge=1)
    ] = 30
    key_days: Annotated[
        int,
        _help("Days for which a repeated idempotency key is recognized.", "DAYS", ge=1),
    ] = 7
    report_seconds: Annotated[
        int,
        _help(
            "Seconds after which a report over HTTP is canceled.",
            "SECONDS",
            ge=1,
            hint="reports from the command line have no limit",
        ),
    ] = 60
    webhook: Annotated[
        str, _help("Address to which alerts are posted; it starts with https://.", "URL")
    ] = ""
    backups: Path | None = None
    """The folder for backups that are requested over HTTP; without it, there are none."""
    public_id: str = ""
    """An id that tells this room from another one at the same address."""


class ServerSettings(RoomSettings, frozen=True):
    """How a room is run and served. Users can set the fields that have a help text."""

    host: Annotated[str, _help("Address to listen on.", "ADDRESS")] = "127.0.0.1"
    port: Annotated[int, _help("Port to listen on.", "P", ge=0, le=65535)] = 8777
    data: Annotated[Path | None, _help("Data folder of the room.", "DIR")] = None
    database: Annotated[str | None, _help("Store the room in postgresql://… instead.", "URL")] = (
        None
    )
    node: Annotated[
        str, _help("Name of this node, if several nodes run one room on PostgreSQL.", "NAME")
    ] = ""
    address: Annotated[str, _help("URL at which the other nodes reach this one.", "URL")] = ""
    key: Annotated[Path | None, _help("File with the key that encrypts the seeds.", "FILE")] = None
    trusted_proxy: Annotated[
        str,
        _help(
            "Address of a proxy whose forwarding headers are trusted.",
            "ADDRESS",
            "--trusted-proxy",
            "--behind",
        ),
    ] = ""
    host_names: Annotated[
        tuple[str, ...],
        _help("Another host name to accept requests for. Repeatable.", "NAME", "--host-name"),
    ] = ()
    guests_per_address: Annotated[
        int,
        _help(
            "Maximum guests from one address at a time.",
            "N",
            ge=1,
            hint="use --no-guests to turn guest access off",
        ),
    ] = 60
    log_format: Annotated[LogFormat, _help("Format of the log.", "text|json")] = LogFormat.TEXT
    key_lost: bool = False
    """Whether to start although the key of open rounds is lost (FAIR-9)."""
    site: Path | None = None
    """The folder of the web pages, if they are served."""


class Setting:
    """A field of `ServerSettings` that users can set."""

    def __init__(self, field: FieldInfo) -> None:
        self.name, self.default = field.name, field.default
        self._type = field.type
        self.type, meta = get_args(field.type)
        self.help: str = meta.description
        self.metavar: str = meta.extra["metavar"]
        self._hint = f"; {meta.extra['hint']}" if meta.extra["hint"] else ""
        option = f"--{self.name.replace('_', '-')}"
        if self.type is bool:
            option += f"/--no-{self.name.replace('_', '-')}"
        self.flags: tuple[str, ...] = meta.extra["flags"] or (option,)
        self.accepted_values = _TYPE_NAMES.get(self.type, "a string")
        if self.type is int:
            limits = f"from {meta.ge} to {meta.le}" if meta.le else f"of at least {meta.ge}"
            self.accepted_values = f"a whole number {limits}"
        elif self.type is LogFormat:
            self.accepted_values = " or ".join(LogFormat)

    def parse(self, value: object, source: str) -> Any:  # noqa: ANN401
        """Return a valid value; ``source`` names the setting in a refusal."""
        try:
            return msgspec.convert(value, self._type, dec_hook=lambda kind, text: kind(text))
        except msgspec.ValidationError:
            raise Refused(
                f"{source} must be {self.accepted_values}, not {short_repr(value)}{self._hint}"
            ) from None

    def from_text(self, text: str) -> object:
        """Return the value that a text of the environment stands for, or the text itself."""
        if self.type == tuple[str, ...]:
            return [part.strip() for part in text.split(",") if part.strip()]
        if self.type is bool:
            return {"true": True, "false": False}.get(text.lower(), text)
        with suppress(ValueError):
            return int(text) if self.type is int else text
        return text


SETTINGS: Final = {
    field.name: Setting(field)
    for field in sorted(
        fields(ServerSettings), key=lambda field: field.name in RoomSettings.__struct_fields__
    )
    if any(isinstance(item, Meta) for item in get_args(field.type))
}
"""The settings by name; those of the server first."""


def load_settings(options: Mapping[str, Any], config: Path | None) -> dict[str, Any]:
    """Return settings by name: from the options, else the environment, else a TOML file.

    Every value has to be valid, even one that another source overrides.
    """
    values = {
        name: SETTINGS[name].parse(value, SETTINGS[name].flags[0])
        for name, value in options.items()
    }
    for name, text in os.environ.items():
        setting = _find_setting(name.removeprefix(_PREFIX).lower())
        if name.startswith(_PREFIX) and setting:
            values.setdefault(setting.name, setting.parse(setting.from_text(text), name))
    return values if config is None else _read_file(config) | values


def _find_setting(name: str) -> Setting | None:
    return SETTINGS.get(_OLD_NAMES.get(name, name))


def _read_file(path: Path) -> dict[str, Any]:
    """Return the values of a TOML file by setting."""
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not valid TOML: {error}") from None
    settings = {}
    for name, value in values.items():
        setting = _find_setting(name)
        if setting is None:
            raise Refused(
                f"{path}: unknown setting {short_repr(name)}: choose from {', '.join(SETTINGS)}"
            )
        settings[setting.name] = setting.parse(value, f"{path}: {name}")
    return settings


def default_data_folder() -> Path:
    """Return the default data folder of a room."""
    return user_data_path("pitboss", appauthor=False)


def default_key_file(room: str) -> Path:
    """Return the default key file of a room, outside of its data folder and backups."""
    return user_config_path("pitboss", appauthor=False) / "keys" / f"{room}.key"
