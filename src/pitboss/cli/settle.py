"""``pitboss settle``: a round a line on standard input, its results on standard output."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from pitboss.cli.options import GameFiles, add_games
from pitboss.refusal import Refused
from pitboss.settle.lines import LONGEST, settle_line

CHUNK: Final = 1 << 16
TOO_LONG: Final = b"-" * (LONGEST + 1)
"""Stands for the beginning of a line that is too long, whatever it was."""


def command(game: GameFiles = None) -> None:
    """Settle rounds: JSON lines in, JSON lines out.

    One object a line, answered in the same order as they come; a line that is wrong is answered
    with what is wrong with it. Try: pitboss settle < examples/rounds.jsonl. Every key is explained
    in docs/settle.md.
    """
    add_games(game)
    if sys.stdin is None:
        raise Refused("standard input is closed")
    if sys.stdin.isatty():
        print(
            "Type rounds, one JSON object a line; Ctrl-D ends. See docs/settle.md.", file=sys.stderr
        )
    source, sink = sys.stdin.fileno(), sys.stdout.fileno()
    stream(_interruptible(partial(os.read, source)), partial(_write, sink))


def stream(read: Callable[[int], bytes], write: Callable[[bytes], object]) -> None:
    """Settle what has arrived, answer it, and only then wait for more."""
    for lines in _arrivals(read):
        write(b"".join([settle_line(line) + b"\n" for line in lines if line.strip()]))


def _arrivals(read: Callable[[int], bytes]) -> Iterator[list[bytes]]:
    """Whole lines as they come; of a line that is too long, only enough to see that it is."""
    rest = b""
    while chunk := read(CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        if len(rest) > LONGEST:
            rest = TOO_LONG
        if lines:
            yield lines
    if rest:
        yield [rest]


def _write(sink: int, answers: bytes) -> None:
    """All of it. (Python's own buffered writer loses the rest when a signal cuts a write short.)"""
    while answers:
        answers = answers[os.write(sink, answers) :]


def _interruptible(read: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """Let Ctrl-C in only while waiting for input, so that no answer is printed half.

    Pressed again, it stops at once: whoever should read the answers may have stopped reading.
    """
    waiting = pressed = False

    def interrupt(*_: object) -> None:
        nonlocal pressed
        if waiting or pressed:
            raise KeyboardInterrupt
        pressed = True

    def patient_read(size: int) -> bytes:
        nonlocal waiting
        waiting = True
        if pressed:
            raise KeyboardInterrupt
        chunk = read(size)
        waiting = False
        return chunk

    signal.signal(signal.SIGINT, interrupt)
    return patient_read
