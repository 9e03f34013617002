"""Files of archived lines, which the database no longer has (LOG-1).

A file has the lines of one table from one version to another, byte for byte as an export has them,
and ends as an export does. The database keeps what is needed to go on after them: an entry that
names the file, the last line with its hash, and the lines of `RARE_KINDS`.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from pitboss.errors import Refused
from pitboss.room.store.interface import Entry, StoreDamaged, StoredPosting
from pitboss.room.store.sql import ROWS_PER_PAGE
from pitboss.table.people import Person

ARCHIVES: Final = "archives"
"""The collection of `ArchivedLines`. Its keys are part of the schema: see `archive_key`."""
ARCHIVE_FOLDER: Final = "archive"
"""The folder of archived lines in the data folder of a room."""
VERSION_DIGITS: Final = 15
"""Digits of a version in a key, so that keys have the order of the versions."""


class ArchivedLines(Struct, frozen=True):
    """Lines of a table that were moved to a file."""

    stream: str
    first_version: int
    version: int
    """The last line in the file."""
    hash: str
    """The hash of that line, which the next line refers to."""
    at: str
    """The time of that line."""
    file: str
    """The path at which the file was written."""
    sha256: str
    """The hash of the file."""
    practice: bool = False
    """Whether some seed up to this version could be predicted."""
    physical: bool = False
    """Whether some round up to this version was dealt from a physical deck."""

    @property
    def name(self) -> str:
        """Return the name of the file."""
        return Path(self.file).name


class ArchiveMissing(Refused):
    """Lines that somebody wants to read are in a file that cannot be found."""

    def __init__(self, archive: ArchivedLines) -> None:
        super().__init__(
            f"lines {archive.first_version:,} to {archive.version:,} of {archive.stream}, up to "
            f"{archive.at[:10]}, are archived in the file {archive.name}: put it back into the "
            "folder to which it was archived, or into the folder `archive` of the room's data"
        )


def archive_key(stream: str, version: int) -> str:
    """Return the key of an archive by its table and its last line."""
    return f"{stream}/{version:0{VERSION_DIGITS}}"


def archive_keys(stream: str) -> tuple[str, str]:
    """Return keys before and after those of all archives of a table."""
    return f"{stream}/", f"{stream}0"  # the character after the slash


def decode_archive(value: bytes) -> ArchivedLines:
    """Decode an entry of `ARCHIVES`."""
    try:
        return msgspec.json.decode(value, type=ArchivedLines)
    except msgspec.MsgspecError:
        raise StoreDamaged("an archive cannot be read: run `pitboss audit` to find it") from None


def find_archive_file(archive: ArchivedLines, folder: Path | None) -> Path:
    """Return the file of archived lines: in this folder, or where it was written."""
    for path in (folder and folder / archive.name, Path(archive.file)):
        if path is not None and path.is_file():
            return path
    raise ArchiveMissing(archive)


class _Posting(Struct, rename={"source": "from", "target": "to"}):
    source: str
    target: str
    cents: int | str
    phase: str
    why: str


class _Event(Struct):
    type: str


class _Line(Struct):
    n: int
    by: Person
    event: _Event
    at: str = ""


class _Postings(Struct):
    postings: tuple[_Posting, ...] = ()


_decode_line: Final = msgspec.json.Decoder(_Line).decode
_decode_postings: Final = msgspec.json.Decoder(_Postings).decode
_PREFIX: Final = b'{"n":'
MAX_PREFIX_BYTES: Final = 40
"""Enough to read the number of a line."""


class ArchiveReader:
    """Reads the lines of a file after a version, page by page; close it afterward."""

    def __init__(self, archive: ArchivedLines, path: Path, after: int) -> None:
        self._archive, self._path = archive, path
        self._file: BinaryIO = path.open("rb")
        self._file.seek(_find_line(self._file, path.stat().st_size, after))
        self._version = max(after, archive.first_version - 1)

    def read_page(self) -> list[Entry]:
        """Return the next lines; none at the end."""
        page: list[Entry] = []
        while len(page) < ROWS_PER_PAGE and self._version < self._archive.version:
            entry = _decode_entry(self._file.readline().removesuffix(b"\n"))
            if entry is None or entry.version != self._version + 1:
                raise StoreDamaged(
                    f"line {self._version + 1} of {self._archive.stream} is not in its place in "
                    f"the archive {self._path}"
                )
            self._version = entry.version
            page.append(entry)
        return page

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _find_line(file: BinaryIO, size: int, after: int) -> int:
    """Return where the first line with a greater number begins."""
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        _seek_line(file, middle)
        number = _line_number(file.read(MAX_PREFIX_BYTES))
        if number is None or number > after:
            high = middle
        else:
            low = middle + 1
    _seek_line(file, low)
    return file.tell()


def _seek_line(file: BinaryIO, offset: int) -> None:
    """Go to the first line that begins at an offset or after it."""
    file.seek(max(0, offset - 1))
    if offset:
        file.readline()


def _line_number(start: bytes) -> int | None:
    digits = start.removeprefix(_PREFIX).partition(b",")[0]
    return int(digits) if start.startswith(_PREFIX) and digits.isdigit() else None


def _decode_entry(line: bytes) -> Entry | None:
    try:
        content = _decode_line(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    by = content.by
    return Entry(content.n, line, content.at, by.name, by.role.value, content.event.type)


def archived_postings(entries: Sequence[Entry]) -> Iterator[StoredPosting]:
    """Yield the postings of archived lines, which are in the lines themselves."""
    for entry in entries:
        try:
            postings = _decode_postings(entry.line).postings
        except msgspec.MsgspecError:
            raise StoreDamaged(f"the archived line {entry.version} has no postings") from None
        for position, item in enumerate(postings):
            cents = item.cents if isinstance(item.cents, int) else Fraction(item.cents)
            yield StoredPosting(
                entry.version, position, item.source, item.target, cents, item.phase, item.why
            )
