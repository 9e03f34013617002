"""Read a file line by line, check its hash chain, and report the first line that is wrong.

Each line is one JSON object, written in one way only. ``prev`` is the SHA-256 of the line before,
without its newline; the first line has that of `CHAIN_START`. The last line states how many
events there were and repeats the last hash.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import BinaryIO, Final

import msgspec

from pitboss import FIRST_VERSION, __version__
from pitboss.errors import short_repr
from pitboss.verify.events import LastLine, Line, RoundClosed, RoundOpened, SeedLost, SeedOpened

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
MAX_LINE_BYTES: Final = 1 << 24
"""Bytes in a line; the longest that an honest table writes takes a fraction of it."""
MAX_ROUND_LINES: Final = 100_000
"""In one round, which alone has to fit into memory."""
MAX_DATE_TIMESTAMP: Final = datetime(9999, 12, 31, tzinfo=UTC).timestamp()

_APPROVED: Final = b'"event":{"type":"SubmissionApproved"'
_BROUGHT_FORWARD: Final = b'"event":{"type":"BroughtForward"'
"""Both events name the version of the program which wrote them, since the second."""

_line_decoder = msgspec.json.Decoder(Line)
_last_line_decoder = msgspec.json.Decoder(LastLine)
_encode = msgspec.json.Encoder().encode


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, each cut just beyond the maximum length."""
    while line := file.readline(MAX_LINE_BYTES + 2):
        yield line


class EventLog:
    """The events of a file in order; a broken chain is reported when its line is reached."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.events, self.head = 0, sha256(CHAIN_START).hexdigest()
        self.practice = self.physical = False
        self._lines = self._check_chain(iter(lines))
        self._buffer: deque[Line] = deque()
        self._last_timestamp, self._last_time = float("-inf"), ""
        self.ends_in_round = False
        """Whether the file ends, as it must, before the seed of the round that just began."""
        self.error_ahead: VerificationError | None = None
        """What is wrong further on, where it was found by looking ahead."""

    def peek(self) -> Line | None:
        """Return the next event, or None at the end of a file that ends correctly."""
        if not self._buffer and not self._read_next():
            if self.error_ahead:
                raise self.error_ahead
            return None
        return self._buffer[0]

    def take(self) -> None:
        """Go past the next event."""
        self._buffer.popleft()

    def find_seed_line(self) -> Line | None:
        """Return the line that opens the current round's seed or reports it lost, if any."""
        at = 0
        while at < len(self._buffer) or self._read_next():
            line = self._buffer[at]
            kind = type(line.event)
            if kind is SeedOpened or kind is SeedLost:
                return line
            if kind is RoundClosed or kind is RoundOpened:
                return None
            at += 1
            if at > MAX_ROUND_LINES:
                raise VerificationError(line.n, f"a round has more than {MAX_ROUND_LINES:,} lines")
        self.ends_in_round = self.error_ahead is None
        return None

    def _read_next(self) -> bool:
        """Read one more event, unless the file ends or breaks here."""
        if self.error_ahead:
            return False
        try:
            line = next(self._lines, None)
        except VerificationError as fault:
            self.error_ahead = fault
            return False
        if line is None:
            return False
        self._buffer.append(line)
        return True

    def _check_chain(self, lines: Iterator[bytes]) -> Iterator[Line]:
        n = 0
        for n, raw in enumerate(lines, 1):
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
                if next(lines, None) is not None:
                    raise VerificationError(n + 1, "there is text after the last line")
                return
            self.events, self.head = n, sha256(raw[:-1]).hexdigest()
            if type(line.event) is RoundOpened:
                self.practice |= line.event.practice
                self.physical |= line.event.physical
            self._check_time(line)
            yield line
        raise VerificationError(
            n + 1, "the last line is missing: the file was cut off" if n else "the file is empty"
        )

    def _check_time(self, line: Line) -> None:
        """Check that time does not run back, if lines have times."""
        if line.at == self._last_time:  # as in most lines: a command has several
            return
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
    if len(raw) > MAX_LINE_BYTES:
        raise VerificationError(n, f"the line is longer than {MAX_LINE_BYTES:,} bytes")
    if not raw.endswith(b"\n"):
        raise VerificationError(n, "the line does not end with a newline: the file was cut off")
    raw = raw[:-1]
    if (_APPROVED in raw or _BROUGHT_FORWARD in raw) and b'"program":"' not in raw:
        raise VerificationError(n, other_version_message(FIRST_VERSION))
    if not raw:
        raise VerificationError(n, "the line is blank")
    if raw.endswith(b"\r"):
        raise VerificationError(
            n, "the line ends with a carriage return: its line endings were converted"
        )
    try:
        line = _decode(raw)
        # One event, one way to write it: no key twice or unknown, no space, no order but this.
        same = _encode(line) == raw
    except (ValueError, RecursionError) as error:
        raise VerificationError(n, f"not a valid table event: {error}") from None
    if not same:
        raise VerificationError(n, "the line is not byte for byte what a table writes")
    return line


def _decode(raw: bytes) -> Line | LastLine:
    try:
        return _line_decoder.decode(raw)
    except msgspec.ValidationError:
        if b'"end":{' not in raw:
            raise
        return _last_line_decoder.decode(raw)
