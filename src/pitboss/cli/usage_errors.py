"""Errors in the arguments of a command, as sentences that name the argument and what it accepts."""

import re
from collections.abc import Callable
from typing import Any, Final

import typer


def describe_usage_error(error: typer.TyperException) -> str:
    """Return what is wrong with the arguments of a command, and what to write instead."""
    message = " ".join(error.format_message().split())
    for pattern, describe in _DESCRIPTIONS:
        match = re.fullmatch(pattern, message)
        if match:
            return describe(error, *match.groups())
    return message


def _missing(error: Any, name: str) -> str:  # noqa: ANN401 (the library's exceptions are private)
    hint = getattr(error.param, "help", None) or ""
    hint = hint.removeprefix("Required. ").rstrip(".")
    if not hint[1:2].isupper():  # not an abbreviation
        hint = hint[:1].lower() + hint[1:]
    return f"{name} is missing" + (f": {hint}" if hint else "")


def _invalid(_: Any, name: str, reason: str) -> str:  # noqa: ANN401
    for pattern, text in _VALUE_REASONS:
        reason = re.sub(pattern, text, reason)
    name = name.split("'")[0]  # of several spellings, the first
    return f"{name} {reason[0].lower()}{reason[1:]}"


def _unknown_command(error: Any, name: str, similar: str | None) -> str:  # noqa: ANN401
    return f"unknown command {name}: " + (
        f"did you mean {similar}?" if similar else _commands(error)
    )


def _missing_command(error: Any) -> str:  # noqa: ANN401
    return f"{error.ctx.command_path} needs a command: {_commands(error)}"


def _commands(error: Any) -> str:  # noqa: ANN401
    return f"choose from {', '.join(error.ctx.command.commands)}"


def _unknown_option(error: Any, name: str) -> str:  # noqa: ANN401
    similar = getattr(error, "possibilities", None) or ()
    if similar:
        return f"unknown option {name}: did you mean {' or '.join(sorted(similar))}?"
    return f"unknown option {name}: {_see_help(error)}"


def _see_help(error: Any) -> str:  # noqa: ANN401
    path = error.ctx.command_path if error.ctx is not None else "pitboss"
    return f"see {path} --help"


_VALUE_REASONS: Final = (
    (r"^Input should be a valid integer.*", "must be a whole number"),
    (r"^Input should be a valid number.*", "must be a number"),
    (r"^Input should be greater than or equal to (\S+)$", r"must be at least \1"),
    (r"^Input should be less than or equal to (\S+)$", r"must be at most \1"),
    (r"^Value error, ('.*') is not one of (.+?)\.?$", r"must be one of \2, not \1"),
    (r"^Input should be ", "must be "),
)
_DESCRIPTIONS: Final[tuple[tuple[str, Callable[..., str]], ...]] = (
    (r"Missing (?:argument|option) '(.+?)'\..*", _missing),
    (r"Missing command\.?", _missing_command),
    (r"Invalid value for '(.+)': (.+)", _invalid),
    (r"No such command ('.*?')\.(?: Did you mean '(.+)'\?)?", _unknown_command),
    (r"No such option: (\S+).*", _unknown_option),
    (
        r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)",
        lambda error, names: f"unexpected argument {names!r}: {_see_help(error)}",
    ),
    (r"Option '(.+)' does not take a value\.", lambda _, name: f"{name} takes no value"),
    (r"Option '(.+)' requires an argument\.", lambda _, name: f"{name} requires a value"),
)
