"""Read a file line by line, check its hash chain, and report the first line that is wrong.

Each line is one JSON object, written in one way only. ``prev`` is the SHA-256 of the line before,
without its newline; the first line has that of `CHAIN_START`. The last line states how many
events there were and repeats the last hash.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import BinaryIO, Final

import msgspec

from pitboss import FIRST_VERSION, __version__
from pitboss.errors import short_repr
from pitboss.verify.events import (
    BroughtForward,
    LastLine,
    Line,
    RoundClosed,
    RoundOpened,
    SeedLost,
    SeedOpened,
    SubmissionApproved,
)

MAX_MESSAGE_LENGTH: Final = 400


class VerificationError(Exception):
    """A line that is wrong, with its number and a sentence."""

    def __init__(self, line: int, sentence: str) -> None:
        if len(sentence) > MAX_MESSAGE_LENGTH:
            sentence = sentence[:MAX_MESSAGE_LENGTH] + "…"
        super().__init__(line, sentence)
        self.line, self.sentence = line, sentence

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


def other_version_message(program: str) -> str:
    """Return the message about a file that another version of the program wrote."""
    return (
        f"Pitboss {program} wrote this file, and version {__version__} interprets its rules "
        f"differently: verify it with version {program}"
    )


def describe_difference(actual: object, expected: object, where: str = "it") -> str:
    """Return in words where the file first differs from what is expected."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        return _describe_key_difference(actual, expected, where)
    if (
        isinstance(actual, Sequence)
        and isinstance(expected, Sequence)
        and not isinstance(actual, str)
    ):
        if len(actual) != len(expected):
            return f"{where} has {len(actual)} entries, expected {len(expected)}"
        at = next((i for i, item in enumerate(expected) if actual[i] != item), 0)
        return describe_difference(actual[at], expected[at], f"{where}[{at}]")
    return f"{where} is {short_repr(actual)}, expected {short_repr(expected)}"


def _describe_key_difference(
    actual: dict[object, object], expected: dict[object, object], where: str
) -> str:
    under = "" if where == "it" else f"{where}."
    for key, value in expected.items():
        if key not in actual:
            return f"{under}{key} is missing"
        if actual[key] != value:
            return describe_difference(actual[key], value, f"{under}{key}")
    extra = next((key for key in actual if key not in expected), None)
    if extra is not None:
        return f"{under}{extra} is unexpected"
    return f"the entries of {where} are in the wrong order"


CHAIN_START: Final = b"pitboss shift 1"
HashedLine = tuple[bytes, str]
"""A line without its newline, and its SHA-256."""

MAX_LINE_BYTES: Final = 1 << 24
"""Bytes in a line; the longest that an honest table writes takes a fraction of it."""
MAX_ROUND_LINES: Final = 100_000
"""In one round, which alone has to fit into memory."""
MAX_DATE_TIMESTAMP: Final = datetime(9999, 12, 31, tzinfo=UTC).timestamp()

BYTES_AHEAD: Final = 1 << 13
"""How many bytes are read before they are checked; switching at every line is slower."""

_EVENTS_WITH_VERSION: Final = (SubmissionApproved, BroughtForward)
"""The events that name the version of the program which wrote them, since the second."""
_NAMES_WITH_VERSION: Final = tuple(
    f'"event":{{"type":"{kind.__name__}"'.encode() for kind in _EVENTS_WITH_VERSION
)

_line_decoder = msgspec.json.Decoder(Line)
_last_line_decoder = msgspec.json.Decoder(LastLine)
_encode = msgspec.json.Encoder().encode


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, each cut just beyond the maximum length."""
    while line := file.readline(MAX_LINE_BYTES + 2):
        yield line


def hash_lines(lines: Iterable[bytes]) -> Iterator[HashedLine]:
    """Yield the lines of a file without their newlines, each with its hash."""
    for n, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            if len(line) > MAX_LINE_BYTES:
                raise _too_long(n)
            raise VerificationError(n, "the line does not end with a newline: the file was cut off")
        raw = line[:-1]
        yield raw, sha256(raw).hexdigest()


def _too_long(n: int) -> VerificationError:
    return VerificationError(n, f"the line is longer than {MAX_LINE_BYTES:,} bytes")


class EventLog:
    """The events of a file in order; a broken chain is reported when its line is reached."""

    def __init__(self, lines: Iterable[HashedLine]) -> None:
        self.events, self.head = 0, sha256(CHAIN_START).hexdigest()
        self.practice = self.physical = False
        """What was read so far, which may be ahead of the event that is next."""
        self._raw_lines = iter(lines)
        self._lines: list[Line] = []
        self._position = 0
        """The place of the next event among the lines that were read."""
        self._has_last_line = False
        self._last_timestamp, self._last_time = float("-inf"), ""
        self._error: VerificationError | None = None
        """What is wrong with the line after those that were read."""
        self.ends_in_round = False
        """Whether the file ends, as it must, before the seed of the round that just began."""
        self.error_in_round: VerificationError | None = None
        """What is wrong with a line before the seed of the round that just began."""

    def peek(self) -> Line | None:
        """Return the next event, or None at the end of a file that ends correctly."""
        if self._position == len(self._lines) and not self._read_ahead():
            if self._error:
                raise self._error
            return None
        return self._lines[self._position]

    def take(self) -> None:
        """Go past the next event."""
        self._position += 1

    def find_seed_line(self) -> Line | None:
        """Return the line that opens the current round's seed or reports it lost, if any."""
        self.error_in_round = None
        count = 0
        while self._position + count < len(self._lines) or self._read_ahead():
            line = self._lines[self._position + count]
            kind = type(line.event)
            if kind is SeedOpened or kind is SeedLost:
                return line
            if kind is RoundClosed or kind is RoundOpened:
                return None
            count += 1
            if count > MAX_ROUND_LINES:
                raise VerificationError(line.n, f"a round has more than {MAX_ROUND_LINES:,} lines")
        self.error_in_round = self._error
        self.ends_in_round = self._error is None
        return None

    def _read_ahead(self) -> bool:
        """Read some more events, unless the file ends or breaks here."""
        if self._error or self._has_last_line:
            return False
        self._lines, self._position = self._lines[self._position :], 0
        unread_lines = len(self._lines)
        try:
            self._read_lines()
        except VerificationError as error:
            self._error = error
        return len(self._lines) > unread_lines

    def _read_lines(self) -> None:
        """Read lines up to the next seed, and check that each is bound to the one before."""
        size = 0
        for raw, hash_ in self._raw_lines:
            n = self.events + 1
            line = _parse_line(n, raw)
            if line.n != n:
                raise VerificationError(
                    n, f"n is {line.n}, expected {n}: a line was removed, added or moved"
                )
            if line.prev != self.head:
                before = f"line {n - 1}: that line was changed" if n > 1 else "the start of a file"
                raise VerificationError(
                    n, f"prev is not the hash of {before}, or a line is missing or moved"
                )
            if isinstance(line, LastLine):
                self._check_last_line(line)
                if next(self._raw_lines, None) is not None:
                    raise VerificationError(n + 1, "there is text after the last line")
                self._has_last_line = True
                return
            self.events, self.head = n, hash_
            if line.at != self._last_time:  # a command has several lines of the same time
                self._check_time(line)
            self._lines.append(line)
            if isinstance(line.event, RoundOpened):
                self.practice |= line.event.practice
                self.physical |= line.event.physical
            size += len(raw)
            if size >= BYTES_AHEAD or isinstance(line.event, SeedOpened):
                return
        raise VerificationError(
            self.events + 1,
            "the last line is missing: the file was cut off"
            if self.events
            else "the file is empty",
        )

    def _check_time(self, line: Line) -> None:
        """Check that time does not run back, if lines have times."""
        timestamp = line_timestamp(line)
        if timestamp is None or line.at is None:
            return
        if timestamp < self._last_timestamp:
            raise VerificationError(
                line.n, f"its time is earlier than that of the previous line: {line.at}"
            )
        self._last_timestamp, self._last_time = timestamp, line.at

    def _check_last_line(self, line: LastLine) -> None:
        end = line.end
        if end.lines != self.events:
            raise VerificationError(
                line.n, f"lines is {end.lines}, but the file has {self.events} events"
            )
        if end.head != self.head:
            raise VerificationError(line.n, "head is not the hash of the last event's line")
        marks = (
            ("practice", end.practice, self.practice),
            ("physical", end.physical, self.physical),
        )
        for word, is_marked, is_so in marks:
            if is_marked != is_so:
                count = "a" if is_so else "no"
                raise VerificationError(
                    line.n,
                    f"{word} is {str(is_marked).lower()}, but the file has {count} {word} round",
                )


def line_timestamp(line: Line) -> float | None:
    """Return the time of a line in seconds of UTC, if it has one."""
    if line.at is None:
        return None
    try:
        moment = datetime.fromisoformat(line.at)
    except ValueError:
        raise VerificationError(line.n, f"at is not a valid time: {line.at!r}") from None
    if moment.tzinfo is None:
        raise VerificationError(line.n, f"at has no time zone: {line.at!r}")
    return moment.timestamp()


def line_date(line: Line) -> date | None:
    """Return the day of a line in UTC, if it has a time; limited to 1970 through 9999."""
    timestamp = line_timestamp(line)
    return (
        None
        if timestamp is None
        else datetime.fromtimestamp(max(0, min(timestamp, MAX_DATE_TIMESTAMP)), UTC).date()
    )


def _parse_line(n: int, raw: bytes) -> Line | LastLine:
    if len(raw) >= MAX_LINE_BYTES:  # its newline counts
        raise _too_long(n)
    try:
        line = _decode(raw)
        # One event, one way to write it: no key twice or unknown, no space, no order but this.
        is_exact = _encode(line) == raw
    except (ValueError, RecursionError) as error:
        _check_form(n, raw)
        raise VerificationError(n, f"not a valid table event: {error}") from None
    has_version = isinstance(line, Line) and isinstance(line.event, _EVENTS_WITH_VERSION)
    if has_version or not is_exact:
        _check_form(n, raw)
    if not is_exact:
        raise VerificationError(n, "the line is not byte for byte what a table writes")
    return line


def _check_form(n: int, raw: bytes) -> None:
    """Raise the known reason, if any, why a line is not what a table writes today."""
    if any(name in raw for name in _NAMES_WITH_VERSION) and b'"program":"' not in raw:
        raise VerificationError(n, other_version_message(FIRST_VERSION))
    if not raw:
        raise VerificationError(n, "the line is blank")
    if raw.endswith(b"\r"):
        raise VerificationError(
            n, "the line ends with a carriage return: its line endings were converted"
        )


def _decode(raw: bytes) -> Line | LastLine:
    try:
        return _line_decoder.decode(raw)
    except msgspec.ValidationError:
        if b'"end":{' not in raw:
            raise
        return _last_line_decoder.decode(raw)
