"""Positions that an audit can continue from, and the file of heads that keeps them (LOG-1).

A position is everything that the lines up to a version lead to: the state of the table, the sums
of all postings by account, the digests of the index. An audit with ``--heads`` writes one for each
stream, and one with ``--since`` trusts them: it walks only the lines after them. So the file has to
be kept where nobody with access to the database can change it.

The position of a table is after a round that nobody can correct anymore, so that what comes later
can be proved without the rounds before it.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.room.audit.index_audit import IndexPosition
from pitboss.room.store.interface import Head, Snapshot, Stream
from pitboss.room.store.opening import StoreReader
from pitboss.table.export import line_hash
from pitboss.table.ledger import Cents, normalize_cents
from pitboss.table.state import MAX_RECALLED_ROUNDS

FORMAT: Final = "pitboss heads 1"
"""The first value in a file of heads."""


class StreamPosition(Struct, frozen=True):
    """What the lines of a stream up to a version lead to."""

    version: int
    hash: str
    at: str
    """The time of the line with this version."""
    state: bytes
    """The state of the table, or what the audit knows of the office."""
    sums: Mapping[str, int | str]
    """Sums of the postings by account; fractions of a cent are text."""
    index: IndexPosition

    @property
    def head(self) -> Head:
        """The line with this version."""
        return Head(self.version, self.hash)

    @property
    def snapshot(self) -> Snapshot:
        """The state as a snapshot."""
        return Snapshot(self.version, self.hash, self.state, self.at)

    def cents(self) -> Iterator[tuple[str, Cents]]:
        """Yield the accounts with their sums."""
        for account, cents in self.sums.items():
            yield account, cents if type(cents) is int else normalize_cents(Fraction(cents))


def encode_sums(sums: Mapping[str, Cents]) -> dict[str, int | str]:
    """Return sums as a position has them."""
    return {
        account: cents.numerator if cents.denominator == 1 else str(cents)
        for account, cents in sums.items()
    }


class ArchivedPosition(Struct, frozen=True):
    """What the archived lines of a table lead to, and which of them are still in the database."""

    position: StreamPosition
    remaining: tuple[int, str]
    """Number and hash of the entries that stay, those of rare kinds."""


class AnchoredStream(Struct, frozen=True):
    """The head of a stream, and where a later audit continues."""

    version: int
    hash: str
    position: StreamPosition | None = None
    """None if a later audit has to begin with the first line."""


class HeadsFile(Struct, frozen=True):
    """The content of a file of heads."""

    format: str
    streams: Mapping[str, AnchoredStream]


class RoundPositions:
    """The positions after the last rounds of a table; `final` is one to continue from.

    Only the last rounds can be corrected. A correction is proved by its round, so the position has
    to be before that round, or after the correction.
    """

    def __init__(self) -> None:
        self._last_final: Callable[[], StreamPosition] | None = None
        self._recent: deque[tuple[int, Callable[[], StreamPosition]]] = deque()

    @property
    def final(self) -> StreamPosition | None:
        """The last position whose round, and those before it, cannot be corrected anymore."""
        return self._last_final() if self._last_final else None

    def start_from(self, position: StreamPosition) -> None:
        """Begin with the position of an earlier audit."""
        self._last_final = lambda: position

    def close_round(self, number: int, position: Callable[[], StreamPosition] | None) -> None:
        """Add the position after a round, unless the table cannot be brought forward there."""
        if position is not None:
            self._recent.append((number, position))
        while self._recent and self._recent[0][0] <= number - MAX_RECALLED_ROUNDS:
            _, self._last_final = self._recent.popleft()

    def correct_round(self, number: int) -> None:
        """Drop the positions between a round and its correction."""
        self._recent = deque(item for item in self._recent if item[0] < number)


def write_heads(file: Path, streams: Mapping[str, AnchoredStream]) -> None:
    """Write a file of heads; it replaces an older one as a whole, or not at all."""
    content = msgspec.json.encode(HeadsFile(FORMAT, streams))
    part = file.with_name(f"{file.name}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
        part.rename(file)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise Refused(f"the file {file} cannot be written: {error.strerror}") from None


def read_heads(file: Path) -> Mapping[str, AnchoredStream]:
    """Read a file of heads."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise Refused(f"the file {file} cannot be read: {error.strerror}") from None
    try:
        heads = msgspec.json.decode(content, type=HeadsFile)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        heads = None
    if heads is None or heads.format != FORMAT:
        raise Refused(f"{file} is not a file of heads: write one with pitboss audit --heads FILE")
    return heads.streams


def check_heads(
    reader: StoreReader, streams: Mapping[str, Stream], heads: Mapping[str, AnchoredStream]
) -> None:
    """Refuse heads that are not lines of these streams."""
    for name, head in heads.items():
        stream = streams.get(name)
        if stream is None:
            raise Refused(f"the heads name {short_repr(name)}, but this room has no such stream")
        _check_line(reader, stream, Head(head.version, head.hash))
        if head.position is not None:
            _check_line(reader, stream, head.position.head)


def _check_line(reader: StoreReader, stream: Stream, head: Head) -> None:
    if not head.version:
        return
    if head.version > stream.head.version:
        raise Refused(
            f"{stream.id} has {stream.head.version} lines, but its head is line {head.version}: "
            "the heads are those of another room, or the end of the log was cut off"
        )
    entry = next(reader.entries(stream, head.version - 1), None)
    if entry is None or (entry.version, line_hash(entry.line)) != (head.version, head.hash):
        raise Refused(
            f"line {head.version} of {stream.id} is not the one that its head names: the heads are "
            "those of another room, or the history was rewritten; audit it without --since"
        )
