"""Reading submissions, and writing new files without overwriting existing ones."""

import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from pitboss.errors import Refused
from pitboss.submission import SubmissionRefused

MAX_SUBMISSION_SIZE: Final = 1 << 20
"""Bytes in a submission file. One with the largest wheel takes a fraction of this."""


def read_submission(file: Path, game: str | None = None) -> dict[str, Any]:
    """Read a submission from a TOML or JSON file; ``-`` is standard input.

    With ``game``, a submission for another game is refused, and one that names no game is accepted.
    """
    name = "standard input" if str(file) == "-" else str(file)
    source = sys.stdin.buffer if str(file) == "-" else file.open("rb")
    with source:
        content = source.read(MAX_SUBMISSION_SIZE + 1)
    if len(content) > MAX_SUBMISSION_SIZE:
        raise Refused(
            f"{name} is too long for a submission: the limit is {MAX_SUBMISSION_SIZE:,} bytes"
        )
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise Refused(f"{name} is not UTF-8 text") from None
    if not text.strip():
        raise Refused(f"{name} is empty")
    is_json = file.suffix == ".json" or text.lstrip().startswith("{")
    try:
        submission = json.loads(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if is_json else "TOML"
        raise Refused(f"{name} is not valid {kind}: {error}") from None
    if not isinstance(submission, dict):
        raise Refused(f"{name} must contain an object with keys")
    if game is None and "game" not in submission:
        raise Refused(f'{name} does not say which game it is for: add game = "…"')
    if game is not None and submission.get("game", game) != game:
        raise Refused(f"{name} is a submission for {submission['game']}, not for {game}")
    return {key: _dates_as_text(value) for key, value in submission.items()}


def _dates_as_text(value: object) -> object:
    """Return a value with TOML dates as text, as they are in JSON."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _dates_as_text(inner) for key, inner in value.items()}
    return value


@contextmanager
def name_file_in_faults(*files: Path) -> Iterator[None]:
    """Prefix the faults of a submission with the file they are in."""
    try:
        yield
    except SubmissionRefused as refused:
        names = " or ".join(str(file) for file in files)
        raise Refused(f"{names}: {refused}") from None


def today() -> date:
    """Return today's date in UTC, by which tables judge approvals."""
    return datetime.now(UTC).date()


def write_new(file: Path | None, text: str, description: str | None = None) -> None:
    """Print a text, or write it to a new file; an existing file is never overwritten."""
    if file is None:
        sys.stdout.write(text)
        return
    _write_exclusively(file, text.encode())
    print(f"Wrote {description} to {file}." if description else f"Wrote {file}.")


def write_new_bytes(file: Path, content: bytes, description: str) -> None:
    """Write bytes to a new file; an existing file is never overwritten."""
    _write_exclusively(file, content)
    print(f"Wrote {description} to {file}.")


def check_writable(file: Path | None) -> None:
    """Refuse a file that `write_new` could not write, before anything is computed for it."""
    if file is None:
        return
    if file.is_dir():
        raise Refused(f"{file} is a folder, not a file")
    if file.exists():
        raise Refused(f"{file} already exists and is not overwritten")
    if not file.parent.is_dir():
        raise Refused(f"{file} cannot be written: there is no folder {file.parent}")
    try:
        # Permissions are not enough: the file system may be read-only or take no files at all.
        with TemporaryFile(dir=file.parent):
            pass
    except FileNotFoundError:  # in spite of an existing folder, such as /proc
        raise Refused(f"{file} cannot be written: no files can be created in its folder") from None
    except OSError as error:
        raise _write_error(file, error) from None


def check_output_suffix(file: Path, suffixes: Sequence[str]) -> str:
    """Return the suffix of an output file, refusing one that is wrong or cannot be written."""
    suffix = file.suffix.lower()
    if suffix not in suffixes:
        raise Refused(f"{file} must end in {' or '.join(suffixes)}, which selects the format")
    check_writable(file)
    return suffix


def _write_exclusively(file: Path, content: bytes) -> None:
    if file.is_dir():
        raise Refused(f"{file} is a folder, not a file")
    try:
        stream = file.open("xb")
    except FileExistsError:
        raise Refused(f"{file} already exists and is not overwritten") from None
    except OSError as error:
        raise _write_error(file, error) from None
    try:
        with stream:
            stream.write(content)
    except OSError as error:
        with suppress(OSError):
            file.unlink()  # a partial file would block the next attempt
        raise _write_error(file, error) from None


def _write_error(file: Path, error: OSError) -> Refused:
    if isinstance(error, FileNotFoundError) and not file.parent.is_dir():
        return Refused(f"{file} cannot be written: there is no folder {file.parent}")
    return Refused(f"{file} cannot be written: {error.strerror or error}")
