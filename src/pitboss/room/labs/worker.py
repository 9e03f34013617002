"""A process of the lab: questions come in on standard input, answers go out on standard output.

It ends when its room does. Nothing of a room is in it: no store, no key, no environment but what
the lab itself needs.
"""

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from typing import BinaryIO, Final

import msgspec

from pitboss.lab.work import Told
from pitboss.refusal import Refused
from pitboss.room.labs.wire import DONE, FAILED, REFUSED, TOLD, No, Progress

PAUSE: Final = 0.05
"""Seconds between two words of the same progress."""
Answer = Callable[[bytes, Told], bytes]


def serve(answer: Answer, niceness: int) -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the room, which ends us
    if hasattr(os, "nice"):
        os.nice(niceness)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else prints does not get between the answers
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        kind, said = _answered(answer, asked.get(), _teller(out))
        _say(out, kind, said)


def _listen(asked: SimpleQueue[bytes]) -> None:
    """Beside the work, so that a room that is gone is noticed in the midst of it."""
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)


def _answered(answer: Answer, asked: bytes, told: Told) -> tuple[bytes, bytes]:
    try:
        return DONE, answer(asked, told)
    except Refused as refused:
        return REFUSED, msgspec.json.encode(No(refused.sentence, refused.clause))
    except Exception as error:
        # Where, and not in which words: those may quote a card.
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{type(error).__name__} in {where.filename}:{where.lineno}"
        return FAILED, msgspec.json.encode(No(place))


def _teller(out: BinaryIO) -> Told:
    last, at = "", 0.0

    def told(what: str, done: int, of: int) -> None:
        nonlocal last, at
        now = time.monotonic()
        if what == last and now - at < PAUSE and done < of:
            return
        last, at = what, now
        _say(out, TOLD, msgspec.json.encode(Progress(what, done, of)))

    return told


def _say(out: BinaryIO, kind: bytes, said: bytes) -> None:
    try:
        out.write(kind + b" " + said + b"\n")
        out.flush()
    except BrokenPipeError:
        os._exit(0)  # nobody listens any more


if __name__ == "__main__":
    from pitboss.games import load_again
    from pitboss.room.labs.work import answer as of_the_lab

    if len(sys.argv) > 2:  # the games that the room has from files
        load_again(msgspec.json.decode(sys.argv[2], type=dict[str, str]))
    serve(of_the_lab, int(sys.argv[1]))
