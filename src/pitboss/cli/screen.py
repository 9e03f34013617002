"""Printing for people and for programs."""

import os
import sys

import msgspec
from rich.console import Console, RenderableType

WIDTH = 100
"""Of output that goes to a file or another program."""


def show(*parts: RenderableType) -> None:
    """Print for people: a terminal gets its own width and colours, anything else plain text."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else WIDTH
    screen = Console(highlight=False, width=width)
    with screen.capture() as captured:
        for part in parts:
            screen.print(part)
    # Rich pads every line of a table to its full width.
    lines = captured.get().splitlines()
    sys.stdout.write("\n".join(line.rstrip() for line in lines) + "\n")


def json_text(value: object) -> str:
    """One JSON value, indented."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def print_json(value: object) -> None:
    """Print it."""
    sys.stdout.write(json_text(value))
