"""The chain: each line is one JSON object, written in one way only, and bound to the line before.

``prev`` is the SHA-256 of the line before, without its newline; the first line has that of the
words in `FIRST`. The last line says how many events there were and repeats the last hash.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import BinaryIO, Final

import msgspec

from pitboss import FIRST_VERSION
from pitboss.verify.events import LastLine, Line, RoundClosed, RoundOpened, SeedLost, SeedOpened
from pitboss.verify.fault import Fault, by_version

FIRST: Final = b"pitboss shift 1"
LONGEST: Final = 1 << 24
"""Bytes in a line; the longest that an honest table writes takes a fraction of it."""
MOST_LINES: Final = 100_000
"""In one round, which alone has to fit into memory."""
LAST_DAY: Final = datetime(9999, 12, 31, tzinfo=UTC).timestamp()

_NAME_THEIR_VERSION: Final = (
    b'"event":{"type":"SubmissionApproved"',
    b'"event":{"type":"BroughtForward"',
)
"""Events that name the version of the program which wrote them, since the second."""

_line = msgspec.json.Decoder(Line)
_last = msgspec.json.Decoder(LastLine)
_written = msgspec.json.Encoder().encode


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, none of them longer than is needed to see that it is too long."""
    while line := file.readline(LONGEST + 2):
        yield line


class Log:
    """The events of a file, in their order; a broken chain is told when its line is reached."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.events, self.head, self.practice = 0, sha256(FIRST).hexdigest(), False
        self._lines = self._chained(iter(lines))
        self._ahead: deque[Line] = deque()
        self._latest = float("-inf")
        self.ends_open = False
        """Whether the file ends, as it must, before the seed of the round that just began."""
        self.broken: Fault | None = None
        """What is wrong further on, where it was found by looking ahead."""

    def peek(self) -> Line | None:
        """The next event; none at the end of a file that ends as it must."""
        if not self._ahead and not self._read_on():
            if self.broken:
                raise self.broken
            return None
        return self._ahead[0]

    def take(self) -> None:
        """Go past it."""
        self._ahead.popleft()

    def seed_ahead(self) -> Line | None:
        """The line that opens the seed of the round that just began, or says that it is lost."""
        at = 0
        while at < len(self._ahead) or self._read_on():
            line = self._ahead[at]
            if isinstance(line.event, SeedOpened | SeedLost):
                return line
            if isinstance(line.event, RoundClosed | RoundOpened):
                return None
            at += 1
            if at > MOST_LINES:
                raise Fault(line.n, f"a round has more than {MOST_LINES:,} lines")
        self.ends_open = self.broken is None
        return None

    def _read_on(self) -> bool:
        """Read one more event, unless the file ends or breaks here."""
        if self.broken:
            return False
        try:
            line = next(self._lines, None)
        except Fault as fault:
            self.broken = fault
            return False
        if line is None:
            return False
        self._ahead.append(line)
        return True

    def _chained(self, lines: Iterator[bytes]) -> Iterator[Line]:
        n = 0
        for n, raw in enumerate(lines, 1):
            line = _read(n, raw)
            if line.n != n:
                raise Fault(n, f"n is {line.n}, not {n}: a line is missing, added or moved")
            if line.prev != self.head:
                before = f"line {n - 1}: that line was changed" if n > 1 else "the first line"
                raise Fault(n, f"prev is not the hash of {before}, or a line is missing or moved")
            if isinstance(line, LastLine):
                self._sealed(line)
                if next(lines, None) is not None:
                    raise Fault(n + 1, "something follows the last line")
                return
            self.events, self.head = n, sha256(raw[:-1]).hexdigest()
            self.practice |= isinstance(line.event, RoundOpened) and line.event.practice
            self._check_time(line)
            yield line
        raise Fault(n + 1, "the last line is missing: the file was cut off" if n else "it is empty")

    def _check_time(self, line: Line) -> None:
        """Where there is a clock, time does not run back."""
        told = seconds(line)
        if told is None:
            return
        if told < self._latest:
            raise Fault(line.n, f"its time is before that of the line before: {line.at}")
        self._latest = max(self._latest, told)

    def _sealed(self, line: LastLine) -> None:
        end = line.end
        if end.lines != self.events:
            raise Fault(line.n, f"it counts {end.lines} events, but there are {self.events}")
        if end.head != self.head:
            raise Fault(line.n, "head is not the hash of the last event's line")
        if end.practice != self.practice:
            was = "some" if self.practice else "no"
            raise Fault(line.n, f"practice is {str(end.practice).lower()}, but {was} round was one")


def seconds(line: Line) -> float | None:
    """The time of a line, in seconds of UTC, where it has one."""
    if line.at is None:
        return None
    try:
        told = datetime.fromisoformat(line.at)
    except ValueError:
        raise Fault(line.n, f"its time cannot be read: {line.at!r}") from None
    if told.tzinfo is None:
        raise Fault(line.n, f"its time says of no zone: {line.at!r}")
    return told.timestamp()


def day(line: Line) -> date | None:
    """The day of a line in UTC, where it has a time; years 1970 to 9999 have days."""
    told = seconds(line)
    return None if told is None else datetime.fromtimestamp(max(0, min(told, LAST_DAY)), UTC).date()


def _read(n: int, raw: bytes) -> Line | LastLine:
    if len(raw) > LONGEST:
        raise Fault(n, f"it is longer than {LONGEST:,} bytes")
    if not raw.endswith(b"\n"):
        raise Fault(n, "it does not end with a newline: the file was cut off")
    raw = raw[:-1]
    if any(kind in raw for kind in _NAME_THEIR_VERSION) and b'"program":"' not in raw:
        raise Fault(n, by_version(FIRST_VERSION))
    if not raw:
        raise Fault(n, "it is blank")
    if raw.endswith(b"\r"):
        raise Fault(n, "it ends with a carriage return: the file was converted")
    try:
        line = _decoded(raw)
        # One event, one way to write it: no key twice or unknown, no space, no order but this.
        same = _written(line) == raw
    except (ValueError, RecursionError) as error:
        raise Fault(n, f"it is no event of a table: {error}") from None
    if not same:
        raise Fault(n, "it is not written as a table writes it, byte by byte")
    return line


def _decoded(raw: bytes) -> Line | LastLine:
    try:
        return _line.decode(raw)
    except msgspec.ValidationError:
        if b'"end":{' not in raw:
            raise
        return _last.decode(raw)
