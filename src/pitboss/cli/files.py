"""Reading submissions, and writing files without losing any."""

import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from pitboss.refusal import Refused
from pitboss.submission import SubmissionRefused

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
    is_json = file.suffix == ".json" or text.lstrip().startswith("{")
    try:
        found = json.loads(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if is_json else "TOML"
        raise Refused(f"{name} is not valid {kind}: {error}") from None
    if not isinstance(found, dict):
        raise Refused(f"{name} must hold an object with keys")
    if game is None and "game" not in found:
        raise Refused(f'{name} does not say which game it is for: add game = "…"')
    if game is not None and found.get("game", game) != game:
        raise Refused(f"{name} is a submission for {found['game']}, not for {game}")
    return {key: _plain(value) for key, value in found.items()}


def _plain(value: object) -> object:
    """Dates as text, which is how JSON has them; TOML has dates of its own."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return value


@contextmanager
def faults_named(*files: Path) -> Iterator[None]:
    """Faults of a submission, with the file that has them."""
    try:
        yield
    except SubmissionRefused as refused:
        names = " or ".join(str(file) for file in files)
        raise Refused(f"{names}: {refused}") from None


def today() -> date:
    """Return the day by which approvals are judged: that of UTC, as tables have it."""
    return datetime.now(UTC).date()


def write_new(file: Path | None, text: str, what: str | None = None) -> None:
    """Print, or write to a new file; one that exists is left as it is."""
    if file is None:
        sys.stdout.write(text)
        return
    _write(file, text.encode())
    print(f"{file} holds {what}." if what else f"Wrote {file}.")


def write_new_bytes(file: Path, content: bytes, what: str) -> None:
    """As `write_new` does with words."""
    _write(file, content)
    print(f"{file} holds {what}.")


def check_new(file: Path | None) -> None:
    """Refuse what `write_new` could not write, before anything is computed for it."""
    if file is None:
        return
    if file.is_dir():
        raise Refused(f"{file} is a folder, not a file")
    if file.exists():
        raise Refused(f"{file} exists already, and is left as it is")
    if not file.parent.is_dir():
        raise Refused(f"there is no folder {file.parent} for {file.name}")
    try:
        # Permissions alone do not tell: a folder may be read-only, or take no files at all.
        with TemporaryFile(dir=file.parent):
            pass
    except FileNotFoundError:  # the folder is there, and yet
        raise Refused(f"{file} cannot be written: its folder takes no files") from None
    except OSError as error:
        raise _cannot(file, error) from None


def new_file(file: Path, suffixes: Sequence[str]) -> str:
    """The suffix of a file that is to be written, found out before anything is computed."""
    suffix = file.suffix.lower()
    if suffix not in suffixes:
        raise Refused(f"{file} must end in {' or '.join(suffixes)}, which says what it will be")
    check_new(file)
    return suffix


def _write(file: Path, content: bytes) -> None:
    if file.is_dir():
        raise Refused(f"{file} is a folder, not a file")
    try:
        opened = file.open("xb")
    except FileExistsError:
        raise Refused(f"{file} exists already, and is left as it is") from None
    except OSError as error:
        raise _cannot(file, error) from None
    try:
        with opened:
            opened.write(content)
    except OSError as error:
        with suppress(OSError):
            file.unlink()  # half of it would stand in the way of the whole
        raise _cannot(file, error) from None


def _cannot(file: Path, error: OSError) -> Refused:
    return Refused(f"{file} cannot be written: {error.strerror or error}")
