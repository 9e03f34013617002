"""Reading submissions, and writing files without losing any."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

from pitboss.refusal import Refused

LARGEST: Final = 1 << 20
"""Bytes in a submission file; one with the largest wheel takes a fraction of it."""


def read_submission(file: Path, game: str | None = None) -> dict[str, Any]:
    """A submission from a file, TOML or JSON; ``-`` is standard input.

    With ``game``, one for another game is refused, and one that names none is taken.
    """
    name = "standard input" if str(file) == "-" else str(file)
    source = sys.stdin.buffer if str(file) == "-" else file.open("rb")
    with source:
        content = source.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise Refused(f"{name} is longer than {LARGEST:,} bytes, too long for a submission")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise Refused(f"{name} is not text in UTF-8") from None
    if not text.strip():
        raise Refused(f"{name} is empty")
    is_json = text.lstrip().startswith("{")
    try:
        found = json.loads(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if is_json else "TOML"
        raise Refused(f"{name} is not valid {kind}: {error}") from None
    if game is None and "game" not in found:
        raise Refused(f'{name} does not say which game it is for: add game = "…"')
    if game is not None and found.get("game", game) != game:
        raise Refused(f"{name} is a submission for {found['game']}, not for {game}")
    return dict(found)


def write_new(file: Path | None, text: str, what: str | None = None) -> None:
    """Print, or write to a new file; one that exists is left as it is."""
    if file is None:
        sys.stdout.write(text)
        return
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise Refused(f"{file} exists already, and is left as it is") from None
    print(f"{file} holds {what}." if what else f"Wrote {file}.")
