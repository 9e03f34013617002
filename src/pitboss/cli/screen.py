"""Printing for people and for programs."""

import sys

import msgspec
from rich.console import Console


def console() -> Console:
    """The terminal; where output is not a terminal, plain text of a fixed width."""
    width = None if sys.stdout.isatty() else 100
    return Console(highlight=False, width=width)


def print_json(value: object) -> None:
    """One JSON value, indented."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    sys.stdout.write(text.decode() + "\n")
