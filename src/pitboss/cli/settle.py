"""``pitboss settle``: one round per line on standard input, its results on standard output."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from pitboss.cli.options import GameFiles, add_games
from pitboss.errors import Refused
from pitboss.settle.json_lines import MAX_LINE_BYTES, settle_line

CHUNK_SIZE: Final = 1 << 16
TOO_LONG_LINE: Final = b"-" * (MAX_LINE_BYTES + 1)
"""Stands in for a line that is too long, so that its bytes need not be stored."""


def command(game_files: GameFiles = None) -> None:
    """Settle rounds: JSON Lines in, JSON Lines out.

    Each line is one JSON object, and results come in the same order. An invalid line gets an error
    as its result. Try: pitboss settle < examples/rounds.jsonl. Every key is explained in
    docs/settle.md.
    """
    add_games(game_files)
    if sys.stdin is None:
        raise Refused("standard input is closed")
    if sys.stdin.isatty():
        print(
            "Type rounds, one JSON object per line, and end with Ctrl-D. See docs/settle.md.",
            file=sys.stderr,
        )
    source, sink = sys.stdin.fileno(), sys.stdout.fileno()
    settle_stream(_interruptible_read(partial(os.read, source)), partial(_write_all, sink))


def settle_stream(read: Callable[[int], bytes], write: Callable[[bytes], object]) -> None:
    """Settle the lines that have arrived and write their results before reading more."""
    for lines in _read_lines(read):
        write(b"".join([settle_line(line) + b"\n" for line in lines if line.strip()]))


def _read_lines(read: Callable[[int], bytes]) -> Iterator[list[bytes]]:
    """Yield whole lines as they arrive; a line that is too long is cut off."""
    rest = b""
    while chunk := read(CHUNK_SIZE):
        *lines, rest = (rest + chunk).split(b"\n")
        if len(rest) > MAX_LINE_BYTES:
            rest = TOO_LONG_LINE
        if lines:
            yield lines
    if rest:
        yield [rest]


def _write_all(sink: int, results: bytes) -> None:
    """Write everything; Python's buffered writer loses the rest if a signal cuts a write short."""
    while results:
        results = results[os.write(sink, results) :]


def _interruptible_read(read: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """Accept Ctrl-C only while waiting for input, so that no result is printed in part.

    A second Ctrl-C stops at once, because the reader of the results may have stopped reading.
    """
    is_waiting = is_interrupted = False

    def interrupt(*_: object) -> None:
        nonlocal is_interrupted
        if is_waiting or is_interrupted:
            raise KeyboardInterrupt
        is_interrupted = True

    def interruptible_read(size: int) -> bytes:
        nonlocal is_waiting
        is_waiting = True
        if is_interrupted:
            raise KeyboardInterrupt
        chunk = read(size)
        is_waiting = False
        return chunk

    signal.signal(signal.SIGINT, interrupt)
    return interruptible_read
